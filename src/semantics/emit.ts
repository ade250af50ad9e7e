import type { PartialTerm } from '../language/operations/operation';
import { internalError } from '../language/source/internal-error';
import type { Meter } from './outcome';
import { ROWS, RUN_TIME_ROWS, type RunTimeRow } from './rows';
import type { SweepProblem } from './sweep';
import { COPY, INPUT, LEFT_DEPENDS, recordReal, RIGHT_DEPENDS, type Trace, UNRECORDED } from './trace';
import { primalOf, Traced, type Value } from './value';

/**
 * Sweeps whose own arithmetic is recorded in the trace, so that an outer sweep can differentiate it; this is how
 * derivatives nest. An adjoint is `undefined` for zero, a number, or `Traced`; only arithmetic on a `Traced` makes
 * entries.
 */
export class Emitter {
  private readonly trace: Trace;
  private readonly meter: Meter;
  /** The number of entries at which the sweep gives up, because memory is exhausted. */
  private readonly limit: number;
  /** The origin of the entry being differentiated, which emitted entries inherit. */
  private origin = 0;
  private call = 0;

  constructor(trace: Trace, meter: Meter, limit: number) {
    this.trace = trace;
    this.meter = meter;
    this.limit = limit;
  }

  /** Whether the available memory is used up. */
  get isFull(): boolean {
    return this.trace.length > this.limit;
  }

  /** Returns the value of an entry. */
  entry(index: number): Traced {
    return new Traced(this.trace.valueOf(index), index);
  }

  /** Sets the place of the entries emitted next. */
  at(origin: number, call: number): this {
    this.origin = origin;
    this.call = call;
    return this;
  }

  /**
   * Performs the reverse sweep over the entries [start, end). `marks` are those that depend on the variables of the
   * derivative; only these have seeds in `adjoints`.
   */
  backward(start: number, end: number, marks: Uint8Array, adjoints: Value[]): SweepProblem | 'memory' | undefined {
    const { trace } = this;
    for (let i = end - 1; i >= start; i--) {
      const adjoint = adjoints[i - start];
      if (isZero(adjoint)) continue;
      if (this.isFull) return 'memory';
      this.meter.visits++;
      this.at(trace.origins[i] ?? 0, trace.calls[i] ?? 0);
      const operation = trace.operations[i] ?? INPUT;
      const l = trace.left[i] ?? -1;
      const r = trace.right[i] ?? -1;
      const [towardsLeft, towardsRight] =
        operation === COPY ? [REAL_ONE, undefined] : (ROWS[operation]?.row.partials ?? []);
      if (l >= start && marks[l - start] === 1) {
        const term = this.times(adjoint, this.coefficient(towardsLeft ?? noPartial(), i));
        adjoints[l - start] = this.plus(adjoints[l - start], term);
        if (!Number.isFinite(primalOf(adjoints[l - start]))) return { tag: 'problem', entry: i };
      }
      if (r >= start && marks[r - start] === 1) {
        const term = this.times(adjoint, this.coefficient(towardsRight ?? noPartial(), i));
        adjoints[r - start] = this.plus(adjoints[r - start], term);
        if (!Number.isFinite(primalOf(adjoints[r - start]))) return { tag: 'problem', entry: i };
      }
    }
    return undefined;
  }

  /** Performs the forward sweep over [start, end); the first entries of `tangents` hold the seeds. */
  forward(start: number, end: number, marks: Uint8Array, tangents: Value[]): SweepProblem | 'memory' | undefined {
    const { trace } = this;
    for (let i = start; i < end; i++) {
      if (marks[i - start] === 0) continue;
      if (this.isFull) return 'memory';
      this.meter.visits++;
      this.at(trace.origins[i] ?? 0, trace.calls[i] ?? 0);
      const operation = trace.operations[i] ?? INPUT;
      const l = trace.left[i] ?? -1;
      const r = trace.right[i] ?? -1;
      const [ofLeft, ofRight] = operation === COPY ? [REAL_ONE, undefined] : (ROWS[operation]?.row.partials ?? []);
      let tangent = tangents[i - start];
      if (l >= start && !isZero(tangents[l - start])) {
        tangent = this.plus(tangent, this.times(tangents[l - start], this.coefficient(ofLeft ?? noPartial(), i)));
      }
      if (r >= start && !isZero(tangents[r - start])) {
        tangent = this.plus(tangent, this.times(tangents[r - start], this.coefficient(ofRight ?? noPartial(), i)));
      }
      if (!Number.isFinite(primalOf(tangent ?? 0))) return { tag: 'problem', entry: i };
      tangents[i - start] = tangent;
    }
    return undefined;
  }

  times(left: Value, right: Value): Value {
    if (isZero(left) || isZero(right)) return 0;
    if (right === 1) return left;
    if (left === 1) return right;
    if (right === -1) return this.operate(RUN_TIME_ROWS.negate, left, undefined);
    return this.operate(RUN_TIME_ROWS.multiply, left, right);
  }

  plus(left: Value, right: Value): Value {
    if (isZero(left)) return right ?? 0;
    if (isZero(right)) return left;
    return this.operate(RUN_TIME_ROWS.add, left, right);
  }

  private coefficient(partial: PartialTerm, entry: number): Value {
    switch (partial.tag) {
      case 'real':
      case 'int':
        return partial.value;
      case 'argument':
        return this.operandOf(entry, partial.index);
      case 'operation': {
        const [left, right] = partial.arguments;
        return this.operate(
          RUN_TIME_ROWS[partial.operation],
          this.coefficient(left ?? internalError('an operation without arguments'), entry),
          right === undefined ? undefined : this.coefficient(right, entry),
        );
      }
    }
  }

  /** Returns the value of an entry's operand. */
  operandOf(entry: number, index: number): Value {
    const { trace } = this;
    const operand = (index === 0 ? trace.left[entry] : trace.right[entry]) ?? -1;
    const value = trace.valueOf(operand);
    if (operand >= 0) return new Traced(value, operand);
    const side = index === 0 ? LEFT_DEPENDS : RIGHT_DEPENDS;
    return ((trace.flags[entry] ?? 0) & side) === 0 ? value : new Traced(value, UNRECORDED);
  }

  /** Returns the value of an operation: an entry of the trace if a real argument is `Traced`. */
  operate(row: RunTimeRow, x: Value, y: Value): Value {
    this.meter.derivative++;
    const value = row.evaluate(primalOf(x), primalOf(y));
    if (!(x instanceof Traced || y instanceof Traced) || !row.isReal) return value;
    return recordReal(this.trace, row.index, row.isBinary, x, y, value as number, this.origin, this.call);
  }
}

function noPartial(): never {
  return internalError('an operation without a partial derivative by a real argument');
}

const REAL_ONE: PartialTerm = { tag: 'real', value: 1 };

function isZero(real: Value): boolean {
  return real === undefined || real === 0;
}
