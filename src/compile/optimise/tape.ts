import { sameAtom } from '../ir/atoms';
import { mapInner } from '../ir/blocks';
import type { Numbers } from '../ir/builder';
import { blockOf } from '../ir/same';
import type { ArrayLayout } from '../ir/kind';
import type { Block, Statement, Variable } from '../ir/tree';
import { changedPairs, type LoopPair } from './pairs';

/**
 * Keeps what the rounds of a counted loop keep for the way back in an array, by the number of the round, where the loop
 * of the way back is in the same block. This is faster than the stack.
 */
export function tapes(block: Block, numbers: Numbers): Block {
  const inside = (inner: Block): Block => tapes(inner, numbers);
  const statements = mapInner(block.statements, inside);
  const own = changedPairs(statements, (pair) => withTape(pair, numbers));
  return blockOf(block, own, block.results);
}

function withTape(
  { there, back }: LoopPair,
  numbers: Numbers,
): { readonly there: readonly Statement[]; readonly back: Statement } | undefined {
  if (there.tag === 'while') return undefined;
  const push = there.body.statements.at(-1);
  const pop = back.body.statements[0];
  if (push?.tag !== 'push' || pop?.tag !== 'pop' || !sameAtom(there.count, back.count)) return undefined;
  const layout: ArrayLayout = { tag: 'array', id: -1 - (back.pair ?? 0), item: push.values.map(({ kind }) => kind) };
  const array: Variable = numbers.variable(layout);
  const { origin } = there;
  const filled: Statement = {
    ...there,
    body: {
      statements: [
        ...there.body.statements.slice(0, -1),
        { tag: 'keep', array, index: there.index, values: push.values, targets: [], origin },
      ],
      results: there.body.results,
    },
  };
  const read: Statement = {
    ...back,
    body: {
      statements: [
        { tag: 'item', array, index: back.index, checked: false, targets: pop.targets, origin },
        ...back.body.statements.slice(1),
      ],
      results: back.body.results,
    },
  };
  return { there: [{ tag: 'tape', count: there.count, targets: [array], origin }, filled], back: read };
}
