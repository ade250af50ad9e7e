import { checkTheorems } from '../ad/checks';
import type { Main, Point } from '../ad/engine';
import { leafLabels } from '../ad/point';
import type { ProgramRequest } from '../protocol/subject';
import type { ChecksPayload, ChecksReply } from '../protocol/terms';
import type { Budget } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { type Loaded, locatePoint } from './program';

/** Checks the theorems of Abadi & Plotkin on the main expression at its point. */
export function* checksOf(loaded: Loaded, { inputs, budget }: ProgramRequest): Task<ChecksReply> {
  if (loaded.tag === 'wrong') return { state: 'error', diagnostics: loaded.diagnostics };
  const located = yield* locatePoint(loaded.program, inputs, budget);
  if (located === undefined) return { state: 'error', diagnostics: [] };
  if (located.tag !== 'ok') return { state: 'error', diagnostics: [located.diagnostic] };
  const { main, point } = located.value;
  return { state: 'ok', checks: yield* checksAt(main, point, budget) };
}

export function* checksAt(main: Main, point: Point, budget: Budget): Task<ChecksPayload> {
  return { ...(yield* checkTheorems(main, point, budget)), leaves: leafLabels(main, point) };
}
