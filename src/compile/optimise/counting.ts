import { contains, innerBlocks } from '../ir/blocks';
import type { Statement } from '../ir/tree';

/* Loops that only count the rounds, or the items, of loops after them. */

/** Statements of which a round that only counts has none. */
const DEAR: ReadonlySet<Statement['tag']> = new Set<Statement['tag']>([
  'build',
  'for',
  'while',
  'call',
  'derivative',
  'append',
  'show',
  'spine',
  'steps',
  'rest',
  'watched',
]);

/** Whether a loop that counts, which is all that there is, costs a few operations a round. */
export function countsCheaply(statements: readonly Statement[]): boolean {
  return statements.every(
    (loop) =>
      (loop.tag === 'for' || loop.tag === 'while') &&
      innerBlocks(loop).every(({ block }) => !contains(block, ({ tag }) => DEAR.has(tag))),
  );
}
