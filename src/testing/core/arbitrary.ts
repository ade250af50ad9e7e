import type fc from 'fast-check';
import * as b from '../../language/core/builders';
import { constructorsOf } from '../../language/core/constructors';
import { freshNames } from '../../language/core/fresh-names';
import { tuplePattern, variablePattern, wildcardPattern } from '../../language/core/patterns';
import { sameType } from '../../language/types/structure';
import type { Pattern, Term } from '../../language/core/tree';
import { OPERATIONS } from '../../language/operations/table';
import type { Operation } from '../../language/operations/operation';
import {
  BOOL,
  DELTA,
  DUAL,
  functionType,
  INT,
  monad,
  product,
  REAL,
  STRING,
  UNIT,
  type Type,
} from '../../language/types/type';
import { fromChoices, type Choices } from '../choices';

/** The free variables that generated terms can mention. */
export const FREE_VARIABLES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ['x', REAL],
  ['n', INT],
  ['u', DELTA],
  ['d', DUAL],
  ['action', monad(DUAL)],
]);

const LIST: Type = { tag: 'sequence', container: 'list', item: REAL };
const ARRAY: Type = { tag: 'sequence', container: 'array', item: REAL };
const SUM: Type = { tag: 'sum', left: REAL, right: product([INT, BOOL]) };
const RECORD: Type = {
  tag: 'record',
  fields: [
    { name: 'bias', type: REAL },
    { name: 'weight', type: product([REAL, REAL]) },
  ],
};

const TYPES = [
  REAL,
  INT,
  BOOL,
  STRING,
  UNIT,
  product([REAL, INT]),
  SUM,
  LIST,
  ARRAY,
  RECORD,
  DELTA,
  DUAL,
  monad(REAL),
  monad(DUAL),
  functionType(REAL, REAL),
  functionType(DUAL, monad(DUAL)),
] as const satisfies readonly Type[];

/** Random well-typed terms of every form of the core, including those of translations. They are only printed and parsed, never run. */
export function coreTerms(size = 40): fc.Arbitrary<Term> {
  return fromChoices(size, (_, choices) => generate(choices, size));
}

interface Binding {
  readonly name: string;
  readonly type: Type;
}

