import { internalError } from '../language/source/internal-error';
import type { Type } from '../language/types/type';
import type { Budget } from '../semantics/outcome';
import type { Value } from '../semantics/value';
import type { Emitted } from './emit/program';
import { emitWithinLimits } from './emit/limits';
import type { Limits } from './emit/runtime';
import { flatten, type Subject } from './flatten/flatten';
import { tooDeep, Unsupported } from './unsupported';
import type { IrProgram } from './ir/program';
import type { DerivativeEntry, Entry } from './differentiate/entries';
import { finished } from './finished';
import { binaryOf } from './run/binary';
import { type EngineBinary, EngineInstance } from './run/engine-instance';
import type { Ended } from './run/instance';
import { isHostLimit } from './run/host-limit';
import { Values } from './run/values';
import { WORD } from './emit/layout';

/** How a run of compiled code ends. A fault is named by running the machine. */
export type Answer =
  { readonly tag: 'values'; readonly values: readonly Value[] } | { readonly tag: Exclude<Ended, 'done'> };

/** A program as WebAssembly: its derivative, which gives the value too, or its value. */
export interface Compiled {
  readonly ir: IrProgram;
  readonly emitted: Emitted;
  /**
   * Returns the program's value for arguments, one per parameter, data included. Beside a derivative, the value alone is
   * compiled when it is first asked for.
   */
  value(arguments_: readonly Value[], budget: Budget): Answer;
  /** Writes arguments once, and returns functions that run the program on them again and again, for measurements. */
  prepare(
    arguments_: readonly Value[],
    cotangent: Value,
    budget: Budget,
  ): { readonly value: () => Ended; readonly gradient: () => Ended };
  /** Returns the adjoint of each argument but data for a cotangent of the value, and the value. */
  gradient(arguments_: readonly Value[], cotangent: Value, budget: Budget): Answer;
  /** Returns the tangent of the value along a direction, one value per argument but data, and the value. */
  directional(arguments_: readonly Value[], direction: readonly Value[], budget: Budget): Answer;
  /** Makes the module, which the first run does otherwise. */
  load(): void;
  /** The most bytes that the last run used at a time, its inputs included. */
  peak(): number;
}

export type WantedDerivative = DerivativeEntry | 'none';

export interface CompileOptions {
  /** The derivative that the module computes with the value; `none` for the value alone. */
  readonly derivative?: WantedDerivative;
  /** Whether a run looks at the clock, so that the budget's seconds hold too. */
  readonly timed?: boolean;
  readonly limits?: Limits;
}

/** Compiles a program, or returns what it contains that the compiler does not take. */
export function compileProgram(subject: Subject, options: CompileOptions = {}): Compiled | Unsupported {
  try {
    return compiled(subject, options);
  } catch (thrown) {
    if (isHostLimit(thrown)) return tooDeep(subject.body.origin);
    throw thrown;
  }
}

function compiled(subject: Subject, options: CompileOptions): Compiled | Unsupported {
  const { derivative = 'gradient', timed = false, limits } = options;
  const flat = flatten(subject);
  if (flat.tag === 'unsupported') return flat.reason;
  const wanted = derivative === 'none' ? 'value' : derivative;
  const written = finished(flat, [wanted], (ir) => {
    const emitted = emitWithinLimits(ir, subject.body.origin, { limits, refuelled: timed });
    return emitted instanceof Unsupported ? emitted : { ir, emitted };
  });
  if (written instanceof Unsupported) return written;
  const { ir, emitted } = written;
  let known: EngineBinary | undefined;
  const binary = (): EngineBinary => (known ??= binaryOf(emitted));
  const values = new Values(flat.kinds);
  let instance: EngineInstance | undefined;
  let bytes = 0;
  const moving = subject.parameters.map(({ type }) => type);
  const types = [...moving, ...(subject.data ?? []).map((each) => each.type)];
  const { type } = subject.body;
  let alone: Compiled | Unsupported | undefined;
  const valueAlone = (): Compiled => {
    const made = (alone ??= compiled(subject, { ...options, derivative: 'none' }));
    return made instanceof Unsupported ? internalError(made.message) : made;
  };
  const run = (
    entry: Entry,
    given: readonly Type[],
    arguments_: readonly Value[],
    results: readonly Type[],
    budget: Budget,
  ): Answer => {
    try {
      const made = (instance ??= new EngineInstance(binary()));
      const answer = call(made, entry, values, given, arguments_, results, budget);
      bytes = made.peak();
      // Memory does not shrink, so a large one is not kept for the next run.
      if (made.size() > MOST_KEPT) instance = undefined;
      return answer;
    } catch (thrown) {
      if (!isHostLimit(thrown)) throw thrown;
      instance = undefined;
      return { tag: 'memory' };
    }
  };
  return {
    ir,
    emitted,
    value: (arguments_, budget) => {
      if (wanted === 'value') return run('value', types, arguments_, [type], budget);
      const made = valueAlone();
      const answer = made.value(arguments_, budget);
      bytes = made.peak();
      return answer;
    },
    gradient: (arguments_, cotangent, budget) =>
      run('gradient', [...types, type], [...arguments_, cotangent], [...moving, type], budget),
    directional: (arguments_, direction, budget) =>
      run('directional', [...types, ...moving], [...arguments_, ...direction], [type, type], budget),
    load: () => {
      try {
        instance ??= new EngineInstance(binary());
      } catch (thrown) {
        // The run says that there is no memory.
        if (!isHostLimit(thrown)) throw thrown;
      }
    },
    peak: () => bytes,
    prepare: (arguments_, cotangent, budget) => {
      // Other runs do not see its memory.
      const made = new EngineInstance(binary());
      made.begin(budget);
      const end = writeAll(made, values, [...types, type], [...arguments_, cotangent]);
      const { top } = made;
      // The value is written where the cotangent is.
      const given = made.reals.slice(made.slots / WORD, end / WORD);
      const runs = (entry: string) => () => {
        made.back(top, budget);
        made.reals.set(given, made.slots / WORD);
        return made.run(entry);
      };
      const value = wanted === 'value' ? runs('value') : valueAlone().prepare(arguments_, cotangent, budget).value;
      return { value, gradient: runs('gradient') };
    },
  };
}

/** The bytes of a module's memory up to which it is kept between runs. */
const MOST_KEPT = 64e6;

function call(
  instance: EngineInstance,
  entry: string,
  values: Values,
  types: readonly Type[],
  arguments_: readonly Value[],
  results: readonly Type[],
  budget: Budget,
): Answer {
  instance.begin(budget);
  let slot = writeAll(instance, values, types, arguments_);
  const ended = instance.hasRoom() ? instance.run(entry) : 'memory';
  if (ended !== 'done') return { tag: ended };
  const found = results.map((type) => {
    const { value, words } = values.readSlots(instance, type, slot);
    slot += WORD * words;
    return value;
  });
  return { tag: 'values', values: found };
}

/** Writes arguments into the slots, and returns the address after them. */
export function writeAll(
  instance: EngineInstance,
  values: Values,
  types: readonly Type[],
  arguments_: readonly Value[],
): number {
  return types.reduce(
    (slot, type, i) => slot + WORD * values.writeSlots(instance, type, arguments_[i], slot),
    instance.slots,
  );
}
