import type { PartialTerm } from '../language/operations/operation';
import type { Meter } from './outcome';
import { ROWS } from './rows';
import { COPY, DEPENDS, INPUT, LEFT_DEPENDS, RIGHT_DEPENDS, type Trace } from './trace';

/** A partial derivative that is not a finite number, or an adjoint that has become one: the entry where. */
export interface SweepProblem {
  readonly tag: 'problem';
  readonly entry: number;
}

export type Seed = readonly [entry: number, value: number];

/** What a sweep needs to know besides its numbers. All arrays are indexed from entry `start` on. */
export interface Range {
  readonly start: number;
  /** Entries that depend on what is differentiated; all, if undefined. */
  readonly marks: Uint8Array | undefined;
  /** Set where an adjoint or tangent depends on the inputs of a run that does not record them. */
  readonly taints: Uint8Array | undefined;
}

/**
 * The entries from `start` on that depend on the `copies` first of them. `a.marks[i]` is 1 where entry start + i does.
 */
export function markDependents(trace: Trace, start: number, copies: number): Uint8Array {
  const { left, right, length } = trace;
  const marks = new Uint8Array(length - start).fill(1, 0, copies);
  for (let i = start + copies; i < length; i++) {
    const l = (left[i] ?? -1) - start;
    const r = (right[i] ?? -1) - start;
    if ((l >= 0 && marks[l] === 1) || (r >= 0 && marks[r] === 1)) marks[i - start] = 1;
  }
  return marks;
}

/**
 * The reverse sweep, in place: `adjoints[i]` is the cotangent of entry start + i, and becomes the sum of all its uses'.
 * `absolute` takes coefficients by their absolute values (B of `agree`).
 */
export function sweepBackward(
  trace: Trace,
  range: Range,
  adjoints: Float64Array,
  meter: Meter,
  absolute = false,
): SweepProblem | undefined {
  const { operations, left, right } = trace;
  const { start, marks, taints } = range;
  let visits = 0;
  let work = 0;
  let problem: SweepProblem | undefined;
  for (let i = trace.length - 1; i >= start; i--) {
    const adjoint = adjoints[i - start] ?? 0;
    if (adjoint === 0 || (marks !== undefined && marks[i - start] === 0)) continue;
    visits++;
    const operation = operations[i] ?? INPUT;
    const l = left[i] ?? -1;
    const r = right[i] ?? -1;
    if (operation < 0) {
      if (operation === COPY && l >= start) {
        adjoints[l - start] = (adjoints[l - start] ?? 0) + adjoint;
        if (taints !== undefined) taints[l - start] = (taints[l - start] ?? 0) | (taints[i - start] ?? 0);
      }
      continue;
    }
    const partials = ROWS[operation]?.partials;
    const x = trace.valueOf(l);
    const y = trace.valueOf(r);
    if (l >= start && (marks === undefined || marks[l - start] === 1)) {
      const coefficient = partials?.[0]?.(x, y) ?? 0;
      const term = adjoint * (absolute ? Math.abs(coefficient) : coefficient);
      adjoints[l - start] = (adjoints[l - start] ?? 0) + term;
      if (!Number.isFinite(adjoints[l - start])) problem = { tag: 'problem', entry: i };
      if (taints !== undefined) taint(trace, taints, start, i, l, 0);
      work += 2;
    }
    if (r >= start && (marks === undefined || marks[r - start] === 1)) {
      const coefficient = partials?.[1]?.(x, y) ?? 0;
      const term = adjoint * (absolute ? Math.abs(coefficient) : coefficient);
      adjoints[r - start] = (adjoints[r - start] ?? 0) + term;
      if (!Number.isFinite(adjoints[r - start])) problem = { tag: 'problem', entry: i };
      if (taints !== undefined) taint(trace, taints, start, i, r, 1);
      work += 2;
    }
    if (problem !== undefined) break;
  }
  meter.visits += visits;
  meter.derivative += work;
  return problem;
}

/** An adjoint depends on the inputs if the adjoint above does, or the coefficient, by an argument that it mentions. */
function taint(trace: Trace, taints: Uint8Array, start: number, entry: number, operand: number, k: 0 | 1): void {
  if (taints[entry - start] === 1 || coefficientDepends(trace, entry, k)) taints[operand - start] = 1;
}

