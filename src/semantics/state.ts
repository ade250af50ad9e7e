import { Closure } from './closure';
import { CAPTURED, CONSTANT, Instruction, OP } from './code';
import type { Executable } from './compile';
import type { DeltaState, Sweep } from './delta';
import { type DerivativeResult, Derivatives } from './derivative';
import { outOfMemory, type Failure } from './failure';
import { Frame } from './frame';
import { BYTES, liveBytes } from './memory';
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
  /** By core name; inputs that are not named take the program's value. */
  readonly inputs?: ReadonlyMap<string, Value>;
  /** Are the inputs' real leaves traced: for warnings only, or recorded. */
  readonly tracing?: 'none' | 'dependencies' | 'record';
  readonly decisions?: boolean;
  readonly watch?: boolean;
  /** Whether the call tree is kept although nothing is recorded. */
  readonly calls?: boolean;
  readonly pauseAt?: PausePoint;
  /** What the monad M keeps its bindings in: Deltas, unless told otherwise. */
  readonly deltas?: 'bindings' | 'tape';
}

/** After the record of that number (from 0) under a `watch` name, or when an input has its value. */
export type PausePoint =
  | { readonly tag: 'watch'; readonly name: string; readonly record: number }
  | { readonly tag: 'input'; readonly name: string };

/** `paused`: at the point that the options name, after its instruction. */
export type Status = 'running' | 'done' | 'failed' | 'paused';

/**
 * All of the abstract machine: its registers, the slots of the activations, the frames of the calls that wait, and what
 * observes it. Nothing is on the JavaScript stack, so it can stop after any instruction, be read, and go on.
 */
export class MachineState {
  readonly executable: Executable;
  readonly options: MachineOptions;
  readonly meter = newMeter();
  readonly trace: Trace;
  readonly calls = new CallTree();
  readonly warnings = new Warnings();
  readonly watches = new Watches();
  readonly decisions: Decisions | undefined;
  readonly outputs: Value[] = [];
  readonly inputs = new Map<string, Value>();
  readonly deltas: DeltaState[] = [];
  readonly tapes: Tape[] = [];
  status: Status = 'running';
  failure: Failure | undefined;

  /** All activations' slots, one after the other; the running one's begin at `base`. */
  readonly slots: Value[] = [];
  readonly frames: Frame[] = [];
  /** How many of the frames are in use. */
  depth = 0;
  base = 0;
  instruction: Instruction;
  closure: Closure;
  /** The last call in the reader's text that led to the running activation. */
  site: Instruction;
  call = 0;

  readonly reals: Reals;
  readonly derivatives: Derivatives;
  /** How many functions that are to be differentiated are being run. */
  inside = 0;
  /** How many of them are to give their value, too. */
  evaluating = 0;
  /** The state of M in the runDelta that is under way. */
  delta: DeltaState | Tape | undefined;
  /** The eval that is under way. */
  sweep: Sweep | undefined;
  /** The sweep of a derivative that is under way. */
  ending: Task<DerivativeResult> | undefined;
  /** Bytes of what is never dropped: the call tree, series, bindings. */
  kept = 0;
  /** Bytes since the last measurement. */
  private allocated = 0;
  /** What is live is to be measured before the run goes on. */
  measuring = false;

  constructor(executable: Executable, options: MachineOptions) {
    const { main } = executable;
    this.executable = executable;
    this.options = options;
    this.trace = new Trace(executable.origins);
    this.reals = new Reals(executable.variants);
    this.derivatives = new Derivatives(this.trace, this.reals, this.meter, options.tracing ?? 'none');
    this.decisions = options.decisions === true ? new Decisions() : undefined;
    this.instruction = main.entry;
    this.site = new Instruction(OP.halt, undefined, 0, false);
    this.closure = new Closure(main, []);
    this.growSlots(main.size);
  }

  /** Ends the run: a rule has failed, or a budget is spent. */
  stop(failure: Failure): void {
    this.failure = failure;
    this.status = 'failed';
  }

  /** The value of an operand of the running activation. */
  read(operand: number): Value {
    return operand >= 0
      ? this.slots[this.base + operand]
      : readElsewhere(operand, this.closure.captured, this.executable.constants, this.slots);
  }

  /** Puts the value of an instruction where it belongs, and goes on to the next. */
  give(instruction: Instruction, value: Value): Instruction {
    this.slots[this.base + instruction.target] = value;
    return instruction.next;
  }

  /** The call `instruction` waits in a frame. Its value is put in its `target` when the callee returns. */
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

  /** Makes room for slots; false, with a failure, when that is more memory than there is. */
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
   * Counts what was allocated. When that might exceed the budget, what is live is to be measured: only that counts. That
   * takes its time, and waits for the end of a slice if it can. False, with a failure, if it is too much.
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

  /** What is live, against the budget, with `bytes` that are about to be. */
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

/** Operands that are no slots. */
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
