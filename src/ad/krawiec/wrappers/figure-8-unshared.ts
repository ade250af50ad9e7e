import * as core from '../../../language/core/builders';
import type { DeltaMode } from './figure-15-delta';
import { UNSHARED } from '../rules/figure-7-delta';

/**
 * Krawiec et al., Figure 8: the reals of the point are OneHots, and the result's Delta is evaluated as it is. The vector of
 * zeros that eval_2 starts from is the empty map. Where Figure 8 does not apply, the wrapper is that of Figure 15 (ours).
 */
export const UNSHARED_MODE: DeltaMode = {
  rules: UNSHARED,
  slot: 'Delta.OneHot',
  delta: (action) => core.projection(action, 1),
};
