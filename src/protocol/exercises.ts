/** What the page asks the run worker about an exercise of a notebook. */
import type { Budget } from '../semantics/outcome';

export interface ExerciseRequest {
  readonly exercise: string;
  /** The code cells up to the exercise and with it: all that its check sees. */
  readonly cells: readonly string[];
  readonly check: string;
  readonly budget: Budget;
}

export type ExerciseReply =
  | { readonly status: 'correct' | 'not yet' }
  /** The cells have an error, of which their own diagnostics tell. */
  | { readonly status: 'waiting' }
  /** The check itself could not be evaluated: why, in plain words. */
  | { readonly status: 'failed'; readonly message: string };
