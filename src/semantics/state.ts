import { Closure } from './closure';
import { CAPTURED, CONSTANT, Instruction, OP } from './code';
import type { Executable } from './compile';
import type { DeltaState, Sweep } from './delta';
import { type DerivativeResult, Derivatives } from './derivative';
import { outOfMemory, tooLargeWritten, type Failure } from './failure';
import { Frame } from './frame';
import { BYTES, bytesWritten, liveBytes } from './memory';
import { Decisions, Watches } from './observe';
import { newMeter, type Budget } from './outcome';
import { Reals } from './reals';
import type { Tape } from './tape';
import { drain, type Task } from './task';
import { CallTree, Trace } from './trace';
import type { Value } from './value';
import { Warnings } from './warnings';

export interface MachineOptions {
  readonly budget: Budget;
  /** When the seconds of the budget are over, in working time, if they began before this run. */
  readonly deadline?: number | undefined;
  /** Input values by core name; missing inputs take the program's default. */
  readonly inputs?: ReadonlyMap<string, Value>;
  /** Whether the inputs' real leaves are traced: not at all, for warnings only, or recorded. */
  readonly tracing?: 'none' | 'dependencies' | 'record';
  readonly decisions?: boolean;
  /** Whether the run stops, with the code `ON_BOUNDARY`, where an operation of plain reals is on a boundary. */
  readonly stopsOnBoundary?: boolean;
  readonly watch?: boolean;
  /** Whether the call tree is kept even if nothing is recorded. */
  readonly calls?: boolean;
  readonly pauseAt?: PausePoint;
  /** What the monad M stores its bindings in: Deltas by default. */
  readonly deltas?: 'bindings' | 'tape';
}

/** A pause after the record of that number (from 0) under a `watch` name, or when an input has its value. */
export type PausePoint =
  | { readonly tag: 'watch'; readonly name: string; readonly record: number }
  | { readonly tag: 'input'; readonly name: string };

/** The machine's status. It is `paused` at the point given in the options, after its instruction. */
export type Status = 'running' | 'done' | 'failed' | 'paused';

/**
 * The whole abstract machine: its registers, the slots of the activations, the frames of waiting calls, and its
 * observers. Nothing is on the JavaScript stack, so it can pause after any instruction, be inspected, and continue.
 */
export class MachineState {
  readonly executable: Executable;
  readonly options: MachineOptions;
  readonly meter = newMeter();
  readonly trace: Trace;
  /** Grows only if `recordsCalls`. */
  readonly calls = new CallTree();
  readonly recordsCalls: boolean;
  readonly warnings = new Warnings();
  readonly watches = new Watches();
  readonly decisions: Decisions | undefined;
  readonly outputs: Value[] = [];
  readonly inputs = new Map<string, Value>();
  readonly deltas: DeltaState[] = [];
  readonly tapes: Tape[] = [];
  status: Status = 'running';
  failure: Failure | undefined;

  /** The slots of all activations, one after the other; the running one's begin at `base`. */
  readonly slots: Value[] = [];
  readonly frames: Frame[] = [];
  /** The number of frames in use. */
  depth = 0;
  base = 0;
  instruction: Instruction;
  closure: Closure;
  /** The last call in the reader's text that led to the running activation. */
  site: Instruction;
  call = 0;

  readonly reals: Reals;
  readonly derivatives: Derivatives;
  /** The number of functions running under differentiation. */
  inside = 0;
  /** The number of those whose value is also needed. */
  evaluating = 0;
  /** The state of M in the current runDelta. */
  delta: DeltaState | Tape | undefined;
  /** The current eval. */
  sweep: Sweep | undefined;
  /** The sweep of the current derivative. */
  ending: Task<DerivativeResult> | undefined;
  /** The bytes of data that is never dropped: the call tree, series, bindings. */
  kept = 0;
  /** The bytes allocated since the last measurement. */
  private allocated = 0;
  /** Whether live memory must be measured before the run continues. */
  measuring = false;

  constructor(executable: Executable, options: MachineOptions) {
    const { main } = executable;
    this.executable = executable;
    this.options = options;
    this.trace = new Trace(executable.origins);
    this.reals = new Reals(executable.variants);
    this.recordsCalls = options.tracing === 'record' || options.calls === true;
    this.derivatives = new Derivatives(this.trace, this.calls, this.reals, this.meter, options.tracing ?? 'none');
    this.decisions = options.decisions === true ? new Decisions() : undefined;
    this.instruction = main.entry;
    this.site = new Instruction(OP.halt, undefined, 0, false);
    this.closure = new Closure(main, []);
    this.growSlots(main.size);
  }

