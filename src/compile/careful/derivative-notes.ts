import type { Span } from '../../language/source/span';
import { withBlocks } from '../ir/blocks';
import type { Block, Statement } from '../ir/tree';
import type { Origins } from './notes';
import type { Cause, Sites } from './sites';

/** Adds notes before the operations of derivatives. */
export function derivativeNotes(given: Block, sites: Sites, origins: Origins): Block {
  const note = (cause: Cause, origin: Span): Statement => {
    return { tag: 'note', site: sites.number(cause, origin), caller: undefined, values: [], targets: [], origin };
  };
  const block = ({ statements, results }: Block): Block => {
    const made: Statement[] = [];
    // Several operations of a derivative in a row belong to one operation.
    let last: Span | undefined;
    for (const each of statements) {
      const statement = withBlocks(each, block);
      const { origin } = statement;
      if (statement.tag === 'operation' && statement.derivative) {
        if (last !== origin) made.push(note({ tag: 'derivative', operation: origins.get(origin) }, origin));
        last = origin;
      } else {
        last = undefined;
      }
      made.push(statement);
    }
    return { statements: made, results };
  };
  return block(given);
}
