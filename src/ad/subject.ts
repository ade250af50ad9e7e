import type { Budget, Meter, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';
import type { AnyEngine, AnyEngineId, Engine, EngineResult, Main, Point, RanOn } from './engine';
import { withoutDerivatives } from './inner/without-derivatives';
import { pointReals } from './point';
import { differentiatesInside, largeData, straighten } from './via-trace';

/**
 * Lets an engine that does not support derivatives inside the program, or data that is too large to be a term, run on
 * such a program, by what `subjectOf` makes of it.
 */
export function onSubject<Id extends AnyEngineId>(engine: Engine<Meter, Id>): Engine<Meter, Id> {
  const { along } = engine;
  return {
    ...engine,
    fragment: (main) => (isSubject(main) ? engine.fragment(main) : { tag: 'inside' }),
    *run(main, point, budget) {
      if (isSubject(main)) return yield* engine.run(main, point, budget);
      const outcome = yield* subjectFor(engine, main, point, budget);
      if (outcome.tag !== 'ok') return outcome;
      const subject = outcome.value;
      const left = { ...budget, steps: budget.steps - subject.steps };
      const result = yield* engine.run(subject.main, subject.point, left);
      return result.tag === 'ok' ? { tag: 'ok', value: subject.restore(result.value) } : result;
    },
    ...(along !== undefined && { along: alongSubject(engine, along) }),
  };
}

/**
 * Lets an engine that writes derivatives inside the program out take programs in which they are too large to be written: it
 * runs on constants and programs in their places, as the other engines do, and its result says so.
 */
export function onReduced(engine: AnyEngine): AnyEngine {
  return {
    ...engine,
    *run(main, point, budget) {
      const written = yield* engine.run(main, point, budget);
      if (!isDeclined(written) || isSubject(main)) return written;
      const reduced = yield* reducedMain(main, point, budget);
      if (reduced.tag !== 'ok' || reduced.value.ranOn.via !== undefined) return written;
      const { ranOn, steps } = reduced.value;
      const result = yield* engine.run(reduced.value.main, point, { ...budget, steps: budget.steps - steps });
      if (result.tag !== 'ok') return isDeclined(result) ? written : result;
      const { meter } = result.value;
      return {
        tag: 'ok',
        value: { ...result.value, ...ranOn, meter: { ...meter, steps: (meter.steps ?? 0) + steps } },
      };
    },
  };
}

/** Returns whether an engine does not support a program, or the program is too large for it. */
export function isDeclined(outcome: Outcome<unknown>): boolean {
  return outcome.tag === 'failed' && outcome.diagnostic.code === 'unsupported';
}

type SubjectEngine = Engine<Meter, AnyEngineId>;

function alongSubject(engine: SubjectEngine, along: NonNullable<Engine['along']>): typeof along {
  return function* (main, point, direction, budget) {
    if (isSubject(main)) return yield* along(main, point, direction, budget);
    const outcome = yield* subjectFor(engine, main, point, budget);
    if (outcome.tag !== 'ok') return outcome;
    const { ranOn, shaped, direction: given, ...subject } = outcome.value;
    const result = yield* along(subject.main, subject.point, given(direction), budget);
    if (result.tag !== 'ok') return result;
    const { value, tangent, meter } = result.value;
    return { tag: 'ok', value: { value: shaped(value), tangent: shaped(tangent), meter, ...ranOn } };
  };
}

/** A main expression and a point for engines that work on terms. */
export interface Subject {
  readonly main: Main;
  readonly point: Point;
  readonly ranOn: RanOn;
  /** The steps that its constants took, which the engine's run has left over. */
  readonly steps: number;
  /** Converts a result of `main` to one of the program. */
  readonly restore: (result: EngineResult) => EngineResult;
  /** Converts a value of `main`'s target to the program's. */
  readonly shaped: (value: Value) => Value;
  /** Converts a direction of the program to one of `main`. */
  readonly direction: (values: readonly Value[]) => readonly Value[];
}

/** Returns whether engines that work on terms run on a main expression as it stands. */
function isSubject(main: Main): boolean {
  return largeData(main) === undefined && !differentiatesInside(main);
}

/** A main expression as near to the reader's as engines that work on terms can take it. */
export interface Reduced {
  /** Without derivatives inside; but if it has to be run by its trace, the main expression as it was. */
  readonly main: Main;
  readonly ranOn: RanOn;
  /** The steps that its constants took. */
  readonly steps: number;
}

/**
 * Returns the main expression with a constant in the place of every derivative that no input reaches, and a program in
 * the place of every other one; or as it is, if it has none, or has to be run by its trace.
 */
export function* reducedMain(main: Main, point: Point, budget: Budget): Task<Outcome<Reduced>> {
  if (isSubject(main)) return { tag: 'ok', value: { main, ranOn: {}, steps: 0 } };
  const data = largeData(main);
  const viaTrace = (why: string): Outcome<Reduced> => ({
    tag: 'ok',
    value: { main, ranOn: { via: 'trace', why }, steps: 0 },
  });
  if (data !== undefined) return viaTrace(`the data \`${data.label ?? data.name}\` is large`);
  const outcome = yield* withoutDerivatives(main, point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const found = outcome.value;
  if (found.tag === 'problem') return viaTrace(found.reason);
  return { tag: 'ok', value: { main: found.main, ranOn: { inner: found.inner }, steps: found.steps } };
}

/**
 * Returns what engines that work on terms run on: the reduced main expression; or, where there is none, its A-normal
 * trace at the point. The trace is straight-line, has no derivatives and no data but numbers, and equals the program near the point
 * (Abadi & Plotkin, Theorem 6.2(2)).
 */
export function* subjectOf(main: Main, point: Point, budget: Budget): Task<Outcome<Subject>> {
  const outcome = yield* reducedMain(main, point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const { main: reduced, ranOn, steps } = outcome.value;
  if (ranOn.via === undefined) return { tag: 'ok', value: asItStands(reduced, point, ranOn, steps) };
  return yield* ofTrace(main, point, budget, ranOn);
}

/** The same for one engine, which may support the trace only. */
function* subjectFor(engine: SubjectEngine, main: Main, point: Point, budget: Budget): Task<Outcome<Subject>> {
  const outcome = yield* subjectOf(main, point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const fragment = engine.fragment(outcome.value.main);
  return fragment.tag === 'outside' ? { tag: 'failed', diagnostic: fragment.reason } : outcome;
}

function asItStands(main: Main, point: Point, ranOn: RanOn, steps: number): Subject {
  return {
    main,
    point,
    ranOn,
    steps,
    restore: (result) => ({ ...result, ...ranOn, meter: { ...result.meter, steps: result.meter.steps + steps } }),
    shaped: (value) => value,
    direction: (values) => values,
  };
}

function* ofTrace(main: Main, point: Point, budget: Budget, ranOn: RanOn): Task<Outcome<Subject>> {
  const outcome = yield* straighten(main, point, budget);
  if (outcome.tag !== 'ok') return outcome;
  const straight = outcome.value;
  return {
    tag: 'ok',
    value: {
      ...straight,
      ranOn,
      steps: 0,
      restore: (result) => ({ ...straight.restore(result), ...ranOn }),
      direction: (values) => pointReals(main, { ...point, arguments: values }),
    },
  };
}
