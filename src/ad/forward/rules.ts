/**
 * Krawiec et al., Figure 3, at reals: D{real} = real * δR, where δR is real, and for any operation f with partials df_i:
 *
 *   D{r}     = (r, 0)
 *   D{x + y} = (x + y, dx + dy)
 *   D{x - y} = (x - y, dx + -1 * dy)
 *   D{x * y} = (x * y, y * dx + x * dy)
 *   D{f x}   = (f x, Σ_i df_i x * dx_i)
 *
 * Nothing is simplified: a product with the tangent 0 of a literal stays. There is no monad.
 */
import * as core from '../../language/core/builders';
import { internalError } from '../../language/source/internal-error';
import { REAL } from '../../language/types/type';
import type { Term } from '../../language/core/tree';
import type { Translation } from '../dual/context';
import { NO_MONAD } from '../dual/no-monad';
import { dualNames, type AppliedOperation, type Rules } from '../dual/rules';

export const FORWARD: Rules = {
  parts: [REAL, REAL],
  names: dualNames,
  zeros: (origin) => [core.real(0, origin)],
  operation,
  monad: NO_MONAD,
};

/** The primal comes first, so that a domain error is the operation's own. */
function operation(_: Translation, { term: { origin }, primal, summands }: AppliedOperation): Term {
  const terms = summands.map(({ coefficient, tangent }) =>
    coefficient === undefined ? tangent : core.operation('multiply', [coefficient, tangent], 'derivative', origin),
  );
  const [first, ...more] = terms;
  if (first === undefined) return internalError('an operation without real arguments has no tangent');
  const tangent = more.reduce((sum, term) => core.operation('add', [sum, term], 'derivative', origin), first);
  return core.tuple([primal, tangent], origin);
}
