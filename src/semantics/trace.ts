import { PRELUDE_CELL, type Span } from '../language/source/span';
import { Traced, type Value } from './value';

/**
 * Markers of entries that are not operations: a real leaf of an input, and the point of a derivative in the program.
 */
export const INPUT = -1;
export const COPY = -2;

/** Stands for a missing operand. */
export const NO_OPERAND = -0x8000_0000;

/**
 * The node of a `Traced` that only says that a real depends on the inputs, without an entry. A real from outside can have a
 * lower node, by which it is told as long as nothing is computed with it: results have this one.
 */
export const UNRECORDED = -1;

/** Flags of an entry in a run that does not record its inputs: a constant operand, or the value, depends on them. */
export const LEFT_DEPENDS = 1;
export const RIGHT_DEPENDS = 2;
export const DEPENDS = 4;

export const BYTES_PER_ENTRY = 28;

/** How many recent constants are searched for an equal one. */
const RECENT = 8;

/**
 * The A-normal trace: entry i binds a real to an operation on operands, which are earlier entries (`>= 0`) or constants
 * (`constants[-1 - operand]`). Every real that something under differentiation depends on is the value of an entry.
 */
export class Trace {
  length = 0;
  /** An index into OPERATION_NAMES, or INPUT or COPY. */
  operations = new Int16Array(64);
  left = new Int32Array(64);
  right = new Int32Array(64);
  values = new Float64Array(64);
  /** An index into `spans`. */
  origins = new Int32Array(64);
  /** An index into the call tree. */
  calls = new Int32Array(64);
  flags = new Uint8Array(64);
  constants = new Float64Array(64);
  constantCount = 0;
  readonly spans: readonly Span[];

  constructor(spans: readonly Span[]) {
    this.spans = spans;
  }

  append(operation: number, left: number, right: number, value: number, origin: number, call: number): number {
    const i = this.length;
    if (i === this.operations.length) this.grow();
    this.operations[i] = operation;
    this.left[i] = left;
    this.right[i] = right;
    this.values[i] = value;
    this.origins[i] = origin;
    this.calls[i] = call;
    this.flags[i] = 0;
    this.length = i + 1;
    return i;
  }

  /** Drops the entries from `length` on; nothing may refer to them any more. */
  truncate(length: number): void {
    this.length = length;
    if (length === 0) this.constantCount = 0;
  }

  /** Returns a number as an operand. */
  constant(value: number): number {
    const index = this.constantCount;
    const { constants } = this;
    const oldest = Math.max(0, index - RECENT);
    for (let i = index - 1; i >= oldest; i--) if (constants[i] === value) return -1 - i;
    if (index === constants.length) this.constants = copied(constants, new Float64Array(2 * index));
    this.constants[index] = value;
    this.constantCount = index + 1;
    return -1 - index;
  }

  operand(real: Value): number {
    if (real instanceof Traced) return real.node >= 0 ? real.node : this.constant(real.primal);
    return this.constant(real as number);
  }

  /** Returns the number that an operand stands for; 0 for none. */
  valueOf(operand: number): number {
    if (operand >= 0) return this.values[operand] ?? 0;
    return operand === NO_OPERAND ? 0 : (this.constants[-1 - operand] ?? 0);
  }

  spanOf(entry: number): Span | undefined {
    return this.spans[this.origins[entry] ?? -1];
  }

  get bytes(): number {
    return this.length * BYTES_PER_ENTRY + this.constantCount * 8;
  }

  private grow(): void {
    const size = 2 * this.operations.length;
    this.operations = copied(this.operations, new Int16Array(size));
    this.left = copied(this.left, new Int32Array(size));
    this.right = copied(this.right, new Int32Array(size));
    this.values = copied(this.values, new Float64Array(size));
    this.origins = copied(this.origins, new Int32Array(size));
    this.calls = copied(this.calls, new Int32Array(size));
    this.flags = copied(this.flags, new Uint8Array(size));
  }
}

function copied<A extends { set(from: A): void }>(from: A, to: A): A {
  to.set(from);
  return to;
}

/** A function that is called; the same object at every call. */
export interface Callee {
  /** Its unique name in the core; `fun` if it has none. */
  readonly name: string;
  readonly origin: Span;
}

/** The tree of calls: call 0 is the program's own activation. */
export class CallTree {
  length = 1;
  parents = new Int32Array(64).fill(-1, 0, 1);
  /** The places of the calls, as indices into the trace's `spans`. */
  origins = new Int32Array(64).fill(-1, 0, 1);
  /** The function of each call; undefined for the program. */
  readonly callees: (Callee | undefined)[] = [undefined];

  enter(parent: number, origin: number, callee: Callee): number {
    const i = this.length;
    if (i === this.parents.length) {
      this.parents = copied(this.parents, new Int32Array(2 * i));
      this.origins = copied(this.origins, new Int32Array(2 * i));
    }
    this.parents[i] = parent;
    this.origins[i] = origin;
    this.callees.push(callee);
    this.length = i + 1;
    return i;
  }
}

/**
 * Returns the origin of an entry in the reader's text; for an entry of the prelude, that of the nearest call that led to
 * it, if the calls are known.
 */
export function readersOrigin(trace: Trace, calls: CallTree | undefined, entry: number): number | undefined {
  let origin = trace.origins[entry];
  for (let call = trace.calls[entry] ?? 0; call > 0 && !isReaders(trace, origin); call = calls?.parents[call] ?? 0)
    origin = calls?.origins[call];
  return origin;
}

function isReaders({ spans }: Trace, origin = -1): boolean {
  return spans[origin]?.cell !== PRELUDE_CELL;
}

/**
 * Returns the result of an operation on reals of which at least one is `Traced`: an entry if something under
 * differentiation depends on it, otherwise a mark that it depends on the inputs.
 */
export function recordReal(
  trace: Trace,
  operation: number,
  isBinary: boolean,
  x: Value,
  y: Value,
  value: number,
  origin: number,
  call: number,
): Traced {
  const left = x instanceof Traced ? x.node : undefined;
  const right = y instanceof Traced ? y.node : undefined;
  if ((left ?? UNRECORDED) < 0 && (right ?? UNRECORDED) < 0) return new Traced(value, UNRECORDED);
  const entry = trace.append(
    operation,
    trace.operand(x),
    isBinary ? trace.operand(y) : NO_OPERAND,
    value,
    origin,
    call,
  );
  trace.flags[entry] = dependence(trace, left, LEFT_DEPENDS) | dependence(trace, right, RIGHT_DEPENDS);
  return new Traced(value, entry);
}

/** Returns a new entry that copies a real, for the point of a derivative. */
export function copyReal(trace: Trace, real: Value, value: number, origin: number, call: number): Traced {
  const entry = trace.append(COPY, trace.operand(real), NO_OPERAND, value, origin, call);
  trace.flags[entry] = dependence(trace, real instanceof Traced ? real.node : undefined, LEFT_DEPENDS);
  return new Traced(value, entry);
}

function dependence(trace: Trace, node: number | undefined, ofConstant: number): number {
  if (node === undefined) return 0;
  if (node < 0) return ofConstant | DEPENDS;
  return (trace.flags[node] ?? 0) & DEPENDS;
}
