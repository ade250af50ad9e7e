import { sameType } from '../language/types/structure';
import { showType } from '../language/types/print';
import { BOOL, INT, REAL, UNIT, type Type } from '../language/types/type';
import type { Choices } from './choices';
import { operationGenerator } from './program-operations';
import { canDifferentiate, distinct, parameterGenerator, type ParameterGenerator } from './program-parameters';
import {
  accessible,
  withFunction,
  withVariables,
  type Code,
  type NameSupply,
  type Scope,
  type ScopedFunction,
} from './program-scope';

export interface ProgramOptions {
  /** About how many nodes. */
  readonly size: number;
  readonly inputs: 'some' | 'none';
  /** How deep differentiations nest: at most 3. */
  readonly derivatives: number;
  readonly watch: boolean;
  readonly higherOrder: boolean;
  /** Operations at arguments that nobody steered into their domain, in percent of those that have one. */
  readonly outsideDomain: number;
}

export interface ExpressionGenerator extends ParameterGenerator {
  /** Any expression of the type whose numbers are at most `limit`. */
  readonly expression: (type: Type, scope: Scope, limit: number) => Code;
  readonly functionDefinition: (scope: Scope) => Definition;
  readonly recursiveDefinition: (scope: Scope) => Definition;
}

/** `name p ... p = body`, with what stands before the name. */
export interface Definition {
  readonly text: string;
  readonly functions: readonly ScopedFunction[];
}

/** What functions may be given. */
const PARAMETER_BOUND = 4;
const RECURSIVE_BOUND = 3;

