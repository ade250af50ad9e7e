import { sameType } from '../../language/types/structure';
import { BOOL, functionType, INT, REAL, STRING, UNIT, type Kind, type Type } from '../../language/types/type';
import type { Choices } from '../choices';
import { DATA_BOUND, dataGenerator, type DataGenerator } from './data';
import { definitionGenerator, PARAMETER_BOUND, type DefinitionGenerator } from './definitions';
import { FORMS, type Form } from './forms';
import { operationGenerator } from './operations';
import { distinct, parameterGenerator, type ProgramParameter, type ParameterGenerator } from './parameters';
import {
  accessible,
  functionsIn,
  withFunction,
  withVariables,
  type Code,
  type NameSupply,
  type ProgramScope,
  type ScopedFunction,
} from './scope';
import { argumentsFor, canDifferentiate, generalised, isPlainType, isRigid, writtenType } from './types';

export interface ProgramOptions {
  /** Whether programs use only numbers, booleans, tuples and named functions, or the whole language. */
  readonly language: 'numbers' | 'whole';
  /** The approximate number of nodes. */
  readonly size: number;
  readonly inputs: 'some' | 'none';
  /** The maximal nesting of differentiations, at most 3. */
  readonly derivatives: number;
  readonly watch: boolean;
  readonly higherOrder: boolean;
  /** The percentage of operations with a domain whose arguments are not steered into it. */
  readonly outsideDomain: number;
}

export interface ExpressionGenerator extends ParameterGenerator, DefinitionGenerator, DataGenerator {
  /** Returns an expression of the type whose numbers are at most `limit`. */
  readonly expression: (type: Type, scope: ProgramScope, limit: number) => Code;
}

/** Programs of the whole language grow in breadth, so that every form has data to work on. */
const DEEPEST = { numbers: Number.POSITIVE_INFINITY, whole: 6 };

