/**
 * The engine `reverse`: Krawiec et al., Figures 9 to 11 and 15. The translated program is run by the machine like any
 * other; only the sweep itself, eval, is not interpreted but built in (semantics/delta.ts).
 */
import type { CoreProgram } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import { deltaVariable, ZERO } from '../../semantics/delta';
import { realValues } from '../../semantics/leaves';
import type { DeltaBinding } from '../../semantics/delta';
import type { Budget, Meter, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import { primalOf, type Variant } from '../../semantics/value';
import { programAt, wrapWithDeltas, type Wrapped } from './wrappers/figure-15-delta';
import { fragmentOf } from '../fragment';
import { MONADIC_MODE } from './wrappers/figure-11-shared';
import { reverseRunner, type ReverseOutcome, type RunCalls } from './run-reverse';
import type { Engine, EngineResult, Main, Point } from '../engine';
import { deltaGraph, deltaSize, type DeltaGraph, type GraphSource, nodeCount } from './graph';

export const reverse: Engine = {
  id: 'reverse',
  fragment: (main) => fragmentOf(main, 'reverse'),
  translate: (main, point) => {
    const wrapped = wrap(main);
    return point === undefined ? wrapped : { program: programAt(wrapped, point), type: wrapped.type };
  },
  *run(main, point, budget) {
    const outcome = yield* runReverse(main, point, budget);
    return outcome.tag === 'ok' ? { tag: 'ok', value: outcome.value.result } : outcome;
  },
};

const run = reverseRunner(wrap);

function wrap(main: Main): Wrapped {
  return wrapWithDeltas(MONADIC_MODE, main);
}

export interface ReverseRun {
  readonly result: EngineResult;
  readonly bindings: readonly DeltaBinding[];
  /** How many of them, the last ones, are those of e s ⊙ dt. */
  readonly dotBindings: number;
  /** The Delta of e s ⊙ dt. */
  readonly delta: Variant;
  readonly wrapped: Wrapped;
  /** If asked for. */
  readonly calls: RunCalls | undefined;
  /** That of `wrapped`, with the point as its inputs' values. */
  readonly program: () => CoreProgram;
}

/** `main` must be inside the fragment. */
export function* runReverse(main: Main, point: Point, budget: Budget, calls = false): Task<Outcome<ReverseRun>> {
  const outcome = yield* run(main, point, budget, calls);
  return outcome.tag === 'ok' ? { tag: 'ok', value: collect(main, point, outcome.value) } : outcome;
}

function collect(
  main: Main,
  point: Point,
  { wrapped, done, value, derivative, calls }: ReverseOutcome<Wrapped>,
): ReverseRun {
  const [state] = done.deltas;
  if (state === undefined) return internalError('the wrapper did not run');
  const { bindings } = state;
  const last = bindings.at(-1);
  const dotBindings = wrapped.dotOperations(realValues(value, main.target, main.variants).length);
  const delta = dotBindings === 0 || last === undefined ? ZERO : deltaVariable(last.id);
  const nodes = bindings.reduce((sum, binding) => sum + 1 + deltaSize(binding.delta), deltaSize(delta));
  const meter: Meter = { ...done.meter, nodes, live: bindings.length };
  const result: EngineResult = { value, derivative, meter };
  return { result, bindings, dotBindings, delta, wrapped, calls, program: () => programAt(wrapped, point) };
}

/** The Delta graph of a run of `main` at `point`. */
export function graphOf(main: Main, point: Point, executed: ReverseRun): DeltaGraph {
  return deltaGraph(graphSource(main, point, executed));
}

/** How many nodes that graph has. */
export function graphSize(main: Main, point: Point, executed: ReverseRun): number {
  return nodeCount(graphSource(main, point, executed));
}

function graphSource(main: Main, point: Point, { bindings, dotBindings, delta }: ReverseRun): GraphSource {
  const leaves = main.parameters.flatMap(({ type, origin }, i) =>
    realValues(point.arguments[i], type, main.variants).map((real) => ({ value: primalOf(real), origin })),
  );
  return { bindings, result: delta, leaves, dotBindings };
}
