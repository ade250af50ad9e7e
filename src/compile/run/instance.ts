import { evaluator } from '../../language/operations/apply';
import type { OperationName } from '../../language/operations/names';
import { operationRow } from '../../language/operations/table';
import type { Budget } from '../../semantics/outcome';
import { encodeModule, IMPORTS } from '../emit/module';
import type { Emitted } from '../emit/program';
import { FAULT } from '../emit/runtime';
import type { Heap } from './values';
import { isStackOverflow } from './stack-overflow';
import { type Global, host, type Memory } from './web-assembly';

/** How a run of a module ends: with its results in the slots, or why not. */
export type Ended = 'done' | 'fault' | 'steps' | 'memory';

/** A module in memory, ready to run. Its runs do not see one another. */
export class ModuleInstance implements Heap {
  readonly emitted: Emitted;
  private readonly memory: Memory;
  private readonly exports: Readonly<Record<string, unknown>>;
  private bytes: DataView;
  private words: Float64Array;

  constructor(emitted: Emitted) {
    this.emitted = emitted;
    const functions = emitted.module.imports.map(({ name }): [string, unknown] => {
      const row = operationRow(name as OperationName);
      return [name, evaluator(row)];
    });
    const module = new host.Module(encodeModule(emitted.module));
    const { exports } = new host.Instance(module, { [IMPORTS]: Object.fromEntries(functions) });
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
  begin({ steps, bytes }: Budget): void {
    const { start, module } = this.emitted;
    for (const { name, type, initial } of module.globals) if (type === 'i32') this.global<number>(name).value = initial;
    this.global<bigint>('fuel').value = BigInt(Math.min(steps, Number.MAX_SAFE_INTEGER));
    this.global<number>('limit').value = Math.min(start + bytes, MOST_BYTES) | 0;
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
          return 'steps';
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

const MOST_BYTES = 2 ** 32 - 65536;
