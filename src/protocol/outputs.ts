/** The outputs of a cell beyond those of its value product, and their whole texts. */
import type { Diagnostic } from '../language/source/diagnostic';
import type { OutputValue } from './messages';
import type { ProgramRequest } from './subject';

export interface OutputsRequest extends ProgramRequest {
  readonly from: number;
  readonly count: number;
}

export type OutputsReply =
  | { readonly state: 'ok'; readonly outputs: readonly OutputValue[] }
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

export interface WholeOutputRequest extends ProgramRequest {
  /** Index of the output; undefined for all, one on each line. */
  readonly output: number | undefined;
}

/** The most bytes of a whole text: values that share their parts can be written at any length. */
export const MOST_WHOLE = 50_000_000;

export type WholeOutputReply =
  /** The text in UTF-8 with all digits; it ends in `…` if it is cut at MOST_WHOLE. */
  | { readonly state: 'ok'; readonly text: Uint8Array<ArrayBuffer>; readonly isCut: boolean }
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

export type OutputsAtStepReply =
  | {
      readonly state: 'ok';
      /** The first outputs; undefined for those that do not follow the step. */
      readonly outputs: readonly (OutputValue | undefined)[];
      readonly record: number;
      /** The number of records of the series. */
      readonly count: number;
    }
  /** The program is of a shape that does not follow steps, or has no value there. */
  | { readonly state: 'none' };
