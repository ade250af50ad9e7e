import { internalError } from '../../language/source/internal-error';
import { PRELUDE_CELL, type Span } from '../../language/source/span';
import type { CoreProgram } from '../../language/core/tree';
import { run, type Run, type RunOptions } from '../../semantics/evaluate';
import type { Budget, Meter, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import type { CallTree } from '../../semantics/trace';
import type { Value } from '../../semantics/value';
import type { Main, Point } from '../engine';
import { blame } from '../blame';
import { VALUE_SERIES } from './wrappers/pairing';
import { preparedBy } from './prepared';

/** A wrapped main expression R{e}, which watches the value of e s. */
interface Observed {
  readonly observed: CoreProgram;
  /** The names of its inputs: one a parameter, then the cotangent's. */
  readonly inputs: readonly string[];
}

export interface ReverseOutcome<Wrapped> {
  readonly wrapped: Wrapped;
  readonly done: Run;
  /** Of e s. */
  readonly value: Value;
  /** One value a parameter. */
  readonly derivative: readonly Value[];
  /** The call tree, if asked for, and the places that it names. */
  readonly calls: RunCalls | undefined;
}

export interface RunCalls {
  readonly tree: CallTree;
  readonly places: readonly Span[];
}

/** R{e} at (s, dt), run by the machine like any other program, with its call tree if wanted. `main` must be inside the fragment. */
export function reverseRunner<Wrapped extends Observed>(
  wrap: (main: Main) => Wrapped,
  options: Pick<RunOptions, 'deltas'> = {},
): (main: Main, point: Point, budget: Budget, calls?: boolean) => Task<Outcome<ReverseOutcome<Wrapped>>> {
  const prepared = preparedBy(wrap);
  return function* (main, point, budget, calls = false) {
    const { wrapped, executable } = prepared(main);
    const values = [...point.arguments, point.cotangent];
    const inputs = new Map(wrapped.inputs.map((name, i) => [name, values[i]]));
    const outcome = yield* run(executable, { ...options, budget, inputs, tracing: 'none', watch: true, calls });
    if (outcome.tag === 'ok') return { tag: 'ok', value: collected(main, wrapped, outcome.value, executable.origins) };
    // The sweep has no place of its own.
    const isSweep = outcome.diagnostic.span.cell === PRELUDE_CELL || isMostlySweep(outcome.partial.meter);
    const diagnostic = { ...outcome.diagnostic, span: isSweep ? main.body.origin : outcome.diagnostic.span };
    if (outcome.tag === 'failed') return yield* blame(main, point, budget, diagnostic);
    const hint = 'the sweep of eval came to no end: without sharing it can double with every let, and `reverse` shares';
    return { tag: 'stopped', diagnostic: isSweep ? { ...diagnostic, hint } : diagnostic };
  };
}

/** A run that spent its steps on visits of the Delta. */
function isMostlySweep({ visits, steps }: Meter): boolean {
  return visits > steps / 2;
}

function collected<Wrapped>(main: Main, wrapped: Wrapped, done: Run, places: readonly Span[]): ReverseOutcome<Wrapped> {
  const watched = done.series.find(({ name }) => name === VALUE_SERIES);
  if (watched === undefined) return internalError('the wrapper did not run');
  const [derivative] = done.outputs;
  return {
    wrapped,
    done,
    value: watched.last,
    calls: done.calls && { tree: done.calls, places },
    derivative: main.parameters.length > 1 ? (derivative as readonly Value[]) : main.parameters.map(() => derivative),
  };
}
