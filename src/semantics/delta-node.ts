/**
 * The machine's representation of the Delta of Krawiec et al., Figure 10:
 *
 *     Delta ::= Zero | Scale (real * Delta) | Add (Delta * Delta) | OneHot int | Var int | Let (int * Delta * Delta)
 *
 * Deltas are ordinary values of the declared type Delta.Delta: `Variant`s whose payload is an array if it has several
 * parts, and the number itself for Var and OneHot. `OneHot i` (Figure 7) contributes to slot i like `Var i`.
 */
import type { DeltaConstructor } from '../language/core/delta';
import { internalError } from '../language/source/internal-error';
import { Traced, Variant, type Value } from './value';

export type DeltaId = number;

export const DELTA_ZERO = new Variant('Delta.Zero', undefined);

export function deltaScale(coefficient: number, delta: Variant): Variant {
  return new Variant('Delta.Scale', [coefficient, delta]);
}

export function deltaAdd(left: Variant, right: Variant): Variant {
  return new Variant('Delta.Add', [left, right]);
}

export function deltaVar(id: DeltaId): Variant {
  return new Variant('Delta.Var', id);
}

export function deltaLet(id: DeltaId, bound: Variant, body: Variant): Variant {
  return new Variant('Delta.Let', [id, bound, body]);
}

/** A Delta by its outermost constructor. Its parts are read when they are reached, because a Delta can be very deep. */
export type DeltaNode<Coefficient = number> =
  | Node<'Delta.Zero', undefined>
  | Node<'Delta.Scale', readonly [coefficient: Coefficient, scaled: Variant]>
  | Node<'Delta.Add', readonly [left: Variant, right: Variant]>
  | Node<'Delta.Let', readonly [id: DeltaId, bound: Variant, body: Variant]>
  | Node<'Delta.Var', DeltaId>
  | Node<'Delta.OneHot', DeltaId>;

interface Node<Name extends DeltaConstructor, Payload> extends Variant {
  readonly name: Name;
  readonly payload: Payload;
}

/** Returns the variant typed as a Delta with plain coefficients. Any other variant is an internal error. */
export function deltaNode(value: Variant): DeltaNode {
  return isDeltaNode(value, isNumber) ? value : internalError(`${value.name} is not a Delta of numbers`);
}

/**
 * Returns the variant typed as a Delta with coefficients that can be traced. Any other variant is an internal error.
 */
export function tracedDeltaNode(value: Variant): DeltaNode<number | Traced> {
  return isDeltaNode(value, isReal) ? value : internalError(`${value.name} is not a Delta`);
}

function isDeltaNode<Coefficient>(
  value: Variant,
  isCoefficient: (part: Value) => part is Coefficient,
): value is DeltaNode<Coefficient> {
  const { name, payload } = value;
  switch (name) {
    case 'Delta.Zero':
      return payload === undefined;
    case 'Delta.Var':
    case 'Delta.OneHot':
      return isNumber(payload);
    case 'Delta.Scale':
      return isTuple(payload, 2) && isCoefficient(payload[0]) && payload[1] instanceof Variant;
    case 'Delta.Add':
      return isTuple(payload, 2) && payload[0] instanceof Variant && payload[1] instanceof Variant;
    case 'Delta.Let':
      return (
        isTuple(payload, 3) && isNumber(payload[0]) && payload[1] instanceof Variant && payload[2] instanceof Variant
      );
    default:
      return false;
  }
}

function isTuple(value: Value, length: number): value is readonly Value[] {
  return Array.isArray(value) && value.length === length;
}

function isNumber(value: Value): value is number {
  return typeof value === 'number';
}

function isReal(value: Value): value is number | Traced {
  return isNumber(value) || value instanceof Traced;
}
