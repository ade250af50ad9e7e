import { checkTheorems } from '../ad/checks';
import type { ProgramRequest } from '../protocol/subject';
import type { ChecksReply } from '../protocol/terms';
import { realLeaves } from '../semantics/present';
import type { Task } from '../semantics/task';
import { type Loaded, locatePoint } from './program';

/** Checks the theorems of Abadi & Plotkin on the main expression at its point. */
export function* checksOf(loaded: Loaded, { inputs, budget }: ProgramRequest): Task<ChecksReply> {
  if (loaded.tag === 'wrong') return { state: 'error', diagnostics: loaded.diagnostics };
  const located = yield* locatePoint(loaded.program, inputs, budget);
  if (located === undefined) return { state: 'error', diagnostics: [] };
  if (located.tag !== 'ok') return { state: 'error', diagnostics: [located.diagnostic] };
  const { main, point } = located.value;
  const leaves = main.parameters.flatMap(({ label, type }, at) =>
    realLeaves(point.arguments[at], type, label, main.variants).map((leaf) => leaf.label),
  );
  return { state: 'ok', checks: { ...(yield* checkTheorems(main, point, budget)), leaves } };
}
