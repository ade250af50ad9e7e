import type { MainExpression } from '../ad/main';
import type { Point } from '../ad/engine';
import { pointWith } from '../ad/point';
import { error, type Diagnostic } from '../language/source/diagnostic';
import type { Range } from '../protocol/descent';
import type { CurvePoint, PlotLeaf, PointValues, PlotReply, PlotRequest, PlotSubject } from '../protocol/plot';
import type { Budget } from '../semantics/outcome';
import { toJson } from '../semantics/present';
import type { Task } from '../semantics/task';
import { workingTime } from '../semantics/working-time';
import { type Field, sampleField } from './plot-field';
import { type PlottedFunction, drawnOf, resultAt, sampleAt, valuesAt } from './plot-function';
import { gapsOf, joinsOf, marksOf } from './plot-marks';
import { sampleCurve } from './plot-samples';
import { type Sample, scaleOf } from './plot-scale';
import { describePlot, homeOf, plotPoint, plotRange, resultLabels } from './plot-subject';
import type { Loaded, Program } from './program';
import { type Recent, recentValues } from './recent';

export type PlotQuestions = (loaded: Loaded, request: PlotRequest, answer: (made: PlotReply) => void) => Task<void>;

/**
 * Plots the main expression along one leaf of its point, or over two, from coarse to fine. Remembers the samples of the
 * last few functions, so that they stay the same while the point is dragged.
 */
export function createPlots(now: () => number): PlotQuestions {
  const memory: Memory = { curves: recentValues(MOST_REMEMBERED), fields: recentValues(MOST_REMEMBERED) };
  return function* (loaded, request, answer) {
    if (loaded.tag === 'wrong') {
      answer({ state: 'error', diagnostics: loaded.diagnostics });
      return;
    }
    const { program } = loaded;
    const { focus } = program;
    const found = focus && (yield* plotPoint(program, focus, request.inputs, request.budget));
    if (focus === undefined || found === undefined) answer({ state: 'error', diagnostics: [] });
    else if (found.tag !== 'ok') answer({ state: 'error', diagnostics: [found.diagnostic] });
    else yield* draw({ program, focus, point: found.value, request, answer, now, memory });
  };
}

interface Memory {
  /** The samples of each function, by place. */
  readonly curves: Recent<Map<number, Sample>>;
  readonly fields: Recent<Field>;
}

interface Question {
  readonly program: Program;
  readonly focus: MainExpression;
  readonly point: Point;
  readonly request: PlotRequest;
  readonly answer: (made: PlotReply) => void;
  readonly now: () => number;
  readonly memory: Memory;
}

/** The time limit of one run, of the many that a plot takes. */
const RUN_SECONDS = 0.5;
/** Milliseconds between two answers. */
const PATIENCE = 35;

function* draw(question: Question): Task<void> {
  const { program, focus, point, request, answer } = question;
  const base = describePlot(program, focus, point);
  const { leaves } = base;
  const across = Math.max(
    0,
    leaves.findIndex(({ label }) => label === request.across),
  );
  const up = leaves.findIndex(({ label }, i) => label === request.up && i !== across);
  const [first, second] = [leaves[across], leaves[up]];
  if (first === undefined) {
    answer({ state: 'error', diagnostics: [] });
    return;
  }
  const budget = { ...request.budget, seconds: Math.min(RUN_SECONDS, request.budget.seconds) };
  const x = request.x ?? plotRange(first, yield* homeOf(program, focus, first, budget));
  const results = yield* resultsOf(focus, point, across, x, budget);
  if (results.length === 0) {
    answer({ state: 'error', diagnostics: [] });
    return;
  }
  const result = Math.min(request.result, results.length - 1);
  const subject = { ...base, results };
  const deadline = workingTime() + 1000 * request.budget.seconds;
  const isOver = (): boolean => workingTime() > deadline;
  const picture = { ...question, subject, across, result, x, budget, isOver };
  if (second === undefined) {
    yield* drawCurve(picture, first);
    return;
  }
  const y = request.y ?? plotRange(second, yield* homeOf(program, focus, second, budget));
  yield* drawField({ ...picture, up, y }, first, second);
}

/** Returns the labels of the result's reals; if the point has no value, those of a place nearby. */
function* resultsOf(
  focus: MainExpression,
  point: Point,
  across: number,
  [low, high]: Range,
  budget: Budget,
): Task<readonly string[]> {
  if (focus.main.target.tag === 'real') return ['f'];
  const drawn = drawnOf(focus.main, point, [across], 0);
  const here = drawn.reals[across] ?? 0;
  for (const x of [here, low, (low + high) / 2, high]) {
    const value = yield* resultAt(drawn, [x], budget);
    if (value.tag === 'ok') return resultLabels(focus, value.value);
    yield;
  }
  return ['f'];
}

interface Pictured extends Question {
  readonly subject: PlotSubject;
  readonly across: number;
  readonly result: number;
  readonly x: Range;
  readonly budget: Budget;
  readonly isOver: () => boolean;
}

