import { internalError } from '../../language/source/internal-error';
import { PRELUDE_CELL, type Span } from '../../language/source/span';
import type { CoreProgram } from '../../language/core/tree';
import { run, type Run, type RunOptions } from '../../semantics/evaluate';
import type { Budget, Meter, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import type { CallTree } from '../../semantics/trace';
import type { Value } from '../../semantics/value';
import type { Type } from '../../language/types/type';
import type { Engine, EngineId, Main, Point } from '../engine';
import { blame } from '../blame';
import { fragmentOf } from '../fragment';
import { VALUE_SERIES } from './wrappers/pairing';
import { preparedBy } from './prepared';
import { programAt } from './wrappers/figure-15-delta';

/** A wrapped main expression R{e}. */
interface ReverseProgram {
  readonly program: CoreProgram;
  /** The same program, which also watches the value of e s; R{e} itself does not compute it. */
  readonly observed: CoreProgram;
  /** The names of its inputs: one per parameter, then the cotangent's. */
  readonly inputs: readonly string[];
  /** The type of D{e}. */
  readonly type: Type;
}

/** The differences between the reverse engines. */
interface ReverseMode<Wrapped> {
  readonly id: EngineId;
  readonly wrap: (main: Main) => Wrapped;
  readonly run: ReverseRunner<Wrapped>;
  /** Returns what the engine counts beyond the machine's meter. */
  readonly counts?: (main: Main, outcome: ReverseOutcome<Wrapped>) => Pick<Meter, 'nodes' | 'live'>;
}

type ReverseRunner<Wrapped> = (
  main: Main,
  point: Point,
  budget: Budget,
  /** Whether the call tree and the primal values of bindings are kept. */
  recorded?: boolean,
) => Task<Outcome<ReverseOutcome<Wrapped>>>;

/** Returns the engine that translates with `wrap` and runs the result on the machine. */
export function reverseEngine<Wrapped extends ReverseProgram>({ id, wrap, run, counts }: ReverseMode<Wrapped>): Engine {
  return {
    id,
    fragment: (main) => fragmentOf(main, id),
    translate: (main, point) => {
      const wrapped = wrap(main);
      return point === undefined ? wrapped : { program: programAt(wrapped, point), type: wrapped.type };
    },
    *run(main, point, budget) {
      const outcome = yield* run(main, point, budget);
      if (outcome.tag !== 'ok') return outcome;
      const { value, derivative, done } = outcome.value;
      return { tag: 'ok', value: { value, derivative, meter: { ...done.meter, ...counts?.(main, outcome.value) } } };
    },
  };
}

export interface ReverseOutcome<Wrapped> {
  readonly wrapped: Wrapped;
  readonly done: Run;
  /** The value of e s. */
  readonly value: Value;
  /** One value per parameter. */
  readonly derivative: readonly Value[];
  /** The call tree, if requested, and the places that it refers to. */
  readonly calls: RunCalls | undefined;
}

export interface RunCalls {
  readonly tree: CallTree;
  readonly places: readonly Span[];
}

/**
 * Runs R{e} at (s, dt) on the machine like any other program, with its call tree if requested. `main` must be inside
 * the fragment.
 */
export function reverseRunner<Wrapped extends ReverseProgram>(
  wrap: (main: Main) => Wrapped,
  options: Pick<RunOptions, 'deltas'> = {},
): ReverseRunner<Wrapped> {
  const prepared = preparedBy(wrap);
  return function* (main, point, budget, recorded = false) {
    const { wrapped, executable: plain, recording } = prepared(main);
    const executable = recorded ? recording() : plain();
    const values = [...point.arguments, point.cotangent];
    const inputs = new Map(wrapped.inputs.map((name, i) => [name, values[i]]));
    const outcome = yield* run(executable, {
      ...options,
      budget,
      inputs,
      tracing: 'none',
      watch: true,
      calls: recorded,
    });
    if (outcome.tag === 'ok') return { tag: 'ok', value: collected(main, wrapped, outcome.value, executable.origins) };
    // eval is not part of the program, so its failures are reported at the main expression.
    const isSweep = outcome.diagnostic.span.cell === PRELUDE_CELL || isMostlySweep(outcome.partial.meter);
    const diagnostic = { ...outcome.diagnostic, span: isSweep ? main.body.origin : outcome.diagnostic.span };
    if (outcome.tag === 'failed') return yield* blame(main, point, budget, diagnostic);
    const hint = 'eval did not finish: without sharing, each let can double its work; use `reverse`, which shares';
    return { tag: 'stopped', diagnostic: isSweep ? { ...diagnostic, hint } : diagnostic };
  };
}

/** Returns whether a run spent most of its steps visiting the Delta. */
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