function generate(choices: Choices, size: number): Term {
  const fresh = freshNames(FREE_VARIABLES.keys());
  let fuel = size;

  function term(type: Type, scope: readonly Binding[]): Term {
    fuel -= 1;
    if (fuel <= 0 || !choices.chance(80)) return leaf(type, scope);
    return choices.pick<() => Term>([
      [10, () => special(type, scope)],
      [3, () => letIn(type, scope)],
      [2, () => b.if_(term(BOOL, scope), term(type, scope), term(type, scope))],
      [2, () => application(type, scope)],
      [1, () => recursion(type, scope)],
      [2, () => matching(type, scope)],
      [1, () => folding(type, scope)],
      [1, () => b.projection(b.tuple([term(anyType(), scope), term(type, scope)]), 1)],
      [1, () => b.field(b.record([field('b', anyType(), scope), field('a', type, scope)]), 'a')],
    ])();
  }

  function anyType(): Type {
    return choices.of(TYPES);
  }

  function field(name: string, type: Type, scope: readonly Binding[]): { readonly name: string; readonly value: Term } {
    return { name, value: term(type, scope) };
  }

  function leaf(type: Type, scope: readonly Binding[]): Term {
    const known = scope.filter((binding) => sameType(binding.type, type));
    const chosen = known[known.length - 1 - choices.below(known.length)];
    if (chosen !== undefined) return b.variable(chosen.name, type);
    switch (type.tag) {
      case 'real':
        return b.real((choices.below(9) - 4) / 2);
      case 'int':
        return b.int(choices.below(5) - 2);
      case 'bool':
        return b.bool(choices.chance(50));
      case 'string':
        return b.string(choices.of(['', 'loss', '"\\\n']));
      case 'product':
        return b.tuple(type.items.map((item) => leaf(item, scope)));
      case 'sum':
        return b.construct('inl', leaf(type.left, scope), type);
      case 'record':
        return b.record(type.fields.map(({ name, type: of }) => ({ name, value: leaf(of, scope) })));
      case 'named':
        return b.construct('Delta.Zero', undefined, type);
      case 'sequence':
        return b.sequence(type.container === 'array' ? 'array' : 'list', type.item, []);
      case 'function': {
        const { pattern, scope: inner } = parameter(type.parameter, scope);
        return b.lambda(pattern, leaf(type.result, inner));
      }
      case 'monad':
        return b.pure(leaf(type.result, scope));
      default:
        return b.unit();
    }
  }

  function special(type: Type, scope: readonly Binding[]): Term {
    switch (type.tag) {
      case 'real':
        return choices.pick<() => Term>([
          [6, () => operation('real', scope)],
          [2, () => differentiation(scope)],
          [1, () => b.watch('w', term(REAL, scope))],
          [1, () => b.intrinsic('index', [term(ARRAY, scope), term(INT, scope)])],
          [1, () => b.intrinsic('Delta.lookupOrZero', [term(INT, scope), deltaMap(scope)])],
        ])();
      case 'int':
        return choices.chance(80) ? operation('int', scope) : b.intrinsic('length', [term(LIST, scope)]);
      case 'bool':
        return operation('bool', scope);
      case 'string':
        return b.intrinsic('append', [term(STRING, scope), term(STRING, scope)]);
      case 'product':
        return b.tuple(type.items.map((item) => term(item, scope)));
      case 'record':
        return b.record(type.fields.map(({ name, type: of }) => field(name, of, scope)));
      case 'sum':
        return choices.chance(50)
          ? b.construct('inl', term(type.left, scope), type)
          : b.construct('inr', term(type.right, scope), type);
      case 'named':
        return choices.chance(20)
          ? b.intrinsic('Delta.runDelta', [term(INT, scope), term(monad(DUAL), scope)])
          : delta(type, scope);
      case 'sequence':
        return sequenceOf(type, type.item, scope);
      case 'function': {
        const { pattern, scope: inner } = parameter(type.parameter, scope);
        return b.lambda(pattern, term(type.result, inner));
      }
      case 'monad': {
        const action = choices.chance(50)
          ? b.intrinsic('Delta.deltaLet', [term(DELTA, scope)])
          : term(monad(DUAL), scope);
        const { pattern, scope: inner } = parameter(action.type.tag === 'monad' ? action.type.result : UNIT, scope);
        return choices.chance(70) ? b.bind(pattern, action, term(type, inner)) : b.pure(term(type.result, scope));
      }
      default:
        return leaf(type, scope);
    }
  }

  function operation(result: 'real' | 'int' | 'bool', scope: readonly Binding[]): Term {
    const rows: readonly Operation[] = Object.values(OPERATIONS);
    const fitting = rows.filter((row) => row.result === result);
    const row = fitting[choices.below(fitting.length)] ?? OPERATIONS.add;
    const types = { real: REAL, int: INT, bool: BOOL, string: STRING };
    const role = choices.chance(30) ? 'derivative' : 'primal';
    return b.operation(
      row.name,
      row.parameters.map((leafType) => term(types[leafType], scope)),
      role,
    );
  }

  function differentiation(scope: readonly Binding[]): Term {
    const point = product([REAL, INT]);
    const { pattern, scope: inner } = parameter(choices.chance(50) ? point : REAL, scope);
    const f = b.lambda(pattern, term(REAL, inner));
    const at = term(pattern.type, scope);
    if (choices.chance(30)) return b.fd(f, at, term(pattern.type, scope));
    if (sameType(pattern.type, REAL)) return b.grad(f, at, choices.of(['deriv', 'grad']));
    return b.projection(b.rd(f, at, term(REAL, scope)), 0);
  }

  function delta(type: Type, scope: readonly Binding[]): Term {
    const constructor = choices.of(constructorsAt(type));
    const { payload } = constructor;
    return b.construct(constructor.name, payload && term(payload, scope), type);
  }

  function constructorsAt(
    type: Type,
  ): [{ name: string; payload: Type | undefined }, ...{ name: string; payload: Type | undefined }[]] {
    const [first, ...rest] = constructorsOf(type, []) ?? [];
    if (first === undefined) throw new Error('a type without constructors');
    return [first, ...rest];
  }

  function deltaMap(scope: readonly Binding[]): Term {
    if (choices.chance(50)) return b.intrinsic('Delta.emptyMap', []);
    return b.intrinsic('Delta.eval', [term(REAL, scope), term(DELTA, scope), b.intrinsic('Delta.emptyMap', [])]);
  }

  function sequenceOf(type: Type, item: Type, scope: readonly Binding[]): Term {
    const container = type.tag === 'sequence' && type.container === 'array' ? 'array' : 'list';
    const items = Array.from({ length: choices.below(3) }, () => term(item, scope));
    if (choices.chance(50)) return b.sequence(container, item, items);
    if (container === 'list') return b.construct('::', b.tuple([term(item, scope), term(type, scope)]), type);
    return choices.pick<() => Term>([
      [3, () => b.intrinsic('build', [term(INT, scope), term(functionType(INT, item), scope)])],
      [1, () => b.intrinsic('toArray', [term({ tag: 'sequence', container: 'list', item }, scope)])],
      [1, () => b.intrinsic('update', [term(type, scope), term(INT, scope), term(item, scope)])],
    ])();
  }

  function parameter(
    type: Type,
    scope: readonly Binding[],
  ): { readonly pattern: Pattern; readonly scope: readonly Binding[] } {
    if (type.tag === 'product' && choices.chance(60)) {
      let inner = scope;
      const items = type.items.map((item) => {
        const next = parameter(item, inner);
        inner = next.scope;
        return next.pattern;
      });
      return { pattern: tuplePattern(items), scope: inner };
    }
    if (choices.chance(10)) return { pattern: wildcardPattern(type), scope };
    const name = fresh(choices.of(['y', 'z', 'f', 'w']));
    return { pattern: variablePattern(name, type), scope: [...scope, { name, type }] };
  }

  function letIn(type: Type, scope: readonly Binding[]): Term {
    const value = term(anyType(), scope);
    const { pattern, scope: inner } = parameter(value.type, scope);
    return b.let_(pattern, value, term(type, inner));
  }

  function application(type: Type, scope: readonly Binding[]): Term {
    const argument = term(anyType(), scope);
    return b.apply(term(functionType(argument.type, type), scope), argument);
  }

  function recursion(type: Type, scope: readonly Binding[]): Term {
    const own = functionType(anyType(), anyType());
    const name = fresh('go');
    const inner = [...scope, { name, type: own }];
    const { pattern, scope: body } = parameter(own.tag === 'function' ? own.parameter : UNIT, inner);
    const lambda = b.lambda(pattern, term(own.tag === 'function' ? own.result : UNIT, body));
    return b.letrec([{ name, function: lambda, origin: lambda.origin }], term(type, inner));
  }

  function matching(type: Type, scope: readonly Binding[]): Term {
    const scrutinee = term(choices.of([SUM, LIST, DELTA]), scope);
    const all = constructorsAt(scrutinee.type);
    const taken = choices.chance(30) ? all.slice(0, 1) : all;
    const arms = taken.map((constructor) => {
      const { name: constructorName } = constructor;
      if (constructor.payload === undefined) return { constructorName, payload: undefined, body: term(type, scope) };
      const { pattern, scope: inner } = payload(constructorName, constructor.payload, scope);
      return { constructorName, payload: pattern, body: term(type, inner) };
    });
    const rest = choices.chance(30) ? b.fail('no-match', 'no case fits', type) : term(type, scope);
    return b.match(scrutinee, arms, taken.length < all.length ? rest : undefined);
  }

  /**
   * Returns a pattern for the payload of `::`, which has no name in the surface syntax: it is taken apart or ignored.
   */
  function payload(constructor: string, type: Type, scope: readonly Binding[]): ReturnType<typeof parameter> {
    if (constructor !== '::' || type.tag !== 'product') return parameter(type, scope);
    const [head, tail] = type.items;
    if (head === undefined || tail === undefined) throw new Error('a pair');
    const first = parameter(head, scope);
    const second = parameter(tail, first.scope);
    return { pattern: tuplePattern([first.pattern, second.pattern]), scope: second.scope };
  }

  function folding(type: Type, scope: readonly Binding[]): Term {
    const item = parameter(REAL, scope);
    const accumulator = parameter(type, item.scope);
    const body = term(type, accumulator.scope);
    return b.fold(
      item.pattern,
      accumulator.pattern,
      body,
      term(choices.chance(50) ? LIST : ARRAY, scope),
      term(type, scope),
    );
  }

  const scope = [...FREE_VARIABLES].map(([name, type]) => ({ name, type }));
  return term(anyType(), scope);
}
