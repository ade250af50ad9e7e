import { type DeltaMap, DeltaSweep } from '../../semantics/delta';
import type { DeltaId } from '../../semantics/delta-node';
import type { Variant } from '../../semantics/value';

/** eval (Krawiec et al., Figure 10), in one go. */
export function evalDelta(
  amount: number,
  delta: Variant,
  map: DeltaMap,
  meter: { visits: number },
): ReadonlyMap<DeltaId, number> {
  const sweep = new DeltaSweep(amount, delta, map);
  meter.visits += sweep.advance(Infinity);
  return sweep.result;
}