function* drawCurve(pictured: Pictured, leaf: PlotLeaf): Task<void> {
  const { focus, point, subject, across, result, x, budget, isOver, answer, memory } = pictured;
  const drawn = drawnOf(focus.main, point, [across], result);
  const here: CurvePoint = { x: leaf.value, at: yield* valuesAt(drawn, [leaf.value], budget) };
  const key = keyOf(pictured, drawn);
  const known = memory.curves.get(key) ?? memory.curves.set(key, new Map());
  if (known.size > MOST_SAMPLES) known.clear();
  function* at(place: number): Task<Sample> {
    const sample = known.get(place) ?? (yield* sampleAt(drawn, place, budget));
    known.set(place, sample);
    return sample;
  }
  function* show(samples: readonly Sample[], state: 'partial' | 'ok', coarse: boolean): Task<void> {
    const scale = scaleOf(samples, x);
    const joins = joinsOf(samples, scale);
    const marks = state === 'ok' && !coarse ? yield* marksOf(samples, joins, scale, at) : [];
    answer({
      state,
      subject,
      picture: {
        kind: 'curve',
        across,
        result,
        x,
        xs: Float64Array.from(samples, (sample) => sample.x),
        values: Float64Array.from(samples, ({ value }) => value),
        firsts: Float64Array.from(samples, ({ first }) => first),
        seconds: Float64Array.from(samples, ({ second }) => second),
        joins,
        marks,
        gaps: gapsOf(samples),
        coarse,
        point: { ...here, at: owned(here.at) },
      },
    });
  }
  const patient = patience(pictured);
  const sampled = yield* sampleCurve(x, {
    at,
    isOver,
    through: leaf.value,
    *progress(samples) {
      if (patient()) yield* show(samples, 'partial', false);
    },
  });
  const tooSlow = sampled.samples.every(({ gap }) => gap?.code.startsWith('budget-'));
  if (tooSlow) answer({ state: 'error', diagnostics: [slow(subject, sampled.samples[0]?.gap)] });
  else yield* show(sampled.samples, 'ok', sampled.coarse);
}

function* drawField(
  pictured: Pictured & { readonly up: number; readonly y: Range },
  first: PlotLeaf,
  second: PlotLeaf,
): Task<void> {
  const { focus, point, subject, across, up, result, x, y, budget, isOver, answer, memory } = pictured;
  const drawn = drawnOf(focus.main, point, [across, up], result);
  const at = yield* valuesAt(drawn, [first.value, second.value], budget);
  const show = (field: Field, state: 'partial' | 'ok'): void => {
    const { size, values, arrows, coarse } = field;
    const own = { size, values: values.slice(), arrows: arrows.slice(), coarse };
    const here = { x: first.value, y: second.value, at: owned(at) };
    answer({ state, subject, picture: { kind: 'field', across, up, result, x, y, ...own, point: here } });
  };
  const key = keyOf(pictured, drawn) + JSON.stringify([x, y]);
  const known = memory.fields.get(key);
  if (known !== undefined) {
    show(known, 'ok');
    return;
  }
  const patient = patience(pictured);
  const field = yield* sampleField(drawn, {
    x,
    y,
    budget,
    isOver,
    progress: (partial) => {
      if (patient()) show(partial, 'partial');
    },
  });
  if (field === undefined) {
    answer({ state: 'error', diagnostics: [slow(subject, undefined)] });
    return;
  }
  if (!field.coarse) memory.fields.set(key, field);
  show(field, 'ok');
}

/** An answer's arrays are copied, because they are transferred. */
function owned(at: PointValues): PointValues {
  return at.status === 'ok' ? { ...at, derivatives: at.derivatives.slice() } : at;
}

/** Returns whether the last answer is long enough ago for another. */
function patience({ now }: Question): () => boolean {
  let answered = now();
  return () => {
    if (now() - answered < PATIENCE) return false;
    answered = now();
    return true;
  };
}

/** Returns a key of everything that the values depend on, except the place. */
function keyOf({ program, subject, result }: Pictured, { main, point, reals, leaves }: PlottedFunction): string {
  const still = reals.map((real, leaf) => (leaves.includes(leaf) ? 0 : real));
  const fixed = pointWith(main, point, still).map((value, at) => {
    const type = main.parameters[at]?.type;
    return type === undefined ? null : toJson(value, type, main.variants);
  });
  return JSON.stringify([program.key, subject.label, leaves, result, fixed]);
}

const MOST_REMEMBERED = 12;
/** Most samples remembered of one function. */
const MOST_SAMPLES = 5000;

function slow({ span }: PlotSubject, because: Diagnostic | undefined): Diagnostic {
  const message = `this is too slow to draw${because === undefined ? '' : `: ${because.message}`}`;
  const hint = 'a plot needs several hundred runs: make the program do less work, or choose smaller inputs';
  return error('budget-time', span, message, { hint });
}
