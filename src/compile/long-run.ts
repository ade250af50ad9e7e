import { Watches, type WatchSeries } from '../semantics/observe';
import type { Budget } from '../semantics/outcome';
import { BYTES } from '../semantics/memory';
import { Reals } from '../semantics/reals';
import type { Value } from '../semantics/value';
import { STRING, type Type } from '../language/types/type';
import { type Answer, writeAll } from './compile';
import { finished } from './finished';
import { emitWithinLimits } from './emit/limits';
import { WORD } from './emit/layout';
import type { Limits } from './emit/runtime';
import { flatten, type Subject } from './flatten/flatten';
import { binaryOf } from './run/binary';
import { isHostLimit } from './run/host-limit';
import { PausingInstance, type Stretch } from './run/pausing-instance';
import { Values } from './run/values';
import { tooDeep, Unsupported } from './unsupported';

/** A program as WebAssembly that records what is watched, and that can pause in its outermost loops. */
export interface LongProgram {
  /** Begins a run. Runs do not see one another. */
  start(arguments_: readonly Value[], budget: Budget): LongRun;
}

/** A run that goes on for a stretch at a time. */
export interface LongRun {
  /**
   * Runs on, and pauses after `pause` milliseconds where the program can; one that cannot ends with `time` after `late`
   * milliseconds. The value is among the answers of the last stretch.
   */
  stretch(pause: number, late: number): Answer | 'paused';
  /** Returns what was recorded so far. */
  series(): readonly WatchSeries[];
}

/** The fuel between two looks at the clock: a round that watches takes microseconds, many times as long as others. */
const SLICE = 1 << 11;

export interface LongOptions {
  readonly limits?: Limits;
  /** The fuel between two looks at the clock; tests lower it, so that a run pauses often. */
  readonly slice?: number;
}

/** Compiles the value of a program, with what it watches; or returns what it contains that the compiler does not take. */
export function compileLong(subject: Subject, options: LongOptions = {}): LongProgram | Unsupported {
  try {
    return compiled(subject, options);
  } catch (thrown) {
    if (isHostLimit(thrown)) return tooDeep(subject.body.origin);
    throw thrown;
  }
}

function compiled(subject: Subject, { limits, slice = SLICE }: LongOptions): LongProgram | Unsupported {
  const flat = flatten(subject, true);
  if (flat.tag === 'unsupported') return flat.reason;
  const { kinds, watches } = flat;
  // It pauses in the outermost loops of its entry, and a choice between versions has none.
  const emitted = finished({ ...flat, lengths: [] }, ['value'], (ir) =>
    emitWithinLimits(ir, subject.body.origin, { limits, refuelled: true, pausable: true }),
  );
  if (emitted instanceof Unsupported) return emitted;
  const values = new Values(kinds);
  const reals = new Reals(subject.variants);
  const types = [...subject.parameters, ...(subject.data ?? [])].map(({ type }) => type);
  let record: (watch: number, slots: number) => void = () => undefined;
  const binary = binaryOf(
    emitted,
    (watch, slots) => {
      record(watch, slots);
    },
    slice,
  );
  return {
    start(arguments_, budget) {
      const instance = new PausingInstance(binary);
      const recorded = new Watches();
      let kept = 0;
      const own = (watch: number, slots: number): void => {
        const term = watches[watch];
        if (term === undefined || kept > budget.bytes) return;
        const read = (type: Type, at: number) => values.readSlots(instance, type, at);
        instance.refresh();
        const name = read(STRING, slots);
        const { value } = read(term.type, slots + WORD * name.words);
        kept += BYTES.watched + 8 * recorded.record(String(name.value), term, value, reals);
      };
      let isStarted = false;
      const go = (pause: number, late: number): Stretch => {
        if (isStarted) return instance.resume(pause, late);
        isStarted = true;
        instance.begin(budget);
        writeAll(instance, values, types, arguments_);
        return instance.hasRoom() ? instance.first(pause, late) : 'memory';
      };
      return {
        stretch(pause, late) {
          record = own;
          try {
            const ended = go(pause, late);
            if (kept > budget.bytes) return { tag: 'memory' };
            if (ended === 'paused') return ended;
            if (ended !== 'done') return { tag: ended };
            const words = types.reduce((sum, type) => sum + kinds.of(type).length, 0);
            const { value } = values.readSlots(instance, subject.body.type, instance.slots + WORD * words);
            return { tag: 'values', values: [value] };
          } catch (thrown) {
            if (isHostLimit(thrown)) return { tag: 'memory' };
            throw thrown;
          }
        },
        series: () => recorded.all(),
      };
    },
  };
}
