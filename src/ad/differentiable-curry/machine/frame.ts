import type { Span } from '../../../language/source/span';
import type { Value } from '../../../semantics/value';
import type { Combinator } from '../combinator';
import type { RepFunction } from './rep-function';
import type { RunRecord } from './run';
import type { Call, Tangent } from './tangent';

/** A running rep-function: the parts that have run, and their values. */
export interface Forward {
  readonly direction: 'forward';
  readonly term: Combinator;
  readonly input: Value;
  readonly runs: RunRecord[];
  readonly values: Value[];
  /** The items of a fold. */
  items: ArrayLike<Value>;
}

/** A running pullback: its parts are those of the run, in reverse order if one feeds the next. */
export interface Backward {
  readonly direction: 'backward';
  readonly run: RunRecord;
  readonly given: Tangent;
  /** How many parts have returned a tangent, and the last of these tangents. */
  done: number;
  got: Tangent;
  /** The sum of the input's tangents so far. */
  sum: Tangent;
  /** The tangents of the items of a list or a fold. */
  readonly items: Tangent[];
  /** The functions that run again. */
  again: Again | undefined;
}

export interface Again {
  readonly queue: { readonly callee: RepFunction; readonly call: Call }[];
  /** How many of them ran and had their tangents added to the sum. */
  gathered: number;
  /** The run that the current one left. */
  body: RunRecord | undefined;
  /** The memory in use before it ran. */
  before: { readonly runs: number; readonly bytes: number };
}

export type CombinatorFrame = Forward | Backward;

/** The next action of a frame: run a part, pull one back, or end. */
export type Next =
  | { readonly tag: 'run'; readonly term: Combinator; readonly input: Value }
  | { readonly tag: 'pull'; readonly run: RunRecord; readonly given: Tangent }
  /** `input` is the part of the input that the pullback needs. */
  | { readonly tag: 'value'; readonly value: Value; readonly input: Value }
  | { readonly tag: 'tangent'; readonly back: Tangent }
  /** An operation outside its domain, or a partial that is not a finite number. */
  | { readonly tag: 'fail'; readonly origin: Span };

export function forwardFrame(term: Combinator, input: Value): Forward {
  return { direction: 'forward', term, input, runs: [], values: [], items: NO_VALUES };
}

export function backwardFrame(run: RunRecord, given: Tangent): Backward {
  return {
    direction: 'backward',
    run,
    given,
    done: 0,
    got: undefined,
    sum: undefined,
    items: [],
    again: undefined,
  };
}

const NO_VALUES: readonly Value[] = [];
