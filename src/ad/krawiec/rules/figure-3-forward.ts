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
import * as core from '../../../language/core/builders';
import { REAL } from '../../../language/types/type';
import { NO_MONAD } from '../../translation/no-monad';
import { dualNames, type Rules, tuples } from '../../translation/rules';
import { tangentOf } from '../../translation/tangent';

export const FORWARD: Rules = {
  parts: [REAL, REAL],
  names: dualNames,
  ...tuples((origin) => [core.real(0, origin)]),
  // The primal comes first, so that a domain error is reported for the operation itself.
  operation: (_, { term: { origin }, primal, summands }) => core.tuple([primal, tangentOf(summands, origin)], origin),
  monad: NO_MONAD,
};
