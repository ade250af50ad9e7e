import { asText } from '../ad/notation/line';
import { MOST_STEPS } from '../ad/abadi-plotkin/steps/stepper';
import { counted } from '../language/source/counted';
import { error, type Diagnostic } from '../language/source/diagnostic';
import type { Span } from '../language/source/span';
import type { Json } from '../protocol/messages';
import { STEP_RULES, type StepMode, type StepPayload, type StepRule, type Window } from '../protocol/steps';
import type { Budget } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { loadWhole } from './loader';
import { readInputsInRange } from './program';
import { ending, failing, fine, isLimit, spanJson, type Report } from './report';
import { nothingToDifferentiate } from './reports';
import type { Settings } from './settings';
import { createSteps } from './steps';
import { sourcesAt } from './value-names';

export interface StepsOptions {
  readonly budget: Budget;
  readonly inputs: Settings;
  readonly mode: StepMode;
  /** The step whose state is wanted; all steps are listed without it. */
  readonly at: number | undefined;
}

export interface StepRow {
  readonly rule: StepRule | undefined;
  readonly span: Span;
  /** The text of the redex, on one line; empty in the prelude. */
  readonly redex: string;
}

export interface StepsBody {
  readonly mode: StepMode;
  readonly count: number;
  /** Whether the run has more steps than are counted. */
  readonly cut: boolean;
  /** All steps, unless the state of one is wanted. */
  readonly rows: readonly StepRow[];
  readonly step: StepPayload | undefined;
}

/** Reports the steps of a run (Abadi & Plotkin, Figures 2 to 6), or the state before one of them. */
export function* stepsReport(
  texts: readonly string[],
  { budget, inputs, mode, at }: StepsOptions,
): Task<Report<StepsBody>> {
  const loaded = loadWhole(texts, inputs);
  if (loaded.tag === 'wrong') return failing(loaded.diagnostics);
  const { program } = loaded;
  const read = readInputsInRange(program, inputs);
  if (read.tag !== 'ok') return ending(read);
  if (mode === 'symbolic' && program.focus === undefined) return failing([nothingToDifferentiate(program)]);
  const steps = createSteps();
  const most = Math.min(budget.steps, MOST_STEPS);
  const request = { inputs, mode, budget, most };
  const indexed = yield* steps.index(loaded, request);
  if (indexed.state === 'error') return stopped(indexed.diagnostics);
  const { count, cut, origins, rules } = indexed.index;
  if (at !== undefined && at > count) {
    const message = `there is no step ${at}: the run has ${cut ? 'more than ' : ''}${counted(count, 'step')}`;
    const hint = `give a step from 0 to ${count}`;
    return failing([error('no-step', { cell: 0, start: 0, end: 0 }, message, { hint })]);
  }
  const state = yield* steps.state(loaded, { ...request, at: at ?? count });
  if (state.state === 'error') return stopped(state.diagnostics);
  const { step } = state;
  if (at !== undefined) return fine({ mode, count, cut, rows: [], step });
  if (step.failure !== undefined) return stopped([step.failure]);
  const redexes = sourcesAt(origins, texts);
  const rows = Array.from(rules, (rule, i): StepRow => {
    const [cell = -1, start = 0, end = 0] = origins.subarray(3 * i, 3 * i + 3);
    return { rule: STEP_RULES[rule], span: { cell, start, end }, redex: redexes[i] ?? '' };
  });
  const body = { mode, count, cut, rows, step: undefined };
  return cut ? { status: 3, body, diagnostics: [tooMany(most)] } : fine(body);
}

/** The diagnostic of a run with more steps than are listed. */
function tooMany(most: number): Diagnostic {
  const code = most < MOST_STEPS ? 'budget-steps' : 'too-large';
  return error(code, { cell: 0, start: 0, end: 0 }, `the run has more than the ${counted(most, 'step')} listed`);
}

function stopped(diagnostics: readonly Diagnostic[]): Report<never> {
  return diagnostics.some(isLimit) ? { status: 3, body: undefined, diagnostics } : failing(diagnostics);
}

export function stepsJson(body: StepsBody, texts: readonly string[]): { readonly [key: string]: Json } {
  const { mode, count, cut, rows, step } = body;
  const head = { mode, count, cut };
  if (step === undefined) {
    const steps = rows.map(({ rule, span, redex }) => ({ rule: rule ?? null, redex, span: spanJson(span, texts) }));
    return { ...head, steps };
  }
  const { index, rule, symbolic, span, frames, activations, functions, trace, derived, outputs } = step;
  return {
    ...head,
    step: {
      index,
      rule: rule ?? null,
      symbolic,
      span: spanJson(span, texts),
      contexts: frames.map(asText),
      variables: activations.map(({ name, variables }) => ({
        function: name ?? null,
        variables: Object.fromEntries(variables.map(({ name: variable, value }) => [variable, value])),
      })),
      functions: Object.fromEntries(functions.map(({ name, type }) => [name, type])),
      trace: trace.map(windowText),
      ...(derived !== undefined && { derivative: windowText(derived) }),
      outputs: [...outputs],
    },
  };
}

/** Returns the last lines of a term, below the number of those that are left out. */
export function windowText({ hidden, lines }: Window): string {
  return [...(hidden > 0 ? [`-- ${counted(hidden, 'line')} above`] : []), asText(lines)].join('\n');
}
