import type { Span } from '../../language/source/span';
import { Differentiator } from '../differentiate/differentiate';
import { withDerivative } from '../differentiate/entries';
import type { Numbers } from '../ir/builder';
import type { IrFunction, IrProgram } from '../ir/program';
import { inline } from '../optimise/inline';
import { updatesInCalls } from '../optimise/updates/updated-calls';
import { Unsupported } from '../unsupported';
import { derivativeNotes } from './derivative-notes';
import { type Origins, withNotes } from './notes';
import { settled } from './settled';
import { Sites } from './sites';

/** A program that says where it stops. */
export interface Careful {
  /** Its entries are `value` and, mostly, `gradient`. */
  readonly program: IrProgram;
  /** The sites that its notes number; the first is the whole program. */
  readonly sites: Sites;
}

/**
 * Returns a version of a program, as it was flattened, that computes the same and tests every operation where it stands,
 * in the order of the machine. Before each operation that can fail it notes which one it is, and of what. It is slow,
 * and runs only where the program has stopped, to say why. It lacks the entry `gradient` if that would become too large.
 */
export function careful(program: IrProgram, origin: Span, numbers: Numbers, fixed: number): Careful | Unsupported {
  try {
    return written(program, origin, numbers.fork(), fixed);
  } catch (thrown) {
    if (!(thrown instanceof Unsupported)) throw thrown;
  }
  try {
    return written(program, origin, numbers.fork(), undefined);
  } catch (thrown) {
    if (thrown instanceof Unsupported) return thrown;
    throw thrown;
  }
}

/** Without `fixed`, the version has no gradient. */
function written(program: IrProgram, origin: Span, numbers: Numbers, fixed: number | undefined): Careful {
  const sites = new Sites();
  sites.number({ tag: 'call' }, origin);
  const origins: Origins = new Map();
  const inlined = inline(withNotes(program, sites, origins, numbers), numbers);
  const noted = updatesInCalls(settled(inlined, sites, origins), numbers);
  const open = fixed === undefined ? noted : inline(withDerivative(noted, 'gradient', numbers, fixed), numbers);
  const { functions, entries } = new Differentiator(open, numbers).program(open).program;
  const made = [...functions].map(([id, each]): [number, IrFunction] => [
    id,
    { ...each, body: derivativeNotes(each.body, sites, origins), careful: true },
  ]);
  return { program: { functions: new Map(made), entries }, sites };
}
