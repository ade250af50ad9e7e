import { expect } from 'vitest';
import { boolConstant, Builder, intConstant } from '../../compile/ir/builder';
import { freeOf } from '../../compile/ir/free';
import type { ArrayLayout } from '../../compile/ir/kind';
import type { Atom, Block, Variable } from '../../compile/ir/tree';
import { preaccumulate } from '../../compile/optimise/preaccumulate';
import { blockAfter } from './examples';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };

/** What a round of the way back knows: two values that are kept for it, its index and its adjoint. */
export interface Round {
  readonly b: Builder;
  readonly sine: Variable;
  readonly v: Variable;
  readonly index: Variable;
  readonly adjoint: Variable;
  readonly data: Variable;
  /** Ints of the block around the loops: the first is known before them, the other is not. */
  readonly early: Variable;
  readonly late: Variable;
  /** The value of the loop of the way there if it is a `for`, else the input of the loop. */
  readonly last: Variable;
}

/** Variables that a round of the way there knows beside its parameter: its index, an int and a real from outside. */
export interface Known {
  readonly index: Variable;
  readonly n: Variable;
  readonly x: Variable;
}

export interface Options {
  readonly loop?: 'for' | 'build' | 'while';
  /** The numbers of the pairs to which the loops belong. */
  readonly pairs?: readonly [number, number];
  readonly count?: Atom;
  /** Whether `data` is a shadow. */
  readonly isShadow?: boolean;
  /** Whether a round of the way there reads the data. */
  readonly reads?: boolean;
  /** Whether the operations of the way back can stop the run. */
  readonly isTested?: boolean;
  /** Whether another operation comes after what the way there keeps, or before what the way back takes. */
  readonly isInside?: 'there' | 'back';
  /** Returns the two values that a round of the way there keeps. */
  readonly keeps?: (way: Builder, v: Variable, header: Builder, known: Known) => readonly [Atom, Atom];
  readonly pass?: typeof preaccumulate;
}

/** Prints two loops after the pass. A round of the way back multiplies its adjoint by what `write` makes. */
export function after(
  write: (round: Round) => Atom,
  {
    loop = 'for',
    pairs: [pair, other] = [7, 7],
    count,
    isShadow = false,
    reads = false,
    isTested = false,
    isInside,
    keeps = (way, v) => [way.operation('sin', v), v],
    pass = preaccumulate,
  }: Options = {},
): string {
  return blockAfter(
    [REALS, 'int', 'real'],
    (b, data, n, x) => {
      const { numbers } = b;
      const early = b.operation('addInt', n, intConstant(2));
      const [index, v] = [numbers.variable('int'), numbers.variable('real')];
      const [head, way] = [b.inner(), b.inner()];
      if (reads) way.one('real', { tag: 'item', array: data, index: n, checked: false });
      const values = keeps(way, v, head, { index, n, x });
      way.add([], { tag: 'push', values });
      if (isInside === 'there') way.operation('sin', x);
      const [parameters, initial] = [[v], [x]];
      const forgets = false;
      const nothing = { statements: [], results: [] };
      let last = x;
      const body = way.block([values[0]]);
      if (loop === 'for') {
        const loops = { down: false, parameters, initial, body, forgets, pair };
        last = b.one('real', { tag: 'for', index, count: n, ...loops });
      } else if (loop === 'build') {
        b.add([REALS], { tag: 'build', index, count: n, body, pair });
      } else {
        const header = head.block([boolConstant(true)]);
        b.add([], { tag: 'while', parameters, initial, header, exit: nothing, body, forgets, pair });
      }
      const late = b.operation('addInt', n, intConstant(1));
      const round = new Builder(numbers, b.origin, !isTested);
      const [at, adjoint] = [numbers.variable('int'), numbers.variable('real')];
      if (isInside === 'back') round.operation('sin', x);
      const kinds = values.map(({ kind }) => kind);
      const [s, w] = round.add(kinds, { tag: 'pop' });
      if (s === undefined || w === undefined) return [];
      const factor = write({ b: round, sine: s, v: w, index: at, adjoint, data, early, late, last });
      const end = round.block([round.operation('multiply', adjoint, factor)]);
      return b.add(['real'], {
        tag: 'for',
        index: at,
        count: count ?? n,
        down: true,
        parameters: [adjoint],
        initial: [x],
        body: end,
        forgets,
        pair: other,
      });
    },
    (block, numbers, [data]) => pass(block, numbers, new Set(isShadow && data ? [data.id] : [])),
  );
}

/** The pass, which must change the block, and use no variable that is not bound. */
export const checkedPass: typeof preaccumulate = (block, numbers, shadows) => {
  const unbound = ({ statements, results }: Block): ReadonlySet<number> =>
    new Set(freeOf(statements, results).map(({ id }) => id));
  const made = preaccumulate(block, numbers, shadows);
  expect(made).not.toBe(block);
  expect(unbound(made)).toEqual(unbound(block));
  return made;
};

/** sin v · v, of what is kept. */
export const product = ({ b, sine, v }: Round): Variable => b.operation('multiply', sine, v);
export const square = ({ b, sine }: Round): Variable => b.operation('multiply', sine, sine);
export const item = ({ b, data }: Round, index: Atom, checked = false, absentIsZero = false): Variable =>
  b.one('real', { tag: 'item', array: data, index, checked, absentIsZero });

/** sin v · f · v, which needs both of what is kept where the factor is. */
export function chained({ b, sine, v }: Round, factor: Atom): Variable {
  return b.operation('multiply', b.operation('multiply', sine, factor), v);
}

export function withLast(round: Round, int: Atom): Variable {
  return chained(round, round.b.operation('toReal', int));
}
