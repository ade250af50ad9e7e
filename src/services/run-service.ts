import { agree } from '../ad/agree';
import type { Main, Point } from '../ad/engine';
import { ENGINES } from '../ad/registry';
import { record, recordingOf } from '../ad/recording';
import type { Recording } from '../ad/recording';
import type { Diagnostic } from '../language/source/diagnostic';
import type { ContoursReply, ContoursRequest, MomentReply, MomentRequest } from '../protocol/descent';
import type { DefinitionsReply, DefinitionsRequest } from '../protocol/editing';
import type { DisagreementReply, DisagreementRequest } from '../protocol/disagreement';
import type { ExerciseReply, ExerciseRequest } from '../protocol/exercises';
import type { GrowthReply, GrowthRequest } from '../protocol/growth';
import type { JetsReply, JetsRequest } from '../protocol/jets';
import type { CombinatorsReply, CombinatorsRequest } from '../protocol/combinators';
import type { PlotReply, PlotRequest } from '../protocol/plot';
import type { StepsReply, StepsRequest } from '../protocol/steps';
import type { ChecksReply, ChecksRequest, TermReply, TermRequest } from '../protocol/terms';
import type { Focus, ProductName, RunReply, RunRequest } from '../protocol/messages';
import type { Run } from '../semantics/evaluate';
import type { Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { pausedTime } from '../semantics/working-time';
import { combinatorsAnswer } from './combinators';
import { createContours } from './contours';
import { deltaPayload } from './delta-payload';
import { gradientPayload } from './gradient-payload';
import { createGrowth } from './growth-questions';
import { jetsAnswer } from './jets';
import { moment } from './moment';
import { createLoader } from './loader';
import { createPlots } from './plot';
import { describeFocus, findPoint, readInputs, reference } from './program';
import type { Loaded, Program } from './program';
import { runInSlices } from './slices';
import type { YieldToEventLoop } from './slices';
import { checksOf } from './checks';
import { disagreementOf } from './disagreement';
import { definitions } from './definitions';
import { checkExercise } from './exercises';
import { createSteps } from './steps';
import { createTerms } from './terms';
import { tracePayload } from './trace-payload';
import { seriesOf, valuePayload } from './value-payload';

/**
 * What the run worker exposes, but for the transfer: the caller lists the buffers of a reply, whose arrays it may
 * transfer, as no other reply has them.
 */
export interface RunService {
  /** Resolves when all products are answered, or a newer request has come. Products that do not exist get no reply. */
  run(request: RunRequest, reply: (reply: RunReply) => void): Promise<void>;
  /** Resolves when the finest grid is answered, or a newer question about contours has come. */
  contours(request: ContoursRequest, reply: (reply: ContoursReply) => void): Promise<void>;
  /** Resolves when all sizes are answered, or a newer question about growth has come, or none is wanted any more. */
  growth(request: GrowthRequest, reply: (reply: GrowthReply) => void): Promise<void>;
  /** Nobody waits for growth any more. */
  endGrowth(): void;
  /** Resolves when the finest picture is answered, or a newer question about a plot of the cell has come. */
  plot(request: PlotRequest, reply: (reply: PlotReply) => void): Promise<void>;
  /** Undefined when a newer question about a moment has come. */
  moment(request: MomentRequest): Promise<MomentReply | undefined>;
  /** Undefined when a newer question about steps has come. */
  steps(request: StepsRequest): Promise<StepsReply | undefined>;
  /** Undefined when a newer question about combinators has come. */
  combinators(request: CombinatorsRequest): Promise<CombinatorsReply | undefined>;
  /** Undefined when a newer question about jets has come. */
  jets(request: JetsRequest): Promise<JetsReply | undefined>;
  /** Undefined when a newer question about the same term has come. */
  term(request: TermRequest): Promise<TermReply | undefined>;
  /** Undefined when a newer question about definitions has come. */
  definitions(request: DefinitionsRequest): Promise<DefinitionsReply | undefined>;
  /** Undefined when a newer question about checks has come. */
  checks(request: ChecksRequest): Promise<ChecksReply | undefined>;
  /** Undefined when a newer question about a disagreement has come. */
  disagreement(request: DisagreementRequest): Promise<DisagreementReply | undefined>;
  /** Undefined when a newer question about the same exercise has come. */
  exercise(request: ExerciseRequest): Promise<ExerciseReply | undefined>;
}

/** A reply but for its revision. */
type Answer = RunReply extends infer Reply ? (Reply extends RunReply ? Omit<Reply, 'revision'> : never) : never;

export function createRunService(yieldToEventLoop: YieldToEventLoop): RunService {
  const load = createLoader();
  const remembered = new Memory();
  const drawContours = createContours(() => performance.now());
  const askGrowth = createGrowth(() => performance.now());
  const askPlot = createPlots(() => performance.now());
  const startGrowth = newestOnly();
  const startPlot = newestOnly();
  const startRun = newestOnly();
  const startContours = newestOnly();
  const startMoment = newestOnly();
  const askSteps = createSteps();
  const askTerm = createTerms();
  const startSteps = newestOnly();
  const startCombinators = newestOnly();
  const startJets = newestOnly();
  const startChecks = newestOnly();
  const startDefinitions = newestOnly();
  const startDisagreement = newestOnly();
  const startTerm = newestOnly();
  const startExercise = newestOnly();
  /** An exercise sees the cells up to it: another program than the page's, which stays loaded. */
  const loadExercise = createLoader();
  /** One question of its kind: undefined when a newer one has come. */
  async function ask<A extends object>(
    { revision }: { readonly revision: number },
    isStale: () => boolean,
    answer: () => Task<A>,
  ): Promise<(A & { readonly revision: number }) | undefined> {
    await yieldToEventLoop();
    if (isStale()) return undefined;
    const made = await runInSlices(answer(), yieldToEventLoop, isStale);
    return made && { ...made.value, revision };
  }
  return {
    async contours(request, reply) {
      const isStale = startContours(String(request.cell));
      await yieldToEventLoop();
      if (isStale()) return;
      const task = drawContours(load(request), request, (made) => {
        if (!isStale()) reply({ ...made, revision: request.revision });
      });
      await runInSlices(task, yieldToEventLoop, isStale);
    },
    async growth(request, reply) {
      const isStale = startGrowth('');
      await yieldToEventLoop();
      if (isStale()) return;
      const task = askGrowth(load(request), request, (made) => {
        if (!isStale()) reply({ ...made, revision: request.revision });
      });
      await runInSlices(task, yieldToEventLoop, isStale);
    },
    async plot(request, reply) {
      const isStale = startPlot(String(request.cell));
      await yieldToEventLoop();
      if (isStale()) return;
      const task = askPlot(load(request), request, (made) => {
        if (!isStale()) reply({ ...made, revision: request.revision });
      });
      await runInSlices(task, yieldToEventLoop, isStale);
    },
    endGrowth() {
      startGrowth('');
    },
    moment: (request) => ask(request, startMoment(String(request.cell)), () => moment(load(request), request)),
    steps: (request) => ask(request, startSteps(String(request.cell)), () => askSteps(load(request), request)),
    combinators: (request) =>
      ask(request, startCombinators(String(request.cell)), () => combinatorsAnswer(load(request), request)),
    jets: (request) => ask(request, startJets(String(request.cell)), () => jetsAnswer(load(request), request)),
    term: (request) =>
      ask(request, startTerm(`${request.cell} ${request.term}`), () => askTerm(load(request), request)),
    exercise: (request) => ask(request, startExercise(request.exercise), () => checkExercise(loadExercise, request)),
    definitions: (request) =>
      ask(request, startDefinitions(String(request.cell)), () => definitions(load(request), request)),
    disagreement: (request) => ask(request, startDisagreement(''), () => disagreementOf(load(request), request)),
    checks: (request) => ask(request, startChecks(String(request.cell)), () => checksOf(load(request), request)),
    async run(request, reply) {
      const isStale = startRun('');
      const answer = (made: Answer): void => {
        if (!isStale()) reply({ ...made, revision: request.revision });
      };
      // An older run that is between two slices ends before this one starts to work.
      await yieldToEventLoop();
      if (isStale()) return;
      const { cells, inputs, budget } = request;
      for (const { cell, focus, products: wanted } of request.jobs) {
        const loaded = load({ cells, cell, focus });
        const key = JSON.stringify([keyOf(loaded), given(loaded, inputs), budget]);
        const missing = wanted.filter((product) => {
          const known = remembered.recall(key, product);
          if (known !== undefined) answer(known);
          return known === undefined;
        });
        if (missing.length === 0) continue;
        const task = products(loaded, { cell, products: missing, inputs, budget }, (made) => {
          if (made.state === 'ok') remembered.keep(key, made);
          answer(made);
        });
        await runInSlices(task, yieldToEventLoop, isStale);
        if (isStale()) return;
      }
    },
  };
}

/** What is wrong is not remembered, and needs no key. */
function keyOf(loaded: Loaded): string {
  return loaded.tag === 'ok' ? loaded.program.key : '';
}

/** The settings of inputs that the program depends on. */
function given(loaded: Loaded, settings: RunRequest['inputs']): RunRequest['inputs'] {
  if (loaded.tag === 'wrong') return settings;
  const names = new Set(loaded.program.inputs.map(({ label }) => label));
  return Object.fromEntries(Object.entries(settings).filter(([name]) => names.has(name)));
}

/** Of questions of one kind and cell: each start says whether there has been a newer one since. */
function newestOnly(): (of: string) => () => boolean {
  const newest = new Map<string, number>();
  return (of) => {
    const own = (newest.get(of) ?? 0) + 1;
    newest.set(of, own);
    return () => own !== newest.get(of);
  };
}

interface Wanted extends Pick<RunRequest, 'inputs' | 'budget'> {
  readonly cell: number;
  readonly products: readonly ProductName[];
}

/** Answers the products of a cell in the order in which they are wanted. */
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
  const start = performance.now() - pausedTime();
  const outcome = yield* reference(program, inputs.value, request.budget, wanted.includes('trace'));
  if (outcome.tag !== 'ok') {
    const series = seriesOf(program, outcome.partial);
    for (const product of wanted)
      answer({
        state: 'error',
        cell,
        product,
        diagnostics: [outcome.diagnostic],
        ...(product === 'value' ? { series } : {}),
      });
    return;
  }
  const executed = outcome.value;
  const seconds = (performance.now() - pausedTime() - start) / 1000;
  const located = yield* locate(program, executed, request);
  const focus = located?.tag === 'ok' ? located.value.focus : undefined;
  for (const product of wanted) {
    if (product === 'value') {
      answer({ state: 'ok', cell, product, payload: valuePayload(program, executed, focus, seconds) });
    } else if (located?.tag === 'ok') {
      yield* derived(product, located.value, request, answer);
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
  /** Where it exists already. */
  readonly recording: Recording | undefined;
}

/** Undefined where there is nothing to differentiate: no main expression, or no real in its point or its value. */
function* locate(program: Program, executed: Run, { budget }: Wanted): Task<Outcome<Located> | undefined> {
  const { focus } = program;
  if (focus === undefined) return undefined;
  const { main } = focus;
  const found = yield* findPoint(focus, executed, budget);
  if (found.tag !== 'ok') return found;
  const point = found.value;
  let recording = executed.trace === undefined ? undefined : recordingOf(main, executed);
  let value = recording?.value ?? executed.outputs.at(-1);
  if (focus.point.from === 'term') {
    const recorded = yield* record(main, point, budget);
    if (recorded.tag !== 'ok') return recorded;
    recording = recorded.value;
    value = recording.value;
  }
  const description = describeFocus(program, focus, point, value);
  if (description.leaves.length === 0) return undefined;
  return { tag: 'ok', value: { main, point, focus: description, recording } };
}

function* derived(
  product: Exclude<ProductName, 'value'>,
  { main, point, focus, recording }: Located,
  { cell, budget }: Wanted,
  answer: (made: Answer) => void,
): Task<void> {
  switch (product) {
    case 'trace': {
      const recorded: Outcome<Recording> =
        recording === undefined ? yield* record(main, point, budget) : { tag: 'ok', value: recording };
      const outcome = recorded.tag === 'ok' ? yield* tracePayload(main, point, recorded.value, focus) : recorded;
      answer(
        outcome.tag === 'ok'
          ? { state: 'ok', cell, product, payload: outcome.value }
          : { state: 'error', cell, product, diagnostics: [outcome.diagnostic] },
      );
      return;
    }
    case 'delta': {
      const outcome = yield* deltaPayload(main, point, focus, budget);
      answer(
        outcome.tag === 'ok'
          ? { state: 'ok', cell, product, payload: outcome.value }
          : { state: 'error', cell, product, diagnostics: [outcome.diagnostic] },
      );
      return;
    }
    case 'gradient': {
      const agreement = yield* agree(main, point, {
        engines: ENGINES,
        budget,
        now: () => performance.now() - pausedTime(),
        progress: (partial) => {
          answer({ state: 'partial', cell, product, payload: gradientPayload(main, focus, partial) });
        },
      });
      answer({ state: 'ok', cell, product, payload: gradientPayload(main, focus, agreement) });
    }
  }
}

/** Products of the last few points of a program, so that an undone edit or a slider moved back is at once there. */
class Memory {
  private readonly answers = new Map<string, Answer>();

  /** A copy, whose arrays the caller may transfer. */
  recall(key: string, product: ProductName): Answer | undefined {
    const known = this.answers.get(product + key);
    return known && structuredClone(known);
  }

  keep(key: string, answer: Answer): void {
    if (weight(answer) > HEAVIEST) return;
    this.answers.set(answer.product + key, structuredClone(answer));
    for (const oldest of this.answers.keys()) {
      if (this.answers.size <= MOST_REMEMBERED) return;
      this.answers.delete(oldest);
    }
  }
}

const MOST_REMEMBERED = 64;
/** Nodes or entries of an answer that is not remembered. */
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
