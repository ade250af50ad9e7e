/** Runs of the engine `reverse`, with the data of its panels: the bindings, the Delta and its graph. */
import type { CoreProgram } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import { realValues } from '../../semantics/leaves';
import type { DeltaBinding } from '../../semantics/delta';
import type { Budget, Meter, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import { primalOf, type Variant } from '../../semantics/value';
import { programAt, wrapWithDeltas, type DeltaProgram } from './wrappers/figure-15-delta';
import { MONADIC_MODE } from './wrappers/figure-11-shared';
import { reverseRunner, type ReverseOutcome, type RunCalls } from './reverse-engine';
import type { EngineResult, Main, Point } from '../engine';
import { deltaGraph, deltaSize, type DeltaGraph, type GraphSource, nodeCount } from './graph';

/** R{e} of Figure 15 with the rules of Figure 9. */
export function wrapShared(main: Main): DeltaProgram {
  return wrapWithDeltas(MONADIC_MODE, main);
}

export const runShared = reverseRunner(wrapShared);

export interface ReverseRun {
  readonly result: EngineResult;
  readonly bindings: readonly DeltaBinding[];
  /** The primal values of the bindings, if requested. */
  readonly primals: readonly (number | undefined)[];
  /** The number of bindings at the end that belong to e s ⊙ dt. */
  readonly dotBindings: number;
  /** The Delta to which eval is applied: of e s for R^a -> R, else of e s ⊙ dt. */
  readonly delta: Variant;
  /** The amount at which eval starts: the cotangent for R^a -> R, else 1. */
  readonly amount: number;
  readonly wrapped: DeltaProgram;
  /** The call tree, if requested. */
  readonly calls: RunCalls | undefined;
  /** Returns the program of `wrapped` with the point as the values of its inputs. */
  readonly program: () => CoreProgram;
}

/** Runs R{e} and keeps its bindings. `main` must be inside the fragment. */
export function* runReverse(main: Main, point: Point, budget: Budget, recorded = false): Task<Outcome<ReverseRun>> {
  const outcome = yield* runShared(main, point, budget, recorded);
  if (outcome.tag !== 'ok') return outcome;
  const { wrapped, done, value, derivative } = outcome.value;
  const result: EngineResult = { value, derivative, meter: { ...done.meter, ...deltaCounts(main, outcome.value) } };
  return {
    tag: 'ok',
    value: {
      ...deltaOfRun(main, outcome.value),
      result,
      amount: wrapped.startsAtCotangent ? primalOf(point.cotangent) : 1,
      wrapped,
      calls: outcome.value.calls,
      program: () => programAt(wrapped, point),
    },
  };
}

type DeltaOfRun = Pick<ReverseRun, 'bindings' | 'primals' | 'dotBindings' | 'delta'>;

function deltaOfRun(main: Main, { wrapped, done, value }: ReverseOutcome<DeltaProgram>): DeltaOfRun {
  const [state] = done.deltas;
  if (state?.result === undefined) return internalError('the wrapper did not run');
  const { bindings, primals, result } = state;
  const dotBindings = wrapped.dotOperations(realValues(value, main.target, main.variants).length);
  return { bindings, primals, dotBindings, delta: result };
}

/** Returns the number of nodes of a run's Delta, and the number of live bindings at its end, which is all of them. */
export function deltaCounts(main: Main, outcome: ReverseOutcome<DeltaProgram>): Pick<Meter, 'nodes' | 'live'> {
  const { bindings, delta } = deltaOfRun(main, outcome);
  const nodes = bindings.reduce((sum, binding) => sum + 1 + deltaSize(binding.delta), deltaSize(delta));
  return { nodes, live: bindings.length };
}

/** Returns the Delta graph of a run of `main` at `point`. */
export function graphOf(main: Main, point: Point, executed: ReverseRun): DeltaGraph {
  return deltaGraph(graphSource(main, point, executed));
}

/** Returns the number of nodes of the Delta graph. */
export function graphSize(main: Main, point: Point, executed: ReverseRun): number {
  return nodeCount(graphSource(main, point, executed));
}

function graphSource(main: Main, point: Point, { bindings, primals, dotBindings, delta }: ReverseRun): GraphSource {
  const leaves = main.parameters.flatMap(({ type, origin }, i) =>
    realValues(point.arguments[i], type, main.variants).map((real) => ({ value: primalOf(real), origin })),
  );
  return { bindings, primals, result: delta, leaves, dotBindings };
}
