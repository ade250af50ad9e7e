import { callsOfTangent } from './machine/tangent';
import type { Method } from './machine/run';

/**
 * "The Differentiable Curry", section 4 (Figure 3): T[A ⇝ B] is a list of (argument, result tangent), one for each call.
 *
 *   eval (f, x) = (y, λg. ([(x, g)], pb g))                            where (y, pb) = f x
 *   curry f t   = (new_g, λcalls. Σ over (s, g) in calls of fst (snd (f (t, s)) g))
 *
 * so the environment's tangent is found by running the function again at every recorded call.
 */
export const SIMPLY_TYPED: Method = {
  id: 'curry',
  runsAgain: true,
  prunes: false,
  ofCall: ({ argument, given }) => ({ tag: 'calls', calls: [{ argument, given }] }),
  ofClosure: (_, tangent, meter) => ({ tag: 'again', calls: callsOfTangent(tangent, meter) }),
};
