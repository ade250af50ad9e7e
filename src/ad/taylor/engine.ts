import { counted, integer } from '../../language/source/counted';
import { error } from '../../language/source/diagnostic';
/**
 * The engine `taylor` (Huot, Staton & Vákár). Its translation is the (1,1) macro; `taylorMacro` gives any other. It
 * runs by truncated polynomial arithmetic over one recorded trace (`semantics/jets`), one sweep per direction.
 */
import { jetShape, type JetShape } from '../../semantics/jets/multi-index';
import type { Budget, Outcome } from '../../semantics/outcome';
import { withRealLeaves } from '../../semantics/present';
import { MISMATCH, Reals } from '../../semantics/reals';
import type { Task } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import { workingTime } from '../../semantics/working-time';
import { overflow } from '../blame';
import { fragmentOf } from '../fragment';
import type { Directional, Engine, EngineResult, Main, Point, Translated } from '../engine';
import { MOST_PASSES, oneDirectionOnly, weighted } from '../one-direction';
import { cotangentFits, cotangentReals, pointReals, pointWith, SAME_SHAPE, shapeFailure } from '../point';
import { recordRun } from '../recording';
import { jetsAlong, jetsFrom } from './jets';
import { seedsAlong } from './seeds';
import { LARGEST_MACRO, MOST_COUNTED, sizeOfMacro } from './size';
import { wrapTaylor } from './wrapper';

const FIRST_ORDER = jetShape(1, 1);

export const taylor: Engine = {
  id: 'taylor',
  fragment: (main) => fragmentOf(main, 'taylor'),
  translate: (main, point) => wrapTaylor(main, FIRST_ORDER, point),
  run: forwardPlan,
  along,
};

/**
 * Returns the macro of any shape; with a point, applied to its jets along the first real leaves, one per direction. Its
 * size grows fast with the order: a macro that is too large is not built.
 */
export function taylorMacro(main: Main, shape: JetShape, point?: Point): Outcome<Translated> {
  const size = sizeOfMacro(main, shape);
  if (size <= LARGEST_MACRO) return { tag: 'ok', value: wrapTaylor(main, shape, point) };
  const message = `the macro of this program, with ${counted(shape.directions, 'direction')} to order ${shape.order}, has ${size > MOST_COUNTED ? `more than ${integer(MOST_COUNTED)}` : `about ${integer(size)}`} terms, more than the limit of ${integer(LARGEST_MACRO)}`;
  const hint = 'try a lower order or fewer directions; the jets themselves can be computed to any order';
  return { tag: 'failed', diagnostic: error('unsupported', main.body.origin, message, { hint }) };
}

/** F{e}(s, ds), as in forward mode: one sweep. */
function* along(main: Main, point: Point, direction: readonly Value[], budget: Budget): Task<Outcome<Directional>> {
  if (!isDirectionAt(main, point, direction)) {
    const message = "the direction does not have the point's shape";
    const diagnostic = { ...shapeFailure(main), message, hint: SAME_SHAPE };
    return { tag: 'failed', diagnostic };
  }
  const outcome = yield* jetsFrom(main, point, FIRST_ORDER, seedsAlong(main, point, FIRST_ORDER, [direction]), budget);
  if (outcome.tag !== 'ok') return outcome;
  const { value, results, meter } = outcome.value;
  meter.nodes = outcome.value.recording.trace.length;
  const tangents = results.map((jet) => jet[1] ?? 0);
  return { tag: 'ok', value: { value, tangent: withRealLeaves(value, main.target, tangents, main.variants), meter } };
}

function isDirectionAt({ parameters, variants }: Main, point: Point, direction: readonly Value[]): boolean {
  const reals = new Reals(variants);
  return parameters.every(
    ({ type }, i) => reals.zip(type, point.arguments[i], direction[i], (real) => real) !== MISMATCH,
  );
}

/** The Forward Plan (Krawiec et al., 3.2): component j of J^T w is w . J e_j. The run is recorded once for all sweeps. */
function* forwardPlan(main: Main, point: Point, budget: Budget): Task<Outcome<EngineResult>> {
  const start = workingTime();
  const count = pointReals(main, point).length;
  if (count > MOST_PASSES) return { tag: 'failed', diagnostic: oneDirectionOnly(main, count) };
  const recorded = yield* recordRun(main, point, budget);
  if (recorded.tag !== 'ok') return recorded;
  const recording = recorded.value;
  const { value, run, trace } = recording;
  const { meter } = run;
  meter.nodes = trace.length;
  if (!cotangentFits(main, point.cotangent, value)) return { tag: 'failed', diagnostic: shapeFailure(main) };
  const weights = cotangentReals(main, point);
  const derivatives: number[] = [];
  for (let j = 0; j < count; j++) {
    const direction = pointWith(
      main,
      point,
      Float64Array.from({ length: count }, (_, i) => (i === j ? 1 : 0)),
    );
    const left: Budget = { ...budget, seconds: budget.seconds - (workingTime() - start) / 1000 };
    const seeds = seedsAlong(main, point, FIRST_ORDER, [direction]);
    const outcome = yield* jetsAlong(main, recording, FIRST_ORDER, seeds, meter, left);
    if (outcome.tag !== 'ok') return outcome;
    const tangents = outcome.value.results.map((jet) => jet[1] ?? 0);
    const derivative = weighted(main, withRealLeaves(value, main.target, tangents, main.variants), weights);
    meter.derivative += Math.max(0, 2 * weights.length - 1);
    if (!Number.isFinite(derivative)) return { tag: 'failed', diagnostic: overflow(main.body.origin) };
    derivatives.push(derivative);
    yield;
  }
  return { tag: 'ok', value: { value, derivative: pointWith(main, point, derivatives), meter } };
}
