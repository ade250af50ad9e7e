import * as b from '../../language/core/builders';
import { constructorsOf } from '../../language/core/constructors';
import { recordPattern, tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import type { MatchArm, Pattern, Term } from '../../language/core/tree';
import type { OperationName } from '../../language/operations/names';
import { NOWHERE } from '../../language/source/span';
import { isFirstOrder, sameType } from '../../language/types/structure';
import { BOOL, functionType, INT, product, REAL, sequenceType, STRING, type Type } from '../../language/types/type';
import type { Choices } from '../choices';
import {
  randomConstant,
  FIRST_ORDER,
  INNER,
  LEVEL_TYPE,
  MAYBE,
  ROSE,
  RULE,
  SUM,
  TREE,
  VARIANTS,
} from './program-types';

interface Binding {
  readonly name: string;
  readonly type: Type;
}

export type TermScope = readonly Binding[];

/** Random terminating terms of a type, in a scope; `refuel` allows another one of the same size. */
export interface TermGenerator {
  readonly term: (type: Type, scope: TermScope) => Term;
  readonly refuel: () => void;
}

export function termGenerator(choices: Choices, fresh: (base: string) => string, size: number): TermGenerator {
  let fuel = size;

  function term(type: Type, scope: TermScope): Term {
    fuel -= 1;
    if (fuel <= 0 || !choices.chance(88)) return leaf(type, scope);
    return choices.pick<() => Term>([
      [10, () => special(type, scope)],
      [3, () => letIn(type, scope)],
      [2, () => b.if_(term(BOOL, scope), term(type, scope), term(type, scope))],
      [3, () => call(type, scope) ?? special(type, scope)],
      [3, () => matching(type, scope)],
      [3, () => folding(type, scope)],
      [2, () => counting(type, scope)],
      [2, () => structural(type, scope)],
      [2, () => indexing(type, scope, false)],
      [1, () => b.projection(b.tuple([term(choices.of(INNER), scope), term(type, scope)]), 1)],
      [
        1,
        () => {
          const argument = term(choices.of(FIRST_ORDER), scope);
          return b.apply(lambda(argument.type, type, scope), argument);
        },
      ],
    ])();
  }

  function leaf(type: Type, scope: TermScope): Term {
    const known = scope.filter((binding) => sameType(binding.type, type));
    const chosen = known[known.length - 1 - choices.below(known.length)];
    if (type.tag === 'real' && (chosen === undefined || choices.chance(30))) {
      const source = scope[choices.below(scope.length)];
      const found = source && realOf(b.variable(source.name, source.type));
      if (found !== undefined) return found;
    }
    if (chosen !== undefined) return b.variable(chosen.name, type);
    if (type.tag === 'function') return lambda(type.parameter, type.result, scope);
    if (type.tag === 'named' && type.name === 'Rule') return b.construct('Always', leaf(REAL, scope), type);
    if (type.tag === 'sequence' && !isFirstOrder(type.item))
      return { tag: 'sequence', items: [], type, origin: NOWHERE };
    return randomConstant(type, choices, 1, () => leaf(REAL, scope));
  }

  /** Returns a real that depends on a value; undefined if there is no simple one. */
  function realOf(value: Term): Term | undefined {
    const { type } = value;
    const first = (parts: readonly (Term | undefined)[]): Term | undefined => parts.find((part) => part !== undefined);
    switch (type.tag) {
      case 'real':
        return value;
      case 'product':
        return first(type.items.map((_, i) => realOf(b.projection(value, i))));
      case 'record':
        return first(type.fields.toReversed().map(({ name }) => realOf(b.field(value, name))));
      case 'sequence': {
        const [item, sum] = [fresh('x'), fresh('sum')] as const;
        const found = realOf(b.variable(item, type.item));
        if (found === undefined) return undefined;
        const body = b.operation('multiply', [b.real(0.5), b.operation('add', [found, b.variable(sum, REAL)])]);
        return b.fold(variablePattern(item, type.item), variablePattern(sum, REAL), body, value, b.real(0.75));
      }
      case 'sum':
      case 'named': {
        const arms = (constructorsOf(type, VARIANTS) ?? []).map(({ name, payload }): MatchArm => {
          if (payload === undefined) return { constructorName: name, payload: undefined, body: b.real(0.25) };
          const v = fresh('p');
          const isRecursive = type.tag === 'named' && ['Tree', 'Rose'].includes(type.name) && name !== 'Leaf';
          const inner = b.variable(v, payload);
          const body =
            isRecursive && name === 'Node' ? b.real(1.25) : realOf(isRecursive ? b.projection(inner, 0) : inner);
          return { constructorName: name, payload: variablePattern(v, payload), body: body ?? b.real(0.25) };
        });
        return b.match(value, arms);
      }
      case 'function':
        return type.parameter.tag === 'real' ? realOf(b.apply(value, b.real(0.3))) : undefined;
      default:
        return undefined;
    }
  }

  /** Returns a term of the form that constructs values of the type. */
  function special(type: Type, scope: TermScope): Term {
    switch (type.tag) {
      case 'real':
        return real(scope);
      case 'int':
        return int(scope);
      case 'bool':
        return choices.chance(70) ? compare(scope) : b.operation('not', [term(BOOL, scope)]);
      case 'string':
        return b.intrinsic('append', [term(STRING, scope), leaf(STRING, scope)]);
      case 'product':
        return b.tuple(type.items.map((item) => term(item, scope)));
      case 'record':
        return b.record(type.fields.toReversed().map(({ name, type: of }) => ({ name, value: term(of, scope) })));
      case 'sum':
      case 'named': {
        const constructors = constructorsOf(type, VARIANTS) ?? [];
        const chosen = constructors[choices.below(constructors.length)];
        return b.construct(chosen?.name ?? '', chosen?.payload && term(chosen.payload, scope), type);
      }
      case 'sequence':
        return sequenceOf(type.container === 'array' ? 'array' : 'list', type.item, scope);
      case 'function':
        return lambda(type.parameter, type.result, scope);
      default:
        return leaf(type, scope);
    }
  }

  /** Returns a real up to 2, made from reals up to 2. */
  function real(scope: TermScope): Term {
    const half = (value: Term): Term => b.operation('multiply', [b.real(0.5), value]);
    const unary =
      (name: OperationName): (() => Term) =>
      () =>
        b.operation(name, [term(REAL, scope)]);
    return choices.pick<() => Term>([
      [2, () => half(b.operation('multiply', [term(REAL, scope), term(REAL, scope)]))],
      [3, () => half(b.operation('add', [term(REAL, scope), term(REAL, scope)]))],
      [1, () => half(b.operation('subtract', [term(REAL, scope), term(REAL, scope)]))],
      [1, unary('sin')],
      [1, unary('tanh')],
      [1, unary('negate')],
      [1, () => b.operation('divide', [term(REAL, scope), b.operation('cosh', [leaf(REAL, scope)])])],
      [1, () => b.operation('multiply', [b.real(0.25), b.operation('exp', [term(REAL, scope)])])],
      [1, () => b.operation('sin', [b.operation('toReal', [term(INT, scope)])])],
      [1, () => b.watch('w', term(REAL, scope))],
    ])();
  }

  function int(scope: TermScope): Term {
    return choices.pick<() => Term>([
      [2, () => b.operation('mod', [b.operation('addInt', [term(INT, scope), term(INT, scope)]), b.int(5)])],
      [1, () => b.intrinsic('length', [term(sequenceType('list', REAL), scope)])],
      [1, () => b.intrinsic('length', [term(sequenceType('array', REAL), scope)])],
    ])();
  }

  function compare(scope: TermScope): Term {
    return choices.chance(50)
      ? b.operation('less', [term(REAL, scope), term(REAL, scope)])
      : b.operation('lessInt', [term(INT, scope), term(INT, scope)]);
  }

  function sequenceOf(container: 'list' | 'array', item: Type, scope: TermScope): Term {
    const type = sequenceType(container, item);
    const items = (): Term => b.sequence(container, item, several(make));
    const joined = (): Term => b.intrinsic('append', [term(type, scope), leaf(type, scope)]);
    const either = (): Type => sequenceType(choices.of(['list', 'array']), item);
    const others: readonly (readonly [number, () => Term])[] =
      container === 'list'
        ? [[3, () => b.construct('::', b.tuple([make(), term(type, scope)]), type)]]
        : [
            [3, () => b.intrinsic('build', [b.int(choices.below(4)), lambda(INT, item, scope)])],
            [1, () => b.intrinsic('toArray', [term(either(), scope)])],
            [1, () => indexing(item, scope, true)],
          ];
    return choices.pick<() => Term>([[3, items], [1, joined], ...others])();

    function make(): Term {
      return term(item, scope);
    }
  }

  /** Returns a term that likely contains the latest variables of its type. */
  function mixed(type: Type, scope: TermScope): Term {
    if (type.tag !== 'real') return term(type, scope);
    const known = scope.filter((binding) => binding.type.tag === 'real').slice(-2);
    return known.reduce<Term>(
      (sum, { name }) => b.operation('multiply', [b.real(0.5), b.operation('add', [sum, b.variable(name, REAL)])]),
      term(REAL, scope),
    );
  }

  function several<T>(make: () => T): readonly T[] {
    return Array.from({ length: choices.below(4) }, make);
  }

  function lambda(parameterType: Type, result: Type, scope: TermScope): Term & { tag: 'lambda' } {
    const { pattern, scope: inner } = parameter(parameterType, scope);
    return b.lambda(pattern, term(result, inner));
  }

  function parameter(type: Type, scope: TermScope): { readonly pattern: Pattern; readonly scope: TermScope } {
    if (type.tag === 'product' && choices.chance(70)) {
      const items = parametersOf(type.items, scope);
      return { pattern: tuplePattern(items.patterns), scope: items.scope };
    }
    if (type.tag === 'record' && choices.chance(50)) {
      const { patterns, scope: inner } = parametersOf(
        type.fields.map((field) => field.type),
        scope,
      );
      const fields = type.fields.flatMap(({ name }, i) => {
        const pattern = patterns[i];
        return pattern === undefined ? [] : [{ name, pattern }];
      });
      return { pattern: recordPattern(fields), scope: inner };
    }
    if (choices.chance(8)) return { pattern: wildcardPattern(type), scope };
    const name = fresh(choices.of(['a', 'c', 'f', 'v']));
    return { pattern: variablePattern(name, type), scope: [...scope, { name, type }] };
  }

  function parametersOf(
    types: readonly Type[],
    scope: TermScope,
  ): { readonly patterns: readonly Pattern[]; readonly scope: TermScope } {
    let inner = scope;
    const patterns = types.map((type) => {
      const made = parameter(type, inner);
      inner = made.scope;
      return made.pattern;
    });
    return { patterns, scope: inner };
  }

  function letIn(type: Type, scope: TermScope): Term {
    const value = term(choices.of(INNER), scope);
    const { pattern, scope: inner } = parameter(value.type, scope);
    return b.let_(pattern, value, term(type, inner));
  }

  /** Returns a call of a function in scope, with as many arguments as its result needs. */
  function call(type: Type, scope: TermScope): Term | undefined {
    const functions = scope.filter((binding) => resultsOf(binding.type).some((result) => sameType(result, type)));
    const chosen = functions[choices.below(functions.length)];
    if (chosen === undefined) return undefined;
    let callee: Term = b.variable(chosen.name, chosen.type);
    while (callee.type.tag === 'function' && !sameType(callee.type, type)) {
      callee = b.apply(callee, term(callee.type.parameter, scope));
    }
    return callee;
  }

  function matching(type: Type, scope: TermScope): Term {
    const scrutinee = term(
      choices.of<Type>([
        SUM,
        MAYBE,
        sequenceType('list', REAL),
        TREE,
        RULE,
        LEVEL_TYPE,
        ROSE,
        sequenceType('list', MAYBE),
      ]),
      scope,
    );
    return match(scrutinee, scope, (inner) => term(type, inner));
  }

  function match(
    scrutinee: Term,
    scope: TermScope,
    body: (scope: TermScope, payload: Pattern | undefined) => Term,
  ): Term {
    const constructors = constructorsOf(scrutinee.type, VARIANTS) ?? [];
    const taken = constructors.length > 1 && choices.chance(20) ? constructors.slice(1) : constructors;
    const arms = taken.map(({ name, payload }): MatchArm => {
      if (payload === undefined) return { constructorName: name, payload: undefined, body: body(scope, undefined) };
      const made = payload.tag === 'product' ? partsOf(payload.items, scope) : parameter(payload, scope);
      return { constructorName: name, payload: made.pattern, body: body(made.scope, made.pattern) };
    });
    return b.match(scrutinee, arms, taken.length < constructors.length ? body(scope, undefined) : undefined);
  }

  function partsOf(types: readonly Type[], scope: TermScope): ReturnType<typeof parameter> {
    const { patterns, scope: inner } = parametersOf(types, scope);
    return { pattern: tuplePattern(patterns), scope: inner };
  }

  function folding(type: Type, scope: TermScope): Term {
    const over = term(
      choices.of<Type>([
        sequenceType('list', REAL),
        sequenceType('array', REAL),
        sequenceType('list', product([REAL, INT])),
        sequenceType('array', sequenceType('list', REAL)),
        sequenceType('list', functionType(REAL, REAL)),
      ]),
      scope,
    );
    const start = term(type, scope);
    const item = parameter(over.type.tag === 'sequence' ? over.type.item : REAL, scope);
    const accumulator = parameter(type, item.scope);
    return b.fold(item.pattern, accumulator.pattern, mixed(type, accumulator.scope), over, start);
  }

  /** let rec go (n, a) = if n < 1 then a else ... go (n - 1, ...) ... in go (k, start) */
  function counting(type: Type, scope: TermScope): Term {
    const go = fresh('go');
    const [n, a] = [fresh('n'), fresh('a')];
    const own = functionType(product([INT, type]), type);
    const inner: TermScope = [...scope, { name: n, type: INT }, { name: a, type }];
    const again = (value: Term): Term =>
      b.apply(b.variable(go, own), b.tuple([b.operation('subtractInt', [b.variable(n, INT), b.int(1)]), value]));
    const step = choices.pick<() => Term>([
      [2, () => again(mixed(type, inner))],
      [
        2,
        () => {
          const r = fresh('r');
          const rest = mixed(type, [...inner, { name: r, type }]);
          return b.let_(variablePattern(r, type), again(leaf(type, inner)), rest);
        },
      ],
    ])();
    const done = b.operation('lessInt', [b.variable(n, INT), b.int(1)]);
    const body = b.if_(done, b.variable(a, type), step);
    const pattern = tuplePattern([variablePattern(n, INT), variablePattern(a, type)]);
    return b.letrec(
      [{ name: go, function: b.lambda(pattern, body), origin: NOWHERE }],
      b.apply(b.variable(go, own), b.tuple([b.int(choices.below(4)), term(type, scope)])),
    );
  }

  /** Returns a function of a recursive value that calls itself only on parts of that type. */
  function structural(type: Type, scope: TermScope): Term {
    const source = choices.of<Type>([TREE, sequenceType('list', REAL), ROSE]);
    const argument = term(source, scope);
    const walk = fresh('walk');
    const own = functionType(source, type);
    const v = fresh('v');
    const inner: TermScope = [...scope, { name: v, type: source }];
    const body = match(b.variable(v, source), inner, (arm, payload) => {
      const parts = payload?.tag === 'tuple' ? payload.items : [];
      let known = arm;
      const calls: { readonly pattern: Pattern; readonly value: Term }[] = [];
      for (const part of parts) {
        if (part.tag !== 'variable' || !sameType(part.type, source)) continue;
        const name = fresh('r');
        const value = b.apply(b.variable(walk, own), b.variable(part.name, source));
        calls.push({ pattern: variablePattern(name, type), value });
        known = [...known, { name, type }];
      }
      return calls.reduceRight<Term>((rest, { pattern, value }) => b.let_(pattern, value, rest), mixed(type, known));
    });
    const lambda = b.lambda(variablePattern(v, source), body);
    return b.letrec([{ name: walk, function: lambda, origin: NOWHERE }], b.apply(b.variable(walk, own), argument));
  }

  /** let a = ... in if length a < 1 then ... else a[mod i (length a)], or else update a (mod i (length a)) ... */
  function indexing(item: Type, scope: TermScope, updates: boolean): Term {
    const array = term(sequenceType('array', item), scope);
    const name = fresh('a');
    const a = b.variable(name, array.type);
    const length = b.intrinsic('length', [a]);
    const at = b.operation('mod', [term(INT, scope), length]);
    const isEmpty = b.operation('lessInt', [length, b.int(1)]);
    const body = updates
      ? b.if_(isEmpty, a, b.intrinsic('update', [a, at, term(item, scope)]))
      : b.if_(isEmpty, leaf(item, scope), b.intrinsic('index', [a, at]));
    return b.let_(variablePattern(name, array.type), array, body);
  }

  return { term, refuel: () => (fuel = size) };
}

/** Returns the results of a function for one argument, two, and so on. */
function resultsOf(type: Type): readonly Type[] {
  return type.tag === 'function' ? [type.result, ...resultsOf(type.result)] : [];
}
