import type { CombinatorRun } from '../../ad/differentiable-curry/engines';
import { runCombinators } from '../../ad/differentiable-curry/engines';
import type { Method } from '../../ad/differentiable-curry/machine/run';
import type { Budget, Outcome } from '../../semantics/outcome';
import { drain } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import { RUN_BUDGET } from './build';
import { mainFrom } from '../translated-main';

/** Returns the outcome of a program's main expression at a point, by combinators. */
export function combinatorOutcome(
  method: Method,
  text: string,
  args: readonly Value[],
  { cotangent = 1, budget = RUN_BUDGET }: { readonly cotangent?: Value; readonly budget?: Budget } = {},
): Outcome<CombinatorRun> {
  return drain(runCombinators(method, mainFrom(text), { arguments: args, cotangent }, budget));
}

export function combinatorRun(...given: Parameters<typeof combinatorOutcome>): CombinatorRun {
  const outcome = combinatorOutcome(...given);
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}

/** Returns how often each `curry` and `rec` ran again, in text order. */
export function againIn({ again }: CombinatorRun): readonly number[] {
  return [...again].sort(([a], [b]) => a.origin.start - b.origin.start).map(([, count]) => count);
}
