import type { Derivative } from '../language/core/tree';
import { internalError } from '../language/source/internal-error';
import type { Type } from '../language/types/type';
import { Emitter } from './emit';
import { type Failure, otherShape, OVERFLOWED_INSIDE } from './failure';
import { emitHigher, MEMORY, type Request, sweepHigher } from './jets/inside';
import type { DerivativeKind } from './native';
import type { Meter } from './outcome';
import { MISMATCH, type Reals } from './reals';
import type { Task } from './task';
import { markDependents, sweepBackward, sweepForward, type SweepProblem } from './sweep';
import { BYTES_PER_ENTRY, type CallTree, copyReal, readersOrigin, type Trace, UNRECORDED } from './trace';
import { primalOf, Traced, type Value } from './value';

/** A derivative in progress, between the call of its function and the sweep. */
export interface Derivation {
  /** The index of its first entry; the copies of the point's reals come first. */
  readonly start: number;
  readonly copies: number;
  /** Whether nothing outside is recorded: then its sweep uses plain numbers, and its entries are dropped afterwards. */
  readonly outermost: boolean;
}

export type DerivativeResult =
  { readonly tag: 'value'; readonly value: Value } | { readonly tag: 'failure'; readonly failure: Failure };

/** A derivative whose function has returned its result. */
export interface Ending {
  readonly kind: DerivativeKind;
  readonly term: Derivative;
  readonly derivation: Derivation;
  readonly result: Value;
  readonly point: Value;
  /** The cotangent of `rd` or the tangent of `fd`; for other kinds see `native.ts`. */
  readonly direction: Value;
  readonly origin: number;
  readonly call: number;
  /** The memory left for entries, in bytes. */
  readonly free: number;
}

/**
 * Computes `rd` and `fd` inside the program, with one trace for all derivatives in progress. The function runs on
 * copies of the point's reals; entries that depend on the copies are then swept. If an enclosing derivative (or the
 * recorded inputs) may depend on the result, the sweep's arithmetic is recorded in the same trace, after the entries it
 * sweeps. So an entry never belongs to two perturbations: each derivative considers only entries that depend on its own
 * copies.
 */
export class Derivatives {
  private readonly trace: Trace;
  private readonly calls: CallTree;
  private readonly reals: Reals;
  private readonly meter: Meter;
  /** Whether sweeps must track dependence on inputs that are not recorded. */
  private readonly tainting: boolean;
  /** How many recording differentiations are in progress; the inputs' counts as one. */
  private recording: number;
  /** Whether the outermost one in progress contains others, so that some entries are not its own. */
  private nested = false;

  constructor(trace: Trace, calls: CallTree, reals: Reals, meter: Meter, tracing: 'none' | 'dependencies' | 'record') {
    this.trace = trace;
    this.calls = calls;
    this.reals = reals;
    this.meter = meter;
    this.tainting = tracing === 'dependencies';
    this.recording = tracing === 'record' ? 1 : 0;
  }

  begin(
    term: Derivative,
    point: Value,
    origin: number,
    call: number,
  ): { readonly copy: Value; readonly derivation: Derivation } {
    const { trace } = this;
    const start = trace.length;
    const outermost = this.recording === 0;
    this.nested = !outermost;
    this.recording++;
    const copy = this.reals.map(term.point.type, point, (real) => copyReal(trace, real, primalOf(real), origin, call));
    return { copy, derivation: { start, copies: trace.length - start, outermost } };
  }

  *end(ending: Ending): Task<DerivativeResult> {
    this.recording--;
    const { kind, term, derivation, result, point, direction, origin, call } = ending;
    const { outermost, start } = derivation;
    const limit = this.trace.length + Math.max(0, ending.free) / BYTES_PER_ENTRY;
    const emitter = (): Emitter => new Emitter(this.trace, this.meter, limit).at(origin, call);
    let answer: DerivativeResult;
    if (kind === 'rd') {
      answer = outermost
        ? this.reverse(term, derivation, result, point, direction)
        : this.emitReverse(term, derivation, result, point, direction, emitter());
    } else if (kind === 'fd') {
      answer = outermost
        ? this.forward(term, derivation, result, point, direction)
        : this.emitForward(term, derivation, result, point, direction, emitter());
    } else {
      const { trace, reals, meter } = this;
      const request: Request = { kind, pointType: term.point.type, point, direction, result, ...derivation };
      const sweeping = { trace, reals, meter, free: ending.free };
      const found = outermost
        ? yield* sweepHigher(sweeping, request, this.tainting)
        : yield* emitHigher(sweeping, request, emitter());
      answer = found.tag === 'problem' ? this.partialFailure(found) : found;
    }
    if (outermost) this.trace.truncate(start);
    return answer;
  }

