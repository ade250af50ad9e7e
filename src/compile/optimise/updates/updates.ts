import { contains, innerBlocks, mapInner, withBlocks } from '../../ir/blocks';
import { Builder, type Numbers } from '../../ir/builder';
import { isArray, rootsOf, updatesArrays } from '../../ir/roots';
import { blockOf, flatMapSame } from '../../ir/same';
import type { Atom, Block, Call, For, Statement, Updated, Variable, While } from '../../ir/tree';
import { copiesIn, isRow, visitOwn } from './copies';
import { Classes } from './update-classes';
import { lateCopies } from './late-copies';
import type { OnlyRead } from './only-read';
import { type Overwrite, overwritten } from './overwrites';
import { Ownership } from './ownership';

/** The copies of arrays in a function beyond which none is looked at. */
const MOST_COPIES = 256;

/** How often updates are looked for again without those that arms of branches could not write. */
const MOST_TRIES = 2;

/**
 * Writes items of arrays in place where nothing reads the array from before the update afterwards. An array that a
 * loop or a call updates is copied once before it, if something else may read it.
 */
export function updates(block: Block, numbers: Numbers): Block {
  return updatesOf(block, [], numbers).made;
}

/** A block whose copies are updates in place where they can be. */
export interface InPlace {
  readonly made: Block;
  /** Whether a parameter that is owned is a result of the block, and has no other name that lasts. */
  readonly givesBack: (parameter: Variable, updated: Updated) => boolean;
}

/**
 * Does what `updates` does for the body of a function that may update the parameters in `owned` in place. `onlyRead` knows
 * the arrays that calls only read.
 */
export function updatesOf(block: Block, owned: readonly Variable[], numbers: Numbers, onlyRead?: OnlyRead): InPlace {
  const given = inDerivatives(block, numbers, onlyRead);
  const { length } = copiesIn(given);
  if (length > MOST_COPIES) return unchanged(given, numbers);
  if (length === 0 && !contains(given, updatesArrays)) return { made: given, givesBack: () => false };
  const without = new Set<number>();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const { block, overwrites } = overwritten(given, without, numbers);
    const tried = inPlace(lateCopies(block), owned, numbers, onlyRead);
    const failed = overwrites.filter((each) => !tried.isInPlace(each));
    if (failed.length === 0) return tried;
    for (const { result } of failed) without.add(result.id);
  }
  return inPlace(lateCopies(given), owned, numbers, onlyRead);
}

interface Tried extends InPlace {
  /** Whether a loop writes into an array where it stands, and makes no copy of it before. */
  readonly isInPlace: (overwrite: Overwrite) => boolean;
}

/** Returns a block in which nothing is updated but what calls update, which is copied before. */
function unchanged(block: Block, numbers: Numbers): Tried {
  return { made: withCopiesForCalls(block, numbers), givesBack: () => false, isInPlace: () => false };
}

/** Returns a block whose copies are updates in place where they can be. */
function inPlace(whole: Block, owned: readonly Variable[], numbers: Numbers, onlyRead?: OnlyRead): Tried {
  const copied = withCopies(whole, new Classes(whole, copiesIn(whole)), rowsIn(whole), numbers);
  const copies = copiesIn(copied);
  const ownership = new Ownership(copied, copies, owned, onlyRead);
  const made = rewritten(copied, ownership);
  if (!isSound(made, owned)) return unchanged(whole, numbers);
  const refused = new Set(copies.filter((each) => !ownership.isInPlace(each)).map(({ target }) => target.id));
  const initial = new Map<number, Atom>();
  visitOwn(copied, (statement) => {
    if (statement.tag !== 'for') return;
    for (const [at, { id }] of statement.parameters.entries()) {
      const first = statement.initial[at];
      if (first !== undefined) initial.set(id, first);
    }
  });
  const isRefused = (atom: Atom | undefined): boolean => atom?.tag === 'variable' && refused.has(atom.id);
  return {
    made,
    isInPlace: ({ copy, parameter }) => !isRefused(copy) && !isRefused(initial.get(parameter.id)),
    givesBack: (parameter, updated) => ownership.givesBack(parameter, copied.results, updated),
  };
}

