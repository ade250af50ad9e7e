/* What a module and its host agree on. The host is small: modules that are written to files contain it. */

/** The module that functions are imported from. */
export const IMPORTS = 'operations';

/** The imported function that gives more fuel, if the module asks for it. */
export const REFUEL = 'refuel';

/** The imported function that takes what is watched: the number of the `watch`, and the address of its name and value. */
export const WATCHED = 'watched';

/** The entry that goes on with a run that paused. */
export const RESUME = 'resume';

/** The imported function that returns the units of the text of a number. */
export const SHOWN_UNIT = 'shownUnit';

/** Why a run stopped; in the global `fault`. */
export const FAULT = {
  /** An error in the reader's program, which the machine names. */
  program: 1,
  steps: 2,
  memory: 3,
  /** An error of the same kind: a result that is not finite, or an int out of range. */
  result: 4,
} as const;

/** The reason that is none: the run goes on where it stopped when the host calls `RESUME`. */
export const PAUSED = 5;

/**
 * The addresses that notes are written to, below all data. Memory at the beginning stays 0: reading what is absent reads
 * there.
 */
export const NOTE = { site: 4032, caller: 4040, values: 4048 } as const;
