/** Checks of the exercises of a notebook. */
import type { Budget } from '../semantics/outcome';

export interface ExerciseRequest {
  readonly exercise: string;
  /** The code cells up to and including the exercise, which are all that its check sees, and the imported ones. */
  readonly cells: readonly string[];
  /** The index of the exercise's cell among them. */
  readonly cell: number;
  /** The condition of `check="EXPR"`, which a block of checks replaces. */
  readonly check: string;
  /** The text of a block of checks. */
  readonly checks?: string | undefined;
  readonly budget: Budget;
}

/** Asks whether an exercise is valid. Its cell, among `cells`, holds its start. */
export interface ValidityRequest extends ExerciseRequest {
  readonly solution: string | undefined;
  /** Answers that must fail. */
  readonly wrong: readonly string[];
}

/** What is wrong with an exercise, and what to do. */
export interface ExerciseFault {
  readonly message: string;
  readonly hint: string;
  /** The info string of the block that is missing, for authors who write the Markdown. */
  readonly block?: string;
}

export type ExerciseReply = (
  | { readonly status: 'correct' | 'not yet' }
  /** The cells have an error, which their own diagnostics report. */
  | { readonly status: 'waiting' }
  /** The check itself could not be evaluated. */
  | { readonly status: 'failed'; readonly message: string }
) & {
  /** The lines of a block of checks, in its order. */
  readonly lines?: readonly CheckedLine[];
};

/** A line of a block of checks: `failed` means that the line itself cannot be evaluated. */
export interface CheckedLine {
  readonly name: string;
  readonly status: 'passed' | 'not yet' | 'failed';
  /** Why it is not passed. */
  readonly message?: string;
  readonly hint?: string | undefined;
  /** The case at which it is not passed: `x = 0.5, xs = [1, 2]`. */
  readonly input?: string;
  readonly expected?: string;
  readonly got?: string;
  /** The case and the sides of the check as a cell, which goes below the answer. */
  readonly program?: string;
}

/** Returns why a line is not passed, as one sentence without a full stop; undefined if it is. */
export function whyNot({ status, message, hint, input, expected, got }: CheckedLine): string | undefined {
  if (status === 'passed') return undefined;
  const at = input === undefined ? '' : `at ${input}: `;
  const values = expected === undefined || got === undefined ? undefined : `expected ${expected}, got ${got}`;
  const why = [values, message].filter((each) => each !== undefined).join('; ');
  return `${at}${why === '' ? 'this is false' : why}${hint === undefined ? '' : ` (${hint})`}`;
}
