/**
 * The Delta of Krawiec et al., Figure 10: its constructors, the state of the monad M, and eval.
 *
 *   Delta ::= Zero | Scale (real * Delta) | Add (Delta * Delta) | OneHot int | Var int | Let (int * Delta * Delta)
 *
 * Deltas are ordinary values of the declared type Delta.Delta: `Variant`s whose payload is an array where it has several
 * parts, and the number itself for Var and OneHot. `OneHot i` (their Figure 7) contributes to slot i as `Var i` does.
 */
import type { Span } from '../language/source/span';
import { internalError } from '../language/source/internal-error';
import { primalOf, Variant, type Value } from './value';

export type DeltaId = number;

/** Contributions by DeltaId. Entries may be infinite or NaN after overflow: whoever reads a result checks it. */
export interface DeltaMap {
  readonly size: number;
  get(id: DeltaId): number | undefined;
  entries(): Iterable<[DeltaId, number]>;
}

export const ZERO = new Variant('Delta.Zero', undefined);

export function scale(coefficient: number, delta: Variant): Variant {
  return new Variant('Delta.Scale', [coefficient, delta]);
}

export function add(left: Variant, right: Variant): Variant {
  return new Variant('Delta.Add', [left, right]);
}

export function deltaVariable(id: DeltaId): Variant {
  return new Variant('Delta.Var', id);
}

export function deltaLet(id: DeltaId, bound: Variant, body: Variant): Variant {
  return new Variant('Delta.Let', [id, bound, body]);
}

export interface DeltaBinding {
  readonly id: DeltaId;
  readonly delta: Variant;
  /** Where the operation stands whose result it is. */
  readonly origin: Span;
  /** In the run's call tree. */
  readonly call: number;
}

/** DeltaState: the supply of fresh ids and the bindings made so far, oldest first. */
export class DeltaState {
  /** The id that the next binding gets. */
  next: DeltaId;
  readonly bindings: DeltaBinding[] = [];

  constructor(first: DeltaId) {
    this.next = first;
  }

  /** deltaLet: binds a fresh id to `delta` and answers the id. */
  bind(delta: Variant, origin: Span, call: number): DeltaId {
    const id = this.next++;
    this.bindings.push({ id, delta, origin, call });
    return id;
  }
}

/** The wrap of runDelta: `result` inside one Let a binding, the oldest outermost. */
export function wrapBindings(state: DeltaState, result: Variant): Variant {
  return state.bindings.reduceRight((body, { id, delta }) => deltaLet(id, delta, body), result);
}

/** An eval under way: it can stop after any number of visits, and go on. */
export interface Sweep {
  /** Visits at most so many nodes more; answers how many. None when it is done. */
  advance(most: number): number;
  readonly result: Contributions;
}

/** A `DeltaMap`, or one of reals that may be traced. */
interface Contributions {
  readonly size: number;
  get(id: DeltaId): Value;
  entries(): Iterable<[DeltaId, Value]>;
}

/**
 * eval, clause by clause; `map` is not changed. Iterative, so that a Delta may be of any depth. A binding is visited once.
 *
 *   eval x Zero           m = m
 *   eval x (Scale y u)    m = eval (x * y) u m
 *   eval x (Add u1 u2)    m = eval x u2 (eval x u1 m)
 *   eval x (Var id)       m = addDelta id x m
 *   eval x (Let id u1 u2) m = let m2 = eval x u2 m in
 *                             case lookup id m2 of Nothing -> m2 | Just y -> eval y u1 (delete id m2)
 */
export class DeltaSweep implements Sweep {
  readonly result: Map<DeltaId, number>;
  // What is still to be done: eval of an amount at a Delta, or, with an id, the second half of a Let whose body is done.
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
        if (u.name === 'Delta.Scale') {
          const [y, scaled] = u.payload as readonly [number, Variant];
          x *= y;
          u = scaled;
        } else if (u.name === 'Delta.Add') {
          const [left, right] = u.payload as readonly [Variant, Variant];
          amounts.push(x);
          deltas.push(right);
          lets.push(undefined);
          u = left;
        } else if (u.name === 'Delta.Let') {
          const [bound, definition, body] = u.payload as readonly [DeltaId, Variant, Variant];
          amounts.push(x);
          deltas.push(definition);
          lets.push(bound);
          u = body;
        } else if (u.name === 'Delta.Var' || u.name === 'Delta.OneHot') {
          const slot = u.payload as DeltaId;
          result.set(slot, (result.get(slot) ?? 0) + x);
          break;
        } else if (u.name === 'Delta.Zero') {
          break;
        } else {
          internalError(`eval of ${u.name}, which is no Delta`);
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

/** An id whose contribution is not a finite number, if there is one: an overflow of the backward sweep. */
export function overflowIn(map: Contributions): DeltaId | undefined {
  for (const [id, contribution] of map.entries()) if (!Number.isFinite(primalOf(contribution))) return id;
  return undefined;
}
