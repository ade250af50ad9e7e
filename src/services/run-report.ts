import { isFrame } from '../language/core/frames';
import { showType } from '../language/types/print';
import type { Diagnostic } from '../language/source/diagnostic';
import { internalError } from '../language/source/internal-error';
import type { Span } from '../language/source/span';
import type { Json } from '../protocol/messages';
import type { Subject } from '../protocol/subject';
import type { Run } from '../semantics/evaluate';
import { A_PICTURE } from './brief';
import type { WatchSeries } from '../semantics/observe';
import type { Counts, Meter, Outcome } from '../semantics/outcome';
import { toJson, valuePieces } from '../semantics/present';
import type { Task } from '../semantics/task';
import { tooLarge } from '../semantics/written';
import { workingTime } from '../semantics/working-time';
import { createLoader, loadWhole } from './loader';
import { readInputsInRange, reference } from './program';
import type { InputValues, Loaded, Program } from './program';
import { diagnosticJson, ending, failing, fine } from './report';
import type { Report } from './report';
import { runCompiled } from './run-compiled';
import { type Derived, type DerivativeOptions, derivativeOf, type Omitted } from './run-derivative';
import { derivativeJson, shown, type ShownDerivative } from './shown-derivative';
import type { Settings } from './settings';

export interface RunReportOptions extends DerivativeOptions {
  readonly inputs: Settings;
  /** How often to evaluate and differentiate, for the times that it takes; once if omitted. */
  readonly repeat?: number | undefined;
}

export interface RunBody {
  readonly outputs: readonly {
    readonly type: string;
    readonly value: Json;
    /** The value to six significant digits, as text in pieces. */
    readonly text: Iterable<string>;
    readonly span: Span;
  }[];
  readonly inputs: readonly { readonly name: string; readonly type: string; readonly value: Json }[];
  /** With respect to the inputs; null if there is no input, or if it needs a cotangent and none was given. */
  readonly derivative: ShownDerivative | null;
  /** Why the result has no derivative, if one was not computed. */
  readonly omitted: string | undefined;
  /** The watched values in order, by the name of their series. */
  readonly watch: Readonly<Record<string, readonly Json[]>>;
  readonly warnings: readonly Diagnostic[];
  readonly seconds: Seconds;
  /** The seconds of each run, if it was repeated. */
  readonly times: Times | undefined;
  /** Of the engine; the program's own operations, steps and nodes are the machine's if the engine does not count. */
  readonly meter: Counts;
}

/** The seconds that the parts of a run took; null for what was not done. Of repeated runs, the median. */
export interface Seconds {
  readonly check: number;
  /** To read values from outside for data. */
  readonly read: number;
  /** To prepare the program for the engine that differentiates it. */
  readonly compile: number | null;
  /** To evaluate all outputs, by the machine; null if it could not, and compiled code did. */
  readonly value: number | null;
  /** To differentiate, by the engine, which computes the value too. */
  readonly derivative: number | null;
}

export interface Times {
  readonly value: readonly number[];
  readonly derivative: readonly number[];
}

export type RunReport = Report<RunBody>;

/** Runs a program and returns its outputs and the derivative of its main expression. */
export function* runProgram(texts: readonly string[], options: RunReportOptions): Task<RunReport> {
  const began = workingTime();
  let checked = began;
  const loaded = loadWhole(texts, options.inputs, {
    afterCheck: () => {
      checked = workingTime();
    },
  });
  const read = (workingTime() - checked) / 1000;
  return yield* runLoaded(loaded, options, { check: (checked - began) / 1000, read });
}

/** Runs the cells of a program one after the other, each with only the parts that it depends on. */
export function* runCells(
  texts: readonly string[],
  cells: readonly Omit<Subject, 'cells'>[],
  options: RunReportOptions,
): Task<readonly RunReport[]> {
  const load = createLoader(options.inputs);
  const reports: RunReport[] = [];
  for (const { cell, focus } of cells) {
    const began = workingTime();
    const loaded = yield* load({ cells: texts, cell, focus });
    reports.push(yield* runLoaded(loaded, options, { check: (workingTime() - began) / 1000, read: 0 }));
  }
  return reports;
}

