import { error, type Diagnostic } from '../language/source/diagnostic';
import { closest } from '../language/elaborate/messages/suggest';
import { isImported } from '../language/source/imported';
import { drain } from '../semantics/task';
import { whyNot, type CheckedLine, type ExerciseReply } from '../protocol/exercises';
import type { Json } from '../protocol/messages';
import { PAGE_BUDGET, type Budget } from '../semantics/outcome';
import { checkExercise } from '../services/exercises';
import { faultsOf } from '../services/exercise/valid';
import { createLoader } from '../services/loader';
import { shippedExercise, shippedKeys } from './shipped';
import type { Source } from './source';

export type ExerciseReport = ExerciseReply & { readonly id: string };

/** Returns which of the notebook's exercises are solved by its text. */
export function exerciseReports({ exercises, texts }: Source, budget: Budget): readonly ExerciseReport[] {
  const load = createLoader();
  return exercises.map(({ id, cell, check, checks }) => {
    const cells = cellsUpTo(texts, cell);
    const most = checks === undefined ? budget : likeThePage(budget);
    return { id, ...drain(checkExercise(load, { cells, cell, check, checks, budget: most })) };
  });
}

/** No run of a check gets more than the page gives it, so that an answer is judged as there. */
function likeThePage({ seconds, steps, bytes }: Budget): Budget {
  return {
    seconds: Math.min(seconds, PAGE_BUDGET.seconds),
    steps: Math.min(steps, PAGE_BUDGET.steps),
    bytes: Math.min(bytes, PAGE_BUDGET.bytes),
  };
}

/** Returns the program's cells up to one of them, and the imported ones. */
export function cellsUpTo(texts: readonly string[], cell: number): readonly string[] {
  return texts.filter((text, at) => at <= cell || isImported(text));
}

interface ExerciseFaults {
  /** The faults that keep exercises with a block of checks from being valid. */
  readonly faults: readonly Diagnostic[];
  /** The exercises without such a block, which need not be valid. */
  readonly unchecked: readonly string[];
}

export const NO_FAULTS: ExerciseFaults = { faults: [], unchecked: [] };

/** Returns which exercises are not valid, and why (`services/exercise/valid.ts`). */
export function exerciseFaults({ exercises, texts }: Source, budget: Budget): ExerciseFaults {
  const load = createLoader();
  const faults = exercises.flatMap((exercise) => {
    const { id, cell, checks } = exercise;
    if (checks === undefined) return [];
    const request = { ...exercise, exercise: id, cells: cellsUpTo(texts, cell), budget: likeThePage(budget) };
    const span = { cell, start: 0, end: 0 };
    return drain(faultsOf(load, request)).map(({ message, hint, block }) =>
      error('exercise', span, `exercise \`${id}\`: ${message}`, {
        hint: block === undefined ? hint : `${hint}: \`\`\`${block}`,
      }),
    );
  });
  return { faults, unchecked: exercises.flatMap(({ id, checks }) => (checks === undefined ? [id] : [])) };
}

/** Returns which cells hold the answer to an exercise that does not exist. */
export function holdingFaults({ holding }: Source): readonly Diagnostic[] {
  return holding.flatMap(({ cell, key }) => {
    if (shippedExercise(key) !== undefined) return [];
    const near = closest(key, shippedKeys());
    const hint =
      near === undefined ? 'write NOTEBOOK/ID, such as `from=chain-rule/byHand`' : `did you mean \`from=${near}\`?`;
    return [error('exercise', { cell, start: 0, end: 0 }, `\`from=${key}\`: there is no such exercise`, { hint })];
  });
}

export function uncheckedText(unchecked: readonly string[]): string {
  const listed = unchecked.length === 0 ? '' : `\nexercises without a block of checks: ${unchecked.join(', ')}`;
  return `no errors${listed}`;
}

/** Returns a report as JSON, without what is undefined. */
export function exerciseJson({ lines, ...report }: ExerciseReport): Json {
  return { ...report, ...(lines !== undefined && { checks: lines.map((line) => definedOf(line)) }) };
}

function definedOf(line: CheckedLine): Json {
  const entries = Object.entries<string | undefined>({ ...line });
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

export function exerciseText(report: ExerciseReport): string {
  const { id, status, lines } = report;
  const why = status === 'failed' && lines === undefined ? `: ${report.message}` : '';
  const lineTexts = (lines ?? []).map((line) => {
    const reason = whyNot(line);
    return `  ${line.status === 'passed' ? '✓' : '✗'} ${line.name}${reason === undefined ? '' : `: ${reason}`}`;
  });
  const first = `exercise ${id}: ${status === 'failed' ? 'the check cannot be evaluated' : status}${why}`;
  return [first, ...lineTexts].join('\n');
}
