import type { PartialTerm } from '../language/operations/operation';
import type { Meter } from './outcome';
import { ROWS } from './rows';
import { COPY, DEPENDS, INPUT, LEFT_DEPENDS, RIGHT_DEPENDS, type Trace } from './trace';

/** The entry where a partial derivative is not a finite number, or an adjoint becomes infinite or NaN. */
export interface SweepProblem {
  readonly tag: 'problem';
  readonly entry: number;
}

export type Seed = readonly [entry: number, value: number];

/** What a sweep needs besides its numbers. */
export interface SweepRange {
  /** Entries that depend on the variables of the derivative; undefined means all. */
  readonly marks: Uint8Array | undefined;
  /** Set where an adjoint or tangent depends on the inputs of a run that does not record them. */
  readonly taints: Uint8Array | undefined;
}

/**
 * Marks the entries from `start` on that depend on the first `copies` of them: `marks[i]` is 1 if entry start + i does.
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
 * Marks the entries from `start` on that the entry `result` is computed from, itself included; counted from `start`.
 */
export function markNeeded(trace: Trace, start: number, result: number): Uint8Array {
  const { left, right } = trace;
  const needed = new Uint8Array(Math.max(0, result + 1 - start));
  if (result >= start) needed[result - start] = 1;
  for (let i = result; i >= start; i--) {
    if (needed[i - start] === 0) continue;
    const l = (left[i] ?? -1) - start;
    const r = (right[i] ?? -1) - start;
    if (l >= 0) needed[l] = 1;
    if (r >= 0) needed[r] = 1;
  }
  return needed;
}

/**
 * Performs the reverse sweep in place: `adjoints[i]` is the cotangent of entry i, to which its uses are added.
 * `absolute` uses the absolute values of coefficients (B of `agree`).
 */
export function sweepBackward(
  trace: Trace,
  range: SweepRange,
  adjoints: Float64Array,
  meter: Meter,
  absolute = false,
): SweepProblem | undefined {
  const { operations, left, right } = trace;
  const { marks, taints } = range;
  let visits = 0;
  let work = 0;
  let problem: SweepProblem | undefined;
  for (let i = trace.length - 1; i >= 0; i--) {
    const adjoint = adjoints[i] ?? 0;
    if (adjoint === 0 || marks?.[i] === 0) continue;
    visits++;
    const operation = operations[i] ?? INPUT;
    const l = left[i] ?? -1;
    const r = right[i] ?? -1;
    if (operation < 0) {
      if (operation === COPY && l >= 0) {
        adjoints[l] = (adjoints[l] ?? 0) + adjoint;
        if (taints !== undefined) taints[l] = (taints[l] ?? 0) | (taints[i] ?? 0);
      }
      continue;
    }
    const partials = ROWS[operation]?.partials;
    const x = trace.valueOf(l);
    const y = trace.valueOf(r);
    if (l >= 0 && (marks === undefined || marks[l] === 1)) {
      const coefficient = partials?.[0]?.(x, y) ?? 0;
      const term = adjoint * (absolute ? Math.abs(coefficient) : coefficient);
      adjoints[l] = (adjoints[l] ?? 0) + term;
      if (!Number.isFinite(adjoints[l])) problem = { tag: 'problem', entry: i };
      if (taints !== undefined) taint(trace, taints, i, l, 0);
      work += 2;
    }
    if (r >= 0 && (marks === undefined || marks[r] === 1)) {
      const coefficient = partials?.[1]?.(x, y) ?? 0;
      const term = adjoint * (absolute ? Math.abs(coefficient) : coefficient);
      adjoints[r] = (adjoints[r] ?? 0) + term;
      if (!Number.isFinite(adjoints[r])) problem = { tag: 'problem', entry: i };
      if (taints !== undefined) taint(trace, taints, i, r, 1);
      work += 2;
    }
    if (problem !== undefined) break;
  }
  meter.visits += visits;
  meter.derivative += work;
  return problem;
}

/** Sets a taint: an adjoint depends on the inputs if the adjoint above does, or an argument in the coefficient. */
function taint(trace: Trace, taints: Uint8Array, entry: number, operand: number, k: 0 | 1): void {
  if (taints[entry] === 1 || coefficientDepends(trace, entry, k)) taints[operand] = 1;
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

/** Performs the forward sweep in place; the first entries of `tangents` hold the seeds. */
export function sweepForward(
  trace: Trace,
  range: SweepRange,
  tangents: Float64Array,
  meter: Meter,
): SweepProblem | undefined {
  const { operations, left, right, length } = trace;
  const { marks, taints } = range;
  let visits = 0;
  let work = 0;
  let problem: SweepProblem | undefined;
  for (let i = 0; i < length && problem === undefined; i++) {
    if (marks?.[i] === 0) continue;
    const operation = operations[i] ?? INPUT;
    const l = left[i] ?? -1;
    const r = right[i] ?? -1;
    let tangent = tangents[i] ?? 0;
    visits++;
    if (operation < 0) {
      if (operation === COPY && l >= 0) {
        tangents[i] = tangent + (tangents[l] ?? 0);
        if (taints !== undefined) taints[i] = (taints[i] ?? 0) | (taints[l] ?? 0);
      }
      continue;
    }
    const leftTangent = l >= 0 ? (tangents[l] ?? 0) : 0;
    const rightTangent = r >= 0 ? (tangents[r] ?? 0) : 0;
    if (leftTangent === 0 && rightTangent === 0) continue;
    const partials = ROWS[operation]?.partials;
    const x = trace.valueOf(l);
    const y = trace.valueOf(r);
    if (leftTangent !== 0) {
      tangent += leftTangent * (partials?.[0]?.(x, y) ?? 0);
      work += 2;
      if (taints !== undefined && (taints[l] === 1 || coefficientDepends(trace, i, 0))) taints[i] = 1;
    }
    if (rightTangent !== 0) {
      tangent += rightTangent * (partials?.[1]?.(x, y) ?? 0);
      work += 2;
      if (taints !== undefined && (taints[r] === 1 || coefficientDepends(trace, i, 1))) taints[i] = 1;
    }
    tangents[i] = tangent;
    if (!Number.isFinite(tangent)) problem = { tag: 'problem', entry: i };
  }
  meter.visits += visits;
  meter.derivative += work;
  return problem;
}

/** By operation and parameter: the arguments that the partial mentions, as bits 1 (first) and 2 (second). */
const MENTIONED: readonly (readonly number[])[] = ROWS.map(({ row }) =>
  row.partials.map((partial) => (partial === undefined ? 0 : mentions(partial))),
);

function mentions(term: PartialTerm): number {
  if (term.tag === 'argument') return term.index === 0 ? 1 : 2;
  if (term.tag !== 'operation') return 0;
  return term.arguments.reduce((all, argument) => all | mentions(argument), 0);
}

/** Returns the cotangents of all entries, given those of some; used by trace-anf and its bound. */
export function backward(
  trace: Trace,
  seeds: Iterable<Seed>,
  meter: Meter,
  absolute = false,
): Float64Array | SweepProblem {
  const adjoints = new Float64Array(trace.length);
  for (const [entry, value] of seeds) {
    adjoints[entry] = (adjoints[entry] ?? 0) + (absolute ? Math.abs(value) : value);
  }
  return sweepBackward(trace, { marks: undefined, taints: undefined }, adjoints, meter, absolute) ?? adjoints;
}