function coefficientDepends(trace: Trace, entry: number, k: 0 | 1): boolean {
  const mentioned = MENTIONED[trace.operations[entry] ?? 0]?.[k] ?? 0;
  return (
    ((mentioned & 1) !== 0 && operandDepends(trace, entry, trace.left[entry] ?? -1, LEFT_DEPENDS)) ||
    ((mentioned & 2) !== 0 && operandDepends(trace, entry, trace.right[entry] ?? -1, RIGHT_DEPENDS))
  );
}

function operandDepends(trace: Trace, entry: number, operand: number, side: number): boolean {
  return operand >= 0 ? ((trace.flags[operand] ?? 0) & DEPENDS) !== 0 : ((trace.flags[entry] ?? 0) & side) !== 0;
}

/** The forward sweep, in place: `tangents` has the seeds in its first entries. */
export function sweepForward(
  trace: Trace,
  range: Range,
  tangents: Float64Array,
  meter: Meter,
): SweepProblem | undefined {
  const { operations, left, right, length } = trace;
  const { start, marks, taints } = range;
  let visits = 0;
  let work = 0;
  let problem: SweepProblem | undefined;
  for (let i = start; i < length && problem === undefined; i++) {
    if (marks !== undefined && marks[i - start] === 0) continue;
    const operation = operations[i] ?? INPUT;
    const l = left[i] ?? -1;
    const r = right[i] ?? -1;
    let tangent = tangents[i - start] ?? 0;
    visits++;
    if (operation < 0) {
      if (operation === COPY && l >= start) {
        tangents[i - start] = tangent + (tangents[l - start] ?? 0);
        if (taints !== undefined) taints[i - start] = (taints[i - start] ?? 0) | (taints[l - start] ?? 0);
      }
      continue;
    }
    const leftTangent = l >= start ? (tangents[l - start] ?? 0) : 0;
    const rightTangent = r >= start ? (tangents[r - start] ?? 0) : 0;
    if (leftTangent === 0 && rightTangent === 0) continue;
    const partials = ROWS[operation]?.partials;
    const x = trace.valueOf(l);
    const y = trace.valueOf(r);
    if (leftTangent !== 0) {
      tangent += leftTangent * (partials?.[0]?.(x, y) ?? 0);
      work += 2;
      if (taints !== undefined && (taints[l - start] === 1 || coefficientDepends(trace, i, 0))) taints[i - start] = 1;
    }
    if (rightTangent !== 0) {
      tangent += rightTangent * (partials?.[1]?.(x, y) ?? 0);
      work += 2;
      if (taints !== undefined && (taints[r - start] === 1 || coefficientDepends(trace, i, 1))) taints[i - start] = 1;
    }
    tangents[i - start] = tangent;
    if (!Number.isFinite(tangent)) problem = { tag: 'problem', entry: i };
  }
  meter.visits += visits;
  meter.derivative += work;
  return problem;
}

/** By operation and parameter: which arguments the partial mentions, the first as 1, the second as 2. */
const MENTIONED: readonly (readonly number[])[] = ROWS.map(({ row }) =>
  row.partials.map((partial) => (partial === undefined ? 0 : mentions(partial))),
);

function mentions(term: PartialTerm): number {
  if (term.tag === 'argument') return term.index === 0 ? 1 : 2;
  if (term.tag !== 'operation') return 0;
  return term.arguments.reduce((all, argument) => all | mentions(argument), 0);
}

/**
 * The cotangents of all entries from `from` on, given those of some; what trace-anf and its bound are made of. The array
 * is indexed from `from`.
 */
export function backward(
  trace: Trace,
  from: number,
  seeds: Iterable<Seed>,
  meter: Meter,
  absolute = false,
): Float64Array | SweepProblem {
  const adjoints = seeded(trace, from, seeds, absolute);
  return (
    sweepBackward(trace, { start: from, marks: undefined, taints: undefined }, adjoints, meter, absolute) ?? adjoints
  );
}

/** The tangents of all entries from `from` on, given those of some inputs or copies. Indexed from `from`. */
export function forward(trace: Trace, from: number, seeds: Iterable<Seed>, meter: Meter): Float64Array | SweepProblem {
  const tangents = seeded(trace, from, seeds, false);
  return sweepForward(trace, { start: from, marks: undefined, taints: undefined }, tangents, meter) ?? tangents;
}

function seeded(trace: Trace, from: number, seeds: Iterable<Seed>, absolute: boolean): Float64Array {
  const values = new Float64Array(trace.length - from);
  for (const [entry, value] of seeds) {
    if (entry >= from) values[entry - from] = (values[entry - from] ?? 0) + (absolute ? Math.abs(value) : value);
  }
  return values;
}
