import type { Type } from '../../language/types/type';
import type { Emitter } from '../emit';
import { type Failure, otherShape } from '../failure';
import type { HigherDerivative } from '../native';
import type { Meter } from '../outcome';
import { MISMATCH, type Reals } from '../reals';
import { markDependents, markNeeded, type SweepProblem } from '../sweep';
import type { Task } from '../task';
import { DEPENDS, type Trace, UNRECORDED } from '../trace';
import { Cell, Items, primalOf, Traced, type Value } from '../value';
import { at, bytesOfJets } from './arithmetic';
import { emitJets } from './emitted';
import { factorial, jetShape } from './multi-index';
import { sweepSecond } from './second';
import { type Jet, sweepJets } from './sweep';

/*
 * hvp, hessian and taylor inside the program, from one run of the function. Its entries are those of the trace from
 * `start` on, beginning with the copies of the point's reals.
 */

/** A derivative whose function has run. */
export interface Request {
  readonly kind: HigherDerivative;
  readonly pointType: Type;
  readonly point: Value;
  /** The vector of hvp, or the order of taylor. */
  readonly direction: Value;
  readonly result: Value;
  readonly start: number;
  readonly copies: number;
}

/** The data that the sweeps work on. */
export interface Sweeping {
  readonly trace: Trace;
  readonly reals: Reals;
  readonly meter: Meter;
  /** The bytes available for the sweeps. */
  readonly free: number;
}

export type Higher = { readonly tag: 'value'; readonly value: Value } | SweepProblem | Failed;

type Failed = { readonly tag: 'failure'; readonly failure: Failure };

/** The largest order, because larger factorials overflow. */
export const HIGHEST_TAYLOR_ORDER = 170;

/** The number of directions swept together. */
const TOGETHER = 8;

export const MEMORY: Failed = { tag: 'failure', failure: { code: 'budget-memory', message: 'out of memory' } };

const OTHER_SHAPE: Failed = { tag: 'failure', failure: otherShape('tangent') };

/**
 * Sweeps with plain numbers, if nothing outside depends on the entries. `tainting`: whether results track their
 * dependence on the inputs.
 */
export function* sweepHigher(sweeping: Sweeping, request: Request, tainting: boolean): Task<Higher> {
  const { trace, reals, free } = sweeping;
  const { kind, pointType, point, copies } = request;
  const result = nodeOf(request);
  if (kind === 'taylor') {
    const order = request.direction as number;
    const value = valueOf(trace, request);
    if (result < 0) return { tag: 'value', value: listOf([value, ...new Array<number>(order).fill(0)]) };
    const shape = jetShape(1, order);
    if (bytesOfJets(shape, trace.length) > free) return MEMORY;
    const jets = yield* sweepJets(trace, shape, [seed(order + 1, 1)], sweeping.meter, markNeeded(trace, 0, result));
    if ('tag' in jets) return jets;
    const isTainted = tainting && dependsOnInputs(trace);
    const first = result * (order + 1);
    const derivatives = Array.from({ length: order }, (_, i) => taintedIf(isTainted, at(jets, first + 1 + i)));
    return { tag: 'value', value: listOf([value, ...derivatives]) };
  }
  if (kind === 'hvp') {
    const vector = tangentOf(reals, request);
    if (vector === undefined) return OTHER_SHAPE;
    const seeds = vector.map((real): Jet => [0, primalOf(real)]);
    const rows = yield* secondOrder(sweeping, request, seeds, 1);
    if (!Array.isArray(rows)) return rows;
    const isTainted = tainting && (vector.some((real) => real instanceof Traced) || dependsOnInputs(trace));
    let next = 0;
    const value = reals.map(pointType, point, () => taintedIf(isTainted, rows[next++]?.[0] ?? 0));
    return { tag: 'value', value };
  }
  const matrix = Array.from({ length: copies }, (): Value[] => []);
  for (let from = 0; from < copies; from += TOGETHER) {
    const count = Math.min(TOGETHER, copies - from);
    const seeds = Array.from({ length: copies }, (_, i) => seed(count + 1, i - from + 1));
    const rows = yield* secondOrder(sweeping, request, seeds, count);
    if (!Array.isArray(rows)) return rows;
    rows.forEach((row, i) => matrix[i]?.push(...row));
  }
  const isTainted = tainting && dependsOnInputs(trace);
  const rows = matrix.map((row) => new Items(row.map((real) => taintedIf(isTainted, real as number))));
  return { tag: 'value', value: new Items(rows) };
}

