import { compiled } from '../ad/compiled/engine';
import type { Main, Point } from '../ad/engine';
import { ENGINES } from '../ad/registry';
import { recordRun, recordingOf } from '../ad/recording';
import type { Recording } from '../ad/recording';
import type { Diagnostic } from '../language/source/diagnostic';
import type { Focus, ProductName, RunReply, RunRequest, Series } from '../protocol/messages';
import type { Run, RunOutcome } from '../semantics/evaluate';
import type { Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { deltaPayload } from './delta-payload';
import { gradientOf } from './gradient-payload';
import { describeFocus, findPoint, readInputs } from './program';
import type { Loaded, Program } from './program';
import { runInSlices } from './slices';
import type { YieldToEventLoop } from './slices';
import { tracePayload } from './trace-payload';
import { watchedSeries, valuePayload } from './value-payload';
import { newestOnly } from './newest';
import { tooLong, unfinished } from './unfinished';
import { ValueRun } from './value-run';
import { recentValues } from './recent';
import { keyOfRun, type Recordings } from './recordings';
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
 * its value is asked for again.
 */
export function createRuns(yieldToEventLoop: YieldToEventLoop, load: Loader, recordings: Recordings): Runs {
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
    const { cells, inputs, budget } = request;
    for (const { cell, focus, products: wanted, seconds = budget.seconds } of request.jobs) {
      isStopped = false;
      const loading = await runInSlices(load({ cells, cell, focus }), yieldToEventLoop, isStale);
      if (loading === undefined) return;
      const loaded = loading.value;
      // Failed programs are not cached.
      const key = JSON.stringify([loaded.tag === 'ok' ? keyOfRun(loaded.program, inputs) : inputs, budget]);
      const missing = wanted.filter((product) => {
        const known = remembered.recall(key, product);
        if (known !== undefined) answer(known);
        return known === undefined;
      });
      if (missing.length === 0) continue;
      const wantedOf: Wanted = {
        cell,
        products: missing,
        inputs,
        budget,
        seconds,
        isStopped: () => isStopped,
        recordings,
        begun: {
          get: () => begun.get(key),
          set: (made) => begun.set(key, made),
          drop: () => {
            begun.delete(key);
          },
        },
      };
      const task = products(loaded, wantedOf, (made) => {
        if (made.state === 'ok') remembered.keep(key, made);
        answer(made);
      });
      await runInSlices(task, yieldToEventLoop, isStale);
      if (isStale()) return;
    }
  };
  return { run, stop };
}

/** The runs that are kept to go on with. */
const MOST_BEGUN = 3;

interface Wanted extends Pick<RunRequest, 'inputs' | 'budget'> {
  readonly cell: number;
  readonly products: readonly ProductName[];
  readonly seconds: number;
  readonly isStopped: () => boolean;
  readonly recordings: Recordings;
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
  const { begun, seconds: limit, isStopped } = request;
  const running =
    begun.get() ?? begun.set(new ValueRun(program, inputs.value, request.budget, wanted.includes('trace')));
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
  const end = yield* running.forward({ seconds: limit, isStopped, report });
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
  const { seconds, isLong } = running;
  const located = yield* locate(program, executed, request);
  const focus = located?.tag === 'ok' ? located.value.focus : undefined;
  for (const product of wanted) {
    if (product === 'value') {
      answer({ state: 'ok', cell, product, payload: valuePayload(program, executed, focus, seconds) });
    } else if (located?.tag === 'ok') {
      yield* derived(product, located.value, { ...request, isLong }, answer);
    } else if (located !== undefined) {
      fail([product], [located.diagnostic]);
    } else {
      answer({ state: 'empty', cell, product });
    }
    yield;
  }
}

interface Located {
  readonly main: Main;
  readonly point: Point;
  readonly focus: Focus;
  /** Present if the reference run was recorded. */
  readonly recording: Recording | undefined;
  /** The program's texts. */
  readonly texts: readonly string[];
}

/** Returns undefined if there is nothing to differentiate: no main expression, or no real in its point or its value. */
function* locate(program: Program, executed: Run, { budget }: Wanted): Task<Outcome<Located> | undefined> {
  const { focus } = program;
  if (focus === undefined) return undefined;
  const { main } = focus;
  const found = yield* findPoint(focus, executed, budget);
  if (found.tag !== 'ok') return found;
  const point = found.value;
  const output = executed.outputs[focus.output];
  let recording = executed.trace === undefined ? undefined : recordingOf(main, executed, output);
  let value = recording?.value ?? output;
  if (focus.point.from === 'term') {
    const recorded = yield* recordRun(main, point, budget);
    if (recorded.tag !== 'ok') return recorded;
    recording = recorded.value;
    value = recording.value;
  }
  const description = describeFocus(program, focus, point, value);
  if (description.leaves.length === 0) return undefined;
  return { tag: 'ok', value: { main, point, focus: description, recording, texts: program.texts } };
}

function* derived(
  product: Exclude<ProductName, 'value'>,
  { main, point, focus, recording, texts }: Located,
  { cell, budget, isLong }: Wanted & { readonly isLong: boolean },
  answer: (made: Answer) => void,
): Task<void> {
  if (isLong && product !== 'gradient') {
    answer({ state: 'error', cell, product, diagnostics: [tooLong(main)] });
    return;
  }
  switch (product) {
    case 'trace': {
      const recorded: Outcome<Recording> =
        recording === undefined ? yield* recordRun(main, point, budget) : { tag: 'ok', value: recording };
      const outcome = recorded.tag === 'ok' ? yield* tracePayload(main, point, recorded.value, focus) : recorded;
      answer(
        outcome.tag === 'ok'
          ? { state: 'ok', cell, product, payload: outcome.value }
          : { state: 'error', cell, product, diagnostics: [outcome.diagnostic] },
      );
      return;
    }
    case 'delta': {
      const outcome = yield* deltaPayload(main, point, focus, budget, texts, recording);
      answer(
        outcome.tag === 'ok'
          ? { state: 'ok', cell, product, payload: outcome.value }
          : { state: 'error', cell, product, diagnostics: [outcome.diagnostic] },
      );
      return;
    }
    case 'gradient': {
      // The others take a multiple of the machine's time, which was too long.
      const engines = isLong ? ENGINES.filter(({ id }) => id === compiled.id) : ENGINES;
      const gradient = yield* gradientOf({ main, point }, budget, { engines }, (partial) => {
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
