import { internalError } from '../language/source/internal-error';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { NOWHERE } from '../language/source/span';
import { OPERATION_NAMES } from '../language/operations/names';
import { operationRow } from '../language/operations/table';
import { run, type Run } from '../semantics/evaluate';
import { overflowedDerivative } from '../semantics/failure';
import type { Budget, Outcome } from '../semantics/outcome';
import { primal, realValues } from '../semantics/present';
import type { Seed, SweepProblem } from '../semantics/sweep';
import type { Task } from '../semantics/task';
import { readersOrigin, type Trace } from '../semantics/trace';
import { primalOf, Traced, type Value } from '../semantics/value';
import type { Main, Point } from './engine';
import { executableOf, inputsAt } from './executable';
import { cotangentFits } from './point';

/** A run of the main expression at a point, with everything recorded that depends on the point. */
export interface Recording {
  readonly run: Run;
  /** Its first entries are the real leaves of the point, left to right. */
  readonly trace: Trace;
  /** The value, with plain numbers. */
  readonly value: Value;
  /** The real leaves of the value as the machine holds them. */
  readonly results: readonly Value[];
}

export function* recordRun(main: Main, point: Point, budget: Budget): Task<Outcome<Recording>> {
  const outcome = yield* run(executableOf(main), { budget, inputs: inputsAt(main, point), tracing: 'record' });
  return outcome.tag === 'ok' ? { tag: 'ok', value: recordingOf(main, outcome.value) } : outcome;
}

/** Returns the recording of the main expression, whose value is the run's last output, or the given one. */
export function recordingOf(main: Main, recorded: Run, output = recorded.outputs.at(-1)): Recording {
  const trace = recorded.trace ?? internalError('nothing was recorded');
  return {
    run: recorded,
    trace,
    value: primal(output, main.target, main.variants),
    results: realValues(output, main.target, main.variants),
  };
}

/** Returns the cotangent's reals as seeds of the sweep; undefined if the cotangent does not have the value's shape. */
export function seedsOf(main: Main, { results, value }: Recording, cotangent: Value): readonly Seed[] | undefined {
  if (!cotangentFits(main, cotangent, value)) return undefined;
  const weights = realValues(cotangent, main.target, main.variants);
  return results.flatMap((result, at): readonly Seed[] =>
    result instanceof Traced ? [[result.node, primalOf(weights[at])]] : [],
  );
}

/** Returns the diagnostic for a partial derivative, or an adjoint, that overflowed in a sweep. */
export function sweepFailure(
  { run: { calls }, trace }: Pick<Recording, 'run' | 'trace'>,
  { entry }: SweepProblem,
): Diagnostic {
  const name =
    OPERATION_NAMES[trace.operations[entry] ?? -1] ?? internalError('a partial derivative without its operation');
  const message = overflowedDerivative(operationRow(name).notation.symbol);
  return error('not-finite', trace.spans[readersOrigin(trace, calls, entry) ?? -1] ?? NOWHERE, message);
}
