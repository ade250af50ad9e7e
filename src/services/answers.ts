import { ENGINES } from '../ad/registry';
import type { QuestionName, ReplyOf, RequestOf, SingleName } from '../protocol/questions';
import type { ProgramRequest, Subject } from '../protocol/subject';
import type { Task } from '../semantics/task';
import { checksOf } from './checks';
import { combinatorsAnswer } from './combinators';
import { createCompiledCode } from './compiled-code';
import { createContours } from './contours';
import { definitions } from './definitions';
import { deltaAnswer } from './delta-payload';
import { disagreementOf } from './disagreement';
import { faultsOf } from './exercise/valid';
import { checkExercise } from './exercises';
import { promptAnswer } from './exercise/prompt-answer';
import { createFollow } from './follow/follow';
import { gradientAnswer } from './gradient-payload';
import { createGrowth } from './growth-questions';
import { jetsAnswer } from './jets';
import type { KeptValues } from './kept-values';
import { createLoader, type Loader } from './loader';
import { moment } from './moment';
import { createOptimisers } from './optimisers';
import { branchAnswer, outputsAnswer, outputsAtStep, rowsAnswer, wholeOutput } from './outputs';
import { createPictures, keyOfPicture } from './pictures/picture';
import { pictureSources } from './pictures/sources';
import { createPlots } from './plot';
import type { Loaded } from './program';
import type { Recordings } from './recordings';
import { createSteps } from './steps';
import { createTerms } from './terms';
import { enginesIn, type OwnEngines } from './own-engine';
import { testEngine } from './test-engine';
import { deltaTranslation } from './delta-translation';

/** How a question is answered. */
interface Answer<Name extends QuestionName> {
  /** A newer question with the same key replaces this one. */
  readonly key: (request: RequestOf<Name>) => string;
  /** The task that answers, through `reply`. */
  readonly task: (request: RequestOf<Name>, reply: (reply: ReplyOf<Name>) => void) => Task<void>;
}

export type Answers = { readonly [Name in QuestionName]: Answer<Name> };

/** Returns the table of answers. What it is given is shared with the runs, so that panels and results use one program and one run. */
export function createAnswers(load: Loader, recordings: Recordings, kept: KeptValues, findOwn: OwnEngines): Answers {
  const now = (): number => performance.now();
  const steps = createSteps();
  /** An exercise sees only the cells up to it: another program than that of the panels, which stays loaded. */
  const loadExercise = createLoader();
  const { follow, enter } = createFollow(load);

  /** Loads a program, as it is at the step that a question is about. */
  function* loadShown(request: Subject & Partial<ProgramRequest>): Task<Loaded> {
    const loaded = yield* load(request);
    const { step, inputs, budget } = request;
    if (loaded.tag === 'wrong' || step === undefined || inputs === undefined || budget === undefined) return loaded;
    const found = yield* follow(loaded, { ...request, inputs, budget }, step);
    if (found === undefined) return { tag: 'wrong', diagnostics: [], frontEnd: loaded.program.frontEnd };
    return { tag: 'ok', program: found.program };
  }

  /** An answer to a question about a cell, with one reply. */
  function single<Name extends SubjectName & SingleName>(
    task: (loaded: Loaded, request: RequestOf<Name>) => Task<ReplyOf<Name>>,
    key: Answer<Name>['key'] = ofCell,
  ): Answer<Name> {
    return {
      key,
      *task(request, reply) {
        reply(yield* task(yield* loadShown(request), request));
      },
    };
  }

  /** An answer to a question about a cell, with several replies. */
  function stream<Name extends SubjectName>(
    task: (loaded: Loaded, request: RequestOf<Name>, reply: (reply: ReplyOf<Name>) => void) => Task<void>,
    key: Answer<Name>['key'] = ofCell,
  ): Answer<Name> {
    return {
      key,
      *task(request, reply) {
        yield* task(yield* loadShown(request), request, reply);
      },
    };
  }

  return {
    branch: single((loaded, request) => branchAnswer(loaded, request, kept), ofOutput),
    checks: single(checksOf),
    combinators: single(combinatorsAnswer),
    compiled: single(createCompiledCode(now)),
    contours: stream(createContours(now)),
    definitions: single(definitions),
    delta: single(deltaAnswer),
    disagreement: single(function* (loaded, request) {
      const own = yield* enginesIn(findOwn, request.cells, request.engines ?? [], request.inputs);
      return yield* disagreementOf(loaded, request, [...ENGINES, ...own]);
    }, ofPage),
    engineTest: {
      key: ofPage,
      *task({ cells, place, inputs }, reply) {
        const found = yield* findOwn(cells, place, inputs);
        reply(
          found.tag === 'ok'
            ? yield* testEngine(found.engine, found.signature)
            : { state: 'error', diagnostics: found.diagnostics },
        );
      },
    },
    exercise: {
      key: ({ exercise }) => exercise,
      *task(request, reply) {
        reply(yield* checkExercise(loadExercise, request));
      },
    },
    exerciseFaults: {
      key: ({ exercise }) => exercise,
      *task(request, reply) {
        reply(yield* faultsOf(createLoader(), request));
      },
    },
    gradient: stream(function* (loaded, request, reply) {
      const own = yield* enginesIn(findOwn, request.cells, request.engines ?? [], request.inputs);
      yield* gradientAnswer(loaded, request, reply, own);
    }),
    growth: stream(createGrowth(now), ofPage),
    jets: single(jetsAnswer),
    moment: single((loaded, request) => moment(loaded, request, enter)),
    optimisers: stream(createOptimisers(createLoader())),
    outputs: single((loaded, request) => outputsAnswer(loaded, request, kept)),
    outputsAtStep: {
      key: ofCell,
      *task(request, reply) {
        reply(yield* outputsAtStep(yield* load(request), request, follow));
      },
    },
    picture: stream(createPictures(recordings), keyOfPicture),
    pictureSources: single(pictureSources, keyOfPicture),
    plot: stream(createPlots(now)),
    prompt: {
      key: ({ prompt }) => prompt,
      *task(request, reply) {
        reply(yield* promptAnswer(loadExercise, request));
      },
    },
    rows: single((loaded, request) => rowsAnswer(loaded, request, kept), ofOutput),
    steps: single(steps.state),
    stepsIndex: single(steps.index),
    term: single(createTerms(), ({ cell, term, copies }) => `${cell} ${term} ${copies}`),
    translation: single(deltaTranslation),
    wholeOutput: single((loaded, request) => wholeOutput(loaded, request, kept)),
  };
}

/** The names of the questions about a cell. */
type SubjectName = { [Name in QuestionName]: RequestOf<Name> extends Subject ? Name : never }[QuestionName];

/** The newest question of the page replaces all others of its name. */
function ofPage(): string {
  return '';
}

/** The newest question about a cell replaces others of its name about that cell. */
function ofCell({ cell }: Subject): string {
  return String(cell);
}

/** The newest question about an output replaces others of its name about that output. */
function ofOutput({ cell, output }: { readonly cell: number; readonly output: number }): string {
  return `${cell} ${output}`;
}
