import { evaluator } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import type { Budget } from '../../semantics/outcome';
import { encodeModule, IMPORTS } from '../emit/module';
import type { Emitted } from '../emit/program';
import { FAULT, REFUEL } from '../emit/runtime';
import { workingTime } from '../../semantics/working-time';
import type { Heap } from './values';
import { isStackOverflow } from './stack-overflow';
import { type Global, host, type Memory } from './web-assembly';

/** How a run of a module ends: with its results in the slots, or why not. */
export type Ended = 'done' | 'fault' | 'steps' | 'time' | 'memory';

/** The fuel that a module gets at a time; the clock is read in between. */
const SLICE = 1 << 17;

/** A module in memory, ready to run. Its runs do not see one another. */
export class ModuleInstance implements Heap {
  readonly emitted: Emitted;
  private readonly memory: Memory;
  private readonly exports: Readonly<Record<string, unknown>>;
  private bytes: DataView;
  private words: Float64Array;
  /** The steps of the budget that the module has not been given yet, and when it gets no more. */
  private left = 0;
  private deadline = Infinity;
  private late = false;

  constructor(emitted: Emitted) {
    this.emitted = emitted;
    const functions = emitted.module.imports.map(({ name }): [string, unknown] => {
      if (name === REFUEL) {
        return [
          name,
          () => {
            this.refuel();
          },
        ];
      }
      const row = operationRow(name as OperationName);
      return [name, evaluator(row)];
    });
    const { exports } = new host.Instance(moduleOf(emitted), { [IMPORTS]: Object.fromEntries(functions) });
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
  begin({ steps, bytes, seconds }: Budget): void {
    const { start, module } = this.emitted;
    for (const { name, type, initial } of module.globals) if (type === 'i32') this.global<number>(name).value = initial;
    const most = Math.min(steps, Number.MAX_SAFE_INTEGER);
    const first = module.imports.some(({ name }) => name === REFUEL) ? Math.min(most, SLICE) : most;
    this.left = most - first;
    this.late = false;
    this.deadline = workingTime() + 1000 * seconds;
    this.global<bigint>('fuel').value = BigInt(first);
    this.global<number>('limit').value = Math.min(start + bytes, MOST_BYTES) | 0;
  }

  /** Gives a module that has used up its fuel more of it, unless it is late. */
  private refuel(): void {
    const fuel = this.global<bigint>('fuel');
    this.late = workingTime() > this.deadline;
    if (this.late) return;
    const given = Math.min(this.left, SLICE - Number(fuel.value));
    this.left -= given;
    fuel.value += BigInt(given);
  }

  /** Returns the most bytes that the run has used at a time, its inputs included. */
  peak(): number {
    const [top, peak] = [this.global<number>('top').value >>> 0, this.global<number>('peak').value >>> 0];
    return Math.max(top, peak) - this.emitted.start;
  }

  /** Returns whether what has been written is within the budget's bytes. */
  hasRoom(): boolean {
    return this.global<number>('top').value >>> 0 <= this.global<number>('limit').value >>> 0;
  }

  /** Returns the size of the memory, which never shrinks. */
  size(): number {
    return this.memory.buffer.byteLength;
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

  run(entry: string): Ended {
    try {
      (this.exports[entry] as () => void)();
      return 'done';
    } catch (thrown) {
      switch (this.global<number>('fault').value) {
        case FAULT.program:
          return 'fault';
        case FAULT.steps:
          return this.late ? 'time' : 'steps';
        case FAULT.memory:
          return 'memory';
        default:
          // Recursion waits in memory, so this is a host with hardly any stack.
          if (isStackOverflow(thrown)) return 'memory';
          throw thrown;
      }
    }
  }
}

/** Returns the module of what was emitted; it is made once. */
function moduleOf(emitted: Emitted): object {
  const known = MODULES.get(emitted);
  if (known !== undefined) return known;
  const made = new host.Module(encodeModule(emitted.module));
  MODULES.set(emitted, made);
  return made;
}

const MODULES = new WeakMap<Emitted, object>();

const MOST_BYTES = 2 ** 32 - 65536;
