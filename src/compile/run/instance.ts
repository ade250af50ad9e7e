import type { Budget } from '../../semantics/outcome';
import { FAULT, IMPORTS } from '../emit/host';
import { WORD } from '../emit/layout';
import { MOST_ITEMS } from '../ir/atoms';
import type { Heap } from './heap';
import { isHostLimit } from './host-limit';
import { type Exports, host } from './web-assembly';

/** How a run of a module ends: with its results in the slots, or why not. */
export type Ended = 'done' | 'fault' | 'steps' | 'time' | 'memory';

/** A module as its host needs it. */
export interface Binary {
  /** The module of WebAssembly. */
  readonly module: object;
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
  /** The first address that is free before a run. What lies before it stays. */
  start: number;
  protected readonly exports: Exports;
  /** The end of what is in use. While the module runs, its own global has it. */
  top: number;
  view: DataView;
  reals: Float64Array;

  constructor({ module, functions, slots, start }: Binary) {
    this.slots = slots;
    this.start = this.top = start;
    const { exports } = new host.Instance(module, { [IMPORTS]: functions });
    const { buffer } = exports.memory;
    this.exports = exports;
    this.view = new DataView(buffer);
    this.reals = new Float64Array(buffer);
  }

  /** Takes the memory that there is after it may have grown: after a run, or while the module calls the host. */
  refresh(): void {
    const { buffer } = this.exports.memory;
    if (this.view.buffer === buffer) return;
    this.view = new DataView(buffer);
    this.reals = new Float64Array(buffer);
  }

  /** Begins a run, with all of its fuel if none is given: frees what the run before used. */
  begin(budget: Omit<Budget, 'seconds'>, fuel = Math.min(budget.steps, Number.MAX_SAFE_INTEGER)): void {
    const { exports } = this;
    this.top = this.start;
    exports.fault.value = 0;
    exports.fuel.value = BigInt(fuel);
    exports.limit.value = Math.min(this.start + budget.bytes, MOST_BYTES) | 0;
  }

  /** Why the last run stopped: one of `FAULT`. */
  get fault(): number {
    return this.exports.fault.value;
  }

  allocate(bytes: number): number {
    const address = this.top;
    const end = address + bytes;
    const { byteLength } = this.view;
    if (end > byteLength) {
      // Growth takes longer the larger the memory is, so some is in reserve.
      this.exports.memory.grow(Math.ceil((Math.min(end + byteLength / 4, 2 ** 32) - byteLength) / 65536));
      this.refresh();
    }
    this.top = end;
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

  /** Runs an entry on what has been written, or goes on as the module stands. */
  run(entry: string, isOn = false): Ended {
    const { exports } = this;
    if (!isOn) {
      exports.top.value = this.top | 0;
      // The machine takes no steps for what is given. The module goes through it, for the shadows of inputs for example.
      exports.fuel.value += BigInt(Math.ceil((WALKS * (this.top - this.start)) / WORD));
    }
    try {
      (exports[entry] as () => void)();
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
          // Recursion waits in memory, so this is a host with hardly any stack.
          if (isHostLimit(thrown)) return 'memory';
          // Only a bug of the compiler makes a module trap without a reason. Others can tell what the program computes.
          if (thrown instanceof host.RuntimeError) return 'fault';
          throw thrown;
      }
    } finally {
      this.top = exports.top.value >>> 0;
      this.refresh();
    }
  }
}

/** How often a run goes through its inputs and its cotangent at most, but for what the program does with them. */
const WALKS = 4;

const MOST_BYTES = 2 ** 32 - 65536;