export function expressionGenerator(choices: Choices, names: NameSupply, options: ProgramOptions): ExpressionGenerator {
  let fuel = options.size;
  const binders = parameterGenerator(choices, names);
  const { firstOrderType, diffType, parameter } = binders;
  const { realExpression, intExpression, condition } = operationGenerator(choices, expression, options.outsideDomain);

  function expression(type: Type, scope: Scope, limit: number): Code {
    fuel -= 1;
    return squash(type, open(type, scope), limit);
  }

  function open(type: Type, scope: Scope): Code {
    const leaf = (): Code => leafOf(type, scope);
    if (fuel <= 0) return leaf();
    const derivative = canDifferentiate(type) && scope.depth < options.derivatives;
    const grown = choices.pick<() => Code>([
      [14, leaf],
      [60, () => specific(type, scope)],
      [6, () => conditional(type, scope)],
      [8, () => letIn(type, scope)],
      [callable(type, scope).length > 0 ? 18 : 0, () => call(type, scope)],
      [derivative ? 8 : 0, () => differentiation(type, scope)],
      [3, () => localFunction(type, scope)],
      [options.watch && type.tag === 'real' ? 2 : 0, () => watched(type, scope)],
      [options.higherOrder ? 2 : 0, () => immediate(type, scope)],
      [2, () => component(type, scope)],
    ]);
    return grown();
  }

  function leafOf(type: Type, scope: Scope): Code {
    const known = accessible(scope, type);
    // The latest binding is the most interesting.
    const chosen = known[known.length - 1 - (choices.chance(50) ? choices.below(known.length) : 0)];
    return chosen === undefined || choices.chance(25) ? literal(type, scope) : chosen;
  }

  function literal(type: Type, scope: Scope): Code {
    switch (type.tag) {
      case 'real':
        return realLiteral();
      case 'int': {
        const value = choices.below(5);
        return { text: String(value), bound: value };
      }
      case 'bool':
        return { text: choices.chance(50) ? 'false' : 'true', bound: 0 };
      case 'product':
        return tupleOf(type.items.map((item) => leafOf(item, scope)));
      default:
        return { text: '()', bound: 0 };
    }
  }

  function realLiteral(): Code {
    const value = (1 + choices.below(16)) / choices.of([1, 2, 4, 8, 10]);
    const text = Number.isInteger(value) && choices.chance(70) ? value.toFixed(1) : String(value);
    return choices.chance(20) ? { text: `(-${text})`, bound: value } : { text, bound: value };
  }

  function specific(type: Type, scope: Scope): Code {
    switch (type.tag) {
      case 'real':
        return realExpression(scope);
      case 'int':
        return intExpression(scope);
      case 'bool':
        return condition(scope);
      case 'product':
        return tupleOf(type.items.map((item) => expression(item, scope, 50)));
      default:
        return { text: '()', bound: 0 };
    }
  }

  function conditional(type: Type, scope: Scope): Code {
    const test = expression(BOOL, scope, 0).text;
    const then = expression(type, scope, 50);
    const otherwise = expression(type, scope, 50);
    return {
      text: `(if ${test} then ${then.text} else ${otherwise.text})`,
      bound: Math.max(then.bound, otherwise.bound),
    };
  }

  function letIn(type: Type, scope: Scope): Code {
    const valueType = choices.chance(60) ? firstOrderType() : REAL;
    const value = expression(valueType, scope, 50);
    const { text, variables } = parameter(valueType, value.bound, false);
    const body = expression(type, withVariables(scope, variables), 50);
    return { text: `(let ${text} = ${value.text} in ${body.text})`, bound: body.bound };
  }

  function callable(type: Type, scope: Scope): readonly ScopedFunction[] {
    return scope.functions.filter((candidate) => sameType(candidate.result, type));
  }

  function call(type: Type, scope: Scope): Code {
    const candidates = callable(type, scope);
    const chosen = candidates[candidates.length - 1 - choices.below(candidates.length)];
    if (chosen === undefined) return leafOf(type, scope);
    const counter = chosen.counter === 'literal' ? String(choices.below(4)) : chosen.counter;
    const given = counter === undefined ? chosen.parameters : chosen.parameters.slice(1);
    const args = given.map((parameterType) => expression(parameterType, scope, PARAMETER_BOUND).text);
    const all = counter === undefined ? args : [counter, ...args];
    return { text: `(${[chosen.name, ...all].join(' ')})`, bound: chosen.bound };
  }

  /** `grad`, `deriv`, `rd` at the type of the point, `fd` at the type of the result. */
  function differentiation(type: Type, scope: Scope): Code {
    const forward = choices.chance(25);
    const other = choices.chance(30) ? diffType() : REAL;
    const source = forward ? other : type;
    const target = forward ? type : other;
    const f = differentiable(source, target, scope);
    const point = expression(source, scope, PARAMETER_BOUND).text;
    const bound = 10;
    if (forward) return { text: `(fd ${f} ${point} ${expression(source, scope, 4).text})`, bound };
    if (target.tag === 'real' && !choices.chance(25)) {
      const name = source.tag !== 'real' || choices.chance(30) ? 'grad' : 'deriv';
      return { text: `(${name} ${f} ${point})`, bound };
    }
    return { text: `(rd ${f} ${point} ${expression(target, scope, 4).text})`, bound };
  }

  /** A function to differentiate: a `fun`, a named one, or a partial application. */
  function differentiable(source: Type, target: Type, scope: Scope): string {
    const named = scope.functions.filter(
      ({ parameters, result, counter }) =>
        sameType(result, target) &&
        sameType(parameters.at(-1) ?? UNIT, source) &&
        (parameters.length === 1 || options.higherOrder) &&
        (counter === undefined || parameters.length > 1),
    );
    const chosen = named[choices.below(named.length)];
    if (chosen !== undefined && choices.chance(60)) {
      const given = chosen.parameters.slice(0, -1).map((type, i) => {
        if (i > 0 || chosen.counter === undefined) return expression(type, scope, PARAMETER_BOUND).text;
        return chosen.counter === 'literal' ? String(choices.below(4)) : chosen.counter;
      });
      return given.length === 0 ? chosen.name : `(${[chosen.name, ...given].join(' ')})`;
    }
    return lambda(source, target, { ...scope, depth: scope.depth + 1 });
  }

  function lambda(source: Type, target: Type, scope: Scope): string {
    const { text, variables } = parameter(source, PARAMETER_BOUND, false);
    const body = expression(target, withVariables(scope, variables), 50).text;
    return `(fun ${text} -> ${body})`;
  }

  function immediate(type: Type, scope: Scope): Code {
    const source = firstOrderType();
    const { text, variables } = parameter(source, PARAMETER_BOUND, false);
    const body = expression(type, withVariables(scope, variables), 50);
    const argument = expression(source, scope, PARAMETER_BOUND).text;
    const applied = choices.chance(30) ? `(${argument} |> (fun ${text} -> ${body.text}))` : undefined;
    return { text: applied ?? `((fun ${text} -> ${body.text}) ${argument})`, bound: body.bound };
  }

  function localFunction(type: Type, scope: Scope): Code {
    const { text, functions } = choices.chance(25) ? recursiveDefinition(scope) : functionDefinition(scope);
    const body = expression(type, functions.reduce(withFunction, scope), 50);
    return { text: `(let ${text} in ${body.text})`, bound: body.bound };
  }

  function watched(type: Type, scope: Scope): Code {
    const inner = expression(type, scope, 50);
    return { text: `(watch "${choices.of(['loss', 'w', 'step'])}" ${inner.text})`, bound: inner.bound };
  }

  function component(type: Type, scope: Scope): Code {
    const other = expression(REAL, scope, 50);
    const wanted = expression(type, scope, 50);
    const { bound } = wanted;
    const text = choices.of([
      `(fst (${wanted.text}, ${other.text}))`,
      `(snd (${other.text}, ${wanted.text}))`,
      `(${other.text}, ${other.text}, ${wanted.text}).3`,
    ]);
    return { text, bound };
  }

  function squash(type: Type, code: Code, limit: number): Code {
    if (code.bound <= limit) return code;
    switch (type.tag) {
      case 'real': {
        const name = choices.of(['sin', 'tanh', 'atan']);
        return limit < 1.6
          ? { text: `(0.5 * sin ${code.text})`, bound: 0.5 }
          : { text: `(${name} ${code.text})`, bound: 1.6 };
      }
      case 'int':
        return { text: `(mod ${code.text} 3)`, bound: 2 };
      case 'product': {
        const items = type.items.map((item) => ({ name: names.unique('t'), type: item, bound: code.bound }));
        const parts = items.map((item) => squash(item.type, { text: item.name, bound: item.bound }, limit));
        const { text, bound } = tupleOf(parts);
        return { text: `(let (${items.map(({ name }) => name).join(', ')}) = ${code.text} in ${text})`, bound };
      }
      default:
        return code;
    }
  }

  function functionDefinition(scope: Scope): Definition {
    const name = names.unique(choices.of(['f', 'g', 'h']));
    const parameters = distinct(
      Array.from({ length: 1 + choices.below(2) }, () => {
        const type = firstOrderType();
        return { type, ...parameter(type, PARAMETER_BOUND, true) };
      }),
    ) ?? [{ type: REAL, text: 'x', variables: [{ name: 'x', type: REAL, bound: PARAMETER_BOUND }] }];
    const result = choices.chance(25) ? firstOrderType() : REAL;
    const inner = withVariables(
      scope,
      parameters.flatMap(({ variables }) => variables),
    );
    const body = expression(result, inner, 50);
    const types = parameters.map(({ type }) => type);
    return {
      text: `${name} ${parameters.map(({ text }) => text).join(' ')}${resultAnnotation(result)} = ${body.text}`,
      functions: [{ name, parameters: types, result, bound: body.bound, counter: undefined }],
    };
  }

  /** `let rec f n x = if n <= 0 then ... else ... f (n - 1) ...`; two that call each other now and then. */
  function recursiveDefinition(scope: Scope): Definition {
    const count = choices.chance(20) ? 2 : 1;
    const heads = Array.from({ length: count }, () => {
      const type = choices.chance(25) ? diffType() : REAL;
      const counter = names.unique('n');
      return {
        name: names.unique(choices.of(['loop', 'go'])),
        counter,
        type,
        ...parameter(type, PARAMETER_BOUND, true),
      };
    });
    const result = choices.chance(20) ? diffType() : REAL;
    const asFunction = (head: (typeof heads)[number], counter: string): ScopedFunction => ({
      name: head.name,
      parameters: [INT, head.type],
      result,
      bound: RECURSIVE_BOUND,
      counter,
    });
    const bindings = heads.map((head) => {
      const variables = [{ name: head.counter, type: INT, bound: 3 }, ...head.variables];
      const inner = withVariables(scope, variables);
      const base = expression(result, inner, RECURSIVE_BOUND).text;
      const other = heads[choices.below(heads.length)] ?? head;
      const step = call(result, { ...inner, functions: [asFunction(other, `(${head.counter} - 1)`)] });
      const partial = names.unique('r');
      const known = withVariables(inner, [{ name: partial, type: result, bound: RECURSIVE_BOUND }]);
      const more = heads.reduce((at, next) => withFunction(at, asFunction(next, `(${head.counter} - 1)`)), known);
      const rest = choices.chance(40)
        ? { text: partial }
        : expression(result, choices.chance(20) ? more : known, RECURSIVE_BOUND);
      const again = choices.chance(30) ? step.text : `let ${partial} = ${step.text} in ${rest.text}`;
      const test = choices.of([`${head.counter} <= 0`, `${head.counter} < 1`, `${head.counter} = 0`]);
      const signature = `${head.name} (${head.counter} : int) ${head.text}${resultAnnotation(result)}`;
      return `${signature} = (if ${test} then ${base} else ${again})`;
    });
    return {
      text: `rec ${bindings.join(' and ')}`,
      functions: heads.map((head) => asFunction(head, 'literal')),
    };
  }

  function resultAnnotation(type: Type): string {
    return choices.chance(10) ? ` : ${showType(type)}` : '';
  }

  return { ...binders, expression, functionDefinition, recursiveDefinition };
}

function tupleOf(items: readonly Code[]): Code {
  return { text: `(${items.map(({ text }) => text).join(', ')})`, bound: Math.max(...items.map(({ bound }) => bound)) };
}
