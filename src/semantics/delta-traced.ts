import type { DeltaId } from './delta';
import type { Emitter } from './emit';
import type { Meter } from './outcome';
import type { Value, Variant } from './value';

const NO_LET = -1;

/**
 * `evalDelta` where the amounts may depend on something that is being differentiated: a translation in a cell of the
 * reader's, differentiated like any other program. Its arithmetic is recorded.
 */
export function evalTracedDelta(
  amount: Value,
  delta: Variant,
  map: ReadonlyMap<DeltaId, Value>,
  emitter: Emitter,
  meter: Meter,
): Map<DeltaId, Value> {
  const result = new Map(map);
  const stack = [{ amount, delta, id: NO_LET }];
  for (let task = stack.pop(); task !== undefined; task = stack.pop()) {
    let x = task.amount;
    if (task.id !== NO_LET) {
      if (!result.has(task.id)) continue;
      x = result.get(task.id);
      result.delete(task.id);
    }
    meter.visits++;
    const { name, payload } = task.delta;
    if (name === 'Delta.Scale') {
      const [y, inner] = payload as readonly [Value, Variant];
      stack.push({ amount: emitter.times(x, y), delta: inner, id: NO_LET });
    } else if (name === 'Delta.Add') {
      const [left, right] = payload as readonly [Variant, Variant];
      stack.push({ amount: x, delta: right, id: NO_LET }, { amount: x, delta: left, id: NO_LET });
    } else if (name === 'Delta.Let') {
      const [id, bound, body] = payload as readonly [DeltaId, Variant, Variant];
      stack.push({ amount: x, delta: bound, id }, { amount: x, delta: body, id: NO_LET });
    } else if (name === 'Delta.Var' || name === 'Delta.OneHot') {
      const id = payload as DeltaId;
      result.set(id, emitter.plus(result.get(id), x));
    }
  }
  return result;
}
