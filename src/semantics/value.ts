/**
 * Values of the language, as the machine holds them.
 *
 * | type           | value                                                             |
 * | -------------- | ----------------------------------------------------------------- |
 * | real           | number, or `Traced` while something differentiates through it     |
 * | int            | number (an integer)                                               |
 * | bool, string   | boolean, string                                                   |
 * | unit           | undefined                                                         |
 * | product        | array of values                                                   |
 * | record         | array of values, in the order of the type's (sorted) fields       |
 * | sum, variant   | `Variant`                                                         |
 * | list, array    | `Cell` or `null` (the empty list); `Items`                        |
 * | A -> B         | `Closure` (machine.ts)                                            |
 * | Delta.M A      | `Action` (machine.ts)                                             |
 * | Delta.Map      | `DeltaMap` (delta.ts)                                             |
 */
export type Value = unknown;

/**
 * A real that something under differentiation depends on: its primal, and the entry of the machine's trace that
 * computed it. All derivatives in progress share one trace; each knows its own range of entries, so perturbations
 * cannot be confused.
 */
export class Traced {
  readonly primal: number;
  readonly node: number;
  constructor(primal: number, node: number) {
    this.primal = primal;
    this.node = node;
  }
}

/** A constructor with its payload (undefined if it has none): of variants, or `inl` and `inr` of sums. */
export class Variant {
  readonly name: string;
  readonly payload: Value;
  constructor(name: string, payload: Value) {
    this.name = name;
    this.payload = payload;
  }
}

/** A non-empty list. */
export class Cell {
  readonly head: Value;
  readonly tail: Cell | null;
  constructor(head: Value, tail: Cell | null) {
    this.head = head;
    this.tail = tail;
  }
}

/** An array. Many reals without a trace can be a Float64Array. */
export class Items {
  readonly items: ArrayLike<Value>;
  constructor(items: ArrayLike<Value>) {
    this.items = items;
  }
}

/** Returns the number of a real, traced or not. */
export function primalOf(real: Value): number {
  return real instanceof Traced ? real.primal : (real as number);
}
