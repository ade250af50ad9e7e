import { internalError } from '../../language/source/internal-error';
import { PRELUDE_CELL, type Span } from '../../language/source/span';
import type { CoreProgram } from '../../language/core/tree';
import { run, type Run, type RunOptions } from '../../semantics/evaluate';
import type { Budget, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import type { CallTree } from '../../semantics/trace';
import type { Value } from '../../semantics/value';
import type { Main, Point } from '../engine';
import { blame } from './blame';
import { VALUE_SERIES } from './pairing';
import { preparedBy } from './prepare';

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
    const span = outcome.diagnostic.span.cell === PRELUDE_CELL ? main.body.origin : outcome.diagnostic.span;
    const diagnostic = { ...outcome.diagnostic, span };
    return outcome.tag === 'failed' ? yield* blame(main, point, budget, diagnostic) : { tag: outcome.tag, diagnostic };
  };
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
