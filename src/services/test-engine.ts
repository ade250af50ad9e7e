import { agree, type Agreement, type Column } from '../ad/agree';
import type { ComparedEngine } from '../ad/engine';
import { testPrograms } from '../ad/own/programs';
import type { OwnSignature } from '../ad/own/signature';
import { pointReals } from '../ad/point';
import { engineById, ENGINES } from '../ad/registry';
import { programOfCase, shrink, type Counterexample } from '../ad/shrink';
import { printCore } from '../language/core/print';
import { internalError } from '../language/source/internal-error';
import type { EngineTest } from '../protocol/engine-test';
import { PAGE_BUDGET } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { answersOf } from './disagreement';
import { pasteable } from './pasteable';

/** The number of programs that an engine must be right on. */
const PROGRAMS = 200;
/** Programs that fail themselves, or whose numbers overflow, say nothing about an engine. */
const MOST_PROGRAMS = 1_200;
/** Milliseconds in which programs are tried, and in which one that is wrong is made smaller. */
const TRYING = 30_000;
const SHRINKING = 1_000;
const MOST_TRIED = 2_000;
/** The step limit for a program. A published engine takes some hundred steps. */
const STEPS = 100_000;

/**
 * Runs an engine on generated programs until it is not right on one, which is then made smaller. An engine that does not
 * finish on a program, or fails on it, is not right either.
 */
export function* testEngine(
  engine: ComparedEngine,
  { operations, hasGradient }: Pick<OwnSignature, 'operations' | 'hasGradient'>,
  now: () => number = () => performance.now(),
): Task<EngineTest> {
  if (!hasGradient) return { state: 'no gradient' };
  const reference = engineById('trace-anf') ?? internalError('no engine to compare with');
  const budget = { ...PAGE_BUDGET, steps: STEPS };
  const compare = ({ main, point }: Counterexample, engines: readonly ComparedEngine[]): Task<Agreement> =>
    agree(main, point, { engines, budget, now });
  const verdictOn = function* (candidate: Counterexample): Task<'right' | 'wrong' | 'stopped' | undefined> {
    // Without a real there is nothing to differentiate.
    if (pointReals(candidate.main, candidate.point).length === 0) return undefined;
    const { columns, verdict } = yield* compare(candidate, [reference, engine]);
    const [theirs, own] = columns;
    if (theirs?.status !== 'ok') return undefined;
    if (own?.status === 'stopped') return 'stopped';
    return verdict === 'disagree' ? 'wrong' : isAnswer(own) ? 'right' : undefined;
  };
  const start = now();
  let right = 0;
  let tried = 0;
  for (const program of testPrograms([...operations.keys()])) {
    if (right >= PROGRAMS || tried++ >= MOST_PROGRAMS || now() - start > TRYING) break;
    const verdict = yield* verdictOn(program);
    if (verdict === 'right') right += 1;
    if (verdict !== 'wrong' && verdict !== 'stopped') continue;
    const end = now() + SHRINKING;
    const holds = function* (candidate: Counterexample): Task<boolean> {
      return now() < end && (yield* verdictOn(candidate)) === verdict;
    };
    const found = yield* shrink(program, holds, MOST_TRIED);
    const published = ENGINES.filter(({ id }) => SHOWN.has(id));
    return {
      state: verdict,
      right,
      text: printCore(pasteable(programOfCase(found))).trim(),
      answers: answersOf(found, yield* compare(found, [engine, ...published])),
    };
  }
  return { state: 'right', right };
}

/** The published engines whose answers are shown. */
const SHOWN: ReadonlySet<string> = new Set(['reverse', 'forward', 'trace-anf', 'numeric']);

function isAnswer(column: Column | undefined): boolean {
  return column?.status === 'ok';
}
