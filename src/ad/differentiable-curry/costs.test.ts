/** The costs of combinators: steps, and the bytes that a run records and allocates. */
import { describe, expect, test } from 'vitest';
import { functionType, INT, product, REAL, sequenceType, UNIT, type Type } from '../../language/types/type';
import { NOWHERE } from '../../language/source/span';
import { BYTES } from '../../semantics/memory';
import { Variant } from '../../semantics/value';
import {
  arrayOfOnes,
  called,
  compose,
  curried,
  intConstant,
  listOfOnes,
  METHODS,
  multiplyReals,
  op,
  prod,
  proj,
  ran,
  TWO,
} from '../../testing/combinator/build';
import type { Combinator, SequenceIntrinsic } from './combinator';
import type { Method } from './machine/run';
import type { Tangent } from './machine/tangent';

const [CURRY, DEPENDENT] = METHODS;

const origin = NOWHERE;
const { item, cell, sequence, closure } = BYTES;
const THREE: Type = product([REAL, REAL, REAL]);
const LIST = sequenceType('list', REAL);
const ARRAY = sequenceType('array', REAL);
const SUM: Type = { tag: 'sum', left: REAL, right: UNIT };
const FUNCTION = functionType(REAL, REAL);

function intrinsic(name: SequenceIntrinsic, source: Type, target: Type): Combinator {
  return { tag: 'intrinsic', intrinsic: name, source, target, origin };
}

const first = proj(TWO, 0);
const [a, b] = [0, 1].map((i) => op('sin', proj(product([REAL, REAL, product([FUNCTION, FUNCTION]), REAL]), i)));
const RECURSION: Combinator = {
  tag: 'rec',
  functions: [a, b].flatMap((body, i) => (body === undefined ? [] : [{ name: `f${i}`, body }])),
  source: TWO,
  target: product([FUNCTION, FUNCTION]),
  origin,
};
const CASE: Combinator = {
  tag: 'case',
  scrutinee: proj(product([REAL, SUM]), 1),
  arms: [{ constructorName: 'inl', hasPayload: true, body: proj(product([REAL, SUM, REAL]), 2) }],
  otherwise: undefined,
  source: product([REAL, SUM]),
  target: REAL,
  origin,
};

function listOf(container: 'list' | 'array'): Combinator {
  const items = [first, first, first];
  return { tag: 'list', container, items, source: TWO, target: sequenceType(container, REAL), origin };
}

function foldOver(target: Type): Combinator {
  const source = product([REAL, target]);
  const body = proj(product([REAL, target, REAL, REAL]), 3);
  return { tag: 'fold', body, sequence: proj(source, 1), start: proj(source, 0), source, target: REAL, origin };
}

const BUILD = compose(
  prod(intConstant(product([REAL]), 3), curried(proj(product([REAL, INT]), 0))),
  intrinsic('build', product([INT, functionType(INT, REAL)]), ARRAY),
);

/** The bytes of a run without parts that records nothing. */
const ONE_RUN = 80;

interface Cost {
  /** One step per part of a frame and one for its end; projections and constants are one step. */
  readonly steps: number;
  readonly bytes: number;
}

const FORWARDS: readonly (readonly [string, Combinator, input: unknown, Cost])[] = [
  ['prod: its parts', prod(first, first, first), [1, 2], { steps: 4 + 3, bytes: ONE_RUN + 3 * item }],
  ['curry: a closure', curried(proj(THREE, 0)), [1, 2], { steps: 1, bytes: ONE_RUN + closure }],
  ['rec: its functions', RECURSION, [1, 2], { steps: 1, bytes: ONE_RUN + 2 * closure }],
  [
    'eval: the environment and the argument',
    called(curried(proj(THREE, 0)), first),
    [1, 2],
    // ∘, prod, curry and eval; the body is a projection from three.
    { steps: 3 + 3 + 1 + 1 + 2 + 3 + 1, bytes: 4 * ONE_RUN + closure + 5 * item + (sequence + 3 * item) },
  ],
  [
    'inject: a cell',
    { tag: 'inject', constructorName: 'inl', hasPayload: true, source: REAL, target: SUM, origin },
    1,
    { steps: 1, bytes: ONE_RUN + cell },
  ],
  [
    'case: the context and the payload',
    CASE,
    [1, new Variant('inl', 2)],
    { steps: 3 + 2 + 3, bytes: ONE_RUN + 2 * item + (sequence + 3 * item) },
  ],
  ['list: its cells', listOf('list'), [1, 2], { steps: 4 + 3, bytes: ONE_RUN + 3 * item + 3 * cell }],
  ['an array: its cells', listOf('array'), [1, 2], { steps: 4 + 3, bytes: ONE_RUN + 3 * item + 3 * cell }],
  [
    'fold: the context, the item and the accumulator, for each item',
    foldOver(ARRAY),
    [1, arrayOfOnes(2)],
    { steps: 5 + 4 + 2 * 4, bytes: ONE_RUN + 4 * item + 2 * (sequence + 4 * item) },
  ],
  ['length of a list: its items', intrinsic('length', LIST, INT), listOfOnes(5), { steps: 1 + 5, bytes: ONE_RUN }],
  ['length of an array', intrinsic('length', ARRAY, INT), arrayOfOnes(5), { steps: 1, bytes: ONE_RUN }],
  [
    'append: the cells of the first list',
    intrinsic('append', product([LIST, LIST]), LIST),
    [listOfOnes(5), listOfOnes(7)],
    { steps: 1 + 5, bytes: ONE_RUN + 5 * cell },
  ],
  [
    'append: the items of both arrays',
    intrinsic('append', product([ARRAY, ARRAY]), ARRAY),
    [arrayOfOnes(5), arrayOfOnes(7)],
    { steps: 1 + 12, bytes: ONE_RUN + 12 * cell },
  ],
  [
    'build: an environment a call, and the items',
    BUILD,
    [1],
    // ∘, prod, curry and build.
    {
      steps: 3 + 3 + 1 + 1 + 4 + 3 * (2 + 1),
      bytes: 4 * ONE_RUN + closure + (2 + 2 + 3) * item + 3 * (sequence + 2 * item) + 3 * item,
    },
  ],
];

