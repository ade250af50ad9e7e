import { mapInner, watches } from '../../ir/blocks';
import { freeOf } from '../../ir/free';
import { isArray } from '../../ir/roots';
import { blockOf } from '../../ir/same';
import type { Atom, Block, Statement } from '../../ir/tree';
import { copyOf } from './copies';

/**
 * Moves reads of the items of an array before what may update the array: a copy with another item, and a call that gets
 * the array and may give it back. Then the array can be updated in place.
 */
export function earlyReads(block: Block): Block {
  const before = mapInner(block.statements, earlyReads);
  const statements = [...before];
  // A read can stop the run, so it stays behind statements that watch.
  const watching = new Set(before.filter((each) => watches({ statements: [each], results: [] })));
  for (let i = statements.length - 1; i >= 0; i--) {
    const changing = statements[i];
    const arrays = changing === undefined ? [] : changedBy(changing);
    if (changing === undefined || arrays.length === 0) continue;
    const end = statements.findIndex((each, at) => at > i && watching.has(each));
    const later = statements.slice(i + 1, end < 0 ? undefined : end);
    /** The variables that are bound from there on, but for those of the reads that go before it. */
    const bound = new Set(changing.targets.map(({ id }) => id));
    const isEarly = (each: Statement): boolean => {
      const isRead = each.tag === 'item' && each.array.tag === 'variable' && arrays.includes(each.array.id);
      if (isRead && !freeOf([each]).some(({ id }) => bound.has(id))) return true;
      for (const { id } of each.targets) bound.add(id);
      return false;
    };
    const early = new Set(later.filter(isEarly));
    if (early.size === 0) continue;
    statements.splice(i, later.length + 1, ...early, changing, ...later.filter((each) => !early.has(each)));
  }
  const isSame = statements.every((each, i) => each === before[i]);
  return blockOf(block, isSame ? before : statements, block.results);
}

/** Returns the arrays that a statement may update. */
function changedBy(statement: Statement): readonly number[] {
  const idOf = (atom: Atom): readonly number[] => (atom.tag === 'variable' ? [atom.id] : []);
  if (statement.tag === 'build') {
    const copy = copyOf(statement);
    return copy?.change === undefined ? [] : idOf(copy.array);
  }
  if (statement.tag !== 'call' || statement.watches === true) return [];
  const { arguments: given, targets } = statement;
  return given.filter(({ kind }) => isArray(kind) && targets.some((each) => each.kind === kind)).flatMap(idOf);
}
