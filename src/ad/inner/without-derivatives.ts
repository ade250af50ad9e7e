/**
 * Main expressions without derivatives inside. A derivative that no input reaches is a constant: the machine evaluates it,
 * and its value takes its place. In the place of every other derivative stands a program that computes it.
 */
import { mapItem, mapTerm } from '../../language/core/traverse';
import type { CoreItem } from '../../language/core/tree';
import { run } from '../../semantics/evaluate';
import type { Budget, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import { blame } from '../blame';
import type { Inner, Main, Point } from '../engine';
import { executableOf, inputsAt } from '../executable';
import { fragmentOf } from '../fragment';
import { namesFor } from '../translation/names';
import { bindingNames, dropping } from './bindings';
import { hasMarked, isTooLarge, markConstants, settled, valuesOf } from './constants';
import type { Problem } from './context';
import { replaceDerivatives, type Replaced } from './replace';

/** A main expression that computes the same, without derivatives. */
export interface WithoutDerivatives {
  readonly tag: 'without';
  readonly main: Main;
  readonly inner: readonly Inner[];
  /** The steps that its constants took at the point. */
  readonly steps: number;
}

interface Known {
  readonly replaced: Replaced | Problem;
  readonly hasConstants: boolean;
  /** The constants that a run has evaluated, and the main expression with their values. */
  values: ReadonlyMap<string, Value>;
  result: Omit<WithoutDerivatives, 'steps'> | undefined;
}

const KNOWN = new WeakMap<Main, Known>();

/**
 * Returns the main expression without derivatives, for the point; or why it has to be differentiated by its trace. Constants are
 * evaluated by a run at the point, each where the program needs it.
 */
export function* withoutDerivatives(
  main: Main,
  point: Point,
  budget: Budget,
): Task<Outcome<WithoutDerivatives | (Problem & { readonly tag: 'problem' })>> {
  const known = knownOf(main);
  const { replaced } = known;
  if ('reason' in replaced) return { tag: 'ok', value: { tag: 'problem', ...replaced } };
  let steps = 0;
  if (known.result === undefined || known.hasConstants) {
    const evaluated = yield* evaluatedConstants(main, replaced.main, point, budget, known);
    if (evaluated.tag !== 'ok') return evaluated;
    const { values } = evaluated.value;
    ({ steps } = evaluated.value);
    if (isTooLarge(replaced.main, values)) {
      const reason = 'the value of a constant that the program computes with a derivative is too large to write';
      return { tag: 'ok', value: { tag: 'problem', reason, span: main.body.origin } };
    }
    if (known.result === undefined || values.size > known.values.size) {
      known.values = values;
      const inner: readonly Inner[] = [...(known.hasConstants ? (['constant'] as const) : []), ...replaced.used];
      const result = withoutUnused(settled(replaced.main, known.values), replaced.unused);
      known.result = { tag: 'without', main: result, inner };
    }
  }
  return { tag: 'ok', value: { ...known.result, steps } };
}

function knownOf(main: Main): Known {
  const known = KNOWN.get(main);
  if (known !== undefined) return known;
  const fresh = namesFor(main);
  const fragment = fragmentOf(main, 'reverse', true);
  const replaced: Replaced | Problem =
    fragment.tag === 'outside'
      ? { reason: 'the program uses what translations are written in', span: fragment.reason.span }
      : replaceDerivatives(markConstants(main, fresh), fresh);
  const hasConstants = !('reason' in replaced) && hasMarked(replaced.main);
  const made: Known = { replaced, hasConstants, values: new Map(), result: undefined };
  KNOWN.set(main, made);
  return made;
}

function* evaluatedConstants(
  main: Main,
  marked: Main,
  point: Point,
  budget: Budget,
  { hasConstants, values }: Known,
): Task<Outcome<{ readonly values: ReadonlyMap<string, Value>; readonly steps: number }>> {
  if (!hasConstants) return { tag: 'ok', value: { values, steps: 0 } };
  const outcome = yield* run(executableOf(marked), {
    budget,
    inputs: inputsAt(marked, point),
    tracing: 'none',
    watch: true,
  });
  if (outcome.tag === 'failed') return yield* blame(main, point, budget, outcome.diagnostic);
  if (outcome.tag !== 'ok') return outcome;
  const { meter } = outcome.value;
  return { tag: 'ok', value: { values: new Map([...values, ...valuesOf(outcome.value)]), steps: meter.steps } };
}

/** Drops the definitions of functions that nothing calls any more. */
function withoutUnused(main: Main, unused: ReadonlySet<string>): Main {
  if (unused.size === 0) return main;
  const change = dropping(unused);
  const stays = (item: CoreItem): boolean =>
    (item.tag !== 'let' && item.tag !== 'letrec') || !bindingNames(item).some((name) => unused.has(name));
  const definitions = main.definitions.filter(stays).map((item) => mapItem(item, change));
  return { ...main, definitions, body: mapTerm(main.body, change) };
}
