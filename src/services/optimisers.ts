import { itemBinders } from '../language/core/traverse';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { PRELUDE_CELL } from '../language/source/span';
import { showType } from '../language/types/print';
import { sameType } from '../language/types/structure';
import { functionType, REAL, type Type } from '../language/types/type';
import type {
  OptimiserChoice,
  OptimiserName,
  OptimiserRun,
  OptimisersReply,
  OptimisersRequest,
} from '../protocol/optimisers';
import { momentAt } from '../semantics/moment';
import type { WatchSeries } from '../semantics/observe';
import { showValue } from '../semantics/present';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';
import type { Loader } from './loader';
import { likelyLoss, type PlaneDefinition } from './plane-functions';
import { type InputValues, type Loaded, type Program, readInputs } from './program';
import { recentValues } from './recent';
import { ValueRun } from './value-run';
import { writtenName } from './written-name';

/** The state of an optimiser in the language: at its start, as a pattern whose first variable is `at`, and the function that steps. */
interface Written {
  readonly start: (at: string) => string;
  readonly pattern: string;
  readonly step: string;
}

const WITH_ZEROS = { start: (at: string) => `(${at}, zeroLike ${at})`, pattern: '(at, rest)' };

const WRITTEN: Readonly<Record<OptimiserName, Written>> = {
  gradientDescent: { start: (at) => at, pattern: 'at', step: 'gradientDescent RATE 1' },
  momentum: { ...WITH_ZEROS, step: 'Step.momentum RATE 0.9' },
  nesterov: { ...WITH_ZEROS, step: 'Step.nesterov RATE 0.9' },
  adaGrad: { ...WITH_ZEROS, step: 'Step.adaGrad RATE' },
  rmsProp: { ...WITH_ZEROS, step: 'Step.rmsProp RATE 0.9' },
  adam: {
    start: (at) => `(${at}, zeroLike ${at}, zeroLike ${at}, 0.9, 0.999)`,
    pattern: '(at, mean, square, decay1, decay2)',
    step: 'Step.adam RATE',
  },
};

export type Optimisers = (
  loaded: Loaded,
  request: OptimisersRequest,
  answer: (made: OptimisersReply) => void,
) => Task<void>;

/** Remembers the last runs, so that a rate that changes leaves the other optimisers as they are. */
const MOST_REMEMBERED = 24;

/** Runs optimisers, written in the language, on the function that a descent minimises, from its start. */
export function createOptimisers(load: Loader): Optimisers {
  const remembered = recentValues<OptimiserRun>(MOST_REMEMBERED);
  return function* (loaded, request, answer) {
    const fail = (diagnostics: readonly Diagnostic[]): void => {
      answer({ state: 'error', diagnostics });
    };
    if (loaded.tag === 'wrong') {
      fail(loaded.diagnostics);
      return;
    }
    const { program } = loaded;
    const inputs = readInputs(program, request.inputs);
    if (inputs.tag !== 'ok') {
      fail([inputs.diagnostic]);
      return;
    }
    const found = yield* startOf(program, inputs.value, request);
    if (found === undefined) {
      fail([]);
      return;
    }
    const { definition, series } = found;
    const { label: name, binder } = definition;
    const minimised = { name, type: showType(binder.type), span: binder.origin };
    const runs: OptimiserRun[] = [];
    const prefix = prefixOf(request);
    for (const choice of request.choices) {
      const text = textOf(prefix, program, found, choice.optimiser);
      const key = JSON.stringify([program.key, request.inputs, request.leaves, request.steps, choice, text]);
      const run = remembered.get(key) ?? (yield* runOf(load, request, prefix, text, choice));
      if ('severity' in run) {
        fail([run]);
        return;
      }
      runs.push(remembered.set(key, run));
      const state = runs.length === request.choices.length ? 'ok' : 'partial';
      // An answer gives its arrays away.
      answer({ state, minimised, series, runs: structuredClone(runs) });
      yield;
    }
    if (request.choices.length === 0) answer({ state: 'ok', minimised, series, runs });
  };
}

interface Start {
  readonly definition: PlaneDefinition;
  readonly series: string;
  readonly type: Type;
  readonly value: Value;
}

