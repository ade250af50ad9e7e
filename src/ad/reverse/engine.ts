/**
 * The engine `reverse`: the translated program of `wrapper.ts`, run by the machine like any other program. Only the sweep
 * itself, eval, is not interpreted but built in (semantics/delta.ts).
 */
import type { CoreProgram } from '../../language/core/tree';
import { internalError } from '../../language/source/internal-error';
import { PRELUDE_CELL } from '../../language/source/span';
import { deltaVariable, ZERO } from '../../semantics/delta';
import { run, type Run } from '../../semantics/evaluate';
import { realValues } from '../../semantics/leaves';
import type { DeltaBinding } from '../../semantics/delta';
import type { Budget, Meter, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import { primalOf, type Value, type Variant } from '../../semantics/value';
import { blame } from '../dual/blame';
import { preparedBy } from '../dual/prepare';
import type { Engine, EngineResult, Main, Point } from '../engine';
import { fragmentOf } from './fragment';
import { deltaGraph, deltaSize, type DeltaGraph } from './graph';
import { programAt, VALUE_SERIES, wrap, type Wrapped } from './wrapper';

export const reverse: Engine = {
  id: 'reverse',
  fragment: fragmentOf,
  translate: (main, point) => {
    const wrapped = wrap(main);
    return point === undefined ? wrapped.program : programAt(wrapped, point);
  },
  *run(main, point, budget) {
    const outcome = yield* runReverse(main, point, budget);
    return outcome.tag === 'ok' ? { tag: 'ok', value: outcome.value.result } : outcome;
  },
};

const prepared = preparedBy(wrap);

export interface ReverseRun {
  readonly result: EngineResult;
  readonly bindings: readonly DeltaBinding[];
  /** How many of them, the last ones, are those of e s ⊙ dt. */
  readonly dotBindings: number;
  /** The Delta of e s ⊙ dt. */
  readonly delta: Variant;
  readonly wrapped: Wrapped;
  /** That of `wrapped`, with the point as its inputs' values. */
  readonly program: () => CoreProgram;
}

/** `main` must be inside the fragment. */
export function* runReverse(main: Main, point: Point, budget: Budget): Task<Outcome<ReverseRun>> {
  const { wrapped, executable } = prepared(main);
  const values = [...point.arguments, point.cotangent];
  const inputs = new Map(wrapped.inputs.map((name, i) => [name, values[i]]));
  const outcome = yield* run(executable, { budget, inputs, tracing: 'none', watch: true });
  if (outcome.tag === 'ok') return { tag: 'ok', value: collect(main, point, wrapped, outcome.value) };
  // The sweep has no place of its own.
  const span = outcome.diagnostic.span.cell === PRELUDE_CELL ? main.body.origin : outcome.diagnostic.span;
  const diagnostic = { ...outcome.diagnostic, span };
  return outcome.tag === 'failed' ? yield* blame(main, point, budget, diagnostic) : { tag: outcome.tag, diagnostic };
}

function collect(main: Main, point: Point, wrapped: Wrapped, done: Run): ReverseRun {
  const [state] = done.deltas;
  const watched = done.series.find(({ name }) => name === VALUE_SERIES);
  const [derivative] = done.outputs;
  if (state === undefined || watched === undefined) return internalError('the wrapper did not run');
  const { bindings } = state;
  const last = bindings.at(-1);
  const dotBindings = wrapped.dotBindings(realValues(watched.last, main.target, main.variants).length);
  const delta = dotBindings === 0 || last === undefined ? ZERO : deltaVariable(last.id);
  const nodes = bindings.reduce((sum, binding) => sum + 1 + deltaSize(binding.delta), deltaSize(delta));
  const meter: Meter = { ...done.meter, nodes };
  const result: EngineResult = {
    value: watched.last,
    derivative: main.parameters.length > 1 ? (derivative as readonly Value[]) : main.parameters.map(() => derivative),
    meter,
  };
  return { result, bindings, dotBindings, delta, wrapped, program: () => programAt(wrapped, point) };
}

/** The Delta graph of a run of `main` at `point`. */
export function graphOf(main: Main, point: Point, { bindings, dotBindings, delta }: ReverseRun): DeltaGraph {
  const leaves = main.parameters.flatMap(({ type, origin }, i) =>
    realValues(point.arguments[i], type, main.variants).map((real) => ({ value: primalOf(real), origin })),
  );
  return deltaGraph({ bindings, result: delta, leaves, dotBindings });
}
