import { internalError } from '../../language/source/internal-error';
import type { Kinds } from '../flatten/kinds';
import { sameAtom } from '../ir/atoms';
import { mapInner, watches } from '../ir/blocks';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import { copyBlock } from '../ir/copy';
import { usedBeside } from '../ir/free';
import { blockOf } from '../ir/same';
import type { Atom, Block, Construct, For, Statement } from '../ir/tree';
import { usesIn } from '../ir/uses';
import { Reading } from './list-reading';
import { Slots } from './slots';

/**
 * Turns lists that a counted loop makes, one cell a round, and that are only gone through, into arrays: `map` over a list,
 * and `range`. Loops over arrays can then be fused. `beside` is what is used after the block, beside its results.
 */
export function listsToArrays(block: Block, numbers: Numbers, kinds: Kinds, beside: readonly Atom[] = []): Block {
  const statements = mapInner(block.statements, (inner, around) =>
    listsToArrays(inner, numbers, kinds, usedBeside(around, inner)),
  );
  const results = [...block.results, ...beside];
  let slots: Slots | undefined;
  statements.forEach((statement, slot) => {
    if (statement.tag !== 'for' || cellOf(statement, kinds) === undefined) return;
    slots ??= new Slots(statements);
    // It is another statement by now if it goes through a list that became an array.
    const loop = slots.one(slot);
    const cell = loop?.tag === 'for' ? cellOf(loop, kinds) : undefined;
    if (loop?.tag === 'for' && cell !== undefined) asArray({ slots, slot, loop, cell }, results, numbers, kinds);
  });
  return blockOf(block, slots?.all() ?? statements, block.results);
}

/** A loop that makes a list, one cell a round, and its place. */
interface Making {
  readonly slots: Slots;
  readonly slot: number;
  readonly loop: For;
  readonly cell: Construct;
}

/** Returns the statement by which each round of a loop puts one cell before the list so far, which begins empty. */
export function cellOf({ parameters, initial, body }: For, kinds: Kinds): Construct | undefined {
  // An array is made from its first item on, and a list from its last: what is watched would change its order.
  if (parameters.length !== 1 || watches(body)) return undefined;
  const [list = internalError('a parameter')] = parameters;
  const [first = internalError('a first value')] = initial;
  const [result = internalError('a result')] = body.results;
  if (!kinds.isList(list.kind)) return undefined;
  const made = body.statements.find(({ targets }) => targets.some((each) => sameAtom(each, result)));
  if (!isEmpty(first) || made?.tag !== 'construct' || made.constructor_ !== 1) return undefined;
  const rest = made.fields.at(-1);
  if (rest === undefined || !sameAtom(rest, list) || usesIn(body, list) !== 1 || usesIn(body, result) !== 1) {
    return undefined;
  }
  return made;
}

/** Whether an atom is the list without items. */
export function isEmpty(atom: Atom): boolean {
  return atom.tag === 'constant' && typeof atom.value === 'object' && atom.value.constructor_ === 0;
}

/** Makes an array in place of the list of a loop, if the list is only gone through. */
function asArray({ slots, slot, loop, cell }: Making, results: readonly Atom[], numbers: Numbers, kinds: Kinds): void {
  const [list = internalError('a target')] = loop.targets;
  if (!kinds.isList(list.kind)) return internalError('a list');
  const reading = new Reading(list, kinds.items(list.kind), numbers);
  const readers = readersOf(reading, list.id, slots, results);
  if (readers === undefined) return;
  const index = numbers.variable('int');
  const inner = new Builder(numbers, loop.origin, true);
  const at = loop.down
    ? index
    : inner.operation('subtractInt', inner.operation('subtractInt', loop.count, intConstant(1)), index);
  const parts = cell.fields.slice(0, -1);
  const body = copyBlock(
    { statements: loop.body.statements.filter((statement) => statement !== cell), results: parts },
    numbers,
    new Map([[loop.index.id, at]]),
  );
  const built: Statement = {
    tag: 'build',
    count: loop.count,
    index,
    body: { statements: [...inner.statements, ...body.statements], results: body.results },
    targets: [reading.array],
    origin: loop.origin,
  };
  slots.put(slot, [built]);
  for (const reader of readers) slots.put(reader, reading.changedIn(slots.at(reader)));
}

/** Returns the slots that go through a list; undefined if it is used otherwise. */
function readersOf(
  reading: Reading,
  list: number,
  slots: Slots,
  results: readonly Atom[],
): readonly number[] | undefined {
  const found = [...slots.usersOf(list)];
  for (let i = 0; i < found.length; i++) {
    for (const statement of slots.at(found[i] ?? -1)) {
      if (!reading.isFine(statement)) return undefined;
      for (const target of statement.targets) {
        if (!reading.isOne(target)) continue;
        const later = slots.usersOf(target.id).filter((slot) => !found.includes(slot));
        found.push(...later);
        found.sort((a, b) => a - b);
      }
    }
  }
  return results.some((result) => reading.isOne(result)) ? undefined : found;
}
