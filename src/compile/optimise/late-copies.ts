import { mapInner } from '../ir/blocks';
import { freeOf } from '../ir/free';
import { blockOf } from '../ir/same';
import type { Block, Statement } from '../ir/tree';
import { copyOf } from './copies';

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
 * copy: then nothing reads the array afterwards, and it can be updated in place.
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
    const last = lastRead(statements, i, copy.array.id, copy.target.id);
    if (last > i) statements.splice(i, last - i + 1, ...statements.slice(i + 1, last + 1), statement);
  }
  const isSame = statements.every((each, i) => each === before[i]);
  return blockOf(block, isSame ? before : statements, block.results);
}

/** Returns where a variable is read last before another one is. */
function lastRead(statements: readonly Statement[], from: number, read: number, before: number): number {
  let last = from;
  for (let i = from + 1; i < statements.length; i++) {
    const statement = statements[i];
    if (statement === undefined || !PASSED.has(statement.tag)) break;
    const used = freeOf([statement]);
    if (used.some(({ id }) => id === before)) break;
    if (used.some(({ id }) => id === read)) last = i;
  }
  return last;
}
