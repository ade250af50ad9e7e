/**
 * The engine `forward`: the translated program of `wrapper.ts`, run by the machine like any other program. One run
 * gives one direction; the Forward Plan (Krawiec et al., 3.2) assembles J^T w from one run per real leaf of the point.
 */
import { run, type Run } from '../../semantics/evaluate';
import { newMeter, type Budget, type Outcome } from '../../semantics/outcome';
import type { Value } from '../../semantics/value';
import type { Task } from '../../semantics/task';
import { workingTime } from '../../semantics/working-time';
import { blame, overflow } from '../blame';
import { fragmentOf } from '../fragment';
import { preparedBy } from './prepared';
import type { Directional, Engine, EngineResult, Main, Point } from '../engine';
import { MOST_PASSES, oneDirectionOnly, weighted } from '../one-direction';
import { cotangentFits, cotangentReals, pointReals, pointWith, shapeFailure } from '../point';
import { inputsOf, programAlong, wrapForward } from './wrappers/figure-4-forward';

export const forward: Engine = {
  id: 'forward',
  fragment: (main) => fragmentOf(main, 'forward'),
  translate: (main, point) => {
    const wrapped = wrapForward(main);
    if (point === undefined) return wrapped;
    const direction = pointWith(main, point, oneHot(pointReals(main, point).length, 0));
    return { program: programAlong(wrapped, point.arguments, direction), type: wrapped.type };
  },
  run: forwardPlan,
  along: forwardAlong,
};

const prepared = preparedBy(wrapForward);

/** Computes F{e}(s, ds) in one pass. `main` must be inside the fragment. */
function* forwardAlong(
  main: Main,
  point: Point,
  direction: readonly Value[],
  budget: Budget,
): Task<Outcome<Directional>> {
  const { wrapped, executable } = prepared(main);
  const inputs = inputsOf(wrapped, point.arguments, direction);
  const outcome = yield* run(executable(), { budget, inputs, tracing: 'none' });
  if (outcome.tag === 'failed') return yield* blame(main, point, budget, outcome.diagnostic);
  return outcome.tag === 'ok' ? { tag: 'ok', value: directional(outcome.value) } : outcome;
}

function directional({ outputs: [value, tangent], meter }: Run): Directional {
  return { value, tangent, meter };
}

/** The Forward Plan: column j of the Jacobian is F{e}(s, onehot j), and its product with w is component j of J^T w. */
function* forwardPlan(main: Main, point: Point, budget: Budget): Task<Outcome<EngineResult>> {
  const start = workingTime();
  const count = pointReals(main, point).length;
  if (count > MOST_PASSES) return { tag: 'failed', diagnostic: oneDirectionOnly(main, count) };
  const weights = cotangentReals(main, point);
  const meter = newMeter();
  const derivatives: number[] = [];
  let value: Value;
  // A point without reals needs one pass too, for the value.
  for (let j = 0; j < Math.max(1, count); j++) {
    const left: Budget = {
      seconds: budget.seconds - (workingTime() - start) / 1000,
      steps: budget.steps - meter.steps,
      bytes: budget.bytes,
    };
    const outcome = yield* forwardAlong(main, point, pointWith(main, point, oneHot(count, j)), left);
    if (outcome.tag === 'stopped' && j > 0) {
      // The limit of this pass is what the others left over, so its own message would name a limit that the reader did
      // not set.
      const message = `limit reached in pass ${j + 1} of ${count}; each real of the point needs one pass`;
      return { tag: 'stopped', diagnostic: { ...outcome.diagnostic, message } };
    }
    if (outcome.tag !== 'ok') return outcome;
    const { tangent } = outcome.value;
    value = outcome.value.value;
    if (j === 0 && !cotangentFits(main, point.cotangent, value))
      return { tag: 'failed', diagnostic: shapeFailure(main) };
    const pass = outcome.value.meter;
    meter.primal += pass.primal;
    meter.derivative += pass.derivative;
    meter.steps += pass.steps;
    if (j > 0) meter.reevaluations += 1;
    if (j === count) break;
    const derivative = weighted(main, tangent, weights);
    meter.derivative += Math.max(0, 2 * weights.length - 1);
    if (!Number.isFinite(derivative)) return { tag: 'failed', diagnostic: overflow(main.body.origin) };
    derivatives.push(derivative);
  }
  return { tag: 'ok', value: { value, derivative: pointWith(main, point, derivatives), meter } };
}

/** Returns `count` reals: 1 at `index`, else 0. */
function oneHot(count: number, index: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => (i === index ? 1 : 0));
}
