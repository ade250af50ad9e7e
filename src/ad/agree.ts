import type { Diagnostic } from '../language/source/diagnostic';
import type { Budget, Counts, Outcome } from '../semantics/outcome';
import { realValues, showReal } from '../semantics/present';
import { MISMATCH, Reals } from '../semantics/reals';
import type { Task } from '../semantics/task';
import { primalOf, type Value } from '../semantics/value';
import type { AnyEngineId, ComparedEngine, EngineResult, Main, Point } from './engine';
import { leafLabels } from './point';
import { oneDirection, takesOneDirection, type OneDirection } from './one-direction';

/**
 * Compares all engines on one program at one point: derivatives agree if |a - b| <= 1e-9 *
 * max(1, S) + 1e-13 * B at each leaf. S is the largest entry of the derivative, and B the leaf's entry of the sweep of
 * the absolute values: rounding grows with it, so that cancellation does not count as disagreement.
 */
export interface Agreement {
  /** One label per real leaf of the point, left to right. */
  readonly leaves: readonly string[];
  /** One column per engine, in the registry's order; engines that have not run yet are `pending`. */
  readonly columns: readonly Column[];
  /** `undefined` until two engines have answered. */
  readonly verdict: Verdict | undefined;
  /**
   * The largest |a - b| / max(1, S) between any two engines, without `numeric`, which is compared within its own error
   * estimate.
   */
  readonly maxRelativeDifference: number | undefined;
}

/** `too much cancellation` if engines differ, but no more than the rounding of a sum of far larger numbers explains. */
export type Verdict = 'agree' | 'disagree' | 'too much cancellation' | 'no verdict';

export type Column = { readonly engine: AnyEngineId } & (
  | { readonly status: 'pending' }
  | {
      readonly status: 'ok';
      readonly result: EngineResult<Counts>;
      /** One per leaf. */
      readonly derivatives: readonly number[];
      readonly errors: readonly number[] | undefined;
      /** |a - b| / max(1, S) to the reference engine, one per leaf. */
      readonly differences: readonly number[];
      readonly agrees: boolean;
      /** The leaves at which it does not agree. */
      readonly differs: readonly number[];
      /** Whether it agrees only by a tolerance of B that is so large that it tells nothing. */
      readonly cancels: boolean;
      readonly seconds: number;
    }
  | {
      /**
       * At a point of very many reals, the engine takes one direction; it agrees if the sum of the derivatives does
       * (Lemma 1).
       */
      readonly status: 'one direction';
      readonly reason: string;
      readonly diagnostic: Diagnostic;
      readonly agrees: boolean;
    }
  | {
      readonly status: 'unsupported' | 'not comparable' | 'failed' | 'stopped';
      /** Why there is no result, as a message. */
      readonly reason: string;
      readonly diagnostic: Diagnostic;
    }
  /** It would need more time than it may take without being asked for. */
  | { readonly status: 'not run' }
);

type Answer = Extract<Column, { readonly status: 'ok' }>;

export const TOLERANCE = 1e-9;
/** The tolerance as a multiple of B: some hundred roundings of the sums that cancel. */
const ROUNDING = 1e-13;
/** Numbers that differ are not compared with a tolerance above this multiple of max(1, S). */
const LARGEST_TOLERANCE = 1e-3;

export interface AgreeOptions {
  readonly engines: readonly ComparedEngine[];
  readonly budget: Budget;
  /** Whether the steps of the budget were asked for. If not, later engines get a multiple of the steps of the first answer. */
  readonly fixedSteps?: boolean | undefined;
  /** The engine that is expected to answer first, if it is not one of those that usually do. */
  readonly first?: AnyEngineId | undefined;
  /** In milliseconds, from any origin. */
  readonly now: () => number;
  /** Called after every engine. */
  readonly progress?: (agreement: Agreement) => void;
  /** The limit of the time that all engines together take, except those that were asked for. Without it, each has the budget. */
  readonly patience?: { readonly seconds: number; readonly asked: ReadonlySet<AnyEngineId> };
}

