import type { AnyEngine, EngineId, Main, Point, RanOn } from '../ad/engine';
import type { MainExpression } from '../ad/main';
import { oneDirection, takesOneDirection } from '../ad/one-direction';
import { ENGINES, engineById } from '../ad/registry';
import { error } from '../language/source/diagnostic';
import { internalError } from '../language/source/internal-error';
import type { Span } from '../language/source/span';
import type { Json } from '../protocol/messages';
import { ranOnJson } from '../protocol/ran-on';
import type { Run } from '../semantics/evaluate';
import type { Budget, Counts, Outcome } from '../semantics/outcome';
import { primal, realValues, withRealLeaves } from '../semantics/present';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';
import { workingTime } from '../semantics/working-time';
import { withBetterEngine } from './budget-advice';
import { findPoint } from './program';

export interface DerivativeOptions {
  readonly budget: Budget;
  /** The engine to use; if omitted, `compiled`, or the next best engine that has a result. */
  readonly engine?: EngineId | undefined;
  /** The cotangent of a main result that is not one real. */
  readonly cotangent?: Json | undefined;
  /** Whether to compute the Jacobian, one row per real of the main result; or to do so if it is small. */
  readonly jacobian?: boolean | 'small' | undefined;
}

/** An engine without a result, and why. */
export interface Declined {
  readonly engine: EngineId;
  readonly reason: string;
}

/** The derivative of a main expression. */
export interface Derived {
  readonly tag: 'derived';
  readonly main: Main;
  readonly engine: EngineId;
  /** One row, or those of the Jacobian. With a `direction`, a row is one number, else a value per parameter. */
  readonly rows: readonly (readonly Value[] | number)[];
  /** The value of the main expression, if the rows are those of the Jacobian. */
  readonly jacobianOf: { readonly value: Value } | undefined;
  /** The only direction that the engine takes, at a point of very many reals. */
  readonly direction: readonly Value[] | undefined;
  readonly ranOn: RanOn;
  /** The engines that were tried before, and why they have no result. */
  readonly declined: readonly Declined[];
  readonly meter: Counts;
  /** The seconds to prepare the program for its engine, and to differentiate it. */
  readonly compiling: number;
  readonly seconds: number;
}

/** A Jacobian that nobody asked for, and why it was not computed. */
export interface Omitted {
  readonly tag: 'omitted';
  readonly reason: string;
}

/** A Jacobian with at most so many rows, and so many columns, is computed without being asked for. */
const MOST_UNASKED = 12;

/** Differentiates the main expression of a program that has run; undefined if there is nothing to differentiate. */
export function* derivativeOf(
  focus: MainExpression,
  executed: Run,
  options: DerivativeOptions,
): Task<Outcome<Derived | Omitted | undefined>> {
  const { budget, engine: id, cotangent, jacobian = false } = options;
  const { main } = focus;
  const asksSmall = jacobian === 'small' && cotangent === undefined && main.target.tag !== 'real';
  if (main.target.tag !== 'real' && cotangent === undefined && jacobian === false)
    return { tag: 'ok', value: undefined };
  const engines = (id === undefined ? DEFAULTS : [id]).flatMap((name) => engineById(name) ?? []);
  if (engines.length === 0) return unknownEngine(id, focus.span);
  const found = yield* findPoint(focus, executed, budget, cotangent);
  if (found.tag !== 'ok') return found;
  const point = found.value;
  if (jacobian !== true && !asksSmall) return yield* byFirst(engines, main, point, budget);
  const value = primal(executed.outputs[focus.output], main.target, main.variants);
  if (!asksSmall) return yield* rows(engines, main, value, point, budget);
  const tooLarge = sizeProblem(main, value, point);
  if (tooLarge !== undefined) return { tag: 'ok', value: tooLarge === '' ? undefined : omitted(tooLarge) };
  const outcome = yield* rows(engines, main, value, point, budget);
  return outcome.tag === 'ok' ? outcome : { tag: 'ok', value: omitted(outcome.diagnostic.message) };
}

function omitted(reason: string): Omitted {
  return { tag: 'omitted', reason };
}

/** Returns why a Jacobian is not small; empty if it has no entries, undefined if it is small. */
function sizeProblem({ target, parameters, variants }: Main, value: Value, point: Point): string | undefined {
  const height = realValues(value, target, variants).length;
  const width = parameters.reduce((sum, { type }, i) => sum + realValues(point.arguments[i], type, variants).length, 0);
  if (height === 0 || width === 0) return '';
  if (height <= MOST_UNASKED && width <= MOST_UNASKED) return undefined;
  return `the Jacobian has ${height} × ${width} entries; --cotangent VALUE gives one row, --jacobian all`;
}

