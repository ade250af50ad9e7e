import { agree, type Agreement } from '../ad/agree';
import { engineLabel, type ComparedEngine } from '../ad/engine';
import { ENGINES } from '../ad/registry';
import { programOfCase, shrink, type Counterexample } from '../ad/shrink';
import { printCore } from '../language/core/print';
import type { DisagreementReply } from '../protocol/disagreement';
import type { ProgramRequest } from '../protocol/subject';
import { showReal, showValue } from '../semantics/present';
import type { Task } from '../semantics/task';
import { pasteable } from './pasteable';
import { type Loaded, locatePoint } from './program';
import { unwritablePoint } from './unwritable';

/** Most smaller programs that are tried. */
const MOST_TRIED = 400;
/** The step limit of each of them: one that takes longer is skipped. */
const MOST_STEPS = 2e6;

/** Returns the main expression at its point, shrunk as far as the engines still disagree on it. */
export function* disagreementOf(
  loaded: Loaded,
  { inputs, budget }: Pick<ProgramRequest, 'inputs' | 'budget'>,
  engines: readonly ComparedEngine[] = ENGINES,
): Task<DisagreementReply> {
  if (loaded.tag === 'wrong') return { state: 'error', diagnostics: loaded.diagnostics };
  const located = yield* locatePoint(loaded.program, inputs, budget);
  if (located === undefined) return { state: 'error', diagnostics: [] };
  if (located.tag !== 'ok') return { state: 'error', diagnostics: [located.diagnostic] };
  const spent = { ...budget, steps: Math.min(budget.steps, MOST_STEPS) };
  const compare = ({ main, point }: Counterexample): Task<Agreement> =>
    agree(main, point, { engines, budget: spent, now: () => 0 });
  const found = yield* shrink(
    located.value,
    function* (candidate) {
      return (yield* compare(candidate)).verdict === 'disagree';
    },
    MOST_TRIED,
  );
  const unwritable = unwritablePoint(found.main, found.point);
  if (unwritable !== undefined) return { state: 'error', diagnostics: [unwritable] };
  const agreement = yield* compare(found);
  return {
    state: 'ok',
    text: printCore(pasteable(programOfCase(found))).trim(),
    answers: answersOf(found, agreement),
    verdict: agreement.verdict,
  };
}

export function answersOf({ main }: Counterexample, { columns, leaves }: Agreement): readonly string[] {
  return columns.map((column) => {
    const engine = engineLabel(column.engine);
    if (column.status === 'pending' || column.status === 'not run') return `${engine}: has not run`;
    if (column.status !== 'ok') return `${engine}: ${column.reason}`;
    const derivatives = column.derivatives.map((x, at) => `∂${leaves[at] ?? ''} = ${showReal(x, 'full')}`);
    return `${engine}: ${showValue(column.result.value, main.target, 'full', main.variants)}, ${derivatives.join(', ')}`;
  });
}
