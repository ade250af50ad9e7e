import { type Builder, realConstant } from '../../compile/ir/builder';
import type { Atom, Variable } from '../../compile/ir/tree';

/* Loops that are written by hand: sums over arrays. */

/** The parts from which a loop is made by hand. */
export interface Given {
  readonly b: Builder;
  readonly x: Variable;
  readonly n: Variable;
  readonly data: Variable;
}

/** Writes a round of a loop over an index, and returns what it carries on. */
export type Rounds = (inner: Builder, index: Variable, sum: Variable) => Atom;

/** Adds a loop that carries one real. */
export function loop(
  b: Builder,
  count: Atom,
  rounds: Rounds,
  options: { down?: boolean; pair?: number; forgets?: boolean } = {},
): Variable {
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

/** Reads an item that is not tested. */
export const item = (b: Builder, array: Atom, index: Atom, changes = false): Variable =>
  b.one('real', { tag: 'item', array, index, checked: false, ...(changes ? { changes } : {}) });

/** Returns rounds that add twice the items of an array. */
export const doubling =
  (data: Atom): Rounds =>
  (inner, index, sum) =>
    inner.operation('add', sum, inner.operation('multiply', realConstant(2), item(inner, data, index)));

/** Returns rounds that add the products of the items of two arrays. */
export const adding =
  (data: Atom, from: Atom = data): Rounds =>
  (inner, index, sum) =>
    inner.operation('add', sum, inner.operation('multiply', item(inner, data, index), item(inner, from, index)));
