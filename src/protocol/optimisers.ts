/** The question how optimisers do on the function that a descent minimises, from the same start. */
import type { Diagnostic } from '../language/source/diagnostic';
import type { PlaneFunction } from './descent';
import type { ProgramRequest } from './subject';

/** The optimisers that can be compared, in the order in which they are listed; each is a function of the prelude. */
export const OPTIMISERS = ['gradientDescent', 'momentum', 'nesterov', 'adaGrad', 'rmsProp', 'adam'] as const;
export type OptimiserName = (typeof OPTIMISERS)[number];

export interface OptimiserChoice {
  readonly optimiser: OptimiserName;
  readonly rate: number;
}

export interface OptimisersRequest extends ProgramRequest {
  readonly choices: readonly OptimiserChoice[];
  readonly steps: number;
  /** The names of the series one of which may record what is optimised: its first record is the start. */
  readonly series: readonly string[];
  /** The leaves of the path: those of the horizontal and of the vertical axis. */
  readonly leaves: readonly [number, number];
}

export type OptimisersReply =
  | {
      readonly state: 'partial' | 'ok';
      /** The function that is minimised. */
      readonly minimised: PlaneFunction;
      /** The series whose first record is the start. */
      readonly series: string;
      /** Those of the choices that have been computed. */
      readonly runs: readonly OptimiserRun[];
    }
  | { readonly state: 'error'; readonly diagnostics: readonly Diagnostic[] };

export interface OptimiserRun extends OptimiserChoice {
  /** The value of the function at the start and after each step; fewer if the time ended. */
  readonly losses: Float64Array<ArrayBuffer>;
  /** Two leaves of what is optimised, where it has them. */
  readonly path: { readonly xs: Float64Array<ArrayBuffer>; readonly ys: Float64Array<ArrayBuffer> } | undefined;
}
