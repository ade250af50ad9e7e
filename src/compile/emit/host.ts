/* What a module and its host agree on. The host is small: modules that are written to files contain it. */

/** The module that functions are imported from. */
export const IMPORTS = 'operations';

/** Why a run stopped; in the global `fault`. */
export const FAULT = {
  /** An error in the reader's program, which the machine names. */
  program: 1,
  steps: 2,
  memory: 3,
  /** An error of the same kind: a result that is not finite, or an int out of range. */
  result: 4,
} as const;

/** The addresses that notes are written to, below all data. */
export const NOTE = { site: 8, caller: 16, values: 24 } as const;