/** Runs every engine whose fragment contains the program. Yields at least once between engines. */
export function* agree(main: Main, point: Point, options: AgreeOptions): Task<Agreement> {
  const { engines, patience, now } = options;
  const outcomes = new Map<AnyEngineId, Finished | 'not run'>();
  const compare = comparison(main, point, engines, outcomes);
  let agreement = compare();
  let { budget } = options;
  let left = patience === undefined ? Infinity : 1000 * patience.seconds;
  for (const engine of quickFirst(engines, options.first)) {
    const asked = patience?.asked.has(engine.id) === true;
    const start = now();
    // Without two answers there is no verdict, so the next quick engine has all the time again.
    if (patience !== undefined && QUICK.has(engine.id) && answersIn(outcomes) < 2) left = 1000 * patience.seconds;
    const finished = yield* atMost(runOne(engine, main, point, budget, now), asked ? Infinity : start + left, now);
    if (!asked) left -= now() - start;
    outcomes.set(engine.id, finished ?? 'not run');
    // Engines whose work is exponential get the steps of the first answer, so that they stop while the reader waits.
    const counted = finished?.outcome.tag === 'ok' ? finished.outcome.value.meter.steps : undefined;
    if (options.fixedSteps !== true && budget === options.budget && counted !== undefined) {
      const steps = Math.max(LEAST_STEPS, STEPS_OF_FIRST * counted);
      budget = { ...budget, steps: Math.min(budget.steps, steps) };
    }
    agreement = compare();
    options.progress?.(agreement);
    yield;
  }
  return agreement;
}

function answersIn(outcomes: ReadonlyMap<AnyEngineId, Finished | 'not run'>): number {
  return [...outcomes.values()].filter((finished) => finished !== 'not run' && finished.outcome.tag === 'ok').length;
}

interface Finished {
  readonly outcome: Outcome<EngineResult<Counts>>;
  /** The result of an engine that takes one direction only. */
  readonly single?: OneDirection;
  readonly seconds: number;
}

/** The step limit of later engines, as a multiple of the steps of the first answer that counts them. */
const STEPS_OF_FIRST = 100;
const LEAST_STEPS = 3e6;

/** Runs a task up to a time, and abandons it then. */
function* atMost<T>(task: Task<T>, end: number, now: () => number): Task<T | undefined> {
  for (;;) {
    if (now() >= end) {
      task.return(undefined as never); // ends the task, whose result nobody reads
      return undefined;
    }
    const step = task.next();
    if (step.done === true) return step.value;
    yield;
  }
}

/**
 * Puts the engines first that answer soonest, and those last whose work can double with every let, so that no engine
 * delays the answer of a quicker one.
 */
function quickFirst(engines: readonly ComparedEngine[], first: AnyEngineId | undefined): readonly ComparedEngine[] {
  const place = ({ id }: ComparedEngine): number => (id === first ? -1 : QUICK.has(id) ? 0 : SLOW.has(id) ? 2 : 1);
  return engines.toSorted((a, b) => place(a) - place(b));
}

const QUICK: ReadonlySet<AnyEngineId> = new Set(['trace-anf', 'compiled']);
const SLOW: ReadonlySet<AnyEngineId> = new Set(['numeric', 'reverse-delta', 'curry', 'trace']);

function* runOne(engine: ComparedEngine, main: Main, point: Point, budget: Budget, now: () => number): Task<Finished> {
  const fragment = engine.fragment(main);
  if (fragment.tag === 'outside') return { outcome: { tag: 'failed', diagnostic: fragment.reason }, seconds: 0 };
  const start = now();
  const outcome = yield* engine.run(main, point, budget);
  const finished = (): number => (now() - start) / 1000;
  if (engine.along === undefined || !takesOneDirection(outcome)) return { outcome, seconds: finished() };
  const single = yield* oneDirection(engine.along, main, point, budget);
  return single.tag === 'ok'
    ? { outcome, single: single.value, seconds: finished() }
    : { outcome: single, seconds: finished() };
}

