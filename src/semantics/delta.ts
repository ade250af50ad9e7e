/**
 * The state of the monad M of Krawiec et al., Figure 10, and eval, which sweeps backward over a Delta (delta-node.ts).
 */
import type { Span } from '../language/source/span';
import { deltaLet, deltaNode, type DeltaId } from './delta-node';
import { primalOf, type Value, type Variant } from './value';

/** Contributions by DeltaId. Entries can be infinite or NaN after overflow: readers of results check for that. */
export interface DeltaMap {
  readonly size: number;
  get(id: DeltaId): number | undefined;
  entries(): Iterable<[DeltaId, number]>;
}

export interface DeltaBinding {
  readonly id: DeltaId;
  readonly delta: Variant;
  /** The place of the operation whose result is bound. */
  readonly origin: Span;
  /** An index into the run's call tree. */
  readonly call: number;
}

/** DeltaState: the supply of fresh ids and the bindings made so far, oldest first. */
export class DeltaState {
  /** The id of the next binding. */
  next: DeltaId;
  readonly bindings: DeltaBinding[] = [];
  /** The primal values of the bindings, where they are recorded. */
  readonly primals: (number | undefined)[] = [];
  /** The Delta of the result, once the run of M has ended. */
  result: Variant | undefined;
  private readonly first: DeltaId;

  constructor(first: DeltaId) {
    this.first = first;
    this.next = first;
  }

  /** deltaLet: binds a fresh id to `delta` and returns the id. */
  bind(delta: Variant, origin: Span, call: number): DeltaId {
    const id = this.next++;
    this.bindings.push({ id, delta, origin, call });
    return id;
  }

  /** The value of the dual number whose Delta is `Var id`. */
  recordPrimal(id: DeltaId, value: number): void {
    this.primals[id - this.first] = value;
  }
}

/** The wrap of runDelta: `result` inside one Let per binding, the oldest outermost. */
export function wrapBindings(state: DeltaState, result: Variant): Variant {
  return state.bindings.reduceRight((body, { id, delta }) => deltaLet(id, delta, body), result);
}

/** An eval in progress, which can pause after any number of visits. */
export interface Sweep {
  /** Visits at most `most` more nodes and returns how many it visited; 0 when done. */
  advance(most: number): number;
  readonly result: Contributions;
}

/** A `DeltaMap`, possibly of traced reals. */
interface Contributions {
  readonly size: number;
  get(id: DeltaId): Value;
  entries(): Iterable<[DeltaId, Value]>;
}

/**
 * eval, clause by clause; `map` is not changed. It is iterative, because a Delta can have any depth. Each binding is
 * visited once.
 *
 *     eval x Zero           m = m
 *     eval x (Scale y u)    m = eval (x * y) u m
 *     eval x (Add u1 u2)    m = eval x u2 (eval x u1 m)
 *     eval x (Var id)       m = addDelta id x m
 *     eval x (Let id u1 u2) m = let m2 = eval x u2 m in
 *                               case lookup id m2 of Nothing -> m2 | Just y -> eval y u1 (delete id m2)
 */
export class DeltaSweep implements Sweep {
  readonly result: Map<DeltaId, number>;
  // The pending work: eval of an amount at a Delta, or, with an id, the second half of a Let whose body is done.
  private readonly amounts: number[];
  private readonly deltas: Variant[];
  private readonly lets: (DeltaId | undefined)[] = [undefined];

  constructor(amount: number, delta: Variant, map: DeltaMap) {
    this.result = new Map(map.entries());
    this.amounts = [amount];
    this.deltas = [delta];
  }

  advance(most: number): number {
    const { result, amounts, deltas, lets } = this;
    let visits = 0;
    while (visits < most) {
      let x = amounts.pop();
      let u = deltas.pop();
      if (x === undefined || u === undefined) break;
      const id = lets.pop();
      if (id !== undefined) {
        const contribution = result.get(id);
        if (contribution === undefined) continue;
        result.delete(id);
        x = contribution;
      }
      for (;;) {
        visits++;
        const node = deltaNode(u);
        if (node.name === 'Delta.Scale') {
          x *= node.payload[0];
          u = node.payload[1];
        } else if (node.name === 'Delta.Add') {
          amounts.push(x);
          deltas.push(node.payload[1]);
          lets.push(undefined);
          u = node.payload[0];
        } else if (node.name === 'Delta.Let') {
          const [bound, definition, body] = node.payload;
          amounts.push(x);
          deltas.push(definition);
          lets.push(bound);
          u = body;
        } else {
          if (node.name !== 'Delta.Zero') result.set(node.payload, (result.get(node.payload) ?? 0) + x);
          break;
        }
        if (visits >= most) {
          amounts.push(x);
          deltas.push(u);
          lets.push(undefined);
          break;
        }
      }
    }
    return visits;
  }
}

/** Returns an id whose contribution is not a finite number, if there is one: the backward sweep overflowed. */
export function overflowIn(map: Contributions): DeltaId | undefined {
  for (const [id, contribution] of map.entries()) if (!Number.isFinite(primalOf(contribution))) return id;
  return undefined;
}