describe.each(METHODS)('$id, forwards', (method) => {
  test.each(FORWARDS)('%s', (_, term, input, { steps, bytes }) => {
    const { machine } = ran(method, term, input);
    expect({ steps: machine.meter.steps, bytes: machine.bytes }).toEqual({ steps, bytes });
  });

  test('every run is a node; those that leave something are alive', () => {
    const { machine } = ran(method, multiplyReals, [3, 4]);
    expect(machine).toMatchObject({ runs: 3, meter: { nodes: 5, live: 3, primal: 1, visits: 0 } });
  });
});

describe('backwards', () => {
  const stepsOf = (method: Method, term: Combinator, input: unknown, given: Tangent): number => {
    const { machine, pull } = ran(method, term, input);
    const before = machine.meter.steps;
    pull(given);
    return machine.meter.steps - before;
  };

  test('proj: as wide as the tuple that it makes', () => {
    expect(stepsOf(DEPENDENT, proj(THREE, 1), [1, 2, 3], 5)).toBe(1 + 3);
    expect(stepsOf(CURRY, proj(THREE, 1), [1, 2, 3], undefined)).toBe(1);
  });

  test('a partial and a product are an operation each time', () => {
    const { machine, pull } = ran(DEPENDENT, multiplyReals, [3, 4]);
    pull(10);
    expect(machine.meter).toMatchObject({ derivative: 2, visits: 5 });
  });

  test('eval: as wide as the environment that it takes apart', () => {
    const wide = (width: number): number => {
      const source = product(Array.from({ length: width }, () => REAL));
      const callee = curried(op('sin', proj(product(Array.from({ length: width + 1 }, () => REAL)), width)));
      const input = Array.from({ length: width }, () => 1);
      return stepsOf(DEPENDENT, called(callee, proj(source, 0)), input, 1);
    };
    // The body's context, the environment, and the context of the argument.
    expect(wide(10) - wide(1)).toBe(3 * 9);
    // The parts of a wide environment that are 0 cost nothing.
    expect(wide(1000)).toBe(wide(12));
  });

  test('proj: one step for a wide tuple, whose tangent has one part', () => {
    const width = 1000;
    const source = product(Array.from({ length: width }, () => REAL));
    expect(stepsOf(DEPENDENT, proj(source, 1), new Array<number>(width).fill(1), 5)).toBe(1 + 1);
  });

  test('curry, while it runs again: the environment and the argument', () => {
    const seen: { readonly steps: number; readonly bytes: number }[] = [];
    const { machine, pull } = ran(CURRY, curried(proj(THREE, 2)), [1, 2], {
      evaluated: () => undefined,
      pulled: () => undefined,
      again: () => {
        seen.push({ steps: machine.meter.steps, bytes: machine.bytes });
      },
    });
    const before = { steps: machine.meter.steps, bytes: machine.bytes };
    pull({ tag: 'calls', calls: [{ argument: 4, given: 1 }] });
    const [during] = seen;
    // Two steps of curry, and the context; the body is a projection, whose run is kept for the observer.
    expect((during?.steps ?? 0) - before.steps).toBe(2 + 3);
    expect((during?.bytes ?? 0) - before.bytes).toBe(sequence + 3 * item + ONE_RUN);
    expect(machine.bytes).toBe(before.bytes);
  });
});
