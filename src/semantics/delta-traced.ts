import type { Sweep } from './delta';
import { tracedDeltaNode, type DeltaId } from './delta-node';
import type { Emitter } from './emit';
import type { Value, Variant } from './value';

const NO_LET = -1;

interface Task {
  readonly amount: Value;
  readonly delta: Variant;
  /** NO_LET, or the id of a Let whose body is done. */
  readonly id: DeltaId;
}

/**
 * A `DeltaSweep` for amounts that may depend on something under differentiation: a reader can write a translated
 * program in a cell and differentiate it like any other. The sweep's arithmetic is recorded.
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
      const node = tracedDeltaNode(task.delta);
      if (node.name === 'Delta.Scale') {
        const [y, inner] = node.payload;
        stack.push({ amount: emitter.times(x, y), delta: inner, id: NO_LET });
      } else if (node.name === 'Delta.Add') {
        const [left, right] = node.payload;
        stack.push({ amount: x, delta: right, id: NO_LET }, { amount: x, delta: left, id: NO_LET });
      } else if (node.name === 'Delta.Let') {
        const [id, bound, body] = node.payload;
        stack.push({ amount: x, delta: bound, id }, { amount: x, delta: body, id: NO_LET });
      } else if (node.name !== 'Delta.Zero') {
        result.set(node.payload, emitter.plus(result.get(node.payload), x));
      }
    }
    return visits;
  }
}
