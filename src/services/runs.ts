import { compiled } from '../ad/compiled/engine';
import type { ComparedEngine, Main, Point } from '../ad/engine';
import { ENGINES } from '../ad/registry';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Focus, GradientPayload, ProductName, RunReply, RunRequest, Series } from '../protocol/messages';
import type { Run, RunOutcome } from '../semantics/evaluate';
import type { Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { deltaPayload } from './delta-payload';
import { gradientOf } from './gradient-payload';
import { describeFocus, findPoint, keepPoint, keptPoint, readInputs } from './program';
import type { Loaded, Program } from './program';
import { runInSlices } from './slices';
import type { YieldToEventLoop } from './slices';
import { tracePayload } from './trace-payload';
import { watchedSeries, valuePayload } from './value-payload';
import { newestOnly } from './newest';
import { enginesIn, type OwnEngines } from './own-engine';
import { tooLong, unfinished } from './unfinished';
import { ValueRun } from './value-run';
import { recentValues } from './recent';
import { keepRecordingOf, recordedAt } from './recorded';
import { keyOfRun, type Recordings } from './recordings';
import type { KeptValues } from './kept-values';
import type { Loader } from './loader';

export interface Runs {
  readonly run: (request: RunRequest, reply: (reply: RunReply) => void) => Promise<void>;
  /** Stops the run that is under way. */
  readonly stop: () => void;
}

/** A reply without its revision. */
type Answer = RunReply extends infer Reply ? (Reply extends RunReply ? Omit<Reply, 'revision'> : never) : never;

/**
 * Runs cells: computes the products of each job in the requested order, remembered ones at once. Resolves when all are
 * answered, or when a newer request has come. A run that a newer request interrupts, or that reaches its limit, goes on when
 * its value is asked for again. Engines that only confirm a gradient come last, and yield to questions, of which `isAsked` tells.
 */
export function createRuns(
  yieldToEventLoop: YieldToEventLoop,
  load: Loader,
  recordings: Recordings,
  kept: KeptValues,
  findOwn: OwnEngines,
  isAsked: () => boolean,
): Runs {
  const remembered = new Memory();
  const begun = recentValues<ValueRun>(MOST_BEGUN);
  let isStopped = false;
  const startRun = newestOnly();
  const stop = (): void => {
    isStopped = true;
  };
  const run = async (request: RunRequest, reply: (reply: RunReply) => void): Promise<void> => {
    const isStale = startRun('');
    const answer = (made: Answer): void => {
      if (!isStale()) reply({ ...made, revision: request.revision });
    };
    // An older run that is between two slices ends before this one starts.
    await yieldToEventLoop();
    if (isStale()) return;
    const { cells, inputs, budget, engines = [] } = request;
    const finding = await runInSlices(enginesIn(findOwn, cells, engines, inputs), yieldToEventLoop, isStale);
    if (finding === undefined) return;
    const own = finding.value;
    const stamps = own.map(stampOf);
    for (const { cell, focus, products: wanted, seconds = budget.seconds } of request.jobs) {
      isStopped = false;
      const loading = await runInSlices(load({ cells, cell, focus }), yieldToEventLoop, isStale);
      if (loading === undefined) return;
      const loaded = loading.value;
      // Failed programs are not cached.
      const key = JSON.stringify([loaded.tag === 'ok' ? keyOfRun(loaded.program, inputs) : inputs, budget]);
      const keyOf = (product: ProductName): string => (product === 'gradient' ? `${key}${stamps.join()}` : key);
      const missing = wanted.filter((product) => {
        const known = remembered.recall(keyOf(product), product);
        if (known !== undefined) answer(known);
        return known === undefined;
      });
      if (missing.length === 0) continue;
      let isMinor = false;
      const wantedOf: Wanted = {
        cell,
        products: missing,
        inputs,
        budget,
        seconds,
        isStopped: () => isStopped,
        recordings,
        kept,
        own,
        recede: () => {
          isMinor = true;
        },
        begun: {
          get: () => begun.get(key),
          set: (made) => begun.set(key, made),
          drop: () => {
            begun.delete(key);
          },
        },
      };
      const task = products(loaded, wantedOf, (made) => {
        if (made.state === 'ok') remembered.keep(keyOf(made.product), made);
        answer(made);
      });
      await runInSlices(task, yieldToEventLoop, isStale, () => isMinor && isAsked());
      if (isStale()) return;
    }
  };
  return { run, stop };
}

const STAMPS = new WeakMap<ComparedEngine, number>();
let lastStamp = 0;

/** Returns a number that no other engine has. */
function stampOf(engine: ComparedEngine): number {
  const stamp = STAMPS.get(engine) ?? ++lastStamp;
  STAMPS.set(engine, stamp);
  return stamp;
}

/** The runs that are kept to go on with. */
const MOST_BEGUN = 3;

interface Wanted extends Pick<RunRequest, 'inputs' | 'budget'> {
  readonly cell: number;
  readonly products: readonly ProductName[];
  readonly seconds: number;
  readonly isStopped: () => boolean;
  readonly recordings: Recordings;
  readonly kept: KeptValues;
  /** The engines that the program defines. */
  readonly own: readonly ComparedEngine[];
  /** Is called when what remains can wait. */
  readonly recede: () => void;
  /** The run of this program with these inputs, if it has begun. */
  readonly begun: {
    readonly get: () => ValueRun | undefined;
    readonly set: (run: ValueRun) => ValueRun;
    readonly drop: () => void;
  };
}

interface Unfinished {
  readonly tag: 'waits';
  readonly diagnostic: Diagnostic;
}

/** Answers the products of a cell in the requested order. */
function* products(loaded: Loaded, request: Wanted, answer: (made: Answer) => void): Task<void> {
  const { cell, products: wanted } = request;
  const fail = (names: readonly ProductName[], diagnostics: readonly Diagnostic[]): void => {
    for (const product of names) answer({ state: 'error', cell, product, diagnostics });
  };
  if (loaded.tag === 'wrong') {
    fail(wanted, loaded.diagnostics);
    return;
  }
  const { program } = loaded;
  const inputs = readInputs(program, request.inputs);
  if (inputs.tag !== 'ok') {
    fail(wanted, [inputs.diagnostic]);
    return;
  }
  const known = wanted.includes('value') ? undefined : knownPoint(program, request);
  if (known !== undefined) {
    yield* allDerived(wanted, { ...known, isLong: false, isCompiled: false }, request, answer);
    return;
  }
  const { begun, seconds: limit, isStopped } = request;
  const running =
    begun.get() ??
    begun.set(
      new ValueRun(program, inputs.value, request.budget, wanted.includes('trace') || wanted.includes('delta')),
    );
  request.recordings.begin(program, request.inputs, running);
  const series = (): readonly Series[] => watchedSeries(program, running);
  const report = (): void => {
    if (!wanted.includes('value')) return;
    answer({
      state: 'partial',
      cell,
      product: 'value',
      progress: { series: series(), seconds: running.seconds, limit },
    });
  };
  const isFirst = wanted.includes('value') && !SHOWN.has(program);
  const end = yield* running.forward({ seconds: limit, isStopped, isFirst, report });
  // A trace takes memory, and what the machine runs to its end is soon run again.
  if (end.tag === 'ended') request.recordings.end(program, request.inputs);
  if (end.tag === 'ended' && !running.isLong) begun.drop();
  const outcome: RunOutcome | Unfinished =
    end.tag === 'ended' ? end.outcome : { tag: 'waits', diagnostic: unfinished(program, end.tag, limit) };
  if (outcome.tag !== 'ok') {
    const diagnostics = [outcome.diagnostic];
    const recorded = series();
    for (const product of wanted)
      answer({ state: 'error', cell, product, diagnostics, ...(product === 'value' ? { series: recorded } : {}) });
    return;
  }
  const executed = outcome.value;
  request.kept.keep(program, request.inputs, executed);
  const { seconds, isLong, isCompiled } = running;
  let recorded: RunOutcome | undefined;
  const record = function* (): Task<RunOutcome | undefined> {
    recorded ??= yield* running.recorded(request.budget);
    if (recorded?.tag === 'ok' && located?.tag === 'ok') keepRecordingOf(program, recorded.value, located.value.point);
    return recorded;
  };
  const located = yield* locate(program, executed, request);
  const focus = located?.tag === 'ok' ? located.value.focus : undefined;
  if (wanted.includes('value')) {
    SHOWN.add(program);
    answer({ state: 'ok', cell, product: 'value', payload: valuePayload(program, executed, focus, seconds) });
    yield;
  }
  const others = wanted.filter((product) => product !== 'value');
  if (located?.tag === 'ok')
    yield* allDerived(others, { ...located.value, isLong, isCompiled, record }, request, answer);
  else if (located !== undefined) fail(others, [located.diagnostic]);
  else for (const product of others) answer({ state: 'empty', cell, product });
}

interface Located {
  readonly main: Main;
  readonly point: Point;
  readonly focus: Focus;
  readonly texts: readonly string[];
}

/** Returns undefined if there is nothing to differentiate: no main expression, or no real in its point or its value. */
function* locate(program: Program, executed: Run, { inputs, budget }: Wanted): Task<Outcome<Located> | undefined> {
  const { focus, texts } = program;
  if (focus === undefined) return undefined;
  const { main } = focus;
  const found = yield* findPoint(focus, executed, budget);
  if (found.tag !== 'ok') return found;
  const point = found.value;
  let value = executed.outputs[focus.output];
  if (focus.point.from === 'term') {
    const recorded = yield* recordedAt(main, point, budget);
    if (recorded.tag !== 'ok') return recorded;
    ({ value } = recorded.value);
  } else ({ value } = keepRecordingOf(program, executed, point) ?? { value });
  const description = describeFocus(program, focus, point, value);
  if (description.leaves.length === 0) return undefined;
  keepPoint(program, inputs, budget, point);
  DESCRIPTIONS.set(point, description);
  return { tag: 'ok', value: { main, point, focus: description, texts } };
}

/** The programs whose values the page has got: with other inputs, it shows these until it gets new ones. */
const SHOWN = new WeakSet<Program>();
const DESCRIPTIONS = new WeakMap<Point, Focus>();

/** Returns what the last run located, if that was a run of this program with these inputs, and a short one. */
function knownPoint(program: Program, { inputs, budget, begun }: Wanted): Located | undefined {
  const point = begun.get() === undefined ? keptPoint(program, inputs, budget) : undefined;
  const focus = point && DESCRIPTIONS.get(point);
  if (point === undefined || focus === undefined || program.focus === undefined) return undefined;
  return { main: program.focus.main, point, focus, texts: program.texts };
}

interface Derivable extends Located {
  /** Whether the machine would take too long. */
  readonly isLong: boolean;
  /** Whether compiled code computed the value, because it is faster than the machine. */
  readonly isCompiled: boolean;
  /** Finishes the run of the machine that compiled code has overtaken, so that it is not run again for its trace. */
  readonly record?: () => Task<RunOutcome | undefined>;
}

/** Answers with products of a point. The gradient comes first by its quickest engine, and last by the others. */
function* allDerived(
  products: readonly ProductName[],
  located: Derivable,
  request: Wanted,
  answer: (made: Answer) => void,
): Task<void> {
  let rest: Task<void> | undefined;
  for (const product of products) {
    if (product === 'value') continue;
    if (product !== 'gradient') yield* derived(product, located, request, answer);
    else {
      let isAnswered = false;
      const task = derived(product, located, request, (made) => {
        isAnswered ||= made.state !== 'partial' || (made.product === 'gradient' && hasAnswer(made.payload));
        answer(made);
      });
      rest = yield* begunUntil(task, () => isAnswered);
    }
    yield;
  }
  if (rest === undefined) return;
  request.recede();
  yield* rest;
}

function hasAnswer({ engines }: Pick<GradientPayload, 'engines'>): boolean {
  return engines.some(({ status }) => status === 'ok');
}

/** Does the first part of a task; returns the task if there is more of it. */
function* begunUntil(task: Task<void>, isEnough: () => boolean): Task<Task<void> | undefined> {
  for (;;) {
    if (task.next().done === true) return undefined;
    if (isEnough()) return task;
    yield;
  }
}

function* derived(
  product: Exclude<ProductName, 'value'>,
  { main, point, focus, texts, isLong, isCompiled, record }: Derivable,
  { cell, budget, own }: Wanted,
  answer: (made: Answer) => void,
): Task<void> {
  if (isLong && product !== 'gradient') {
    answer({ state: 'error', cell, product, diagnostics: [tooLong(main)] });
    return;
  }
  const run = product !== 'gradient' && record !== undefined ? yield* record() : undefined;
  if (run !== undefined && run.tag !== 'ok') {
    answer({ state: 'error', cell, product, diagnostics: [run.diagnostic] });
    return;
  }
  switch (product) {
    case 'trace': {
      const recorded = yield* recordedAt(main, point, budget);
      const outcome = recorded.tag === 'ok' ? yield* tracePayload(main, point, recorded.value, focus) : recorded;
      answer(
        outcome.tag === 'ok'
          ? { state: 'ok', cell, product, payload: outcome.value }
          : { state: 'error', cell, product, diagnostics: [outcome.diagnostic] },
      );
      return;
    }
    case 'delta': {
      const outcome = yield* deltaPayload(main, point, focus, budget, texts);
      answer(
        outcome.tag === 'ok'
          ? { state: 'ok', cell, product, payload: outcome.value }
          : { state: 'error', cell, product, diagnostics: [outcome.diagnostic] },
      );
      return;
    }
    case 'gradient': {
      // The others take a multiple of the machine's time, which was too long.
      const engines = isLong ? ENGINES.filter(({ id }) => id === compiled.id) : [...ENGINES, ...own];
      const first = isCompiled ? compiled.id : undefined;
      const gradient = yield* gradientOf({ main, point }, budget, { engines, first }, (partial) => {
        answer({ state: 'partial', cell, product, payload: { focus, ...partial } });
      });
      answer({ state: 'ok', cell, product, payload: { focus, ...gradient } });
    }
  }
}

/** Products of a program's last few points, so that an undone edit or a slider moved back is answered at once. */
class Memory {
  private readonly answers = recentValues<Answer>(MOST_REMEMBERED);

  /** Returns a copy, so the caller may transfer its arrays. */
  recall(key: string, product: ProductName): Answer | undefined {
    const known = this.answers.get(product + key);
    return known && structuredClone(known);
  }

  keep(key: string, answer: Answer): void {
    if (weight(answer) > HEAVIEST) return;
    this.answers.set(answer.product + key, structuredClone(answer));
  }
}

const MOST_REMEMBERED = 64;
/** Answers with more nodes or entries are not remembered. */
const HEAVIEST = 20_000;

function weight(answer: Answer): number {
  if (answer.state !== 'ok') return 0;
  switch (answer.product) {
    case 'trace':
    case 'delta':
      return answer.payload.count;
    case 'value':
      return answer.payload.series.reduce((sum, { columns }) => sum + (columns[0]?.length ?? 0) * columns.length, 0);
    case 'gradient':
      return answer.payload.focus.leaves.length;
  }
}
