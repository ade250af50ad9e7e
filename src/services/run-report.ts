import { ENGINES, engineById } from '../ad/registry';
import type { AnyEngine, EngineId, Main, Point } from '../ad/engine';
import type { MainExpression } from '../ad/main';
import { oneDirection, takesOneDirection } from '../ad/one-direction';
import { holdsReal } from '../compile/module/types';
import { showType } from '../language/types/print';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { internalError } from '../language/source/internal-error';
import type { Span } from '../language/source/span';
import type { Json } from '../protocol/messages';
import type { Run } from '../semantics/evaluate';
import type { WatchSeries } from '../semantics/observe';
import type { Budget, Counts, Meter, Outcome } from '../semantics/outcome';
import {
  derivativeToJson,
  primal,
  realValues,
  showDerivative,
  showReal,
  showValue,
  toJson,
  withRealLeaves,
} from '../semantics/present';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';
import type { Subject } from '../protocol/subject';
import { createLoader, loadWhole } from './loader';
import { findPoint, readInputs, reference } from './program';
import type { Loaded, Program } from './program';
import type { Settings } from './settings';
import { diagnosticJson, ending, failing, fine } from './report';
import type { Report } from './report';

export interface RunReportOptions {
  readonly budget: Budget;
  readonly inputs: Settings;
  /** The engine to use; if omitted, `compiled`, or the next best engine that has a result. */
  readonly engine?: EngineId | undefined;
  /** The cotangent of a main result that is not one real. */
  readonly cotangent?: Json | undefined;
  /** Whether to compute the Jacobian, one row per real of the main result. */
  readonly jacobian?: boolean | undefined;
}

export interface RunBody {
  readonly outputs: readonly {
    readonly type: string;
    readonly value: Json;
    /** The value to six significant digits. */
    readonly text: string;
    readonly span: Span;
  }[];
  readonly inputs: readonly { readonly name: string; readonly type: string; readonly value: Json }[];
  /**
   * With respect to the inputs, by name; null if there is no input, or if the result is not a real and neither a
   * cotangent nor the Jacobian was requested. The Jacobian is a list, one entry per real of the result, left to right.
   */
  readonly derivative: {
    readonly engine: EngineId;
    /** With a `direction`: one number, or one number per row of the Jacobian. */
    readonly value: Json;
    /** By the inputs' names: the only direction that the engine takes, at a point of very many reals. */
    readonly direction?: Json;
    readonly via?: 'trace';
    /** The engines that were tried before, and why they have no result. */
    readonly declined?: readonly Declined[];
    /** As text, one line per input; for the Jacobian, one group of lines per row. */
    readonly lines: readonly (readonly string[])[];
  } | null;
  /** The watched values in order, by the name of their series. */
  readonly watch: Readonly<Record<string, readonly Json[]>>;
  readonly warnings: readonly Diagnostic[];
  /** Of the engine; the program's own operations, steps and nodes are the machine's if the engine does not count. */
  readonly meter: Counts;
}

/** An engine without a result, and why. */
export interface Declined {
  readonly engine: EngineId;
  readonly reason: string;
}

export type RunReport = Report<RunBody>;

/** Runs a program and returns its outputs and the derivative of its main expression. */
export function* runProgram(texts: readonly string[], options: RunReportOptions): Task<RunReport> {
  return yield* runLoaded(loadWhole(texts, options.inputs), options);
}

/** Runs the cells of a program one after the other, each with only the parts that it depends on. */
export function* runCells(
  texts: readonly string[],
  cells: readonly Omit<Subject, 'cells'>[],
  options: RunReportOptions,
): Task<readonly RunReport[]> {
  const load = createLoader(options.inputs);
  const reports: RunReport[] = [];
  for (const { cell, focus } of cells)
    reports.push(yield* runLoaded(yield* load({ cells: texts, cell, focus }), options));
  return reports;
}

function* runLoaded(loaded: Loaded, options: RunReportOptions): Task<RunReport> {
  if (loaded.tag === 'wrong') return failing(loaded.diagnostics);
  const { program } = loaded;
  const inputs = readInputs(program, options.inputs);
  if (inputs.tag !== 'ok') return ending(inputs);
  const outcome = yield* reference(program, inputs.value, options.budget, false);
  if (outcome.tag !== 'ok') return ending(outcome);
  const executed = outcome.value;
  const derived = yield* derivativeOf(program, executed, options);
  if (derived.tag !== 'ok') return ending(derived);
  const derivative = derived.value;
  const { core, frontEnd, hidden } = program;
  const all = core.items.flatMap((item) => (item.tag === 'output' ? [item] : []));
  const outputs = all.slice(0, all.length - hidden);
  return fine({
    outputs: outputs.map(({ term: { type }, origin: span }, at) => ({
      type: showType(type),
      value: toJson(executed.outputs[at], type, core.variants),
      text: showValue(executed.outputs[at], type, 6, core.variants),
      span,
    })),
    inputs: program.inputs.map(({ label, name, type }) => ({
      name: label,
      type: showType(type),
      value: toJson(executed.inputs.get(name), type, core.variants),
    })),
    derivative: derivative?.shown ?? null,
    watch: Object.fromEntries(executed.series.map((series) => [series.name, recordsOf(series, program)])),
    warnings: [...frontEnd.diagnostics, ...executed.warnings],
    meter: derivative === undefined ? executed.meter : { ...ofProgram(executed.meter), ...derivative.meter },
  });
}

/** Returns what of a run's meter does not depend on how the program is differentiated. */
function ofProgram({ primal, nodes, steps }: Meter): Counts {
  return { primal, nodes, steps };
}