  /** Computes the reverse derivative. Nothing is recorded outside the outermost one, so the whole trace is its own. */
  private reverse(term: Derivative, { copies }: Derivation, result: Value, point: Value, w: Value): DerivativeResult {
    const { trace } = this;
    const adjoints = new Float64Array(trace.length);
    const taints = this.tainting ? new Uint8Array(trace.length) : undefined;
    const seeded = this.reals.zip(resultType(term), result, w, (real, cotangent) => {
      if (real instanceof Traced && real.node >= 0) {
        adjoints[real.node] = (adjoints[real.node] ?? 0) + primalOf(cotangent);
        if (taints !== undefined && cotangent instanceof Traced) taints[real.node] = 1;
      }
      return real;
    });
    if (seeded === MISMATCH) return shapeFailure('cotangent');
    const marks = this.nested ? markDependents(trace, 0, copies) : undefined;
    const problem = sweepBackward(trace, { marks, taints }, adjoints, this.meter);
    if (problem !== undefined) return this.partialFailure(problem);
    let next = 0;
    const value = this.reals.map(term.point.type, point, () => {
      const i = next++;
      return tainted(adjoints[i] ?? 0, taints?.[i]);
    });
    return { tag: 'value', value };
  }

  private forward(term: Derivative, { copies }: Derivation, result: Value, point: Value, v: Value): DerivativeResult {
    const { trace } = this;
    const tangents = new Float64Array(trace.length);
    const taints = this.tainting ? new Uint8Array(trace.length) : undefined;
    let next = 0;
    const seeded = this.reals.zip(term.point.type, point, v, (real, tangent) => {
      tangents[next] = primalOf(tangent);
      if (taints !== undefined && tangent instanceof Traced) taints[next] = 1;
      next++;
      return real;
    });
    if (seeded === MISMATCH) return shapeFailure('tangent');
    const marks = this.nested ? markDependents(trace, 0, copies) : undefined;
    const problem = sweepForward(trace, { marks, taints }, tangents, this.meter);
    if (problem !== undefined) return this.partialFailure(problem);
    const value = this.reals.map(resultType(term), result, (real) =>
      real instanceof Traced ? tainted(tangents[real.node] ?? 0, taints?.[real.node]) : 0,
    );
    return { tag: 'value', value };
  }

  private emitReverse(
    term: Derivative,
    derivation: Derivation,
    result: Value,
    point: Value,
    w: Value,
    emitter: Emitter,
  ): DerivativeResult {
    const { start, copies } = derivation;
    const { trace } = this;
    const end = trace.length;
    const adjoints = new Array<Value>(end - start).fill(undefined);
    const marks = markDependents(trace, start, copies);
    const seeded = this.reals.zip(resultType(term), result, w, (real, cotangent) => {
      if (real instanceof Traced && real.node >= start && marks[real.node - start] === 1) {
        const i = real.node - start;
        adjoints[i] = emitter.plus(adjoints[i], cotangent);
      }
      return real;
    });
    if (seeded === MISMATCH) return shapeFailure('cotangent');
    const problem = emitter.backward(start, end, marks, adjoints);
    if (problem !== undefined) return problem === 'memory' ? MEMORY : this.partialFailure(problem);
    let next = 0;
    return { tag: 'value', value: this.reals.map(term.point.type, point, () => adjoints[next++] ?? 0) };
  }

  private emitForward(
    term: Derivative,
    derivation: Derivation,
    result: Value,
    point: Value,
    v: Value,
    emitter: Emitter,
  ): DerivativeResult {
    const { start, copies } = derivation;
    const { trace } = this;
    const end = trace.length;
    const tangents = new Array<Value>(end - start).fill(undefined);
    let next = 0;
    const seeded = this.reals.zip(term.point.type, point, v, (real, tangent) => {
      tangents[next++] = tangent;
      return real;
    });
    if (seeded === MISMATCH) return shapeFailure('tangent');
    const marks = markDependents(trace, start, copies);
    const problem = emitter.forward(start, end, marks, tangents);
    if (problem !== undefined) return problem === 'memory' ? MEMORY : this.partialFailure(problem);
    const value = this.reals.map(resultType(term), result, (real) =>
      real instanceof Traced ? (tangents[real.node - start] ?? 0) : 0,
    );
    return { tag: 'value', value };
  }

  private partialFailure({ entry }: SweepProblem): DerivativeResult {
    return {
      tag: 'failure',
      failure: {
        code: 'not-finite',
        message: OVERFLOWED_INSIDE,
        origin: readersOrigin(this.trace, this.calls, entry) ?? 0,
      },
    };
  }
}

function resultType(term: Derivative): Type {
  const { type } = term.function;
  return type.tag === 'function' ? type.result : internalError('the derivative of what is no function');
}

function tainted(value: number, taint: number | undefined): Value {
  return taint === 1 ? new Traced(value, UNRECORDED) : value;
}

function shapeFailure(given: 'cotangent' | 'tangent'): DerivativeResult {
  return { tag: 'failure', failure: otherShape(given) };
}
