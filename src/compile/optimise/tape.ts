import { sameAtom } from '../ir/atoms';
import { rebuilt } from '../ir/blocks';
import type { Numbers } from '../ir/builder';
import type { ArrayLayout, Block, Build, For, Pair, Statement, Variable } from '../ir/tree';

/**
 * Keeps what the rounds of a counted loop keep for the way back in an array, by the number of the round, where the loop
 * of the way back is in the same block. This is faster than the stack.
 */
export function tapes(block: Block, numbers: Numbers): Block {
  const statements = block.statements.map((statement) =>
    rebuilt(statement, {
      atom: (atom) => atom,
      bind: (variable) => variable,
      block: (inner) => tapes(inner, numbers),
    }),
  );
  let made: readonly Statement[] = statements;
  const loops = new Map<Pair, (For | Build)[]>();
  for (const each of statements) {
    if ((each.tag !== 'for' && each.tag !== 'build') || each.pair === undefined) continue;
    loops.set(each.pair, [...(loops.get(each.pair) ?? []), each]);
  }
  for (const [there, back, ...more] of loops.values()) {
    if (there === undefined || back?.tag !== 'for' || more.length > 0) continue;
    made = withTape(made, there, back, numbers);
  }
  return { statements: made, results: block.results };
}

function withTape(
  statements: readonly Statement[],
  there: For | Build,
  back: For,
  numbers: Numbers,
): readonly Statement[] {
  const push = there.body.statements.at(-1);
  const pop = back.body.statements[0];
  if (push?.tag !== 'push' || pop?.tag !== 'pop' || !sameAtom(there.count, back.count)) return statements;
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
  return statements.flatMap((statement): readonly Statement[] => {
    if (statement === there) return [{ tag: 'tape', count: there.count, targets: [array], origin }, filled];
    return [statement === back ? read : statement];
  });
}
