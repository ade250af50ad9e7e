import type { Diagnostic } from '../language/source/diagnostic';

/**
 * How a computation on the reader's program ends. `stopped` means that a budget ran out: its diagnostic says which one
 * and where. `failed` means an error such as an operation outside its domain.
 */
export type Outcome<T> =
  | { readonly tag: 'ok'; readonly value: T }
  | { readonly tag: 'failed'; readonly diagnostic: Diagnostic }
  | { readonly tag: 'stopped'; readonly diagnostic: Diagnostic };

/**
 * The resources that a run may use. The machine counts memory in fixed sizes, so the limit is the same on every
 * computer.
 */
export interface Budget {
  readonly seconds: number;
  readonly steps: number;
  readonly bytes: number;
}

export const PAGE_BUDGET: Budget = { seconds: 2, steps: 5e7, bytes: 256e6 };
export const COMMAND_LINE_BUDGET: Budget = { seconds: 60, steps: 1e9, bytes: 1e9 };

/** The work of a run, counted deterministically. An operation on an array counts its length. */
export interface Meter {
  /** Primitive operations of the primal. */
  primal: number;
  /** Operations of the derivative. */
  derivative: number;
  /** Delta constructors and trace entries. */
  nodes: number;
  /** Nodes that the backward sweep visited. */
  visits: number;
  /** Forward re-evaluations. */
  reevaluations: number;
  /** The peak number of live entries. */
  live: number;
  /** Machine steps. */
  steps: number;
}

/** What an engine counted. Compiled code does not count its operations, only its memory. */
export type Counts = Readonly<Partial<Meter>> & {
  /** The most bytes in use at a time. Only `compiled` measures them. */
  readonly bytes?: number;
};

export function newMeter(): Meter {
  return { primal: 0, derivative: 0, nodes: 0, visits: 0, reevaluations: 0, live: 0, steps: 0 };
}
