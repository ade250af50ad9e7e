import { capturedOf, plus, type Tangent, type TupleTangent } from './machine/tangent';
import { tupleOfTangent, tupleParts } from './machine/tuple-tangent';
import type { Method } from './machine/run';
import type { RepFunction } from './machine/rep-function';
import type { Meter } from '../../semantics/outcome';

/**
 * "The Differentiable Curry", section 5 (Figure 5): T[f] is T[Δ], for the environment Δ that the function f captured, so the
 * type of the tangent depends on the value. Back-propagation through a call gives the environment's tangent as well:
 *
 *   eval (f, x) = (y, λg. pb g)                     where (y, pb) = f x, and pb g is the pair (T[Δ], T[x])
 *   curry f t   = (g, λenv. env)
 */
export const DEPENDENTLY_TYPED: Method = {
  id: 'curry-dependent',
  runsAgain: false,
  prunes: true,
  ofCall: ({ callee, environment, group }, meter) => {
    const parts = withGroup(callee, environment, group, meter);
    const { environment: captured, code } = callee;
    return parts && { tag: 'captured', environment: captured, context: code.source, parts };
  },
  ofClosure: ({ environment }, tangent, meter) => ({
    tag: 'environment',
    parts: capturedOf(tangent, environment, meter),
  }),
};

/**
 * Functions that call each other share a captured environment, so the tangents from the calls inside belong to it too.
 */
function withGroup(
  { code, environment }: RepFunction,
  parts: Tangent,
  group: Tangent,
  meter: Meter,
): TupleTangent | undefined {
  const tangents = code.tag === 'curry' ? [] : code.functions.length === 1 ? [group] : tupleParts(group, meter);
  const whole = tangents.reduce<Tangent>(
    (sum, tangent) => plus(sum, capturedOf(tangent, environment, meter), meter),
    parts,
  );
  return tupleOfTangent(whole, meter);
}
