import type fc from 'fast-check';
import { internalError } from '../../language/source/internal-error';
import { NOWHERE } from '../../language/source/span';
import { sameType } from '../../language/types/structure';
import { functionType, product, REAL, sequenceType, type Type } from '../../language/types/type';
import type { Value } from '../../semantics/value';
import type { Combinator, Space } from '../../ad/differentiable-curry/combinator';
import type { Method } from '../../ad/differentiable-curry/machine/run';
import type { Tangent } from '../../ad/differentiable-curry/machine/tangent';
import { fromChoices, type Choices } from '../choices';
import { called, closureFrom, compose, curried, id, itemsOfSpace, op, prod, proj, realConstant } from './build';

/*
 * Random well-typed combinators between products of reals, pairs and functions. Reals are small integers, and the
 * operations are those of a ring, so sums in different orders are exactly equal.
 */

const PAIR = product([REAL, REAL]);
const UNARY = functionType(REAL, REAL);
const BINARY = functionType(PAIR, REAL);
const SUM: Type = { tag: 'sum', left: REAL, right: PAIR };
const LIST = sequenceType('list', REAL);

/** The types of inputs. Arguments of functions are first-order, so that calls can be compared. */
const INPUTS: readonly [Type, ...Type[]] = [
  REAL,
  PAIR,
  UNARY,
  BINARY,
  functionType(REAL, UNARY),
  product([REAL, UNARY]),
];

const TARGETS: readonly [Type, ...Type[]] = [
  REAL,
  PAIR,
  UNARY,
  product([PAIR, REAL]),
  product([REAL, UNARY]),
  functionType(REAL, UNARY),
  functionType(PAIR, PAIR),
  functionType(UNARY, REAL),
];

export interface CombinatorGenerator {
  /** The type of an input: a product of one to three types. */
  readonly source: Type;
  readonly choices: Choices;
  readonly type: () => Type;
  readonly term: (source: Type, target: Type) => Combinator;
  /** Returns a value of the source. Functions are closures made by a machine of the method. */
  readonly input: (method: Method) => Value;
  /** Returns a tangent of a first-order type. */
  readonly tangent: (type: Type) => Tangent;
  /** Composes a term to a first-order type: tuples are taken apart, functions are called at random arguments. */
  readonly observed: (term: Combinator) => Combinator;
}

/** Returns the subjects of a law, built from random parts. */
export function fromTerms<T>(build: (generator: CombinatorGenerator) => T): fc.Arbitrary<T> {
  return fromChoices(40, (_, choices) => build(termGenerator(choices)));
}

function termGenerator(choices: Choices): CombinatorGenerator {
  const source = product(Array.from({ length: 1 + choices.below(3) }, () => choices.of(INPUTS)));
  let fuel = 24;
  const term = (from: Type, target: Type): Combinator => {
    fuel -= 1;
    return fuel > 0 ? someTerm(choices, from, target, term) : leastTerm(choices, from, target);
  };
  const refuelled = (from: Type, target: Type): Combinator => {
    fuel = Math.max(fuel, 10);
    return term(from, target);
  };
  const observed = (whole: Combinator): Combinator => {
    const { target } = whole;
    if (target.tag === 'function') return observed(called(whole, refuelled(typeOf(whole.source), target.parameter)));
    if (target.tag !== 'product') return whole;
    const [first, ...more] = target.items.map((_, i) => observed(compose(whole, proj(target, i))));
    return first === undefined ? whole : prod(first, ...more);
  };
  const functions = itemsOfSpace(source).map((type) => someValue(choices, type));
  return {
    source,
    choices,
    type: () => choices.of(TARGETS),
    term: refuelled,
    input: (method) => functions.map((make) => make(method)),
    tangent: (type) => someTangent(choices, type),
    observed,
  };
}

function typeOf(space: Space): Type {
  return space.tag === 'context' ? internalError('a context among types') : space;
}

type Generate = (source: Type, target: Type) => Combinator;

function someTerm(choices: Choices, source: Type, target: Type, term: Generate): Combinator {
  const entries = entriesOfType(source, target);
  const make = choices.pick<() => Combinator>([
    [entries.length > 0 ? 8 : 0, () => proj(source, entries[choices.below(entries.length)] ?? 0)],
    [sameType(source, target) ? 8 : 0, () => id(target)],
    [6, () => byTarget(choices, source, target, term)],
    [
      2,
      () => {
        const [first, second] = [choices.of(INPUTS), choices.of(INPUTS)];
        const middle = product([first, second]);
        return compose(prod(term(source, first), term(source, second)), term(middle, target));
      },
    ],
    [
      3,
      () => {
        const parameter = choices.of<Type>([REAL, PAIR, UNARY]);
        return called(term(source, functionType(parameter, target)), term(source, parameter));
      },
    ],
    [1, () => compose(term(source, product([REAL, target])), proj(product([REAL, target]), 1))],
    [1, () => ours(choices, source, target, term)],
  ]);
  return make();
}

