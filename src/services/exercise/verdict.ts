import type { CheckedLine } from '../../protocol/exercises';

/** What a line says, without its name. */
export type Verdict = Omit<CheckedLine, 'name'>;

/** The time that one line may take, as a multiple of the time of one run. */
export const RUNS = 5;