  /** Ends the run after a rule has failed or a budget is exhausted. */
  stop(failure: Failure): void {
    this.failure = failure;
    this.status = 'failed';
  }

  /** Returns the value of an operand of the running activation. */
  read(operand: number): Value {
    return operand >= 0
      ? this.slots[this.base + operand]
      : readElsewhere(operand, this.closure.captured, this.executable.constants, this.slots);
  }

  /** Stores the value of an instruction and returns the next instruction. */
  give(instruction: Instruction, value: Value): Instruction {
    this.slots[this.base + instruction.target] = value;
    return instruction.next;
  }

  /** Pushes a frame for the waiting call `instruction`. The callee's result goes to its `target`. */
  pushFrame(instruction: Instruction): void {
    const { frames, depth } = this;
    let frame = frames[depth];
    if (frame === undefined) {
      frame = new Frame(instruction, this.closure);
      frames.push(frame);
    }
    frame.instruction = instruction;
    frame.base = this.base;
    frame.closure = this.closure;
    frame.site = this.site;
    frame.call = this.call;
    this.depth = depth + 1;
  }

  /** Makes room for slots. Returns false, with a failure, if that exceeds the memory limit. */
  growSlots(length: number): boolean {
    const { slots } = this;
    const target = Math.max(length, slots.length + 1024);
    while (slots.length < target) slots.push(undefined);
    if (this.stackBytes() + this.trace.bytes + this.kept <= this.options.budget.bytes) return true;
    this.failure = this.memoryFailure();
    return false;
  }

  stackBytes(): number {
    return this.slots.length * BYTES.slot + this.frames.length * BYTES.frame;
  }

  /**
   * Counts allocated bytes. If the total might exceed the budget, live memory must be measured, because only that
   * counts; measuring takes time, and waits for the end of a slice if possible. Returns false, with a failure, if the
   * limit is exceeded.
   */
  charge(bytes: number): boolean {
    this.allocated += bytes;
    const limit = this.options.budget.bytes;
    const certain = this.stackBytes() + this.trace.bytes + this.kept;
    const allowance = Math.max(limit / 8, limit - certain);
    if (bytes <= limit && certain <= limit && this.allocated <= allowance) return true;
    if (bytes + certain <= limit && this.allocated <= allowance + limit / 8) {
      this.measuring = true;
      return true;
    }
    return drain(this.measure(bytes));
  }

  /** Stops the run, and returns false, if data does not fit into memory when what it shares is written out each time. */
  fits(data: Value): boolean {
    const { bytes } = this.options.budget;
    if (bytesWritten(data, bytes) <= bytes) return true;
    this.stop(tooLargeWritten(this.options.budget));
    return false;
  }

  /** Compares live memory, plus `bytes` that are about to be allocated, with the budget. */
  *measure(bytes = 0): Task<boolean> {
    const limit = this.options.budget.bytes;
    const certain = this.stackBytes() + this.trace.bytes + this.kept;
    const room = limit - certain - bytes;
    const fits = room >= 0 && (yield* liveBytes(this.roots(), room)) <= room;
    this.allocated = 0;
    this.measuring = false;
    if (!fits) this.failure = this.memoryFailure();
    return fits;
  }

  private *roots(): Iterable<Value> {
    const top = this.base + this.closure.code.size;
    for (let i = 0; i < top; i++) yield this.slots[i];
    for (let i = 0; i < this.depth; i++) yield this.frames[i]?.closure;
    yield this.closure;
    yield this.outputs;
    for (const state of this.deltas) for (const binding of state.bindings) yield binding.delta;
  }

  memoryFailure(): Failure {
    return outOfMemory(this.options.budget);
  }
}

/** Reads operands that are not slots. */
export function readElsewhere(
  operand: number,
  captured: readonly Value[],
  constants: readonly Value[],
  slots: readonly Value[],
): Value {
  const code = ~operand;
  const index = code >> 2;
  const place = code & 3;
  if (place === CONSTANT) return constants[index];
  return place === CAPTURED ? captured[index] : slots[index];
}
