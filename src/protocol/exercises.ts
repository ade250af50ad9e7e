/** Checks of the exercises of a notebook. */
import type { Budget } from '../semantics/outcome';

export interface ExerciseRequest {
  readonly exercise: string;
  /** The code cells up to and including the exercise, which are all that its check sees. */
  readonly cells: readonly string[];
  readonly check: string;
  readonly budget: Budget;
}

export type ExerciseReply =
  | { readonly status: 'correct' | 'not yet' }
  /** The cells have an error, which their own diagnostics report. */
  | { readonly status: 'waiting' }
  /** The check itself could not be evaluated. */
  | { readonly status: 'failed'; readonly message: string };
