import type { Budget } from '../../semantics/outcome';
import { FAULT, IMPORTS } from '../emit/host';
import { WORD } from '../emit/layout';
import { MOST_ITEMS } from '../ir/atoms';
import type { Heap } from './values';
import { isHostLimit } from './host-limit';
import { type Global, host, type Memory } from './web-assembly';

/** How a run of a module ends: with its results in the slots, or why not. */
export type Ended = 'done' | 'fault' | 'steps' | 'time' | 'memory';

/** What gives a module its fuel in slices. */
export interface Refuelling {
  readonly isLate: boolean;
  /** Begins a run, and returns its first fuel. */
  begin(fuel: Global<bigint>, budget: Budget): number;
}

/** A module as its host needs it. */
export interface Binary {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The imported functions, by name. */
  readonly functions: Readonly<Record<string, unknown>>;
  /** The address of the slots of inputs, followed by those of results. */
  readonly slots: number;
  /** The first address that is free before a run. */
  readonly start: number;
  /** If absent, a run gets all of its fuel when it begins. */
  readonly refuelling?: Refuelling;
}

/** A module in memory, ready to run. Its runs do not see one another. */
export class ModuleInstance implements Heap {
  readonly slots: number;
  private readonly start: number;
  private readonly memory: Memory;
  private readonly exports: Readonly<Record<string, unknown>>;
  private readonly refuelling: Refuelling | undefined;
  private bytes: DataView;
  private words: Float64Array;

  constructor({ bytes, functions, slots, start, refuelling }: Binary) {
    this.slots = slots;
    this.start = start;
    this.refuelling = refuelling;
    const { exports } = new host.Instance(moduleOf(bytes), { [IMPORTS]: functions });
    this.exports = exports;
    this.memory = exports['memory'] as Memory;
    this.bytes = new DataView(this.memory.buffer);
    this.words = new Float64Array(this.memory.buffer);
  }

  get view(): DataView {
    this.refresh();
    return this.bytes;
  }

  get reals(): Float64Array {
    this.refresh();
    return this.words;
  }

  private refresh(): void {
    if (this.bytes.buffer === this.memory.buffer) return;
    this.bytes = new DataView(this.memory.buffer);
    this.words = new Float64Array(this.memory.buffer);
  }

  private global<T>(name: string): Global<T> {
    return this.exports[name] as Global<T>;
  }

  /** Begins a run: frees what the run before used. */
  begin(budget: Budget): void {
    this.global<number>('top').value = this.start;
    this.global<number>('fault').value = 0;
    const fuel = this.global<bigint>('fuel');
    const steps = this.refuelling?.begin(fuel, budget) ?? Math.min(budget.steps, Number.MAX_SAFE_INTEGER);
    fuel.value = BigInt(steps);
    this.global<number>('limit').value = Math.min(this.start + budget.bytes, MOST_BYTES) | 0;
  }

  /** Returns the most bytes that the run has used at a time, its inputs included. */
  peak(): number {
    // A module that never frees memory does not export its peak.
    const peak = this.exports['peak'] as Global<number> | undefined;
    return Math.max(this.mark() >>> 0, (peak?.value ?? 0) >>> 0) - this.start;
  }

  /** Returns whether what has been written is within the budget's bytes. */
  hasRoom(): boolean {
    return this.global<number>('top').value >>> 0 <= this.global<number>('limit').value >>> 0;
  }

  /** Returns the size of the memory, which never shrinks. */
  size(): number {
    return this.memory.buffer.byteLength;
  }

  /** Why the last run stopped: one of `FAULT`. */
  get fault(): number {
    return this.global<number>('fault').value;
  }

  /** Returns the end of what is in use. */
  mark(): number {
    return this.global<number>('top').value;
  }

  /** Begins a run that keeps what was in use at a mark. */
  back(top: number, budget: Budget): void {
    this.begin(budget);
    this.global<number>('top').value = top;
  }

  allocate(bytes: number): number {
    const top = this.global<number>('top');
    const address = top.value >>> 0;
    const end = address + bytes;
    const { byteLength } = this.memory.buffer;
    // Growth takes longer the larger the memory is, so some is in reserve.
    const reserve = Math.min(byteLength / 4, 2 ** 32 - byteLength);
    if (end > byteLength) this.memory.grow(Math.ceil(Math.max(end - byteLength, reserve) / 65536));
    top.value = end | 0;
    return address;
  }

  allocateArray(count: number, size: number): number {
    if (count > MOST_ITEMS) throw new RangeError('an array is too long');
    const made = this.allocate(WORD + count * size);
    this.view.setUint32(made, count, true);
    return made;
  }

  /** Whether the module has an entry. */
  has(entry: string): boolean {
    return entry in this.exports;
  }

  /** Runs an entry on what has been written. */
  run(entry: string): Ended {
    // The machine takes no steps for what is given. The module goes through it, for the shadows of inputs for example.
    const given = (this.mark() >>> 0) - this.start;
    this.global<bigint>('fuel').value += BigInt(Math.ceil((WALKS * given) / WORD));
    try {
      (this.exports[entry] as () => void)();
      return 'done';
    } catch (thrown) {
      switch (this.fault) {
        case FAULT.program:
        case FAULT.result:
          return 'fault';
        case FAULT.steps:
          return this.refuelling?.isLate === true ? 'time' : 'steps';
        case FAULT.memory:
          return 'memory';
        default:
          // Recursion waits in memory, so this is a host with hardly any stack.
          if (isHostLimit(thrown)) return 'memory';
          // Only a bug of the compiler makes a module trap without a reason. Others can tell what the program computes.
          if (thrown instanceof host.RuntimeError) return 'fault';
          throw thrown;
      }
    }
  }
}

/** Returns the module of bytes; it is made once. */
function moduleOf(bytes: Uint8Array<ArrayBuffer>): object {
  const known = MODULES.get(bytes);
  if (known !== undefined) return known;
  const made = new host.Module(bytes);
  MODULES.set(bytes, made);
  return made;
}

const MODULES = new WeakMap<Uint8Array<ArrayBuffer>, object>();

/** How often a run goes through its inputs and its cotangent at most, but for what the program does with them. */
const WALKS = 4;

const MOST_BYTES = 2 ** 32 - 65536;
