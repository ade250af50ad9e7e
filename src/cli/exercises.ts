import { isImported } from '../language/source/imported';
import { drain } from '../semantics/task';
import type { ExerciseReply } from '../protocol/exercises';
import type { Budget } from '../semantics/outcome';
import { checkExercise } from '../services/exercises';
import { createLoader } from '../services/loader';
import type { Source } from './source';

export type ExerciseReport = ExerciseReply & { readonly id: string };

/** Returns which of the notebook's exercises are solved by its text. */
export function exerciseReports({ exercises, texts }: Source, budget: Budget): readonly ExerciseReport[] {
  const load = createLoader();
  return exercises.map(({ id, cell, check }) => ({
    id,
    ...drain(checkExercise(load, { cells: texts.filter((text, at) => at <= cell || isImported(text)), check, budget })),
  }));
}

export function exerciseText(report: ExerciseReport): string {
  const why = report.status === 'failed' ? `: ${report.message}` : '';
  return `exercise ${report.id}: ${report.status === 'failed' ? 'the check cannot be evaluated' : report.status}${why}`;
}
