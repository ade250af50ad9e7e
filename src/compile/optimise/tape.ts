import { sameAtom } from '../ir/atoms';
import { rebuilt } from '../ir/blocks';
import type { Numbers } from '../ir/builder';
import { blockOf, mapSame } from '../ir/same';
import type { ArrayLayout, Block, Build, For, Pair, Statement, Variable } from '../ir/tree';
import { Slots } from './slots';

/**
 * Keeps what the rounds of a counted loop keep for the way back in an array, by the number of the round, where the loop
 * of the way back is in the same block. This is faster than the stack.
 */
export function tapes(block: Block, numbers: Numbers): Block {
  const statements = mapSame(block.statements, (statement) =>
    rebuilt(statement, {
      atom: (atom) => atom,
      bind: (variable) => variable,
      block: (inner) => tapes(inner, numbers),
    }),
  );
  const loops = new Map<Pair, number[]>();
  statements.forEach((each, slot) => {
    if ((each.tag !== 'for' && each.tag !== 'build') || each.pair === undefined) return;
    const slots = loops.get(each.pair);
    if (slots === undefined) loops.set(each.pair, [slot]);
    else slots.push(slot);
  });
  let slots: Slots | undefined;
  for (const [first, last, ...more] of loops.values()) {
    if (first === undefined || last === undefined || more.length > 0) continue;
    const [there, back] = [statements[first], statements[last]];
    if ((there?.tag !== 'for' && there?.tag !== 'build') || back?.tag !== 'for') continue;
    const taped = withTape(there, back, numbers);
    if (taped === undefined) continue;
    slots ??= new Slots(statements);
    slots.put(first, taped.there);
    slots.put(last, [taped.back]);
  }
  return blockOf(block, slots?.all() ?? statements, block.results);
}

function withTape(
  there: For | Build,
  back: For,
  numbers: Numbers,
): { readonly there: readonly Statement[]; readonly back: Statement } | undefined {
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
