import { innerBlocks, mapInner, withBlocks } from '../ir/blocks';
import { Builder, type Numbers } from '../ir/builder';
import { rootsOf } from '../ir/roots';
import { blockOf, flatMapSame } from '../ir/same';
import type { Atom, Block, For, Statement, While } from '../ir/tree';
import { copiesIn, visitOwn } from './copies';
import { Classes } from './update-classes';
import { lateCopies } from './late-copies';
import { Ownership } from './ownership';

/** The copies of arrays in a function beyond which none is looked at. */
const MOST_COPIES = 64;

/**
 * Writes items of arrays in place where nothing reads the array from before the update afterwards. An array that a
 * loop updates is copied once before the loop, if something else may read it.
 */
export function updates(block: Block, numbers: Numbers): Block {
  const given = inDerivatives(block, numbers);
  const { length } = copiesIn(given);
  if (length === 0 || length > MOST_COPIES) return given;
  const whole = lateCopies(given);
  const copies = copiesIn(whole);
  const copied = withCopies(whole, new Classes(whole, copies), numbers);
  const ownership = new Ownership(copied, copiesIn(copied));
  const made = rewritten(copied, ownership);
  return isSound(made) ? made : whole;
}

/** Changes the bodies of the derivatives in a block. */
function inDerivatives(block: Block, numbers: Numbers): Block {
  const statements = mapInner(block.statements, (inner, around) =>
    around.tag === 'derivative' ? updates(inner, numbers) : inDerivatives(inner, numbers),
  );
  return blockOf(block, statements, block.results);
}

/** Adds a copy of each array that a loop carries and updates, before the loop. */
function withCopies(block: Block, classes: Classes, numbers: Numbers): Block {
  const inside = (inner: Block): Block => withCopies(inner, classes, numbers);
  const statements = flatMapSame(block.statements, (given): Statement | readonly Statement[] => {
    if (given.tag === 'derivative') return given;
    const statement = withBlocks(given, inside);
    return statement.tag === 'for' || statement.tag === 'while' ? copying(statement, classes, numbers) : statement;
  });
  return blockOf(block, statements, block.results);
}

function copying(loop: For | While, classes: Classes, numbers: Numbers): Statement | readonly Statement[] {
  const changed = new Set<number>();
  for (const { block } of innerBlocks(loop)) {
    for (const { target } of copiesIn(block)) changed.add(classes.of(target));
  }
  const builder = new Builder(numbers, loop.origin);
  const initial = loop.initial.map((atom, i) => {
    const parameter = loop.parameters[i];
    if (parameter === undefined || !changed.has(classes.of(parameter))) return atom;
    return copied(atom, builder);
  });
  return builder.statements.length === 0 ? loop : [...builder.statements, { ...loop, initial }];
}

/** Adds a copy of an array. */
function copied(array: Atom, builder: Builder): Atom {
  const { kind } = array;
  if (typeof kind !== 'object' || kind.tag !== 'array') return array;
  const count = builder.one('int', { tag: 'length', array });
  const index = builder.numbers.variable('int');
  const inner = builder.inner();
  const body = inner.block(inner.add(kind.item, { tag: 'item', array, index, checked: false }));
  return builder.one(kind, { tag: 'build', count, index, body, copies: true });
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
    return statement;
  });
  return blockOf(block, statements, block.results);
}

/** Whether every array that is updated is made by a loop, so that it is no constant, and has one name that all others stand for. */
function isSound(block: Block): boolean {
  const roots = rootsOf(block);
  const made = new Set<number>();
  let isOwned = true;
  visitOwn(block, (statement) => {
    if (statement.tag === 'build' && statement.updated === true) for (const { id } of statement.targets) made.add(id);
  });
  visitOwn(block, ({ tag, targets }) => {
    if (tag === 'update' && !targets.every(({ id }) => made.has(roots.get(id)?.id ?? -1))) isOwned = false;
  });
  return isOwned;
}
