import { sameAtom, sameAtoms } from '../ir/atoms';
import { atomsIn, contains, mapInner, visit, watches } from '../ir/blocks';
import { substituted } from '../ir/copy';
import { sameStatement } from '../ir/equal';
import { readsChanging, updatesArrays } from '../ir/roots';
import { blockOf } from '../ir/same';
import type { Atom, Block, Constant, For, Statement } from '../ir/tree';
import { isPure } from './join';
import { Places } from './places';

/** A variable's number, or constant data. */
type ArrayKey = number | Constant['value'];

/** How many loops that read an array are compared with another one. */
const MOST_SEEN = 8;

const NONE: ReadonlySet<number> = new Set();

/**
 * Computes once what two loops compute alike, and makes one loop of two that read the same array in the same order, where
 * neither needs the other: two filters of a list, two sums over data, two derivatives of a loss at one point. Its rounds
 * read the array once, and so do those of the way back. The loop runs where the earlier one was if what the later one needs
 * from between them can run before it, or where the later one was if nothing between them needs the earlier. `shadows` are
 * the variables whose data changes, once derivatives are written out.
 */
export function merge(block: Block, shadows?: ReadonlySet<number>): Block {
  const inside = (inner: Block): Block => merge(inner, shadows);
  const statements = mapInner(merged(block.statements, shadows), inside);
  return blockOf(block, statements, block.results);
}

function merged(statements: readonly Statement[], shadows: ReadonlySet<number> | undefined): readonly Statement[] {
  let places: Places | undefined;
  /** The slot of the last loop that reads an array. */
  const readers = new Map<ArrayKey, number>();
  /** The loops that read an array, as they were. */
  const seen = new Map<ArrayKey, readonly For[]>();
  statements.forEach((loop, slot) => {
    if (!isMovable(loop)) return;
    const arrays = arraysOf(loop);
    if (arrays.length === 0 || (shadows !== undefined && !onlyComputes(loop, shadows))) return;
    const twin = addedIn(loop).length > 0 ? undefined : twinOf(loop, seen.get(arrays[0] ?? -1) ?? []);
    if (twin !== undefined) {
      places ??= new Places(statements);
      const { targets, origin } = loop;
      places.replace(slot, { tag: 'move', values: twin.targets, finite: false, targets, origin });
      return;
    }
    for (const array of arrays) seen.set(array, [...(seen.get(array) ?? []), loop].slice(-MOST_SEEN));
    let place = slot;
    const earlier = arrays.map((array) => readers.get(array)).find((each) => each !== undefined);
    if (earlier !== undefined) {
      places ??= new Places(statements);
      place = mergeAt(places, earlier, slot, shadows ?? NONE) ?? slot;
    }
    for (const array of arraysOf(places?.loopAt(place) ?? loop)) readers.set(array, place);
  });
  return places?.slots.all() ?? statements;
}

/** Returns a loop among others that computes the same. */
function twinOf(loop: For, others: readonly For[]): For | undefined {
  return others.find((each) => sameAtoms(each.initial, loop.initial) && sameStatement(each, loop));
}

/** Merges the loops of two slots, and returns the slot of the one loop; undefined if that cannot be. */
function mergeAt(places: Places, first: number, last: number, shadows: ReadonlySet<number>): number | undefined {
  const [earlier, later] = [places.loopAt(first), places.loopAt(last)];
  if (earlier === undefined || later === undefined) return undefined;
  const made = oneOf(earlier, later);
  if (made === undefined) return undefined;
  // A statement that has moved still counts as a user where it was, which is between the same loops.
  const { slots } = places;
  // A shadow that nothing has used before cannot be known by another name.
  const isNew = (id: number): boolean =>
    places.boundBetween(id, -1, last)?.tag === 'shadow' && slots.usersOf(id).every((user) => user >= last);
  const isFree = (statement: Statement): boolean =>
    isPure(statement, shadows) || (statement.tag === 'shadow' && !isAmong(shadows, statement.of));
  const needed = addedIn(later).every(isNew) ? places.movable(first, last, isFree) : undefined;
  if (needed !== undefined && (!makesShadow(needed) || !freesMemory(places, first, last))) {
    places.join(needed, made, first, last);
    return first;
  }
  const isNeeded = earlier.targets.some(({ id }) => slots.usersOf(id).some((user) => user <= last));
  if (isNeeded || addedIn(earlier).length > 0) return undefined;
  places.joinAtEnd(made, first, last);
  return last;
}

/** Returns the shadows to which a loop adds. */
function addedIn({ body }: For): readonly number[] {
  const added: number[] = [];
  visit(body, (each) => {
    if (each.tag === 'accumulate' && each.shadow.tag === 'variable') added.push(each.shadow.id);
  });
  return added;
}

function isAmong(variables: ReadonlySet<number>, atom: Atom): boolean {
  return atom.tag === 'variable' && variables.has(atom.id);
}

function makesShadow(statements: ReadonlySet<Statement>): boolean {
  return [...statements].some(({ tag }) => tag === 'shadow');
}

/** Whether a statement between two slots frees memory that is taken at the first one. */
function freesMemory(places: Places, first: number, last: number): boolean {
  const frees = (statement: Statement): boolean =>
    statement.tag === 'release' &&
    (statement.mark.tag === 'constant' || places.boundBetween(statement.mark.id, first, last) === undefined);
  for (let slot = first + 1; slot < last; slot++) if (places.slots.at(slot).some(frees)) return true;
  return false;
}

/** Whether a statement is a loop that works on no memory that changes, and is not half of a pair. */
function isMovable(statement: Statement): statement is For {
  if (statement.tag !== 'for' || statement.pair !== undefined) return false;
  if (watches(statement.body)) return false;
  return !contains(statement.body, (each) => updatesArrays(each) || readsChanging(each));
}

/**
 * Whether a loop does nothing but compute from data that never changes, and add to shadows: what it makes in memory
 * would be freed at the end of its part of a round, though what was read from it may be known in the rest.
 */
function onlyComputes({ body }: For, shadows: ReadonlySet<number>): boolean {
  return !contains(body, (each) => {
    if (each.tag === 'accumulate') return each.ordered === true || each.replaces === true;
    return !COMPUTES.has(each.tag) || atomsIn(each).some((atom) => isAmong(shadows, atom));
  });
}

const COMPUTES: ReadonlySet<Statement['tag']> = new Set<Statement['tag']>([
  'operation',
  'item',
  'length',
  'if',
  'for',
  'fail',
  'move',
  'tag',
  'field',
]);

/** Returns the arrays whose items the rounds of a loop read at its index. */
function arraysOf({ index, body }: For): readonly ArrayKey[] {
  return body.statements.flatMap((each) =>
    each.tag === 'item' && sameAtom(each.index, index)
      ? [each.array.tag === 'variable' ? each.array.id : each.array.value]
      : [],
  );
}

/** Returns a loop whose rounds do what those of two loops do, if these have equally many in the same order. */
function oneOf(earlier: For, later: For): For | undefined {
  if (!sameAtom(earlier.count, later.count) || earlier.down !== later.down) return undefined;
  const own = substituted(later.body, new Map([[later.index.id, earlier.index]]));
  return {
    ...earlier,
    parameters: [...earlier.parameters, ...later.parameters],
    initial: [...earlier.initial, ...later.initial],
    body: {
      statements: [...earlier.body.statements, ...own.statements],
      results: [...earlier.body.results, ...own.results],
    },
    forgets: earlier.forgets && later.forgets,
    targets: [...earlier.targets, ...later.targets],
  };
}
