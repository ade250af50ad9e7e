import { type Budget, type Outcome, newMeter } from '../../../semantics/outcome';
import { backward } from '../../../semantics/sweep';
import type { Task } from '../../../semantics/task';
import type { Engine, EngineResult, Main, Point } from '../../engine';
import { pointWith, shapeFailure } from '../../point';
import { recordRun, seedsOf, sweepFailure } from '../../recording';

/**
 * Abadi & Plotkin's trace-based differentiation on traces in A-normal form (their section 7; ours): symbolic evaluation
 * records every operation on a real that depends on the point, once; one sweep backwards over the record does what
 * W.R_V(x : T. C) would evaluate to (Figure 6), in linear time. `reverseSweep` is the same sweep as a term.
 */
export const traceAnf: Engine = {
  id: 'trace-anf',
  fragment: () => ({ tag: 'inside' }),
  run: runTraceAnf,
};

function* runTraceAnf(main: Main, point: Point, budget: Budget): Task<Outcome<EngineResult>> {
  const outcome = yield* recordRun(main, point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const recording = outcome.value;
  const { trace, value } = recording;
  const { meter } = recording.run;
  const seeds = seedsOf(main, recording, point.cotangent);
  if (seeds === undefined) return { tag: 'failed', diagnostic: shapeFailure(main) };
  yield;
  // The first entries of the trace are the real leaves of the point.
  const adjoints = backward(trace, seeds, meter);
  if ('tag' in adjoints) return { tag: 'failed', diagnostic: sweepFailure(recording, adjoints) };
  yield;
  const bounds = backward(trace, seeds, newMeter(), true);
  meter.nodes = trace.length;
  return {
    tag: 'ok',
    value: {
      value,
      derivative: pointWith(main, point, adjoints),
      ...('tag' in bounds ? {} : { bound: pointWith(main, point, bounds) }),
      meter,
    },
  };
}
