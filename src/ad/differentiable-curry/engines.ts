import { integer, largeInteger } from '../../language/source/counted';
import { error, type Diagnostic } from '../../language/source/diagnostic';
import type { Span } from '../../language/source/span';
import type { Budget, Outcome } from '../../semantics/outcome';
import type { Task } from '../../semantics/task';
import { blame, overflow } from '../blame';
import { fragmentOf } from '../fragment';
import type { Engine, EngineResult, Main, Point } from '../engine';
import { cotangentFits, pointWith, shapeFailure } from '../point';
import type { Combinator, Combinators } from './combinator';
import { SIMPLY_TYPED } from './curry';
import { DEPENDENTLY_TYPED } from './curry-dependent';
import { newCallLog, repeatedBy, type Repeated } from './machine/call-log';
import { newMachine } from './machine/machine';
import { arrowText, printCombinators } from './print';
import { asText } from '../notation/line';
import { tangentTypes } from './tangent-types';
import { backwards, runDefinitions, forwards, type Halt } from './machine/proceed';
import type { Method, Observer, RunRecord } from './machine/run';
import { realsOfTangent } from './machine/reals-of-tangent';
import { type GivenTangent } from './machine/tangent';
import { tupleParts } from './machine/tuple-tangent';
import { translateToCombinators } from './translate';

/** "The Differentiable Curry", sections 3 and 4 (Figures 1 to 3 and 6). */
export const curry = combinatorEngine(SIMPLY_TYPED);

/** "The Differentiable Curry", section 5 (Figures 1, 2 and 5). */
export const curryDependent = combinatorEngine(DEPENDENTLY_TYPED);

/** Returns the engine of one version of the paper: the versions differ only in their `Method`. */
function combinatorEngine(method: Method): Engine {
  return {
    id: method.id,
    fragment: (main) => fragmentOf(main, method.id),
    write: (main) => {
      const combinators = combinatorsOf(main);
      const { lines, nodes } = printCombinators(combinators);
      const text = [asText(lines), ...tangentTypes(method.id, nodes)].join('\n');
      return { text, type: arrowText(combinators.main) };
    },
    *run(main, point, budget) {
      const outcome = yield* runCombinators(method, main, point, budget);
      return outcome.tag === 'ok' ? { tag: 'ok', value: outcome.value.result } : outcome;
    },
  };
}

export interface CombinatorRun {
  readonly result: EngineResult;
  readonly run: RunRecord;
  /** How often each `curry` and `rec` ran again. */
  readonly again: ReadonlyMap<Combinator, number>;
  /** The runs that the pullback repeats, as counted before it starts; undefined if it repeats none. */
  readonly repeated: Repeated | undefined;
}

/**
 * Runs the main expression forwards at the point, and backwards from the cotangent. `main` must be inside the fragment.
 */
export function* runCombinators(
  method: Method,
  main: Main,
  point: Point,
  budget: Budget,
  observer?: Observer,
): Task<Outcome<CombinatorRun>> {
  const { definitions, main: term } = combinatorsOf(main);
  const { target: type, variants } = main;
  const machine = newMachine(method, budget, observer);
  const { meter, again } = machine;
  const ends = function* (halt: Halt): Task<Exclude<Outcome<never>, { readonly tag: 'ok' }>> {
    return halt.tag === 'failed' ? yield* blame(main, point, budget, halt.diagnostic) : halt;
  };

  const zeroth = yield* runDefinitions(machine, definitions);
  if (zeroth !== undefined) return yield* ends(zeroth);
  machine.calls = method.runsAgain ? newCallLog() : undefined;
  const first = yield* forwards(machine, term, point.arguments);
  if (first !== undefined) return yield* ends(first);
  const { value, run } = machine;
  if (!cotangentFits(main, point.cotangent, value)) return { tag: 'failed', diagnostic: shapeFailure(main) };
  const repeated = machine.calls && repeatedBy(machine.calls);
  machine.calls = undefined;
  if (repeated !== undefined && BigInt(meter.steps) + repeated.steps > BigInt(budget.steps)) {
    return { tag: 'stopped', diagnostic: tooCostly(repeated, budget, main.body.origin) };
  }

  const given: GivenTangent = { tag: 'given', value: point.cotangent, type, variants, whole: undefined };
  const second = yield* backwards(machine, run, given);
  if (second !== undefined) {
    const ended = yield* ends(second);
    if (ended.tag === 'failed' || repeated === undefined) return ended;
    return { tag: 'stopped', diagnostic: { ...ended.diagnostic, hint: `${costOf(repeated)}; ${RUNS_ONCE}` } };
  }
  // The tangent of the context is restored to the shape of the point.
  const parts = tupleParts(machine.tangent, meter);
  const reals = main.parameters.flatMap((parameter, i) =>
    realsOfTangent(parts[i], point.arguments[i], parameter.type, variants, meter),
  );
  if (!reals.every(Number.isFinite)) return { tag: 'failed', diagnostic: overflow(main.body.origin) };
  const result: EngineResult = { value, derivative: pointWith(main, point, reals), meter };
  return { tag: 'ok', value: { result, run, again, repeated } };
}

/** The diagnostic of a pullback that cannot end within the budget. */
function tooCostly(repeated: Repeated, budget: Budget, origin: Span): Diagnostic {
  const message = `${costOf(repeated)}, in more than ${largeInteger(repeated.steps)} steps; the limit is ${integer(budget.steps)}`;
  // No limit can be raised so far.
  const code = repeated.steps > Number.MAX_SAFE_INTEGER ? 'too-large' : 'budget-steps';
  return error(code, origin, message, { hint: RUNS_ONCE });
}

function costOf({ runs }: Repeated): string {
  return `the pullback runs functions again ${largeInteger(runs)} ${runs === 1n ? 'time' : 'times'}`;
}

const RUNS_ONCE = '`curry-dependent` runs each function once';

const COMBINATORS = new WeakMap<Main, Combinators>();

/** J[main], translated once. */
export function combinatorsOf(main: Main): Combinators {
  const known = COMBINATORS.get(main);
  if (known !== undefined) return known;
  const made = translateToCombinators(main);
  COMBINATORS.set(main, made);
  return made;
}
