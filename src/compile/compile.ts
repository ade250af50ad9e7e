import type { Type } from '../language/types/type';
import type { Budget } from '../semantics/outcome';
import type { Value } from '../semantics/value';
import { type Emitted, emitProgram } from './emit/program';
import type { Limits } from './emit/runtime';
import { flatten, type Subject } from './flatten/flatten';
import { Unsupported } from './unsupported';
import type { Kinds } from './flatten/kinds';
import type { Numbers } from './ir/builder';
import type { IrProgram } from './ir/tree';
import { Differentiator, withGradient } from './differentiate/differentiate';
import { inline } from './optimise/inline';
import { afterDerivatives, beforeDerivatives } from './optimise/optimise';
import { type Ended, ModuleInstance } from './run/instance';
import { Values } from './run/values';
import { WORD } from './emit/layout';

/** How a run of compiled code ends. A fault is named by running the machine. */
export type Answer =
  { readonly tag: 'values'; readonly values: readonly Value[] } | { readonly tag: Exclude<Ended, 'done'> };

/** A program as WebAssembly. */
export interface Compiled {
  readonly ir: IrProgram;
  readonly emitted: Emitted;
  /** Returns the program's value for arguments, one per parameter. */
  value(arguments_: readonly Value[], budget: Budget): Answer;
  /** Writes arguments once, and returns functions that run the program on them again and again, for measurements. */
  prepare(
    arguments_: readonly Value[],
    cotangent: Value,
    budget: Budget,
  ): { readonly value: () => Ended; readonly gradient: () => Ended };
  /** Returns the adjoint of each argument for a cotangent of the value, and the value. */
  gradient(arguments_: readonly Value[], cotangent: Value, budget: Budget): Answer;
}

/** Compiles a program, or returns what it contains that the compiler does not take. */
export function compileProgram(subject: Subject, limits?: Limits): Compiled | Unsupported {
  const flat = flatten(subject);
  if (flat.tag === 'unsupported') return flat.reason;
  const { numbers } = flat;
  const ir = differentiated(flat.program, numbers, flat.kinds);
  if (ir instanceof Unsupported) return ir;
  const emitted = emitProgram(ir, limits);
  const values = new Values(flat.kinds);
  let instance: ModuleInstance | undefined;
  const types = subject.parameters.map(({ type }) => type);
  return {
    ir,
    emitted,
    value: (arguments_, budget) => {
      instance ??= new ModuleInstance(emitted);
      return call(instance, 'value', values, types, arguments_, [subject.body.type], budget);
    },
    prepare: (arguments_, cotangent, budget) => {
      instance ??= new ModuleInstance(emitted);
      const { type } = subject.body;
      const made = instance;
      call(made, 'value', values, types, arguments_, [type], budget);
      const runs = (entry: string) => {
        made.begin(budget);
        let slot = emitted.slots;
        [...types, type].forEach((each, i) => {
          slot += WORD * values.writeSlots(made, each, [...arguments_, cotangent][i], slot);
        });
        const top = made.mark();
        return () => {
          made.back(top, budget);
          return made.run(entry);
        };
      };
      return { value: runs('value'), gradient: runs('gradient') };
    },
    gradient: (arguments_, cotangent, budget) => {
      instance ??= new ModuleInstance(emitted);
      const { type } = subject.body;
      return call(instance, 'gradient', values, [...types, type], [...arguments_, cotangent], [...types, type], budget);
    },
  };
}

function differentiated(program: IrProgram, numbers: Numbers, kinds: Kinds): IrProgram | Unsupported {
  try {
    const plain = withGradient(beforeDerivatives(inline(program, numbers), numbers, kinds), numbers);
    return afterDerivatives(new Differentiator(plain, numbers).program(plain), numbers);
  } catch (thrown) {
    if (thrown instanceof Unsupported) return thrown;
    throw thrown;
  }
}

function call(
  instance: ModuleInstance,
  entry: string,
  values: Values,
  types: readonly Type[],
  arguments_: readonly Value[],
  results: readonly Type[],
  budget: Budget,
): Answer {
  instance.begin(budget);
  let slot = instance.emitted.slots;
  types.forEach((type, i) => {
    slot += WORD * values.writeSlots(instance, type, arguments_[i], slot);
  });
  const ended = instance.run(entry);
  if (ended !== 'done') return { tag: ended };
  const found = results.map((type) => {
    const { value, words } = values.readSlots(instance, type, slot);
    slot += WORD * words;
    return value;
  });
  return { tag: 'values', values: found };
}