/** Changes the bodies of the derivatives in a block. */
function inDerivatives(block: Block, numbers: Numbers, onlyRead?: OnlyRead): Block {
  const statements = mapInner(block.statements, (inner, around) =>
    around.tag === 'derivative'
      ? updatesOf(inner, [], numbers, onlyRead).made
      : inDerivatives(inner, numbers, onlyRead),
  );
  return blockOf(block, statements, block.results);
}

/** Returns the arrays of reals that are read from the items of other arrays, with these. */
export function rowsIn(block: Block): ReadonlyMap<number, Atom> {
  const rows = new Map<number, Atom>();
  visitOwn(block, (statement) => {
    if (statement.tag !== 'item') return;
    for (const { id, kind } of statement.targets) if (isRow(kind)) rows.set(id, statement.array);
  });
  return rows;
}

/** Adds a copy of each array that a loop carries and updates, before the loop. `rows` are arrays in the items of others. */
function withCopies(block: Block, classes: Classes, rows: ReadonlyMap<number, Atom>, numbers: Numbers): Block {
  const inside = (inner: Block): Block => withCopies(inner, classes, rows, numbers);
  const statements = flatMapSame(block.statements, (given): Statement | readonly Statement[] => {
    if (given.tag === 'derivative') return given;
    const statement = withBlocks(given, inside);
    if (statement.tag === 'call') return copyingFor(statement, true, numbers);
    return statement.tag === 'for' || statement.tag === 'while'
      ? copying(statement, classes, rows, numbers)
      : statement;
  });
  return blockOf(block, statements, block.results);
}

/** Adds a copy of each array that a call updates, before the call. */
function withCopiesForCalls(block: Block, numbers: Numbers): Block {
  const statements = flatMapSame(block.statements, (given): Statement | readonly Statement[] => {
    if (given.tag === 'derivative') return given;
    const statement = withBlocks(given, (inner) => withCopiesForCalls(inner, numbers));
    return statement.tag === 'call' ? copyingFor(statement, false, numbers) : statement;
  });
  return blockOf(block, statements, block.results);
}

/** Adds copies of the arrays that a call updates; whether they may be dropped where nothing else reads the arrays. */
function copyingFor(call: Call, mayDrop: boolean, numbers: Numbers): Statement | readonly Statement[] {
  const { updates: updated = [], arguments: given } = call;
  if (updated.length === 0) return call;
  const builder = new Builder(numbers, call.origin);
  const arrays = given.map((array, place) => {
    const found = updated.find(({ argument }) => argument === place);
    return found === undefined ? array : copied(array, found.isDeep, builder, mayDrop);
  });
  return [...builder.statements, { ...call, arguments: arrays }];
}

function copying(
  loop: For | While,
  classes: Classes,
  rows: ReadonlyMap<number, Atom>,
  numbers: Numbers,
): Statement | readonly Statement[] {
  const changed = new Set<number>();
  const deeply = new Set<number>();
  for (const { block } of innerBlocks(loop)) {
    for (const { target, array } of copiesIn(block)) {
      changed.add(classes.of(target));
      const around = array.tag === 'variable' ? rows.get(array.id) : undefined;
      if (around?.tag === 'variable') deeply.add(classes.of(around));
    }
    visitOwn(block, (statement) => {
      if (statement.tag !== 'call') return;
      for (const { result, isDeep } of statement.updates ?? []) {
        const target = statement.targets[result];
        if (target === undefined) continue;
        changed.add(classes.of(target));
        if (isDeep) deeply.add(classes.of(target));
      }
    });
  }
  const builder = new Builder(numbers, loop.origin);
  const initial = loop.initial.map((atom, i) => {
    const parameter = loop.parameters[i];
    if (parameter === undefined || !changed.has(classes.of(parameter))) return atom;
    return copied(atom, deeply.has(classes.of(parameter)), builder);
  });
  return builder.statements.length === 0 ? loop : [...builder.statements, { ...loop, initial }];
}

