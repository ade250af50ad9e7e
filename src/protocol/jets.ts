/** What the page asks the run worker about jets (Huot, Staton & Vákár, sections 2 and 3): all derivatives of all that a run computes. */
import type { Diagnostic } from '../language/source/diagnostic';
import type { TracePayload } from './messages';
import type { ProgramRequest } from './subject';

export interface JetsRequest extends ProgramRequest {
  /** What is wished for: the answer has what the point allows. */
  readonly choice: JetChoice;
}

export interface JetChoice {
  /** Along which real leaves of the point, by index: k = 1, 2 or 3 of them, no two the same. */
  readonly leaves: readonly number[];
  /** R */
  readonly order: number;
  /** The (2,2)' of section 2.3, for two leaves: without the derivatives twice by the same one. */
  readonly restricted: boolean;
}

/** The highest order, by the number of directions. */
const MOST_ORDERS = [0, 6, 4, 3] as const;
export const MOST_DIRECTIONS = 3;

export function mostOrder(directions: number): number {
  return MOST_ORDERS[directions] ?? 0;
}

export type JetsReply =
  | { readonly state: 'ok'; readonly payload: JetsPayload }
  | {
      readonly state: 'error';
      /** None where there is nothing to differentiate. */
      readonly diagnostics: readonly Diagnostic[];
      /** Where the program has a value and its jets have none: another choice may. */
      readonly chosen?: ChosenJets;
    };

/** What the choice was made of. */
export interface ChosenJets {
  readonly choice: JetChoice;
  /** The labels of the point's real leaves: the first `MOST_LEAVES`. */
  readonly leaves: readonly string[];
  /** Real leaves in all. */
  readonly leafCount: number;
}

export interface JetsPayload extends ChosenJets {
  /** `x * y + sin x`, cut to one line. */
  readonly label: string;
  readonly trace: JetTrace;
  /** Of the rows, one after the other: the derivatives in the paper's order, not divided by factorials. */
  readonly jets: Float64Array<ArrayBuffer>;
  /** The real leaves of the value: the first `MOST_LEAVES`. */
  readonly results: readonly JetResult[];
  /** Real leaves of the value in all. */
  readonly resultCount: number;
}

/**
 * Entries of the A-normal trace, a row each. `window` rows are shown: the first entries, and where a result is further down,
 * results and what they are made of. Behind them stand arguments that are not shown: of these only the jets are known.
 */
export type JetTrace = Pick<
  TracePayload,
  'count' | 'window' | 'operations' | 'offsets' | 'operands' | 'constants' | 'values' | 'origins' | 'inputLabels'
> & {
  /** Which entry of the trace a row is. All other numbers in here, operands too, are rows. */
  readonly entries: Int32Array<ArrayBuffer>;
  /** So many rows are the first entries. */
  readonly head: number;
};

/** Entries of the trace that are shown. */
export const MOST_ENTRIES = 2000;
export const MOST_LEAVES = 500;

export interface JetResult {
  /** `result`, or `result.2` for a component. */
  readonly label: string;
  /** Its row; undefined of a constant. */
  readonly entry: number | undefined;
  readonly jet: readonly number[];
  /** For two directions and an order that has the mixed derivative. */
  readonly polarisation: Polarisation | undefined;
}

/** The third components of (1,2)-jets h of the two leaves x and y (section 2.4): half of `both - first - second` is the mixed derivative. */
export interface Polarisation {
  /** Of h (x, 1, 0; y, 1, 0). */
  readonly both: number;
  /** Of h (x, 1, 0; y, 0, 0). */
  readonly first: number;
  /** Of h (x, 0, 0; y, 1, 0). */
  readonly second: number;
}
