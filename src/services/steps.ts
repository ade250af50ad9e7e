import { inputsAt } from '../ad/executable';
import { programOfMain } from '../ad/main';
import { noTrace } from '../ad/abadi-plotkin/literal/evaluate';
import type { Block } from '../ad/notation/line';
import { type StepState, Stepper } from '../ad/abadi-plotkin/steps/stepper';
import type { Diagnostic } from '../language/source/diagnostic';
import { showType } from '../language/types/print';
import type { ActivationPayload } from '../protocol/descent';
import type {
  StepPayload,
  StepsIndex,
  StepsIndexReply,
  StepsIndexRequest,
  StepsReply,
  StepsRequest,
  Window,
} from '../protocol/steps';
import type { Budget, Outcome } from '../semantics/outcome';
import { showStart } from '../semantics/present';
import type { Task } from '../semantics/task';
import { MOST_IN_LINE } from './brief';
import { foldsOf, functionNames } from './folds';
import { describeActivation } from './moment';
import { findPoint, type InputValues, type Loaded, type Program, readInputs, reference } from './program';
import type { Settings } from './settings';
import { writtenName } from './written-name';

/** Most lines of a trace term that are shown. */
const LINES = 200;

interface Running {
  readonly key: string;
  readonly program: Program;
  readonly stepper: Stepper;
  index: StepsIndex | undefined;
}

/** What is asked of a program. */
type AskedSteps = Pick<StepsIndexRequest, 'mode' | 'budget'> & {
  readonly inputs: Settings;
  /** The most steps that are indexed. */
  readonly most?: number;
};

export interface StepsAnswers {
  readonly state: (loaded: Loaded, request: AskedSteps & Pick<StepsRequest, 'at'>) => Task<StepsReply>;
  readonly index: (loaded: Loaded, request: AskedSteps) => Task<StepsIndexReply>;
}

/** Answers questions about steps. Keeps the run of the last question, so that the next step continues it. */
export function createSteps(): StepsAnswers {
  let last: Running | undefined;
  function* running(loaded: Loaded, request: AskedSteps): Task<Running | readonly Diagnostic[]> {
    if (loaded.tag === 'wrong') return loaded.diagnostics;
    const { program } = loaded;
    const key = JSON.stringify([request.inputs, request.mode]);
    if (last?.program === program && last.key === key) return last;
    const made = yield* start(program, request);
    if (made.tag !== 'ok') return [made.diagnostic];
    if (made.value === undefined) return [];
    last = { key, program, stepper: made.value, index: undefined };
    return last;
  }
  return {
    *state(loaded, request) {
      const run = yield* running(loaded, request);
      if (!('stepper' in run)) return { state: 'error', diagnostics: run };
      const state = yield* run.stepper.state(request.at);
      return { state: 'ok', step: stepPayload(run.program, state) };
    },
    *index(loaded, request) {
      const run = yield* running(loaded, request);
      if (!('stepper' in run)) return { state: 'error', diagnostics: run };
      run.index ??= yield* indexOf(run.stepper, run.program, request.most);
      // A copy, whose arrays the caller may transfer.
      return { state: 'ok', index: structuredClone(run.index) };
    },
  };
}

/** Indexes the steps with another stepper, so that this one keeps its place. */
function* indexOf(stepper: Stepper, { core, focus }: Program, most?: number): Task<StepsIndex> {
  const { calls, tree, ...index } = yield* stepper.another().index(most);
  const names = functionNames(core.items, focus?.main.body);
  return { ...index, folds: yield* foldsOf(calls, index.count, tree, names) };
}

/** Returns undefined if there is nothing to evaluate symbolically. */
function* start(program: Program, { inputs, mode, budget }: AskedSteps): Task<Outcome<Stepper | undefined>> {
  const read = readInputs(program, inputs);
  if (read.tag !== 'ok') return read;
  if (mode === 'ordinary') return { tag: 'ok', value: new Stepper(program.core, mode, read.value, budget) };
  return yield* symbolic(program, read.value, budget);
}

function* symbolic(program: Program, inputs: InputValues, budget: Budget): Task<Outcome<Stepper | undefined>> {
  const { focus } = program;
  if (focus === undefined) return { tag: 'ok', value: undefined };
  const { main } = focus;
  if (focus.point.from === 'inputs') {
    const defaults = yield* reference(program, inputs, budget, false);
    // A failed run has steps up to the failure, and the inputs are known before it.
    const executed = defaults.tag === 'ok' ? defaults.value : defaults.partial;
    const values = new Map(main.parameters.map(({ name }) => [name, executed.inputs.get(name)]));
    return { tag: 'ok', value: new Stepper(programOfMain(main), 'symbolic', values, budget) };
  }
  const executed = yield* reference(program, inputs, budget, false);
  if (executed.tag !== 'ok') return executed;
  const point = yield* findPoint(focus, executed.value, budget);
  if (point.tag !== 'ok') return point;
  return { tag: 'ok', value: new Stepper(programOfMain(main), 'symbolic', inputsAt(main, point.value), budget) };
}

function stepPayload(program: Program, state: StepState): StepPayload {
  const { index, rule, symbolic: isSymbolic, inContext, span, frames, omitted, outputs, failure } = state;
  const activations = state.activations.map((activation) => describeActivation(program, activation));
  const notice = state.noTrace && noTrace(state.noTrace);
  return {
    index,
    rule,
    symbolic: isSymbolic,
    inContext,
    span,
    frames,
    omitted,
    activations,
    functions: functionsIn(program, state),
    trace: state.trace.map(({ hidden, lines }) => {
      const window = windowOf(lines);
      return { ...window, hidden: window.hidden + hidden };
    }),
    derived: state.derived && windowOf(state.derived),
    notice: notice && [notice.message, notice.hint].filter((part) => part !== undefined).join('; '),
    outputs: outputs.map((value, at) => shownOutput(program, value, at)),
    failure,
  };
}

function windowOf(lines: Block): Window {
  const hidden = Math.max(0, lines.length - LINES);
  return { hidden, lines: lines.slice(hidden) };
}

function shownOutput({ core }: Program, value: unknown, at: number): string {
  const items = core.items.filter((item) => item.tag === 'output');
  const type = items[at]?.term.type;
  return type === undefined ? '' : showStart(value, type, 6, core.variants, MOST_IN_LINE);
}

function functionsIn({ texts }: Program, { activations }: StepState): StepPayload['functions'] {
  const shown = new Map<
    string,
    { readonly name: string; readonly type: string; readonly span: ActivationPayload['span'] }
  >();
  for (const { variables } of activations.toReversed()) {
    for (const { binder } of variables) {
      if (binder.type.tag !== 'function') continue;
      const name = writtenName(texts, binder.name, binder.origin);
      shown.set(name, { name, type: showType(binder.type), span: binder.origin });
    }
  }
  return [...shown.values()];
}
