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
import type { RunReply, RunRequest } from '../protocol/messages';
import type { Task } from '../semantics/task';
import { combinatorsAnswer } from './combinators';
import { createContours } from './contours';
import { createGrowth } from './growth-questions';
import { jetsAnswer } from './jets';
import { moment } from './moment';
import { createLoader } from './loader';
import { createPlots } from './plot';
import { runInSlices } from './slices';
import type { YieldToEventLoop } from './slices';
import { checksOf } from './checks';
import { disagreementOf } from './disagreement';
import { definitions } from './definitions';
import { checkExercise } from './exercises';
import { createSteps } from './steps';
import { createTerms } from './terms';
import { newestOnly } from './newest';
import { createRuns } from './runs';

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

/** What is answered before it has its revision. */
type Unrevised<Reply> = Reply extends unknown ? Omit<Reply, 'revision'> : never;

export function createRunService(yieldToEventLoop: YieldToEventLoop): RunService {
  const load = createLoader();
  const run = createRuns(yieldToEventLoop, load);
  const drawContours = createContours(() => performance.now());
  const askGrowth = createGrowth(() => performance.now());
  const askPlot = createPlots(() => performance.now());
  const startGrowth = newestOnly();
  const startPlot = newestOnly();
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
  /** One that is answered several times. */
  async function stream<Reply extends { readonly revision: number }>(
    { revision }: { readonly revision: number },
    isStale: () => boolean,
    reply: (reply: Reply) => void,
    answers: (answer: (made: Unrevised<Reply>) => void) => Task<void>,
  ): Promise<void> {
    await yieldToEventLoop();
    if (isStale()) return;
    const task = answers((made) => {
      // An answer and its revision are a reply.
      if (!isStale()) reply({ ...made, revision } as unknown as Reply);
    });
    await runInSlices(task, yieldToEventLoop, isStale);
  }
  return {
    contours: (request, reply) =>
      stream(request, startContours(String(request.cell)), reply, (answer) =>
        drawContours(load(request), request, answer),
      ),
    growth: (request, reply) =>
      stream(request, startGrowth(''), reply, (answer) => askGrowth(load(request), request, answer)),
    plot: (request, reply) =>
      stream(request, startPlot(String(request.cell)), reply, (answer) => askPlot(load(request), request, answer)),
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
    run,
  };
}
