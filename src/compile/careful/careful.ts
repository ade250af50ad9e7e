import type { Span } from '../../language/source/span';
import { Differentiator, withGradient } from '../differentiate/differentiate';
import type { Numbers } from '../ir/builder';
import type { IrFunction, IrProgram } from '../ir/tree';
import { inline } from '../optimise/inline';
import { derivativeNotes } from './derivative-notes';
import { type Origins, withNotes } from './notes';
import { settled } from './settled';
import { Sites } from './sites';

/** A program that says where it stops. */
export interface Careful {
  /** Its entries are `value` and `gradient`. */
  readonly program: IrProgram;
  /** What the numbers in its notes mean; the first is the whole program. */
  readonly sites: Sites;
}

/**
 * Returns a version of a program, as it was flattened, that computes the same and tests every operation where it stands,
 * in the order of the machine. Before each operation that can fail it notes which one it is, and of what. It is slow,
 * and runs only where the program has stopped, to say why.
 */
export function careful(program: IrProgram, origin: Span, numbers: Numbers): Careful {
  const sites = new Sites();
  sites.number({ tag: 'call' }, origin);
  const origins: Origins = new Map();
  const noted = inline(withNotes(program, sites, origins, numbers), numbers);
  const open = inline(withGradient(settled(noted, sites, origins), numbers), numbers);
  const { functions, entries } = new Differentiator(open, numbers).program(open).program;
  const made = [...functions].map(([id, each]): [number, IrFunction] => [
    id,
    { ...each, body: derivativeNotes(each.body, sites, origins), careful: true },
  ]);
  return { program: { functions: new Map(made), entries }, sites };
}
