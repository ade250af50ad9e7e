import { counted, integer } from '../../language/source/counted';
import { error, type Diagnostic } from '../../language/source/diagnostic';
import { OPERATION_NAMES } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import { internalError } from '../../language/source/internal-error';
import { edgeEntry } from '../../semantics/edge';
import { run } from '../../semantics/evaluate';
import type { Budget, Outcome } from '../../semantics/outcome';
import { primal, realValues, withRealLeaves } from '../../semantics/present';
import type { Task } from '../../semantics/task';
import { primalOf, type Value } from '../../semantics/value';
import { workingTime } from '../../semantics/working-time';
import type { Engine, EngineResult, Main, Point } from '../engine';
import { executableOf, inputsAt } from '../executable';
import { cotangentFits, cotangentReals, pointWith, shapeFailure } from '../point';
import { ridders, type Estimate } from './ridders';

/**
 * Central differences with Richardson extrapolation: the reference for the other engines, not a method to use.
 *
 * Each real leaf of the point is moved by itself; the differentiated function is the result's product with the
 * cotangent. A place where the program takes other branches, has no value, or has a result of another shape is not
 * comparable, so the steps stay smaller. If an argument is within rounding error of the edge of a domain, nothing is
 * comparable. Points with more than `MOST_LEAVES` reals are skipped, since each leaf takes about thirty runs.
 */
export const numeric: Engine = {
  id: 'numeric',
  fragment: () => ({ tag: 'inside' }),
  run: runNumeric,
};

const MOST_LEAVES = 200;

function* runNumeric(main: Main, point: Point, budget: Budget): Task<Outcome<EngineResult>> {
  const start = workingTime();
  const executable = executableOf(main);
  const inputs = inputsAt(main, point);
  const reference = yield* run(executable, { budget, inputs, tracing: 'dependencies', decisions: true });
  if (reference.tag !== 'ok') return reference;
  const { warnings, meter, decisions, outputs } = reference.value;
  const [boundary] = warnings;
  if (boundary !== undefined) {
    return notComparable(`not comparable here: ${boundary.message}`, main, boundary);
  }
  const recorded = yield* run(executable, { budget, inputs, tracing: 'record' });
  const trace = recorded.tag === 'ok' ? recorded.value.trace : undefined;
  const edge = trace === undefined ? undefined : edgeEntry(trace);
  if (trace !== undefined && edge !== undefined) {
    const name = OPERATION_NAMES[trace.operations[edge] ?? -1] ?? internalError('an edge without its operation');
    const why = `an argument of \`${operationRow(name).notation.symbol}\` is within rounding error of the edge of its domain`;
    return notComparable(`not comparable here: ${why}`, main, { span: trace.spanOf(edge) ?? main.body.origin });
  }
  const leaves = main.parameters.flatMap(({ type }, parameter) =>
    realValues(point.arguments[parameter], type, main.variants).map((real, leaf) => ({
      parameter,
      leaf,
      value: primalOf(real),
    })),
  );
  if (leaves.length > MOST_LEAVES) {
    return notComparable(
      `skipped: ${integer(leaves.length)} reals would need more than ${integer(30 * MOST_LEAVES)} runs of the program`,
      main,
    );
  }
  const value = primal(outputs.at(-1), main.target, main.variants);
  if (!cotangentFits(main, point.cotangent, value)) return { tag: 'failed', diagnostic: shapeFailure(main) };
  const cotangent = cotangentReals(main, point);

  let stopped: Diagnostic | undefined;
  /** The number of places near the point that were not comparable with it. */
  const incomparable = { count: 0 };
  const sampler = (parameter: number, leaf: number) =>
    function* (place: number): Task<number | undefined> {
      if (stopped !== undefined) return undefined;
      const left: Budget = {
        seconds: budget.seconds - (workingTime() - start) / 1000,
        steps: budget.steps - meter.steps,
        bytes: budget.bytes,
      };
      const moved = new Map(inputs);
      const { name } = main.parameters[parameter] ?? internalError('a leaf without its parameter');
      moved.set(name, movedArgument(main, point, parameter, leaf, place));
      const outcome = yield* run(executable, { budget: left, inputs: moved, tracing: 'none', decisions: true });
      meter.reevaluations += 1;
      if (outcome.tag === 'stopped') {
        // The limit of this run is what the others left over, so its own message would name a limit that the reader did
        // not set.
        const message = `limit reached after ${counted(meter.reevaluations, 'run')} of the program`;
        stopped = { ...outcome.diagnostic, message };
      }
      if (outcome.tag === 'failed' || (outcome.tag === 'ok' && outcome.value.decisions !== decisions))
        incomparable.count += 1;
      if (outcome.tag !== 'ok') return undefined;
      meter.steps += outcome.value.meter.steps;
      meter.derivative += outcome.value.meter.primal;
      if (outcome.value.decisions !== decisions) return undefined;
      return product(realValues(outcome.value.outputs.at(-1), main.target, main.variants), cotangent);
    };

  const estimates: Estimate[] = [];
  for (const { parameter, leaf, value: at } of leaves) {
    const estimate = yield* ridders(at, sampler(parameter, leaf));
    if (stopped !== undefined) return { tag: 'stopped', diagnostic: stopped };
    if (estimate === undefined) {
      const { label } = main.parameters[parameter] ?? internalError('a leaf without its parameter');
      const why =
        incomparable.count > 0
          ? 'the program takes another branch, leaves a domain or jumps'
          : 'the differences are too large or lost in rounding';
      return notComparable(`not comparable here: ${why}, however small the step of ${label}`, main);
    }
    estimates.push(estimate);
  }
  const derivative = pointWith(
    main,
    point,
    estimates.map((estimate) => estimate.derivative),
  );
  const errors = pointWith(
    main,
    point,
    estimates.map(({ error }) => error),
  );
  return { tag: 'ok', value: { value, derivative, errors, meter } };
}

function movedArgument(main: Main, point: Point, parameter: number, leaf: number, place: number): Value {
  const { type } = main.parameters[parameter] ?? internalError('a leaf without its parameter');
  const argument = point.arguments[parameter];
  const reals = realValues(argument, type, main.variants).with(leaf, place);
  return withRealLeaves(argument, type, reals, main.variants);
}

function product(reals: readonly Value[], cotangent: readonly number[]): number | undefined {
  if (reals.length !== cotangent.length) return undefined;
  return reals.reduce((sum: number, real, at) => sum + primalOf(real) * (cotangent[at] ?? 0), 0);
}

function notComparable(message: string, main: Main, because?: Pick<Diagnostic, 'span'>): Outcome<EngineResult> {
  const span = because?.span ?? main.body.origin;
  return { tag: 'failed', diagnostic: error('not-comparable', span, message) };
}
