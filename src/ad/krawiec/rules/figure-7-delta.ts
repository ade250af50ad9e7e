/**
 * Krawiec et al., Figure 7, at reals: D{real} = real * Delta, without a monad, and with Figure 14 for any operation f with
 * partials df_i:
 *
 *   D{r}     = (r, Zero)
 *   D{x + y} = (x + y, Add dx dy)
 *   D{x - y} = (x - y, Add dx (Scale (-1) dy))
 *   D{x * y} = (x * y, Add (Scale y dx) (Scale x dy))
 *   D{f x}   = (f x, Add_i (Scale (df_i x) dx_i))
 *
 * A Delta that is used twice is evaluated twice: eval_2 cannot know that the two are the same.
 */
import * as core from '../../../language/core/builders';
import { DELTA, REAL } from '../../../language/types/type';
import type { Term } from '../../../language/core/tree';
import { type Translation, dualNames, type AppliedOperation, type Rules, tuples } from '../../translation/rules';
import { sumOfDeltas, zeroDelta } from './figure-14-deltas';
import { NO_MONAD } from '../../translation/no-monad';

export const UNSHARED: Rules = {
  parts: [REAL, DELTA],
  names: dualNames,
  ...tuples((origin) => [zeroDelta(origin)]),
  operation,
  monad: NO_MONAD,
};

/** The primal comes first, so that a domain error is reported for the operation itself. */
function operation(_: Translation, { term: { origin }, primal, summands }: AppliedOperation): Term {
  return core.tuple([primal, sumOfDeltas(summands, origin)], origin);
}
