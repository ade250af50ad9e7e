/**
 * The state of the monad M as growable mutable arrays (Krawiec et al., 7.3). A binding is a row of summands, each the
 * id of a parent and a coefficient. A binding with two summands takes 36 bytes, including its contribution in the
 * sweep.
 */
import { internalError } from '../language/source/internal-error';
import type { DeltaMap, Sweep } from './delta';
import { deltaNode, type DeltaId } from './delta-node';
import { Growing } from './growing';
import { Variant } from './value';

export class Tape {
  /** The id of the next binding. */
  next: DeltaId;
  private readonly first: DeltaId;
  /** The index where the summands of each binding end. */
  private readonly ends = new Growing((length) => new Int32Array(length));
  private readonly parents = new Growing((length) => new Int32Array(length));
  private readonly coefficients = new Growing((length) => new Float64Array(length));

  constructor(first: DeltaId) {
    this.next = first;
    this.first = first;
  }

  get bytes(): number {
    return this.ends.bytes + this.parents.bytes + this.coefficients.bytes;
  }

  get sweepBytes(): number {
    return Float64Array.BYTES_PER_ELEMENT * this.next;
  }

  /** The number of bindings. */
  get length(): number {
    return this.ends.length;
  }

  /** The number of bindings and summands. */
  get nodes(): number {
    return this.ends.length + this.parents.length;
  }

  /** deltaLet: binds a fresh id to `delta`, a sum of multiples of Vars, and returns the id. */
  bind(delta: Variant): DeltaId {
    this.put(delta, 1);
    this.ends.push(this.parents.length);
    return this.next++;
  }

  private put(delta: Variant, factor: number): void {
    const node = deltaNode(delta);
    switch (node.name) {
      case 'Delta.Zero':
        return;
      case 'Delta.Var':
        this.parents.push(node.payload);
        this.coefficients.push(factor);
        return;
      case 'Delta.Scale': {
        const [coefficient, scaled] = node.payload;
        this.put(scaled, factor * coefficient);
        return;
      }
      case 'Delta.Add': {
        const [left, right] = node.payload;
        this.put(left, factor);
        this.put(right, factor);
        return;
      }
      case 'Delta.OneHot':
      case 'Delta.Let':
        internalError(`${node.name} on a tape`);
    }
  }

  /** eval of the amount at `result`, a Var or Zero, under all bindings: one backward loop. */
  sweep(amount: number, result: Variant): Sweep {
    const { first, ends, parents, coefficients } = this;
    const contributions = new Float64Array(this.next);
    const node = deltaNode(result);
    if (node.name === 'Delta.Var') contributions[node.payload] = amount;
    let at = ends.length - 1;
    return {
      advance(most) {
        let visits = 0;
        for (; at >= 0 && visits < most; at--) {
          const amount = contributions[first + at] ?? 0;
          const end = ends.at(at);
          const start = at === 0 ? 0 : ends.at(at - 1);
          for (let i = start; i < end; i++) {
            const parent = parents.at(i);
            contributions[parent] = (contributions[parent] ?? 0) + amount * coefficients.at(i);
          }
          visits += 1 + end - start;
        }
        return visits;
      },
      result: new Slots(contributions, first),
    };
  }
}

/** `type DeltaMap = Array real`, for the ids without a binding. */
class Slots implements DeltaMap {
  private readonly contributions: Float64Array;
  readonly size: number;

  constructor(contributions: Float64Array, size: number) {
    this.contributions = contributions;
    this.size = size;
  }

  get(id: DeltaId): number | undefined {
    return id < this.size ? this.contributions[id] : undefined;
  }

  *entries(): Iterable<[DeltaId, number]> {
    for (let id = 0; id < this.size; id++) yield [id, this.contributions[id] ?? 0];
  }
}

/** The result of runDelta if M is a tape; it replaces the Lets. */
export const TAPED = 'Delta.Tape';

export function taped(tape: Tape, result: Variant): Variant {
  return new Variant(TAPED, [tape, result]);
}