interface Derived {
  readonly shown: NonNullable<RunBody['derivative']>;
  readonly meter: Counts;
}

function* derivativeOf(
  { focus }: Program,
  executed: Run,
  { budget, engine: id, cotangent, jacobian = false }: RunReportOptions,
): Task<Outcome<Derived | undefined>> {
  if (focus === undefined || focus.point.from !== 'inputs') return { tag: 'ok', value: undefined };
  const { main } = focus;
  if (main.target.tag !== 'real' && cotangent === undefined && !jacobian) return { tag: 'ok', value: undefined };
  const engines = (id === undefined ? DEFAULTS : [id]).flatMap((name) => engineById(name) ?? []);
  const [first] = engines;
  if (first === undefined) return unknownEngine(id, focus.span);
  const found = yield* findPoint(focus, executed, budget, cotangent);
  if (found.tag !== 'ok') return found;
  return jacobian
    ? yield* rows(engines, focus, executed, found.value, budget)
    : yield* byFirst(engines, main, found.value, budget);
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
  for (const engine of engines) {
    const outcome = yield* single(engine, main, point, budget);
    if (outcome.tag === 'stopped') return outcome;
    if (outcome.tag === 'ok') {
      const { shown, meter } = outcome.value;
      return { tag: 'ok', value: { shown: { ...shown, ...(declined.length > 0 && { declined }) }, meter } };
    }
    const { diagnostic } = outcome;
    if (failure === undefined || failure.diagnostic.code === 'unsupported') failure = outcome;
    if (diagnostic.code !== 'unsupported' && diagnostic.code !== 'not-finite') break;
    declined.push({ engine: engine.id, reason: diagnostic.message });
  }
  return failure ?? internalError('no engine to differentiate with');
}

function* single(engine: AnyEngine, main: Main, point: Point, budget: Budget): Task<Outcome<Derived>> {
  const fragment = engine.fragment(main);
  if (fragment.tag === 'outside') return { tag: 'failed', diagnostic: fragment.reason };
  const outcome = yield* engine.run(main, point, budget);
  if (engine.along !== undefined && takesOneDirection(outcome)) {
    const taken = yield* oneDirection(engine.along, main, point, budget);
    if (taken.tag !== 'ok') return taken;
    const { direction, derivative: value, meter, via } = taken.value;
    const lines = [[`∂ = ${showReal(value, 6)}`]];
    const shown = { engine: engine.id, value, direction: byName(main, direction), ...(via && { via }), lines };
    return { tag: 'ok', value: { shown, meter } };
  }
  if (outcome.tag !== 'ok') return outcome;
  const { derivative, meter, via } = outcome.value;
  const lines = [derivativeLines(main, derivative)];
  const shown = { engine: engine.id, value: byName(main, derivative), ...(via && { via }), lines };
  return { tag: 'ok', value: { shown, meter } };
}

/** Computes the rows by reverse passes, one per real of the result. */
function* rows(
  engines: readonly AnyEngine[],
  { main }: MainExpression,
  executed: Run,
  point: Point,
  budget: Budget,
): Task<Outcome<Derived | undefined>> {
  const value = primal(executed.outputs.at(-1), main.target, main.variants);
  const count = realValues(value, main.target, main.variants).length;
  const jacobian: Derived['shown'][] = [];
  let last: Derived | undefined;
  for (let row = 0; row < count; row++) {
    const unit = Array.from({ length: count }, (_, at) => (at === row ? 1 : 0));
    const cotangent = withRealLeaves(value, main.target, unit, main.variants);
    const outcome: Outcome<Derived> = yield* byFirst(engines, main, { ...point, cotangent }, budget);
    if (outcome.tag !== 'ok') return outcome;
    last = outcome.value;
    jacobian.push(last.shown);
  }
  if (last === undefined) return { tag: 'ok', value: undefined };
  const lines = jacobian.flatMap((row) => row.lines);
  return { tag: 'ok', value: { ...last, shown: { ...last.shown, value: jacobian.map((row) => row.value), lines } } };
}

/** Returns a derivative as an object with one field per parameter, and null for what is not real. */
export function byName({ parameters, variants }: Main, values: readonly Value[]): Json {
  return Object.fromEntries(
    parameters.map(({ label, type }, at) => [label, derivativeToJson(values[at], type, variants)]),
  );
}

/** Returns the same in the language's notation, without parameters that contain no real. */
export function derivativeLines({ parameters, variants }: Main, values: readonly Value[]): readonly string[] {
  return parameters.flatMap(({ label, type }, at) =>
    holdsReal(type, variants) ? [`∂${label} = ${showDerivative(values[at], type, variants)}`] : [],
  );
}

function recordsOf({ values, types, type }: WatchSeries, { core }: Program): readonly Json[] {
  return values.map((value, at) => toJson(value, types[at] ?? type, core.variants));
}

function derivativeJson(derivative: RunBody['derivative']): Json {
  if (derivative === null) return null;
  const { engine, value, direction, via, declined } = derivative;
  return {
    engine,
    value,
    ...(direction !== undefined && { direction }),
    ...(via && { via }),
    ...(declined && { declined: declined.map((each) => ({ ...each })) }),
  };
}

/** Returns the `run` object of app.md, section 6, without its `ok`. */
export function runJson(body: RunBody, texts: readonly string[]): { readonly [key: string]: Json } {
  return {
    outputs: body.outputs.map(({ type, value }) => ({ type, value })),
    inputs: body.inputs.map((input) => ({ ...input })),
    derivative: derivativeJson(body.derivative),
    watch: body.watch,
    warnings: body.warnings.map((warning) => diagnosticJson(warning, texts)),
    meter: { ...body.meter },
  };
}