/** In the order in which they are tried: the fastest first; the last supports every program. */
const DEFAULTS: readonly EngineId[] = ['compiled', 'tape', 'trace-anf'];

function unknownEngine(id: EngineId | undefined, span: Span): Outcome<never> {
  const message = `unknown engine "${id ?? ''}"; the engines are ${ENGINES.map((engine) => engine.id).join(', ')}`;
  return { tag: 'failed', diagnostic: error('unknown-engine', span, message) };
}

/**
 * Returns the result of the first engine that has one. The program has a value at the point, so an engine has none if it
 * does not support the program, which it may find out only while it runs, or if its derivative overflows where that of
 * another engine, which adds in another order, does not. If none has a result, returns the failure of the first
 * that supports it.
 */
function* byFirst(engines: readonly AnyEngine[], main: Main, point: Point, budget: Budget): Task<Outcome<Derived>> {
  const declined: Declined[] = [];
  let failure: Extract<Outcome<Derived>, { tag: 'failed' }> | undefined;
  let compiling = 0;
  for (const engine of engines) {
    const outcome = yield* single(engine, main, point, budget);
    if (outcome.tag === 'stopped')
      return { tag: 'stopped', diagnostic: withBetterEngine(outcome.diagnostic, engine, main) };
    if (outcome.tag === 'ok') {
      const { value } = outcome;
      return { tag: 'ok', value: { ...value, declined, compiling: compiling + value.compiling } };
    }
    const { diagnostic, seconds } = outcome;
    compiling += seconds;
    if (failure === undefined || failure.diagnostic.code === 'unsupported') failure = { tag: 'failed', diagnostic };
    if (diagnostic.code !== 'unsupported' && diagnostic.code !== 'not-finite') break;
    declined.push({ engine: engine.id, reason: diagnostic.message });
  }
  return failure ?? internalError('no engine to differentiate with');
}

type Single =
  Exclude<Outcome<Derived>, { tag: 'failed' }> | (Extract<Outcome<never>, { tag: 'failed' }> & { seconds: number });

function* single(engine: AnyEngine, main: Main, point: Point, budget: Budget): Task<Single> {
  const start = workingTime();
  const fragment = engine.fragment(main);
  const began = workingTime();
  const compiling = (began - start) / 1000;
  if (fragment.tag === 'outside') return { tag: 'failed', diagnostic: fragment.reason, seconds: compiling };
  const derived = (rows: Derived['rows'], meter: Counts, ranOn: RanOn, direction?: readonly Value[]): Single => ({
    tag: 'ok',
    value: {
      tag: 'derived',
      main,
      engine: engine.id,
      rows,
      jacobianOf: undefined,
      direction,
      ranOn: ranOnJson(ranOn),
      declined: [],
      meter,
      compiling,
      seconds: (workingTime() - began) / 1000,
    },
  });
  const outcome = yield* engine.run(main, point, budget);
  if (engine.along !== undefined && takesOneDirection(outcome)) {
    const taken = yield* oneDirection(engine.along, main, point, budget);
    if (taken.tag === 'failed') return { ...taken, seconds: compiling };
    if (taken.tag === 'stopped') return taken;
    const { direction, derivative, meter } = taken.value;
    return derived([derivative], meter, taken.value, direction);
  }
  if (outcome.tag === 'failed') return { ...outcome, seconds: compiling };
  if (outcome.tag === 'stopped') return outcome;
  const { derivative, meter } = outcome.value;
  return derived([derivative], meter, outcome.value);
}

/** Computes the rows by reverse passes, one per real of the result. */
function* rows(
  engines: readonly AnyEngine[],
  main: Main,
  value: Value,
  point: Point,
  budget: Budget,
): Task<Outcome<Derived | undefined>> {
  const count = realValues(value, main.target, main.variants).length;
  let all: Derived | undefined;
  for (let row = 0; row < count; row++) {
    const unit = Array.from({ length: count }, (_, at) => (at === row ? 1 : 0));
    const cotangent = withRealLeaves(value, main.target, unit, main.variants);
    const outcome: Outcome<Derived> = yield* byFirst(engines, main, { ...point, cotangent }, budget);
    if (outcome.tag !== 'ok') return outcome;
    const next = outcome.value;
    all = {
      ...next,
      rows: [...(all?.rows ?? []), ...next.rows],
      jacobianOf: { value },
      compiling: next.compiling + (all?.compiling ?? 0),
      seconds: next.seconds + (all?.seconds ?? 0),
    };
  }
  return { tag: 'ok', value: all };
}
