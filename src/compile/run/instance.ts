import type { Budget } from '../../semantics/outcome';
import { FAULT, IMPORTS } from '../emit/host';
import type { Heap } from './values';
import { type Global, host, type Memory } from './web-assembly';

/** How a run of a module ends: with its results in the slots, or why not. */
export type Ended = 'done' | 'fault' | 'steps' | 'memory' | 'deep';

/** A module as its host needs it. */
export interface Binary {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The imported functions, by name. */
  readonly functions: Readonly<Record<string, unknown>>;
  /** The address of the slots of inputs, followed by those of results. */
  readonly slots: number;
  /** The first address that is free before a run. */
  readonly start: number;
}

/** A module in memory, ready to run. Its runs do not see one another. */
export class ModuleInstance implements Heap {
  readonly slots: number;
  private readonly start: number;
  private readonly memory: Memory;
  private readonly exports: Readonly<Record<string, unknown>>;
  /** The globals that are numbers, with their values before a run. */
  private readonly initial: readonly (readonly [Global<number>, number])[];
  private bytes: DataView;
  private words: Float64Array;

  constructor({ bytes, functions, slots, start }: Binary) {
    this.slots = slots;
    this.start = start;
    const { exports } = new host.Instance(new host.Module(bytes), { [IMPORTS]: functions });
    this.exports = exports;
    this.initial = Object.values(exports).flatMap((each): readonly (readonly [Global<number>, number])[] => {
      const global = each as Partial<Global<unknown>>;
      return typeof global.value === 'number' ? [[global as Global<number>, global.value]] : [];
    });
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
  begin({ steps, bytes }: Budget): void {
    const { start } = this;
    for (const [global, initial] of this.initial) global.value = initial;
    this.global<bigint>('fuel').value = BigInt(Math.min(steps, Number.MAX_SAFE_INTEGER));
    this.global<number>('limit').value = Math.min(start + bytes, MOST_BYTES) | 0;
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
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / 65536));
    top.value = end | 0;
    return address;
  }

  /** Whether the module has an entry. */
  has(entry: string): boolean {
    return entry in this.exports;
  }

  run(entry: string): Ended {
    try {
      (this.exports[entry] as () => void)();
      return 'done';
    } catch (thrown) {
      switch (this.fault) {
        case FAULT.program:
        case FAULT.result:
          return 'fault';
        case FAULT.steps:
          return 'steps';
        case FAULT.memory:
          return 'memory';
        default:
          if (thrown instanceof RangeError) return 'deep';
          throw thrown;
      }
    }
  }
}

const MOST_BYTES = 2 ** 32 - 65536;
