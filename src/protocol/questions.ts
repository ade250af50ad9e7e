/**
 * The questions that panels and editor ask the run worker, beside the products of a run: each is declared here, and
 * answered in the table of `services/answers.ts`.
 */
import type { CombinatorsReply, CombinatorsRequest } from './combinators';
import type { CompiledReply, CompiledRequest } from './compiled';
import type { DefinitionsReply } from './definitions';
import type { DeltaReply, DeltaRequest } from './delta';
import type { ContoursReply, ContoursRequest, MomentReply, MomentRequest } from './descent';
import type { DisagreementReply, DisagreementRequest } from './disagreement';
import type { EngineTestReply, EngineTestRequest } from './engine-test';
import type { ExerciseFault, ExerciseReply, ExerciseRequest, ValidityRequest } from './exercises';
import type { GradientReply, GradientRequest } from './gradient';
import type { GrowthReply, GrowthRequest } from './growth';
import type { JetsReply, JetsRequest } from './jets';
import type { RunReply, RunRequest } from './messages';
import type { OptimisersReply, OptimisersRequest } from './optimisers';
import type { OutputsAtStepReply, OutputsReply, OutputsRequest, WholeOutputReply, WholeOutputRequest } from './outputs';
import type { PictureReply, PictureRequest, PictureSourcesReply, PictureSourcesRequest } from './picture';
import type { PlotReply, PlotRequest } from './plot';
import type { PromptReply, PromptRequest } from './prompts';
import type { StepsIndexReply, StepsIndexRequest, StepsReply, StepsRequest } from './steps';
import type { ProgramRequest } from './subject';
import type { ChecksReply, TermReply, TermRequest } from './terms';
import type { TranslationReply } from './translation';
import type { BranchReply, BranchRequest, RowsReply, RowsRequest } from './views';

export interface Questions {
  readonly branch: Single<BranchRequest, BranchReply>;
  readonly checks: Single<ProgramRequest, ChecksReply>;
  readonly combinators: Single<CombinatorsRequest, CombinatorsReply>;
  readonly compiled: Single<CompiledRequest, CompiledReply>;
  readonly contours: Stream<ContoursRequest, ContoursReply>;
  readonly definitions: Single<ProgramRequest, DefinitionsReply>;
  readonly delta: Single<DeltaRequest, DeltaReply>;
  readonly disagreement: Single<DisagreementRequest, DisagreementReply>;
  readonly engineTest: Single<EngineTestRequest, EngineTestReply>;
  readonly exercise: Single<ExerciseRequest, ExerciseReply>;
  readonly exerciseFaults: Single<ValidityRequest, readonly ExerciseFault[]>;
  readonly gradient: Stream<GradientRequest, GradientReply>;
  readonly growth: Stream<GrowthRequest, GrowthReply>;
  readonly jets: Single<JetsRequest, JetsReply>;
  readonly moment: Single<MomentRequest, MomentReply>;
  readonly optimisers: Stream<OptimisersRequest, OptimisersReply>;
  readonly outputs: Single<OutputsRequest, OutputsReply>;
  readonly outputsAtStep: Single<ProgramRequest, OutputsAtStepReply>;
  readonly picture: Stream<PictureRequest, PictureReply>;
  readonly pictureSources: Single<PictureSourcesRequest, PictureSourcesReply>;
  readonly plot: Stream<PlotRequest, PlotReply>;
  readonly prompt: Single<PromptRequest, PromptReply>;
  readonly rows: Single<RowsRequest, RowsReply>;
  readonly steps: Single<StepsRequest, StepsReply>;
  readonly stepsIndex: Single<StepsIndexRequest, StepsIndexReply>;
  readonly term: Single<TermRequest, TermReply>;
  readonly translation: Single<ProgramRequest, TranslationReply>;
  readonly wholeOutput: Single<WholeOutputRequest, WholeOutputReply>;
}

/** A question with one reply. */
interface Single<Request, Reply> {
  readonly replies: 'one';
  readonly request: Request;
  readonly reply: Reply;
}

/** A question whose replies improve: all but the last have the state `partial`. */
interface Stream<Request, Reply> {
  readonly replies: 'several';
  readonly request: Request;
  readonly reply: Reply;
}

export type QuestionName = keyof Questions;
export type RequestOf<Name extends QuestionName> = Questions[Name]['request'];
export type ReplyOf<Name extends QuestionName> = Questions[Name]['reply'];
/** The names of the questions with one reply. */
export type SingleName = {
  [Name in QuestionName]: Questions[Name]['replies'] extends 'one' ? Name : never;
}[QuestionName];

export interface Question<Name extends QuestionName = QuestionName> {
  /** By which the question can be cancelled; no two questions of a page have the same. */
  readonly id: number;
  readonly name: Name;
  readonly request: RequestOf<Name>;
}

/** What the run worker exposes. Its replies must be plain data; it transfers the buffers of their typed arrays. */
export interface RunApi {
  /** Replies once for each product of each job, several times if `partial`. Resolves when all are done or a newer run is requested. */
  run(request: RunRequest, reply: (reply: RunReply) => unknown): Promise<void>;
  /** Stops the run of a program that is under way. It keeps what it has, and goes on when it is asked for again. */
  stop(): void;
  /** Resolves when the answer is complete, a newer question has replaced this one, or it was cancelled. */
  ask<Name extends QuestionName>(question: Question<Name>, reply: (reply: ReplyOf<Name>) => unknown): Promise<void>;
  /** Stops answering a question. */
  cancel(id: number): void;
  /** Runs a small program, so that the first real one runs sooner. */
  warm(): Promise<void>;
  /** Answers between two slices of a task, after so many rounds of work: a worker that does not answer is stuck inside one. */
  ping(rounds?: number): number;
}
