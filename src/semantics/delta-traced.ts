import type { DeltaId, Sweep } from './delta';
import type { Emitter } from './emit';
import type { Value, Variant } from './value';

const NO_LET = -1;

interface Task {
  readonly amount: Value;
  readonly delta: Variant;
  /** NO_LET, or of the Let whose body is done. */
  readonly id: DeltaId;
}

/**
 * `DeltaSweep` where the amounts may depend on something that is being differentiated: a translation in a cell of the
 * reader's, differentiated like any other program. Its arithmetic is recorded.
 */
export class TracedSweep implements Sweep {
  readonly result: Map<DeltaId, Value>;
  private readonly stack: Task[];
  private readonly emitter: Emitter;

  constructor(amount: Value, delta: Variant, map: ReadonlyMap<DeltaId, Value>, emitter: Emitter) {
    this.result = new Map(map);
    this.stack = [{ amount, delta, id: NO_LET }];
    this.emitter = emitter;
  }

  advance(most: number): number {
    const { result, stack, emitter } = this;
    let visits = 0;
    while (visits < most) {
      const task = stack.pop();
      if (task === undefined) break;
      let x = task.amount;
      if (task.id !== NO_LET) {
        if (!result.has(task.id)) continue;
        x = result.get(task.id);
        result.delete(task.id);
      }
      visits++;
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
    return visits;
  }
}
