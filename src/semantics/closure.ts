import type { FunctionCode, Instruction } from './code';
import type { Value } from './value';

/** A function: its code and the values it captured. */
export class Closure {
  readonly code: FunctionCode;
  /** Filled after construction if functions are recursive. */
  readonly captured: Value[];
  constructor(code: FunctionCode, captured: Value[]) {
    this.code = code;
    this.captured = captured;
  }
}

/** clo_{n,φ}(f(x:T):U. M): a function that allows n more nested calls (Abadi & Plotkin, Figure 8). */
export class BoundedClosure extends Closure {
  readonly bound: number;
  /** The closures of all functions defined together with this one. */
  readonly group: readonly BoundedClosure[];

  constructor(code: FunctionCode, captured: Value[], bound: number, group: readonly BoundedClosure[]) {
    super(code, captured);
    this.bound = bound;
    this.group = group;
  }
}

/** A function of several parameters applied to fewer arguments. */
export class PartialApplication {
  readonly closure: Closure;
  readonly values: readonly Value[];
  constructor(closure: Closure, values: readonly Value[]) {
    this.closure = closure;
    this.values = values;
  }
}

/**
 * A value of type Delta.M A: a computation that has not run yet. A `suspended` one is a `do` with the activation around
 * it: the closure and the slots that it uses.
 */
export type Action =
  | { readonly tag: 'pure'; readonly value: Value }
  | { readonly tag: 'deltaLet'; readonly delta: Value; readonly instruction: Instruction; readonly call: number }
  | {
      readonly tag: 'suspended';
      readonly closure: Closure;
      readonly entry: Instruction;
      readonly slots: readonly number[];
      readonly values: readonly Value[];
    };
