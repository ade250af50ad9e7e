import type { Span } from '../../../language/source/span';
import type { Value } from '../../../semantics/value';
import type { Combinator } from '../combinator';
import type { RepFunction } from './rep-function';
import type { RunRecord } from './run';
import type { Call, Tangent } from './tangent';

/** A rep-function at work on its input: the parts that have run, and their values. */
export interface Forward {
  readonly direction: 'forward';
  readonly term: Combinator;
  readonly input: Value;
  readonly runs: RunRecord[];
  readonly values: Value[];
  /** Of a fold: the items. */
  items: readonly Value[];
}

/** A pullback at work: its parts are those of the run, in the other order where one feeds the next. */
export interface Backward {
  readonly direction: 'backward';
  readonly run: RunRecord;
  readonly given: Tangent;
  /** How many parts have given something back, and what the last one gave. */
  done: number;
  got: Tangent;
  /** Of the input, as far as it is known. */
  sum: Tangent;
  /** Of the items of a list or a fold. */
  readonly items: Tangent[];
  /** Of functions that run again. */
  again: Again | undefined;
}

export interface Again {
  readonly queue: { readonly callee: RepFunction; readonly call: Call }[];
  /** How many of them ran, and gave something back that is in the sum. */
  gathered: number;
  /** What the one under way left when it ran forwards. */
  body: RunRecord | undefined;
  /** What was alive before it ran. */
  before: { readonly runs: number; readonly bytes: number };
}

export type CombinatorFrame = Forward | Backward;

/** What a frame wants next: a part to run or to be pulled back, or to end. */
export type Next =
  | { readonly tag: 'run'; readonly term: Combinator; readonly input: Value }
  | { readonly tag: 'pull'; readonly run: RunRecord; readonly given: Tangent }
  /** `input` is what the pullback needs of it. */
  | { readonly tag: 'value'; readonly value: Value; readonly input: Value }
  | { readonly tag: 'tangent'; readonly back: Tangent }
  /** An operation outside its domain, or a partial that is no number. */
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