export function expressionGenerator(choices: Choices, names: NameSupply, options: ProgramOptions): ExpressionGenerator {
  let fuel = options.size;
  let depth = 0;
  const whole = options.language === 'whole';
  const binders = parameterGenerator(choices, names, whole);
  const { valueType, diffType, parameter } = binders;
  const { realExpression, intExpression, condition } = operationGenerator(choices, expression, options);
  const data = dataGenerator(choices, names, expression, binders);
  const { construction, matching, folding, field } = data;
  const definitions = definitionGenerator(choices, names, { expression, call }, binders);

  function expression(type: Type, scope: ProgramScope, limit: number): Code {
    fuel -= 1;
    depth += 1;
    const made = open(type, scope);
    depth -= 1;
    return squash(type, made, limit);
  }

  function open(type: Type, scope: ProgramScope): Code {
    const leaf = (): Code => leafOf(type, scope);
    if (fuel <= 0 || depth > DEEPEST[options.language]) return leaf();
    const derivative = isPlainType(type) && canDifferentiate(type) && scope.depth < options.derivatives;
    const grown = choices.pick<() => Code>([
      [14, leaf],
      [isRigid(type) ? 0 : 60, () => specific(type, scope)],
      [6, () => conditional(type, scope)],
      [8, () => letIn(type, scope)],
      [callable(type, scope).length > 0 ? (whole ? 60 : 18) : 0, () => call(type, scope)],
      [derivative ? 8 : 0, () => differentiation(type, scope)],
      [3, () => localFunction(type, scope)],
      [options.watch && type.tag === 'real' ? 2 : 0, () => watched(type, scope)],
      [options.higherOrder ? 2 : 0, () => immediate(type, scope)],
      [2, () => component(type, scope)],
      [whole ? 40 : 0, () => formed(type, scope)],
      [whole ? 10 : 0, () => matching(type, scope)],
      [whole ? 8 : 0, () => folding(type, scope)],
      [whole ? 3 : 0, () => field(type, scope)],
    ]);
    return grown();
  }

  function leafOf(type: Type, scope: ProgramScope): Code {
    const known = accessible(scope, type);
    // The latest bindings are preferred.
    const chosen = known[known.length - 1 - (choices.chance(50) ? choices.below(known.length) : 0)];
    if (chosen !== undefined && isRigid(type)) return chosen;
    if (whole && type.tag === 'real' && choices.chance(25)) return inside(scope) ?? chosen ?? realLiteral();
    return chosen === undefined || choices.chance(whole ? 8 : 25) ? literal(type, scope) : chosen;
  }

  /** Returns a real that depends on all reals in some data in scope. */
  function inside(scope: ProgramScope): Code | undefined {
    const known = scope.variables.filter(({ type }) => !isPlainType(type) && canDifferentiate(type));
    const chosen = known[known.length - 1 - choices.below(known.length)]?.name;
    if (chosen === undefined) return undefined;
    return { text: `(dot ${chosen} (mapReals ${choices.of(['cos', 'tanh', 'atan'])} ${chosen}))`, bound: 20 };
  }

  function literal(type: Type, scope: ProgramScope): Code {
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
      case 'unit':
        return { text: '()', bound: 0 };
      case 'function':
        return lambda(type, scope, leafOf);
      default:
        return construction(type, (part) => leafOf(part, scope), true);
    }
  }

  function realLiteral(): Code {
    const value = (1 + choices.below(16)) / choices.of([1, 2, 4, 8, 10]);
    const text = Number.isInteger(value) && choices.chance(70) ? value.toFixed(1) : String(value);
    return choices.chance(20) ? { text: `(-${text})`, bound: value } : { text, bound: value };
  }

  function specific(type: Type, scope: ProgramScope): Code {
    switch (type.tag) {
      case 'real':
        return realExpression(scope);
      case 'int':
        return intExpression(scope);
      case 'bool':
        return condition(scope);
      case 'product':
        return tupleOf(type.items.map((item) => expression(item, scope, 50)));
      case 'unit':
        return { text: '()', bound: 0 };
      case 'function':
        return lambda(type, scope, (result, inner) => expression(result, inner, DATA_BOUND));
      default:
        return construction(type, (part) => expression(part, scope, DATA_BOUND), false);
    }
  }

  function conditional(type: Type, scope: ProgramScope): Code {
    const test = expression(BOOL, scope, 0).text;
    const then = expression(type, scope, 50);
    const otherwise = expression(type, scope, 50);
    return {
      text: `(if ${test} then ${then.text} else ${otherwise.text})`,
      bound: Math.max(then.bound, otherwise.bound),
    };
  }

  function letIn(type: Type, scope: ProgramScope): Code {
    const of = choices.chance(60) ? valueType() : REAL;
    const value = expression(of, scope, 50);
    const { text, variables } = parameter(of, value.bound, false);
    const body = expression(type, withVariables(scope, variables), 50);
    return { text: `(let ${text} = ${value.text} in ${body.text})`, bound: body.bound };
  }

  /** Returns the functions in scope that can return such a value, and how many arguments that takes. */
  function callable(type: Type, scope: ProgramScope): readonly Call[] {
    return functionsIn(scope).flatMap((callee) => {
      const { parameters, result, bound, counter, isPolymorphic } = callee;
      const own = parameters.reduceRight<Type>((rest, given) => functionType(given, rest), result);
      const scheme = isPolymorphic === true ? generalised(own) : () => own;
      return Array.from({ length: parameters.length + 1 }, (_, left) => parameters.length - left)
        .filter((count) => count === parameters.length || (bound <= DATA_BOUND && (count > 0 || counter === undefined)))
        .flatMap((count) => {
          const given = argumentsFor(scheme, count, type, fill);
          return given === undefined ? [] : [{ callee, given }];
        });
    });
  }

  const fill = {
    type: (kind: Kind): Type => {
      if (kind === 'num') return REAL;
      if (kind === 'eq') return choices.of([REAL, INT, STRING]);
      return kind === 'diff' ? diffType() : valueType();
    },
    container: () => choices.of<'list' | 'array'>(['list', 'array']),
  };

  function call(type: Type, scope: ProgramScope): Code {
    const candidates = callable(type, scope);
    const chosen = candidates[candidates.length - 1 - choices.below(candidates.length)];
    if (chosen === undefined) return leafOf(type, scope);
    const { callee, given } = chosen;
    const counter = callee.counter === 'literal' ? String(choices.below(4)) : callee.counter;
    const rest = counter === undefined ? given : given.slice(1);
    const args = rest.map((parameterType) => expression(parameterType, scope, PARAMETER_BOUND).text);
    const all = counter === undefined ? args : [counter, ...args];
    return { text: all.length === 0 ? callee.name : `(${[callee.name, ...all].join(' ')})`, bound: callee.bound };
  }

  /** Returns an application of a built-in or prelude function. */
  function formed(type: Type, scope: ProgramScope): Code {
    const fits = formsFor(type).filter(({ order }) => scope.depth + order <= options.derivatives);
    if (fits.length === 0) return leafOf(type, scope);
    const chosen = choices.pick(fits.map((form) => [form.weight, form] as const));
    const types = argumentsFor(chosen.scheme, chosen.count, type, fill) ?? [];
    const inner = { ...scope, depth: scope.depth + chosen.order };
    const given = types.map((parameterType) => expression(parameterType, inner, PARAMETER_BOUND).text);
    return { text: chosen.text(given, () => names.unique('at')), bound: chosen.bound };
  }

  /** Returns `grad`, `deriv` or `rd` at the type of the point, or `fd` at the type of the result. */
  function differentiation(type: Type, scope: ProgramScope): Code {
    const forward = choices.chance(25);
    const drawn = choices.chance(30) ? diffType() : REAL;
    const other = isPlainType(drawn) ? drawn : REAL;
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

  /** Returns a function to differentiate: a `fun`, a named one, or a partial application. */
  function differentiable(source: Type, target: Type, scope: ProgramScope): string {
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
    return lambda(functionType(source, target), { ...scope, depth: scope.depth + 1 }, (result, inner) =>
      expression(result, inner, 50),
    ).text;
  }

  /** Returns a function whose results are made by `body`. */
  function lambda(type: Type, scope: ProgramScope, body: (type: Type, scope: ProgramScope) => Code): Code {
    const given: ProgramParameter[] = [];
    let result = type;
    while (result.tag === 'function' && (given.length === 0 || choices.chance(70))) {
      const all = distinct([...given, parameter(result.parameter, PARAMETER_BOUND, false)]);
      if (all === undefined) break;
      given.splice(0, given.length, ...all);
      result = result.result;
    }
    const inner = withVariables(
      scope,
      given.flatMap(({ variables }) => variables),
    );
    return {
      text: `(fun ${given.map(({ text }) => text).join(' ')} -> ${body(result, inner).text})`,
      bound: DATA_BOUND,
    };
  }

  function immediate(type: Type, scope: ProgramScope): Code {
    const source = valueType();
    const { text, variables } = parameter(source, PARAMETER_BOUND, false);
    const body = expression(type, withVariables(scope, variables), 50);
    const argument = expression(source, scope, PARAMETER_BOUND).text;
    const applied = choices.chance(30) ? `(${argument} |> (fun ${text} -> ${body.text}))` : undefined;
    return { text: applied ?? `((fun ${text} -> ${body.text}) ${argument})`, bound: body.bound };
  }

  function localFunction(type: Type, scope: ProgramScope): Code {
    const { text, functions } = choices.chance(25)
      ? definitions.recursiveDefinition(scope)
      : definitions.functionDefinition(scope);
    const body = expression(type, functions.reduce(withFunction, scope), 50);
    return { text: `(let ${text} in ${body.text})`, bound: body.bound };
  }

  function watched(type: Type, scope: ProgramScope): Code {
    const inner = expression(type, scope, 50);
    return { text: `(watch "${choices.of(['loss', 'w', 'step'])}" ${inner.text})`, bound: inner.bound };
  }

  function component(type: Type, scope: ProgramScope): Code {
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
        return canDifferentiate(type)
          ? { text: `(mapReals ${choices.of(['sin', 'tanh'])} ${code.text})`, bound: 1 }
          : code;
    }
  }

  return { ...binders, ...data, ...definitions, expression };
}

interface Call {
  readonly callee: ScopedFunction;
  /** The types of the arguments. */
  readonly given: readonly Type[];
}

/** Returns the forms that make a value of the type. */
function formsFor(type: Type): readonly Form[] {
  const key = writtenType(type);
  const known = FITTING.get(key);
  if (known !== undefined) return known;
  const any = { type: () => REAL, container: () => 'list' as const };
  const fitting = FORMS.filter(({ scheme, count }) => argumentsFor(scheme, count, type, any) !== undefined);
  FITTING.set(key, fitting);
  return fitting;
}

const FITTING = new Map<string, readonly Form[]>();

function tupleOf(items: readonly Code[]): Code {
  return { text: `(${items.map(({ text }) => text).join(', ')})`, bound: Math.max(...items.map(({ bound }) => bound)) };
}
