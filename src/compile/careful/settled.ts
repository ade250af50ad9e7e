import { withBlocks } from '../ir/blocks';
import type { Block, Statement } from '../ir/tree';
import type { IrProgram } from '../ir/program';
import type { Origins } from './notes';
import type { Sites } from './sites';

/**
 * Gives what functions of the prelude do the place of their call, where a function has been written out at the call and
 * the place is known.
 */
export function settled({ functions, entries }: IrProgram, sites: Sites, origins: Origins): IrProgram {
  const block = ({ statements, results }: Block): Block => {
    const made: Statement[] = [];
    for (const given of statements) {
      const statement = withBlocks(given, block);
      const note = made.at(-1);
      const operation = origins.get(statement.origin);
      // A note has its operation behind it.
      if (statement.tag === 'operation' && operation !== undefined && note?.tag === 'note' && note.origin.cell >= 0) {
        const origin = { ...note.origin };
        origins.set(origin, operation);
        made.push({ ...statement, origin });
      } else if (statement.tag === 'note') made.push(settledNote(statement, sites));
      else made.push(statement);
    }
    return { statements: made, results };
  };
  return {
    functions: new Map([...functions].map(([id, each]) => [id, { ...each, body: block(each.body) }])),
    entries,
  };
}

function settledNote(note: Extract<Statement, { tag: 'note' }>, sites: Sites): Statement {
  const { caller } = note;
  if (caller?.tag !== 'constant') return note;
  const cause = sites.at(note.site)?.cause;
  const place = sites.at(Number(caller.value))?.place;
  if (cause === undefined || place === undefined) return note;
  return { ...note, site: sites.number(cause, place), caller: undefined, origin: place };
}
