import type { Place } from './parts';

/** What is wrong with a call: with what it was given, or with what the program computes from it. */
export class PullbackError extends Error {
  override readonly name = 'PullbackError';
  /** As in the diagnostics of the command line: `domain`, `index`, `input-value`, `budget-steps`, ... */
  readonly code: string;
  /** Where in the source: the line and the column, from 1, the cell if there are several, and the file if it is imported. */
  readonly place: { readonly line: number; readonly column: number; readonly cell?: number; readonly file?: string };
  /** Where in what was given, such as `w[3]`; empty if the program is at fault. */
  readonly path: string;

  constructor(code: string, message: string, [line, column, cell, file]: Place, path = '') {
    super(message);
    this.code = code;
    this.place = { line, column, ...(cell && { cell }), ...(file && { file }) };
    this.path = path;
  }
}
