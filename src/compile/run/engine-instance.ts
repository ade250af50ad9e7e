import type { Budget } from '../../semantics/outcome';
import { type Binary, type Ended, ModuleInstance } from './instance';
import type { Global } from './web-assembly';

/** What gives a module its fuel in slices. */
export interface Refuelling {
  readonly isLate: boolean;
  /** Begins a run, and returns its first fuel. */
  begin(fuel: Global<bigint>, budget: Budget): number;
  /** Begins a stretch of a run: the module is asked to pause after some milliseconds, and is late after others. */
  stretch(fuel: Global<bigint>, pausing: Global<number> | undefined, pause: number, late: number): void;
}

/** A module as its engine needs it. */
export interface EngineBinary extends Binary {
  /** If absent, a run gets all of its fuel when it begins. */
  readonly refuelling: Refuelling | undefined;
}

/** A module in memory, with what its engine asks beyond what modules in files contain. */
export class EngineInstance extends ModuleInstance {
  protected readonly refuelling: Refuelling | undefined;

  constructor(binary: EngineBinary) {
    super(binary);
    this.refuelling = binary.refuelling;
  }

  override begin(budget: Budget): void {
    super.begin(budget, this.refuelling?.begin(this.exports.fuel, budget));
  }

  override run(entry: string, isOn = false): Ended {
    const ended = super.run(entry, isOn);
    return ended === 'steps' && this.refuelling?.isLate === true ? 'time' : ended;
  }

  /** Returns the most bytes that the run has used at a time, its inputs included. */
  peak(): number {
    // A module that never frees memory does not export its peak.
    const { peak } = this.exports;
    return Math.max(this.top, (peak?.value ?? 0) >>> 0) - this.start;
  }

  /** Returns whether what has been written is within the budget's bytes. */
  hasRoom(): boolean {
    return this.top <= this.exports.limit.value >>> 0;
  }

  /** Returns the size of the memory, which never shrinks. */
  size(): number {
    return this.exports.memory.buffer.byteLength;
  }

  /** Begins a run that keeps what was in use at a mark. */
  back(top: number, budget: Budget): void {
    this.begin(budget);
    this.top = top;
  }
}
