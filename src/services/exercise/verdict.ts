import type { CheckedLine } from '../../protocol/exercises';

/** What a line says, without its name. */
export type Verdict = Omit<CheckedLine, 'name'>;