/** Returns what compares the outcomes that there are so far. Answers are taken apart once, because they can be large. */
function comparison(
  main: Main,
  point: Point,
  engines: readonly ComparedEngine[],
  outcomes: ReadonlyMap<AnyEngineId, Finished | 'not run'>,
): () => Agreement {
  const labels = leafLabels(main, point);
  const known = new WeakMap<readonly Value[], readonly number[]>();
  const leavesOf = (values: readonly Value[]): readonly number[] => {
    const leaves = known.get(values) ?? leafValues(main, values);
    known.set(values, leaves);
    return leaves;
  };
  const compared = new WeakMap<WithValue, { readonly to: WithValue; readonly isSame: boolean }>();
  const isSame = (answer: WithValue, to: WithValue = answer): boolean => {
    const before = compared.get(answer);
    if (before?.to === to) return before.isSame;
    const now = sameValue(answer.value, to.value, main);
    compared.set(answer, { to, isSame: now });
    return now;
  };
  return () => compare(labels, engines, outcomes, leavesOf, isSame);
}

/** The result of an engine. */
interface WithValue {
  readonly value: Value;
}

function compare(
  leaves: readonly string[],
  engines: readonly ComparedEngine[],
  outcomes: ReadonlyMap<AnyEngineId, Finished | 'not run'>,
  leavesOf: (values: readonly Value[]) => readonly number[],
  isSame: (answer: WithValue, to: WithValue | undefined) => boolean,
): Agreement {
  const answers = engines.flatMap(({ id }) => {
    const finished = outcomes.get(id);
    const outcome = typeof finished === 'object' ? finished.outcome : undefined;
    return outcome?.tag === 'ok' ? [{ id, result: outcome.value }] : [];
  });
  const reference = answers[0];
  const bound = answers.find(({ result }) => result.bound !== undefined)?.result.bound;
  const bounds = bound && leavesOf(bound);
  const scale = scaleOf(answers.flatMap(({ id, result }) => (id === 'numeric' ? [] : leavesOf(result.derivative))));

  const columns = engines.map(({ id }): Column => {
    const finished = outcomes.get(id);
    if (finished === undefined) return { engine: id, status: 'pending' };
    if (finished === 'not run') return { engine: id, status: 'not run' };
    const { outcome, single, seconds } = finished;
    if (outcome.tag === 'failed' && single !== undefined) {
      const sum = reference && leavesOf(reference.result.derivative).reduce((a, b) => a + b, 0);
      const difference = Math.abs(single.derivative - (sum ?? single.derivative));
      const tolerance = TOLERANCE * scaleOf([sum ?? 0]) + ROUNDING * (bounds?.reduce((a, b) => a + b, 0) ?? 0);
      const agrees = (!Number.isFinite(difference) || difference <= tolerance) && isSame(single, reference?.result);
      const { diagnostic } = outcome;
      const reason = `${diagnostic.message}; in the direction (1, 1, ...) the derivative is ${showReal(single.derivative, 6)}`;
      return { engine: id, status: 'one direction', reason, diagnostic, agrees };
    }
    if (outcome.tag !== 'ok') return declined(id, outcome);
    const result = outcome.value;
    const derivatives = leavesOf(result.derivative);
    const errors = result.errors && leavesOf(result.errors);
    const referenceDerivatives = leavesOf(reference?.result.derivative ?? result.derivative);
    const differences = derivatives.map(
      (derivative, at) => Math.abs(derivative - (referenceDerivatives[at] ?? NaN)) / scale,
    );
    // An infinite or undefined difference is an overflow, which is no disagreement.
    const apart = differences.flatMap((difference, at) => {
      const beyond = difference - TOLERANCE - (errors?.[at] ?? 0) / scale;
      return Number.isFinite(difference) && beyond > 0
        ? [{ at, beyond, rounding: (ROUNDING * (bounds?.[at] ?? 0)) / scale }]
        : [];
    });
    const differs = apart.flatMap(({ at, beyond, rounding }) => (beyond <= rounding ? [] : [at]));
    const agrees = differs.length === 0 && isSame(result, reference?.result);
    const cancels = agrees && apart.some(({ rounding }) => rounding > LARGEST_TOLERANCE);
    return { engine: id, status: 'ok', result, derivatives, errors, differences, agrees, differs, cancels, seconds };
  });

  return {
    leaves,
    columns,
    ...verdictOf(columns, scale),
  };
}

