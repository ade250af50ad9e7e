import { withBlocks } from '../ir/blocks';
import { blockOf, mapSame } from '../ir/same';
import type { Block, Statement } from '../ir/tree';

/**
 * Returns a block that computes again, with the same bits, reals that were computed and tested before: it does not test them. It
 * still tests ints and places in arrays, because a derivative inside it can be rounded in another way, and take another branch.
 */
export function untested(block: Block): Block {
  const statements = mapSame(block.statements, (statement): Statement => {
    switch (statement.tag) {
      case 'operation': {
        const isReal = statement.targets[0]?.kind === 'real';
        return isReal && !statement.derivative ? { ...statement, derivative: true, exact: true } : statement;
      }
      case 'move':
        return statement.finite ? { ...statement, finite: false } : statement;
      case 'call':
        return { ...statement, again: true };
      default:
        return withBlocks(statement, untested);
    }
  });
  return blockOf(block, statements, block.results);
}
