/**
 * The questions about a descent: the values of a function of two reals, for contours under a path, and what was in scope
 * when a `watch` recorded.
 */
import type { Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { ProgramRequest } from './subject';

export type Range = readonly [low: number, high: number];

export interface ContoursRequest extends ProgramRequest {
  /** The name of the definition to draw; a likely one is chosen if it is undefined or does not exist. */
  readonly function: string | undefined;
  readonly x: Range;
  readonly y: Range;
}

export type ContoursReply =
  | { readonly state: 'partial' | 'ok'; readonly contours: ContoursPayload }
  /** `functions` is empty if the program defines no function of two reals. */
  | {
      readonly state: 'error';
      readonly functions: readonly PlaneFunction[];
      readonly chosen: string | undefined;
      readonly diagnostics: readonly Diagnostic[];
    };

/** A definition that takes two reals to a real. */
export interface PlaneFunction {
  readonly name: string;
  readonly type: string;
  readonly span: Span;
}

export interface ContoursPayload {
  readonly functions: readonly PlaneFunction[];
  /** The name of the sampled function. */
  readonly chosen: string;
  readonly x: Range;
  readonly y: Range;
  /** The number of points on each side, evenly spread; the first and the last are on the edges. */
  readonly size: number;
  /** Rows from the least y, each with `size` values from the least x; NaN where the function is undefined. */
  readonly values: Float64Array<ArrayBuffer>;
  /** The budget ran out before the finest grid. */
  readonly coarse: boolean;
}

export interface MomentRequest extends ProgramRequest {
  readonly series: string;
  /** Counted from 0. */
  readonly record: number;
}

export type MomentReply =
  | { readonly state: 'ok'; readonly moment: MomentPayload }
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

/** What was in scope when a `watch` recorded. */
export interface MomentPayload {
  readonly series: string;
  readonly record: number;
  /** The recorded value, as text. */
  readonly value: string;
  /** The `watch` that recorded. */
  readonly span: Span;
  /** The running function first, then its callers; the program itself is last. */
  readonly activations: readonly ActivationPayload[];
  /** The number of callers that are left out. */
  readonly omitted: number;
}

export interface ActivationPayload {
  readonly of: 'function' | 'program';
  /** As the reader wrote it; undefined for a function without a name, and for the program. */
  readonly name: string | undefined;
  /** The `watch`, or the call that has not returned yet. */
  readonly span: Span;
  readonly variables: readonly VariablePayload[];
}

export interface VariablePayload {
  readonly name: string;
  readonly type: string;
  /** Shortened if it is long. */
  readonly value: string;
  readonly span: Span;
}
