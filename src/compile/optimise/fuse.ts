import { sameAtom } from '../ir/atoms';
import { atomsIn, innerBlocks, rebuilt, usesIn } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import type { Block, Build, For, Statement } from '../ir/tree';

/**
 * Removes arrays that one loop makes and one loop reads: the reading loop computes the items itself. An array must be
 * used by one unchecked item alone, at the index of a loop that counts to its length; that loop can make an array, too.
 */
export function fuse(block: Block, numbers: Numbers): Block {
  const inner = block.statements.map((statement) =>
    rebuilt(statement, {
      atom: (atom) => atom,
      bind: (variable) => variable,
      block: (each) => fuse(each, numbers),
    }),
  );
  let current: Block = { statements: inner, results: block.results };
  // A loop that was fused with one before is another statement, with the same targets.
  for (const { targets } of inner) {
    const build = current.statements.find((each) => each.tag === 'build' && each.targets === targets);
    if (build?.tag === 'build' && targets.length === 1) current = withoutArray(current, build, numbers);
  }
  return current;
}

/** Returns a block without the array of a statement of it, if only one loop of the block reads it. */
function withoutArray(block: Block, build: Build, numbers: Numbers): Block {
  const [array] = build.targets;
  if (array === undefined || block.results.some((result) => sameAtom(result, array))) return block;
  let reader: For | Build | undefined;
  let uses = 0;
  for (const statement of block.statements) {
    if (atomsIn(statement).some((atom) => sameAtom(atom, array))) return block;
    const found = innerBlocks(statement).reduce((sum, { block: each }) => sum + usesIn(each, array), 0);
    if (found === 0) continue;
    uses += found;
    if (statement.tag !== 'for' && statement.tag !== 'build') return block;
    reader = statement;
  }
  if (reader === undefined || uses !== 1) return block;
  const { index, count, body } = reader;
  const at = body.statements.findIndex(
    (each) => each.tag === 'item' && sameAtom(each.array, array) && sameAtom(each.index, index) && !each.checked,
  );
  const item = body.statements[at];
  if (!sameAtom(count, build.count) || item === undefined) return block;
  const made = copyBlock(build.body, numbers, new Map([[build.index.id, index]]));
  const fused: Statement = {
    ...reader,
    body: {
      ...body,
      statements: [
        ...body.statements.slice(0, at),
        ...made.statements,
        { tag: 'move', values: made.results, finite: false, targets: item.targets, origin: item.origin },
        ...body.statements.slice(at + 1),
      ],
    },
  };
  const statements = block.statements.flatMap((statement): readonly Statement[] => {
    if (statement === build) return mustNotBeNegative(build, numbers);
    return [statement === reader ? fused : statement];
  });
  return { ...block, statements };
}

/** Returns a test of the length of an array that is not made, an error if it is negative. */
function mustNotBeNegative({ count, origin }: Build, numbers: Numbers): readonly Statement[] {
  if (count.tag === 'constant' && Number(count.value) >= 0) return [];
  const builder = new Builder(numbers, origin);
  const condition = builder.operation('lessInt', count, intConstant(0));
  const [failing, going] = [builder.inner(), builder.inner()];
  failing.add([], { tag: 'fail' });
  builder.add([], { tag: 'if', condition, consequent: failing.block([]), alternative: going.block([]) });
  return builder.statements;
}
