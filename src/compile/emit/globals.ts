import type { WasmGlobal } from './module';
import type { Stack } from './stacks';

/** The globals of a module, by number. Those after the first four are made when they are first asked for. */
export class Globals {
  /** All globals so far; the first four are in every module. */
  readonly globals: WasmGlobal[] = [
    { name: 'fuel', type: 'i64', initial: 0 },
    { name: 'top', type: 'i32', initial: 0 },
    { name: 'fault', type: 'i32', initial: 0 },
    { name: 'limit', type: 'i32', initial: 0 },
  ];
  readonly fuel = 0;
  readonly top = 1;
  readonly faulted = 2;
  readonly limit = 3;
  private readonly numbers = new Map<string, number>();
  private readonly stacks = new Map<string, Stack>();
  private readonly hostBytes: number;

  /** `hostBytes` is how much of the host's stack a run may use. */
  constructor(hostBytes: number) {
    this.hostBytes = hostBytes;
  }

  /** The stack of what the way back needs of the way there. */
  get kept(): Stack {
    return this.stack('kept');
  }

  /** The stack of the frames of functions that wait for one that they call. */
  get frames(): Stack {
    return this.stack('frames');
  }

  /** The newest frame, or 0. */
  get frame(): number {
    return this.global('frame');
  }

  /** The bytes of the host's stack that a run may use. */
  get room(): number {
    return this.global('room', this.hostBytes);
  }

  get ready(): number {
    return this.global('ready');
  }

  get peak(): number {
    return this.global('peak');
  }

  get newest(): number {
    return this.global('newest');
  }

  /** Set by the host: whether the run pauses at the next place where it can. */
  get pausing(): number {
    return this.global('pausing');
  }

  /** The number of the loop that a paused run goes on with, or 0. */
  get resumed(): number {
    return this.global('resumed');
  }

  private global(name: string, initial = 0): number {
    const known = this.numbers.get(name);
    if (known !== undefined) return known;
    const number = this.globals.push({ name, type: 'i32', initial }) - 1;
    this.numbers.set(name, number);
    return number;
  }

  private stack(name: string): Stack {
    const known = this.stacks.get(name);
    if (known !== undefined) return known;
    const made = {
      name,
      top: this.global(name),
      start: this.global(`${name}Start`),
      end: this.global(`${name}End`),
      spare: this.global(`${name}Spare`),
    };
    this.stacks.set(name, made);
    return made;
  }
}
