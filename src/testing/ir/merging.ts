import { type Builder, intConstant, realConstant } from '../../compile/ir/builder';
import type { Atom, Block, Variable } from '../../compile/ir/tree';
import { merge } from '../../compile/optimise/merge';
import { blockAfter } from './examples';
import { REALS } from './rounds';

/** The parts from which a loop is made by hand. */
export interface Given {
  readonly b: Builder;
  readonly x: Variable;
  readonly n: Variable;
  readonly data: Variable;
}

/** Computes what the next round gets. */
export type Rounds = (inner: Builder, index: Variable, sum: Variable) => Atom;

interface Options {
  readonly down?: boolean;
  readonly pair?: number;
  readonly forgets?: boolean;
}

/** Adds a loop that carries one real. */
export function loop(b: Builder, count: Atom, rounds: Rounds, options: Options = {}): Variable {
  const { down = false, forgets = true, ...pair } = options;
  const [inner, index, sum] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
  const body = inner.block([rounds(inner, index, sum)]);
  const initial: readonly Atom[] = [{ tag: 'constant', kind: 'real', value: 0 }];
  const [made] = b.add(['real'], {
    tag: 'for',
    index,
    count,
    down,
    parameters: [sum],
    initial,
    body,
    forgets,
    ...pair,
  });
  if (made === undefined) throw new Error('no loop');
  return made;
}

/** Reads an item of an array; it may be updated later. */
export const item = (b: Builder, array: Atom, index: Atom, changes = false): Variable =>
  b.one('real', { tag: 'item', array, index, checked: false, ...(changes ? { changes } : {}) });

/** Adds a loop that carries two reals. */
export function two(b: Builder, count: Atom, data: Atom): readonly Variable[] {
  const [inner, index] = [b.inner(), b.numbers.variable('int')];
  const initial = [realConstant(0), realConstant(1)];
  const parameters = b.numbers.copies(initial);
  const body = inner.block(parameters.map((each) => inner.operation('add', each, item(inner, data, index))));
  return b.add(['real', 'real'], { tag: 'for', index, count, down: false, parameters, initial, body, forgets: true });
}

/** Adds to the sum the product of items at the index. */
export const adding =
  (data: Atom, from: Atom = data): Rounds =>
  (inner, index, sum) =>
    inner.operation('add', sum, inner.operation('multiply', item(inner, data, index), item(inner, from, index)));

/** Another array. */
export const another = (b: Builder, x: Atom): Atom => b.one(REALS, { tag: 'array', items: [[x]] });

/** A constant array of so many items. */
const constant = (count: number): Atom => ({
  tag: 'constant',
  kind: REALS,
  value: { constructor_: 0, parts: Array.from({ length: count }, () => realConstant(1)), count },
});
/** Two constant arrays. */
export const [ONE, OTHER] = [constant(3), constant(3)];
export const THREE = intConstant(3);

/** Prints a block that is written by hand, after the pass. */
export const byHand = (
  write: (given: Given) => readonly Atom[],
  see: (made: Block) => void = () => undefined,
): string =>
  blockAfter(
    ['real', 'int', REALS],
    (b, x, n = x, data = x) => write({ b, x, n, data }),
    (block) => {
      const made = merge(block);
      see(made);
      return made;
    },
  );
