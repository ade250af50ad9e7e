import { isAllowed, compiledOf, lifted } from '../ad/compiled/prepared';
import type { Main } from '../ad/engine';
import type { Compiled } from '../compile/compile';
import { Unsupported } from '../compile/unsupported';
import type { Budget } from '../semantics/outcome';
import type { Value } from '../semantics/value';
import { longestStretch } from '../semantics/working-time';

/** Computes a function by compiled code, at one point after another. */
export interface CompiledValues {
  /** Returns the value for arguments; `UNDECIDED` where the machine has to find out whether there is one. */
  readonly at: (arguments_: readonly Value[], budget: Budget) => Value;
}

export const UNDECIDED = Symbol('undecided');

/** Returns a function as compiled code; undefined if the compiler does not take it. */
export function compiledValues(main: Main): CompiledValues | undefined {
  if (!isAllowed) return undefined;
  const made: Compiled | Unsupported = compiledOf(main, 'gradient');
  if (made instanceof Unsupported) return undefined;
  const { values } = lifted(main);
  return {
    at(arguments_, budget) {
      const seconds = Math.min(budget.seconds, longestStretch());
      const answer = made.value([...arguments_, ...values], { ...budget, seconds });
      return answer.tag === 'values' ? answer.values[0] : UNDECIDED;
    },
  };
}
