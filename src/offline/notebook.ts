import type { Diagnostic } from '../language/source/diagnostic';
import type { InputDescription, Json, RunJob, RunReply, Series } from '../protocol/messages';

/** What an offline page carries for its script: all that is needed to run the notebook again at other inputs. */
export interface OfflineNotebook {
  /** The texts of the program's cells. */
  readonly texts: readonly string[];
  /** Code cells alone: a table shows nothing but itself. */
  readonly cells: readonly OfflineCell[];
  /** Values that were set when the page was made. */
  readonly inputs: Readonly<Record<string, Json>>;
}

export interface OfflineCell {
  readonly cell: number;
  /** Undefined where an error is in the way. */
  readonly job: RunJob | undefined;
  readonly dependsOn: readonly number[];
  /** Of the checker. */
  readonly diagnostics: readonly Diagnostic[];
  /** Those that the cell declares. */
  readonly inputs: readonly OfflineInput[];
  /** Keys of what another cell shows, on which this one depends (`results.ts`). */
  readonly shownBefore: readonly string[];
  /** What was watched, to be drawn in the width of the reader's window; none where it is much. */
  readonly series: readonly OfflineSeries[];
}

/** `Series` in JSON: null where a value is not finite. */
export interface OfflineSeries extends Omit<Series, 'columns'> {
  readonly columns: readonly (readonly (number | null)[])[];
}

export interface OfflineInput extends InputDescription {
  /** Of the program; undefined where it could not be found out. */
  readonly home: Json | undefined;
}

/** What is known of a cell's value and gradient. */
export type Answer = Exclude<RunReply, { readonly state: 'pending' }>;
export type Answers = Readonly<Partial<Record<'value' | 'gradient', Answer>>>;

/** Where the page's parts are found again: ids of elements. */
export const resultsId = (cell: number): string => `results-${cell}`;
export const inputsId = (cell: number): string => `inputs-${cell}`;
export const DATA_ID = 'notebook';
export const WORKER_ID = 'engine';
export const NOTICE_ID = 'notice';

/** `<` is written as an escape, so that nothing in the data can end the element that it stands in. */
export function inertJson(notebook: OfflineNotebook): string {
  return JSON.stringify(notebook).replaceAll('<', '\\u003c');
}
