import { sameAtom } from '../../ir/atoms';
import { mapInner } from '../../ir/blocks';
import { freeOf } from '../../ir/free';
import { blockOf } from '../../ir/same';
import type { Block, Statement, Variable } from '../../ir/tree';
import { type Copy, copyOf, isRow } from './copies';

/** Statements that a copy of an array may be behind as well as before: they neither write nor free memory, nor are seen outside. */
const PASSED: ReadonlySet<Statement['tag']> = new Set<Statement['tag']>([
  'operation',
  'move',
  'construct',
  'tag',
  'field',
  'array',
  'length',
  'item',
  'build',
  'if',
  'for',
]);

/**
 * Moves each copy of an array behind the statements of its block that still read the array, if none of them needs the
 * copy: then nothing reads the array afterwards, and it can be updated in place. The copy of an array that becomes an item
 * of another one moves to where it becomes that.
 */
export function lateCopies(block: Block): Block {
  const before = mapInner(block.statements, (inner, around) =>
    around.tag === 'derivative' ? inner : lateCopies(inner),
  );
  const statements = [...before];
  for (let i = statements.length - 1; i >= 0; i--) {
    const statement = statements[i];
    const copy = statement?.tag === 'build' ? copyOf(statement) : undefined;
    if (statement === undefined || copy?.array.tag !== 'variable') continue;
    const last = Math.max(
      lastRead(statements, i, [copy.array, ...copiedInto(copy, before)], copy.target),
      placeBefore(statements, i, copy.target) - 1,
    );
    if (last > i) statements.splice(i, last - i + 1, ...statements.slice(i + 1, last + 1), statement);
  }
  const isSame = statements.every((each, i) => each === before[i]);
  return blockOf(block, isSame ? before : statements, block.results);
}

/** Returns the arrays that are copied to be new items of a copy: they may be updated in place with it. */
function copiedInto({ change }: Copy, statements: readonly Statement[]): readonly Variable[] {
  return statements.flatMap((statement) => {
    const copy = statement.tag === 'build' ? copyOf(statement) : undefined;
    const isInto = copy !== undefined && change?.values.some((value) => sameAtom(value, copy.target)) === true;
    return isInto && copy.array.tag === 'variable' ? [copy.array] : [];
  });
}

/** Returns where variables are read last before another one is. */
function lastRead(statements: readonly Statement[], from: number, read: readonly Variable[], before: Variable): number {
  let last = from;
  for (let i = from + 1; i < statements.length; i++) {
    const statement = statements[i];
    if (statement === undefined || !PASSED.has(statement.tag)) break;
    const used = freeOf([statement]);
    if (used.some(({ id }) => id === before.id)) break;
    if (used.some(({ id }) => read.some((each) => each.id === id))) last = i;
  }
  return last;
}

/** Returns the place of the copy that gets what is copied as its new item; -1 if it cannot come right before that one. */
function placeBefore(statements: readonly Statement[], from: number, target: Variable): number {
  if (!isRow(target.kind)) return -1;
  for (let i = from + 1; i < statements.length; i++) {
    const statement = statements[i];
    if (statement === undefined || !PASSED.has(statement.tag)) return -1;
    if (!freeOf([statement]).some(({ id }) => id === target.id)) continue;
    const { change } = (statement.tag === 'build' ? copyOf(statement) : undefined) ?? {};
    return change?.values.some((value) => sameAtom(value, target)) === true ? i : -1;
  }
  return -1;
}