/** Returns a term of one of the combinators that are not in the paper. */
function ours(choices: Choices, source: Type, target: Type, term: Generate): Combinator {
  const node = { source, target, origin: NOWHERE };
  const items = itemsOfSpace(source);
  const make = choices.of<() => Combinator>([
    () => ({
      ...node,
      tag: 'if',
      condition: op('less', term(source, REAL), term(source, REAL)),
      consequent: term(source, target),
      alternative: term(source, target),
    }),
    () => {
      const payload = choices.chance(50) ? REAL : PAIR;
      const inject: Combinator = {
        tag: 'inject',
        constructorName: payload === REAL ? 'inl' : 'inr',
        hasPayload: true,
        source: payload,
        target: SUM,
        origin: NOWHERE,
      };
      const arms = (['inl', 'inr'] as const).map((constructorName) => ({
        constructorName,
        hasPayload: true,
        body: term(product([...items, constructorName === 'inl' ? REAL : PAIR]), target),
      }));
      return { ...node, tag: 'case', scrutinee: compose(term(source, payload), inject), arms, otherwise: undefined };
    },
    () => ({
      ...node,
      tag: 'fold',
      body: term(product([...items, REAL, target]), target),
      sequence: {
        tag: 'list',
        container: 'list',
        items: Array.from({ length: choices.below(3) }, () => term(source, REAL)),
        source,
        target: LIST,
        origin: NOWHERE,
      },
      start: term(source, target),
    }),
  ]);
  return make();
}

function byTarget(choices: Choices, source: Type, target: Type, term: Generate): Combinator {
  switch (target.tag) {
    case 'real': {
      const name = choices.of(['multiply', 'add', 'subtract'] as const);
      return op(name, term(source, REAL), term(source, REAL));
    }
    case 'product': {
      const [first, ...more] = target.items.map((item) => term(source, item));
      return first === undefined ? internalError('a product of nothing') : prod(first, ...more);
    }
    case 'function':
      return curried(term(product([...itemsOfSpace(source), target.parameter]), target.result));
    default:
      return internalError(`no term of ${target.tag}`);
  }
}

/** Returns a smallest term; terms that use the entries are preferred over constants. */
function leastTerm(choices: Choices, source: Type, target: Type): Combinator {
  const entries = itemsOfSpace(source).map((_, i) => proj(source, i));
  const found = entries.flatMap((entry) => waysTo(target, entry));
  const way = found[choices.below(found.length)];
  if (way !== undefined && !choices.chance(10)) return way;
  if (target.tag === 'real') return realConstant(source, choices.below(5) - 2);
  return byTarget(choices, source, target, (from, to) => leastTerm(choices, from, to));
}

/** Returns the ways from an entry to its parts, or to its result at a small number. */
function waysTo(target: Type, entry: Combinator): readonly Combinator[] {
  const type = entry.target;
  if (sameType(type, target)) return [entry];
  if (type.tag === 'product') return type.items.flatMap((_, i) => waysTo(target, compose(entry, proj(type, i))));
  if (type.tag !== 'function' || type.parameter.tag !== 'real') return [];
  return waysTo(target, called(entry, realConstant(entry.source, 2)));
}

function entriesOfType(source: Type, target: Type): readonly number[] {
  return itemsOfSpace(source).flatMap((type, i) => (sameType(type, target) ? [i] : []));
}

function someValue(choices: Choices, type: Type): (method: Method) => Value {
  switch (type.tag) {
    case 'product': {
      const parts = type.items.map((item) => someValue(choices, item));
      return (method) => parts.map((make) => make(method));
    }
    case 'function': {
      const body = curryOf(choices, type);
      return (method) => closureFrom(method, body);
    }
    default: {
      const value = choices.below(7) - 3;
      return () => value;
    }
  }
}

function curryOf(choices: Choices, type: Extract<Type, { tag: 'function' }>): Combinator {
  let fuel = 8;
  const term = (from: Type, target: Type): Combinator => {
    fuel -= 1;
    return fuel > 0 ? someTerm(choices, from, target, term) : leastTerm(choices, from, target);
  };
  return curried(term(product([type.parameter]), type.result));
}

function someTangent(choices: Choices, type: Type): Tangent {
  if (type.tag === 'product') return type.items.map((item) => someTangent(choices, item));
  return choices.of([1, 2, -1, 3, 0]);
}
