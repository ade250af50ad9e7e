/** Jets (Huot, Staton & Vákár, sections 2 and 3): all derivatives of every entry of a run's trace. */
import type { Diagnostic } from '../language/source/diagnostic';
import type { TracePayload } from './messages';
import type { ProgramRequest } from './subject';

export interface JetsRequest extends ProgramRequest {
  /** The wanted choice; the reply has the choice that the point allows. */
  readonly choice: JetChoice;
}

export interface JetChoice {
  /** The indices of the directions among the real leaves of the point: k = 1, 2 or 3, all different. */
  readonly leaves: readonly number[];
  /** R */
  readonly order: number;
  /** The (2,2)' of section 2.3, for two leaves: without the second derivatives by one leaf. */
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
      /** Empty if there is nothing to differentiate. */
      readonly diagnostics: readonly Diagnostic[];
      /** Defined if the program has a value but these jets have none; those of another choice may. */
      readonly chosen?: ChosenJets;
    };

/** A choice, and the leaves that it was made from. */
export interface ChosenJets {
  readonly choice: JetChoice;
  /** The labels of the point's real leaves: the first `MOST_JET_LEAVES`. */
  readonly leaves: readonly string[];
  /** The number of all real leaves. */
  readonly leafCount: number;
}

export interface JetsPayload extends ChosenJets {
  /** `x * y + sin x`, cut to one line. */
  readonly label: string;
  readonly trace: JetTrace;
  /** The derivatives of each row in turn, in the paper's order, not divided by factorials. */
  readonly jets: Float64Array<ArrayBuffer>;
  /** The real leaves of the value: the first `MOST_JET_LEAVES`. */
  readonly results: readonly JetResult[];
  /** The number of all real leaves of the value. */
  readonly resultCount: number;
}

/**
 * Entries of the A-normal trace, one in each row. The first `window` rows are shown: the first entries, then results that
 * are further down with their operands. After them come arguments that are not shown; only their jets are known.
 */
export type JetTrace = Pick<
  TracePayload,
  | 'count'
  | 'window'
  | 'operations'
  | 'offsets'
  | 'operands'
  | 'constants'
  | 'values'
  | 'origins'
  | 'inputLabels'
  | 'names'
> & {
  /** The entry of the trace in each row. All other numbers here, operands too, are rows. */
  readonly entries: Int32Array<ArrayBuffer>;
  /** The number of rows that are the first entries. */
  readonly head: number;
};

/** Entries of the trace that are shown. */
export const MOST_ENTRIES = 2000;
export const MOST_JET_LEAVES = 500;

export interface JetResult {
  /** `result`, or `result.2` for a component. */
  readonly label: string;
  /** Its row; undefined for a constant. */
  readonly entry: number | undefined;
  readonly jet: readonly number[];
  /** Defined for two directions and an order that includes the mixed derivative. */
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