/** Returns max(1, S), where S is the largest finite entry. */
function scaleOf(entries: readonly number[]): number {
  return entries.reduce((scale, entry) => (Number.isFinite(entry) ? Math.max(scale, Math.abs(entry)) : scale), 1);
}

function verdictOf(columns: readonly Column[], scale: number): Pick<Agreement, 'verdict' | 'maxRelativeDifference'> {
  const answers = columns.filter((column): column is Answer => column.status === 'ok');
  const exact = answers.filter(({ engine }) => engine !== 'numeric');
  const maxRelativeDifference = exact.length < 2 ? undefined : largestSpread(exact) / scale;
  const failures = columns.flatMap((column) => (column.status === 'failed' ? [column.diagnostic.code] : []));
  const overflow = failures.some(isOverflow) || answers.some(({ derivatives }) => !derivatives.every(Number.isFinite));
  const alone = failures.some((code) => !isOverflow(code)) && answers.length > 0;
  const verdict = ((): Agreement['verdict'] => {
    if (columns.some((column) => 'agrees' in column && !column.agrees) || alone) return 'disagree';
    if (overflow) return 'no verdict';
    if (answers.some(({ cancels }) => cancels)) return 'too much cancellation';
    if (answers.length >= 2) return 'agree';
    return columns.some((column) => column.status === 'pending') ? undefined : 'no verdict';
  })();
  return { verdict, maxRelativeDifference };
}

/** Returns the largest difference between two engines at one leaf, where both are finite. */
function largestSpread(columns: readonly Answer[]): number {
  const [first] = columns;
  return (first?.derivatives ?? []).reduce((largest, _, at) => {
    const [low, high] = columns
      .map(({ derivatives }) => derivatives[at] ?? NaN)
      .filter(Number.isFinite)
      .reduce(([least, most], each) => [Math.min(least, each), Math.max(most, each)], [Infinity, -Infinity]);
    return low < high ? Math.max(largest, high - low) : largest;
  }, 0);
}

/**
 * Whether the error is an overflow: one engine's arithmetic may overflow where another's does not, and that is no
 * disagreement.
 */
function isOverflow(code: string): boolean {
  return code === 'not-finite' || code === 'int-overflow';
}

function declined(engine: AnyEngineId, outcome: Exclude<Outcome<EngineResult<Counts>>, { tag: 'ok' }>): Column {
  const { diagnostic } = outcome;
  const reason = diagnostic.message;
  if (outcome.tag === 'stopped') return { engine, status: 'stopped', reason, diagnostic };
  switch (diagnostic.code) {
    case 'unsupported':
      return { engine, status: 'unsupported', reason, diagnostic };
    case 'not-comparable':
      return { engine, status: 'not comparable', reason, diagnostic };
    default:
      return { engine, status: 'failed', reason, diagnostic };
  }
}

/** Returns the real leaves of values of the parameters' types, left to right. */
function leafValues(main: Main, values: readonly Value[]): readonly number[] {
  return main.parameters.flatMap(({ type }, at) => realValues(values[at], type, main.variants).map(primalOf));
}

/** Returns whether two values of T are equal: reals within the tolerance, everything else exactly. Functions have no equality. */
function sameValue(a: Value, b: Value, { target, variants }: Main): boolean {
  let isSame = true;
  const compareReals = (first: Value, second: Value): Value => {
    const [x, y] = [primalOf(first), primalOf(second)];
    isSame &&= Math.abs(x - y) <= TOLERANCE * Math.max(1, Math.abs(x), Math.abs(y));
    return x;
  };
  const compareOthers = (first: Value, second: Value): void => {
    isSame &&= first === second || typeof first === 'object';
  };
  return new Reals(variants).zip(target, a, b, compareReals, compareOthers) !== MISMATCH && isSame;
}