/** Returns, for each real of the point, the derivatives of the gradient's component in `count` directions. */
function* secondOrder(
  { trace, meter, free }: Sweeping,
  request: Request,
  seeds: readonly Jet[],
  count: number,
): Task<number[][] | SweepProblem | Failed> {
  const { copies } = request;
  const result = nodeOf(request);
  if (result < 0) return seeds.map(() => new Array<number>(count).fill(0));
  const shape = jetShape(count, 1);
  if (2 * bytesOfJets(shape, trace.length) > free) return MEMORY;
  const tangents = yield* sweepJets(trace, shape, seeds, meter, markNeeded(trace, 0, result));
  if ('tag' in tangents) return tangents;
  const size = count + 1;
  const adjoints = yield* sweepSecond(trace, markDependents(trace, 0, copies), tangents, size, result, meter);
  if ('tag' in adjoints) return adjoints;
  return seeds.map((_, i) => Array.from(adjoints.subarray(i * size + 1, (i + 1) * size)));
}

/** Sweeps with recorded arithmetic, if an outer derivative may differentiate the result. */
export function* emitHigher(sweeping: Sweeping, request: Request, emitter: Emitter): Task<Higher> {
  const { trace, reals } = sweeping;
  const { kind, pointType, point, start, copies } = request;
  const result = nodeOf(request);
  const marks = markDependents(trace, start, copies);
  if (kind === 'taylor') {
    const order = request.direction as number;
    const coefficients = yield* emitJets(emitter, trace, start, marks, result, order);
    if (coefficients === 'memory') return MEMORY;
    if ('tag' in coefficients) return coefficients;
    const derivatives = Array.from({ length: order }, (_, i) => emitter.times(coefficients[i + 1], factorial(i + 1)));
    return { tag: 'value', value: listOf([request.result, ...derivatives]) };
  }
  const end = trace.length;
  const adjoints = new Array<Value>(end - start).fill(undefined);
  if (marks[result - start] === 1) adjoints[result - start] = 1;
  const problem = emitter.backward(start, end, marks, adjoints);
  if (problem !== undefined) return problem === 'memory' ? MEMORY : problem;
  const swept = trace.length;
  const gradient = adjoints.slice(0, copies);
  const dependents = markDependents(trace, start, copies);
  const along = (vector: readonly Value[]): readonly Value[] | SweepProblem | Failed => {
    const tangents = new Array<Value>(swept - start).fill(undefined);
    vector.forEach((real, i) => (tangents[i] = real));
    const stopped = emitter.forward(start, swept, dependents, tangents);
    if (stopped !== undefined) return stopped === 'memory' ? MEMORY : stopped;
    return gradient.map(
      (real) => (real instanceof Traced && real.node >= start ? tangents[real.node - start] : 0) ?? 0,
    );
  };
  if (kind === 'hvp') {
    const vector = tangentOf(reals, request);
    if (vector === undefined) return OTHER_SHAPE;
    const product = along(vector);
    if ('tag' in product) return product;
    let next = 0;
    return { tag: 'value', value: reals.map(pointType, point, () => product[next++] ?? 0) };
  }
  const rows: Items[] = [];
  for (let i = 0; i < copies; i++) {
    const row = along(seed(copies, i));
    if ('tag' in row) return row;
    rows.push(new Items([...row]));
    yield;
  }
  return { tag: 'value', value: new Items(rows) };
}

function nodeOf({ result }: Request): number {
  return result instanceof Traced ? result.node : -1;
}

/** Returns the function's value without its entry, which is about to be dropped. */
function valueOf(trace: Trace, { result }: Request): Value {
  if (!(result instanceof Traced) || result.node < 0) return result;
  return taintedIf(((trace.flags[result.node] ?? 0) & DEPENDS) !== 0, result.primal);
}

function tangentOf(reals: Reals, { pointType, point, direction }: Request): readonly Value[] | undefined {
  const tangent: Value[] = [];
  const zipped = reals.zip(pointType, point, direction, (real, change) => {
    tangent.push(change);
    return real;
  });
  return zipped === MISMATCH ? undefined : tangent;
}

/** Returns 1 at one place and 0 elsewhere. */
function seed(length: number, place: number): number[] {
  return Array.from({ length }, (_, i) => (i === place ? 1 : 0));
}

function listOf(items: readonly Value[]): Value {
  return items.reduceRight<Cell | null>((tail, head) => new Cell(head, tail), null);
}

function taintedIf(isTainted: boolean, real: number): Value {
  return isTainted ? new Traced(real, UNRECORDED) : real;
}

/** Whether anything in the trace depends on inputs that are not recorded. */
function dependsOnInputs({ flags, length }: Trace): boolean {
  return flags.subarray(0, length).some((flag) => flag !== 0);
}