function* runLoaded(
  loaded: Loaded,
  options: RunReportOptions,
  loading: Pick<Seconds, 'check' | 'read'>,
): Task<RunReport> {
  if (loaded.tag === 'wrong') return failing(loaded.diagnostics);
  const { program } = loaded;
  const inputs = readInputsInRange(program, options.inputs);
  if (inputs.tag !== 'ok') return ending(inputs);
  const { repeat = 1 } = options;
  const values: number[] = [];
  const derivatives: number[] = [];
  let first: Evaluated | undefined;
  for (let i = 0; i < repeat; i++) {
    const outcome = yield* evaluated(program, inputs.value, options);
    if (outcome.tag !== 'ok') return ending(outcome);
    first ??= outcome.value;
    if (outcome.value.seconds !== undefined) values.push(outcome.value.seconds);
    if (outcome.value.derived?.tag === 'derived') derivatives.push(outcome.value.derived.seconds);
  }
  const { executed, derived } = first ?? internalError('a run');
  const derivative = derived?.tag === 'derived' ? derived : undefined;
  const { core, frontEnd, hidden } = program;
  const all = core.items.flatMap((item) => (item.tag === 'output' ? [item] : []));
  const outputs = all.slice(0, all.length - hidden);
  return fine({
    outputs: outputs.map(({ term: { type }, origin: span }, at) => ({
      type: showType(type),
      get value() {
        return toJson(executed.outputs[at], type, core.variants);
      },
      get text() {
        return valuePieces(executed.outputs[at], type, 6, core.variants);
      },
      span,
    })),
    inputs: program.inputs.map(({ label, name, type }) => ({
      name: label,
      type: showType(type),
      get value() {
        return toJson(executed.inputs.get(name), type, core.variants);
      },
    })),
    derivative: derivative === undefined ? null : shown(derivative),
    omitted: derived?.tag === 'omitted' ? derived.reason : undefined,
    watch: Object.fromEntries(executed.series.map((series) => [series.name, recordsOf(series, program)])),
    warnings: [...frontEnd.diagnostics, ...executed.warnings],
    seconds: {
      ...loading,
      compile: derivative?.compiling ?? null,
      value: values.length > 0 ? median(values) : null,
      derivative: derivatives.length > 0 ? median(derivatives) : null,
    },
    times: options.repeat === undefined ? undefined : { value: values, derivative: derivatives },
    meter:
      derivative === undefined
        ? executed.meter
        : { ...(values.length > 0 ? ofProgram(executed.meter) : {}), ...derivative.meter },
  });
}

interface Evaluated {
  readonly executed: Run;
  /** The seconds of the machine; undefined if compiled code computed the value. */
  readonly seconds: number | undefined;
  readonly derived: Derived | Omitted | undefined;
}

function* evaluated(program: Program, inputs: InputValues, options: RunReportOptions): Task<Outcome<Evaluated>> {
  const began = workingTime();
  const outcome = yield* reference(program, inputs, options.budget, false);
  const instead = outcome.tag === 'ok' ? undefined : yield* runCompiled(program, inputs, options, outcome.diagnostic);
  if (instead !== undefined) return { tag: 'ok', value: { ...instead, seconds: undefined } };
  if (outcome.tag !== 'ok') return outcome;
  const executed = outcome.value;
  const seconds = (workingTime() - began) / 1000;
  const { focus, core } = program;
  const outputs = core.items.filter((item) => item.tag === 'output');
  for (const [at, { origin }] of outputs.entries()) {
    const diagnostic = tooLarge(executed.outputs[at], options.budget, origin);
    if (diagnostic !== undefined) return { tag: 'stopped', diagnostic };
  }
  if (focus?.point.from !== 'inputs') return { tag: 'ok', value: { executed, seconds, derived: undefined } };
  const derived = yield* derivativeOf(focus, executed, options);
  return derived.tag === 'ok' ? { tag: 'ok', value: { executed, seconds, derived: derived.value } } : derived;
}

/** Returns the middle one of numbers, or the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? NaN) + (sorted[Math.floor(half)] ?? NaN)) / 2;
}

/** Returns what of a run's meter does not depend on how the program is differentiated. */
function ofProgram({ primal, nodes, steps }: Meter): Counts {
  return { primal, nodes, steps };
}

/** Returns the records of a series; pictures, which hold functions, by their word. */
function recordsOf({ values, types, type, count }: WatchSeries, { core }: Program): readonly Json[] {
  if (isFrame(type)) return Array.from({ length: count }, () => A_PICTURE);
  return values.map((value, at) => toJson(value, types[at] ?? type, core.variants));
}

/** Returns the `run` object of app.md, section 6, without its `ok`. Values are made when they are read. */
export function runJson(body: RunBody, texts: readonly string[]): { readonly [key: string]: Json } {
  return {
    outputs: body.outputs.map((output) => ({
      type: output.type,
      get value() {
        return output.value;
      },
    })),
    inputs: body.inputs.map((input) => ({
      name: input.name,
      type: input.type,
      get value() {
        return input.value;
      },
    })),
    derivative: body.derivative === null ? null : derivativeJson(body.derivative),
    watch: body.watch,
    warnings: body.warnings.map((warning) => diagnosticJson(warning, texts)),
    seconds: { ...body.seconds },
    ...(body.times && { times: { ...body.times } }),
    meter: { ...body.meter },
  };
}
