import type { Span } from '../../language/source/span';
import { MOST_ITEMS, sameAtom } from '../ir/atoms';
import { atomsIn, contains, innerBlocks, mapInner, watches } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { usedBeside } from '../ir/free';
import { readsChanging } from '../ir/roots';
import { blockOf } from '../ir/same';
import type { Atom, Block, Build, Statement } from '../ir/tree';
import { usesIn } from '../ir/uses';
import { Slots } from './slots';

/**
 * Removes arrays that one loop makes and one loop reads: the reading loop computes the items itself. An array must be
 * used by one item alone, at the index of a loop that counts to its length; if its items are only read from elsewhere,
 * the loop can count less far, or read them in another order. That loop can make an array, too.
 * `beside` is what is used after the block, beside its results.
 */
export function fuse(block: Block, numbers: Numbers, beside: readonly Atom[] = []): Block {
  const statements = mapInner(block.statements, (inner, around) => fuse(inner, numbers, usedBeside(around, inner)));
  const results = [...block.results, ...beside];
  let slots: Slots | undefined;
  /** These tests go before the statements of the block in the end. */
  const tests: (readonly [slot: number, tests: readonly Statement[]])[] = [];
  statements.forEach((statement, slot) => {
    if (statement.tag !== 'build' || statement.targets.length !== 1) return;
    slots ??= new Slots(statements, ({ kind }) => typeof kind === 'object');
    // A loop that was fused with one before is another statement by now.
    const build = slots.one(slot);
    if (build?.tag === 'build') tests.push(...withoutArray(slots, slot, build, results, numbers));
  });
  for (const [slot, made] of tests) slots?.put(slot, [...made, ...slots.at(slot)]);
  return blockOf(block, slots?.all() ?? statements, block.results);
}

/** Removes the array of a statement of a block, if only one loop of the block reads it. Returns tests that go before that loop. */
function withoutArray(
  slots: Slots,
  slot: number,
  build: Build,
  results: readonly Atom[],
  numbers: Numbers,
): readonly (readonly [slot: number, tests: readonly Statement[]])[] {
  const [array] = build.targets;
  if (array === undefined || results.some((result) => sameAtom(result, array))) return [];
  let place = -1;
  for (const user of slots.usersOf(array.id)) {
    for (const statement of slots.at(user)) {
      if (atomsIn(statement).some((atom) => sameAtom(atom, array))) return [];
      const uses = innerBlocks(statement).reduce((sum, { block: each }) => sum + usesIn(each, array), 0);
      if (uses > 1 || (uses === 1 && place >= 0)) return [];
      if (uses === 1) place = user;
    }
  }
  // What is updated between the two loops is read before, and what is watched keeps its order.
  if (readsUpdated(build) || watches(build.body)) return [];
  const reader = slots.one(place);
  if (reader?.tag !== 'for' && reader?.tag !== 'build') return [];
  const { index, count, body } = reader;
  const at = body.statements.findIndex((each) => each.tag === 'item' && sameAtom(each.array, array));
  const item = body.statements[at];
  if (item?.tag !== 'item') return [];
  const isInOrder = sameAtom(item.index, index);
  const isWhole = isInOrder && sameAtom(count, build.count);
  if (!(isWhole || isReading(build)) || (item.checked && (isWhole || !isInOrder))) return [];
  const made = copyBlock(build.body, numbers, new Map([[build.index.id, item.index]]));
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
  slots.put(place, [fused]);
  slots.uses(place, [build]);
  slots.put(slot, mustBeLength(build, numbers));
  return item.checked ? [[place, mustReach(build, count, item.origin, numbers)]] : [];
}

function readsUpdated({ body }: Build): boolean {
  return contains(body, readsChanging);
}

/** Whether the rounds of a loop do nothing but read, so that it does not matter how many rounds there are. */
function isReading({ body }: Build): boolean {
  return body.statements.every((each) => {
    if (each.tag === 'item') return !each.checked;
    return each.tag === 'field' || (each.tag === 'move' && !each.finite);
  });
}

/** Returns a test whether an array that is not made has an item for each round of the loop that reads it. */
function mustReach(build: Build, rounds: Atom, origin: Span, numbers: Numbers): readonly Statement[] {
  const builder = new Builder(numbers, origin);
  failIf(builder.operation('lessInt', build.count, rounds), false, builder);
  return builder.statements;
}

/** Returns tests of the length of an array that is not made: an error if it is negative, out of memory if it is too long. */
function mustBeLength({ count, origin }: Build, numbers: Numbers): readonly Statement[] {
  const builder = new Builder(numbers, origin);
  if (count.tag === 'constant' && Number(count.value) >= 0 && Number(count.value) <= MOST_ITEMS) return [];
  failIf(builder.operation('lessInt', count, intConstant(0)), false, builder);
  failIf(builder.operation('lessInt', intConstant(MOST_ITEMS), count), true, builder);
  return builder.statements;
}

function failIf(condition: Atom, memory: boolean, builder: Builder): void {
  const [failing, going] = [builder.inner(), builder.inner()];
  failing.add([], { tag: 'fail', ...(memory ? { memory } : {}) });
  builder.add([], { tag: 'if', condition, consequent: failing.block([]), alternative: going.block([]) });
}
