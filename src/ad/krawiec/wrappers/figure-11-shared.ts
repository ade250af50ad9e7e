import * as core from '../../../language/core/builders';
import type { DeltaMode } from './figure-15-delta';
import { MONADIC } from '../rules/figure-9-monadic';

/** Krawiec et al., Figures 9 to 11: the reals of the point are Vars, and runDelta wraps the bindings as Lets. */
export const MONADIC_MODE: DeltaMode = {
  rules: MONADIC,
  slot: 'Delta.Var',
  delta: (action, next) => core.intrinsic('Delta.runDelta', [next, action]),
};