/** Adds a copy of an array, and of the arrays of reals in its items if it is deep; whether it may be dropped. */
function copied(array: Atom, isDeep: boolean, builder: Builder, mayDrop = true): Atom {
  const { kind } = array;
  if (!isArray(kind)) return array;
  const count = builder.one('int', { tag: 'length', array });
  const index = builder.numbers.variable('int');
  const inner = builder.inner();
  const parts = inner.add(kind.item, { tag: 'item', array, index, checked: false });
  const results = parts.map((part) => (isDeep && isRow(part.kind) ? rowOf(part, inner, !mayDrop) : part));
  const flag = mayDrop ? { copies: true } : { updated: true };
  return builder.one(kind, { tag: 'build', count, index, body: inner.block(results), ...flag });
}

/** Adds a copy of an array that is always made. */
function rowOf(array: Variable, builder: Builder, isUpdated: boolean): Atom {
  const { kind } = array;
  if (!isArray(kind)) return array;
  const count = builder.one('int', { tag: 'length', array });
  const index = builder.numbers.variable('int');
  const inner = builder.inner();
  const body = inner.block(inner.add(kind.item, { tag: 'item', array, index, checked: false }));
  return builder.one(kind, { tag: 'build', count, index, body, ...(isUpdated ? { updated: true } : {}) });
}

/** Writes updates in place where the array is owned, and drops copies that nothing needs. */
function rewritten(block: Block, ownership: Ownership): Block {
  const inside = (inner: Block): Block => rewritten(inner, ownership);
  const statements = flatMapSame(block.statements, (given): Statement => {
    if (given.tag === 'derivative') return given;
    const [target] = given.targets;
    const copy = target && ownership.copy(target);
    const { targets, origin } = given;
    if (copy !== undefined && ownership.isInPlace(copy)) {
      const { array, change } = copy;
      if (change === undefined) return { tag: 'move', values: [array], finite: false, targets, origin };
      return { tag: 'update', array, ...change, targets, origin };
    }
    const statement = withBlocks(given, inside);
    if (statement.tag === 'build' && statement.targets.some((each) => ownership.isUpdated(each))) {
      return { ...statement, updated: true };
    }
    if (statement.tag === 'item' && ownership.changesAfter(statement)) return { ...statement, changes: true };
    if (statement.tag === 'call') {
      const changes = statement.arguments.flatMap((_, place) =>
        ownership.changesAfter(statement, place) ? [place] : [],
      );
      return changes.length === 0 ? statement : { ...statement, changes };
    }
    return statement;
  });
  return blockOf(block, statements, block.results);
}

/**
 * Whether every array that is updated is made by a loop, so that it is no constant, and has one name that all others stand
 * for; or whether it is in the items of such an array.
 */
function isSound(block: Block, owned: readonly Variable[]): boolean {
  const roots = rootsOf(block);
  const made = new Set(owned.map(({ id }) => id));
  const rows = rowsIn(block);
  const isMade = (id: number): boolean => made.has(roots.get(id)?.id ?? -1) || made.has(id);
  let isOwned = true;
  visitOwn(block, (statement) => {
    if (statement.tag === 'build' && statement.updated === true) for (const { id } of statement.targets) made.add(id);
  });
  const see = (target: Variable | undefined): void => {
    const root = (target && roots.get(target.id)?.id) ?? -1;
    const around = rows.get(root);
    if (!made.has(root) && !(around?.tag === 'variable' && isMade(around.id))) isOwned = false;
  };
  visitOwn(block, (statement) => {
    if (statement.tag === 'update') see(statement.targets[0]);
    else if (statement.tag === 'call') for (const { result } of statement.updates ?? []) see(statement.targets[result]);
  });
  return isOwned;
}