/** Returns the first series that records an argument of a function to the reals, with its first record. */
function* startOf(program: Program, inputs: InputValues, request: OptimisersRequest): Task<Start | undefined> {
  const { budget } = request;
  for (const series of request.series) {
    const found = yield* momentAt(program.executable, { budget, inputs }, series, 0);
    if (found.tag !== 'ok') continue;
    const { value } = found;
    const { type } = found.term;
    const definition = likelyLoss(program, functionsOf(program, type));
    if (definition !== undefined) return { definition, series, type, value };
  }
  return undefined;
}

/** Returns the definitions of functions from a type to the reals, in the order of the program. */
function functionsOf({ core, texts }: Program, type: Type): readonly PlaneDefinition[] {
  const found = new Map<string, PlaneDefinition>();
  for (const item of core.items) {
    if (item.origin.cell === PRELUDE_CELL || item.tag === 'input') continue;
    for (const binder of itemBinders(item)) {
      const label = writtenName(texts, binder.name, binder.origin);
      // A later definition hides an earlier one.
      found.delete(label);
      if (sameType(binder.type, functionType(type, REAL))) found.set(label, { label, binder });
    }
  }
  return [...found.values()];
}

/** Returns how the names of the cells that run optimisers begin: as no name of the reader does. */
function prefixOf({ cells, cell }: OptimisersRequest): string {
  const texts = cells.slice(0, cell + 1);
  for (let number = 0; ; number++)
    if (!texts.some((text) => text.includes(`optimiser${number}`))) return `optimiser${number}`;
}

/** Returns a cell that runs an optimiser and watches where it is, and the value there. */
function textOf(
  prefix: string,
  { core }: Program,
  { definition: { label }, type, value }: Start,
  optimiser: OptimiserName,
): string {
  const { start, pattern, step } = WRITTEN[optimiser];
  return `input ${prefix}Rate : real = 0
input ${prefix}Steps : int = 0
let ${prefix}Start : ${showType(type)} = ${showValue(value, type, 'full', core.variants)}
let rec ${prefix}Run (n : int) ${pattern} =
  let _ = watch "${prefix}Place" at in
  let _ = watch "${prefix}Loss" (${label} at) in
  if n < 1 then 0.0 else ${prefix}Run (n - 1) (${step.replace('RATE', `${prefix}Rate`)} ${label} ${pattern})
${prefix}Run ${prefix}Steps ${start(`${prefix}Start`)}`;
}

function* runOf(
  load: Loader,
  { cells, cell, inputs, budget, steps, leaves }: OptimisersRequest,
  prefix: string,
  text: string,
  choice: OptimiserChoice,
): Task<OptimiserRun | Diagnostic> {
  const loaded = yield* load({ cells: [...cells.slice(0, cell + 1), text], cell: cell + 1 });
  if (loaded.tag === 'wrong') {
    const [first] = loaded.diagnostics;
    return first ?? error('unknown-name', { cell, start: 0, end: 0 }, 'the optimisers could not be run');
  }
  const { program } = loaded;
  const read = readInputs(program, { ...inputs, [`${prefix}Rate`]: choice.rate, [`${prefix}Steps`]: steps });
  if (read.tag !== 'ok') return read.diagnostic;
  const run = new ValueRun(program, read.value, budget, false);
  const ended = yield* run.forward({ seconds: budget.seconds, isStopped: () => false, report: () => undefined });
  // A run that diverges can fail: what it reached is shown.
  if (ended.tag === 'ended' && ended.outcome.tag === 'failed' && run.series.length === 0)
    return ended.outcome.diagnostic;
  const recorded = (name: string): WatchSeries | undefined => run.series.find((each) => each.name === prefix + name);
  const losses = leafOf(recorded('Loss'), 0) ?? new Float64Array();
  const [xs, ys] = leaves.map((leaf) => leafOf(recorded('Place'), leaf));
  return { ...choice, losses, path: xs === undefined || ys === undefined ? undefined : { xs, ys } };
}

/** Returns a leaf of all records; undefined if they do not have it. */
function leafOf(series: WatchSeries | undefined, leaf: number): Float64Array<ArrayBuffer> | undefined {
  if (series === undefined || leaf >= (series.records[0]?.length ?? 0)) return undefined;
  return Float64Array.from(series.records, (record) => record[leaf] ?? NaN);
}
