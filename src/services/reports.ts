import { agree } from '../ad/agree';
import type { Agreement, Column } from '../ad/agree';
import type { Main, Point, RanOn } from '../ad/engine';
import { showDelta } from '../ad/krawiec/graph';
import { ENGINES } from '../ad/registry';
import { recordRun } from '../ad/recording';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { ownCount } from '../language/source/imported';
import type { Span } from '../language/source/span';
import type { Json } from '../protocol/messages';
import { ranOnJson } from '../protocol/ran-on';
import type { Budget, Outcome } from '../semantics/outcome';
import { toJson } from '../semantics/present';
import { drain, type Task } from '../semantics/task';
import type { EngineCell } from '../notebook/document';
import { runDelta } from './delta-payload';
import { createFrontEnd } from './front-end';
import { loadWhole } from './loader';
import { createOwnEngines, enginesIn } from './own-engine';
import { findPoint, readInputsInRange, reference } from './program';
import type { Program } from './program';
import type { Settings } from './settings';
import { diagnosticJson, ending, failing, fine, spanJson } from './report';
import type { Report } from './report';
import { byName } from './shown-derivative';
import { traceText } from './trace-payload';
import type { TraceText } from './trace-payload';

export interface PointOptions {
  readonly budget: Budget;
  /** Whether the reader has set the step limit. */
  readonly fixedSteps?: boolean | undefined;
  readonly inputs: Settings;
  readonly cotangent?: Json | undefined;
  /** The engines that the program defines, which are compared with the published ones. */
  readonly own?: readonly EngineCell[];
}

/** Reports diagnostics only; warnings and hints do not make it fail. An engine that is none does. */
export function checkReport(
  texts: readonly string[],
  engines: readonly EngineCell[] = [],
): Report<{ readonly diagnostics: readonly Diagnostic[] }> {
  const { core, diagnosticsOf } = createFrontEnd()(texts);
  if (core.program === undefined) return failing(core.diagnostics);
  const find = createOwnEngines();
  const wrong = engines.flatMap((place) => {
    const found = drain(find(texts, place, {}));
    return found.tag === 'wrong' ? found.diagnostics : [];
  });
  if (wrong.length > 0) return failing([...core.diagnostics, ...wrong]);
  const diagnostics = diagnosticsOf.flat();
  return fine({ diagnostics }, diagnostics);
}

export function checkJson(
  { diagnostics }: { readonly diagnostics: readonly Diagnostic[] },
  texts: readonly string[],
): { readonly [key: string]: Json } {
  return { diagnostics: diagnostics.map((diagnostic) => diagnosticJson(diagnostic, texts)) };
}

/** Reports the trace term at the point in A-normal form, and its symbolic derivative. */
export function* traceReport(texts: readonly string[], options: PointOptions): Task<Report<TraceText>> {
  return yield* atPoint(texts, options, function* (main, point) {
    const recorded = yield* recordRun(main, point, options.budget);
    if (recorded.tag !== 'ok') return recorded;
    return { tag: 'ok', value: yield* traceText(main, point, recorded.value) };
  });
}

export function traceJson({ trace, derivative, sizes, ranOn = {} }: TraceText): { readonly [key: string]: Json } {
  const { derivative: size } = sizes;
  const exact = Number.isSafeInteger(Number(size)) ? Number(size) : String(size);
  return {
    trace: trace.join('\n'),
    derivative: derivative.join('\n'),
    sizes: { ...sizes, derivative: exact },
    ...ranOnJson(ranOn),
  };
}

export interface DeltaBody {
  readonly bindings: readonly { readonly id: number; readonly delta: string; readonly origin: Span }[];
  readonly result: string;
  /** The first id of the wrapper's bindings. */
  readonly wrapperFrom: number;
  readonly ranOn: RanOn;
}

/** Reports the bindings of the reverse translation at the point. */
export function* deltaReport(texts: readonly string[], options: PointOptions): Task<Report<DeltaBody>> {
  return yield* atPoint(texts, options, function* (main, point) {
    const outcome = yield* runDelta(main, point, options.budget);
    if (outcome.tag !== 'ok') return outcome;
    const { executed, graph, ranOn } = outcome.value;
    const bindings = executed.bindings.map(({ id, delta, origin }) => ({ id, delta: showDelta(delta), origin }));
    const result = showDelta(executed.delta);
    return { tag: 'ok', value: { bindings, result, wrapperFrom: graph.wrapperFrom, ranOn } };
  });
}

export function deltaJson(
  { bindings, result, ranOn }: DeltaBody,
  texts: readonly string[],
): { readonly [key: string]: Json } {
  return {
    bindings: bindings.map(({ id, delta, origin }) => ({ id, delta, origin: spanJson(origin, texts) })),
    result,
    ...ranOnJson(ranOn),
  };
}

export interface AgreeBody {
  readonly main: Main;
  readonly agreement: Agreement;
}

/** Compares all engines. Status 4 if they disagree; 3 if a limit prevented a verdict; 1 if none has an answer. */
export function* agreeReport(texts: readonly string[], options: PointOptions): Task<Report<AgreeBody>> {
  const report = yield* atPoint(texts, options, function* (main, point) {
    const { budget, inputs, own: places = [] } = options;
    const own = yield* enginesIn(createOwnEngines(), texts, places, inputs);
    const agreement = yield* agree(main, point, {
      engines: [...ENGINES, ...own],
      budget,
      fixedSteps: options.fixedSteps,
      now: () => performance.now(),
    });
    return { tag: 'ok', value: { main, agreement } };
  });
  if (report.body === undefined) return report;
  const { columns, verdict } = report.body.agreement;
  if (verdict === 'disagree') return { ...report, status: 4 };
  if (columns.some(({ status }) => status === 'ok')) {
    const kept = verdict !== 'agree' && columns.some(({ status }) => status === 'stopped');
    return kept ? { ...report, status: 3 } : report;
  }
  const reasons = columns.flatMap((column) => ('diagnostic' in column ? [column] : []));
  const stopped = reasons.find(({ status }) => status === 'stopped');
  const because = stopped ?? reasons[0];
  return {
    status: stopped === undefined ? 1 : 3,
    body: undefined,
    diagnostics: because === undefined ? [] : [because.diagnostic],
  };
}

export function agreeJson({ main, agreement }: AgreeBody): { readonly [key: string]: Json } {
  const { columns, verdict, maxRelativeDifference } = agreement;
  return {
    engines: Object.fromEntries(columns.map((column) => [column.engine, columnJson(main, column)])),
    verdict: verdict ?? 'no verdict',
    maxRelativeDifference: maxRelativeDifference ?? null,
  };
}

function columnJson(main: Main, column: Column): Json {
  switch (column.status) {
    case 'pending':
    case 'not run':
      return { status: column.status };
    case 'ok': {
      const { value, derivative, errors, meter } = column.result;
      return {
        status: 'ok',
        value: toJson(value, main.target, main.variants),
        derivative: byName(main, derivative),
        ...(errors === undefined ? {} : { error: byName(main, errors) }),
        ...ranOnJson(column.result),
        seconds: column.seconds,
        meter: { ...meter },
      };
    }
    case 'one direction':
    case 'unsupported':
    case 'not comparable':
    case 'failed':
    case 'stopped':
      return { status: column.status, reason: column.reason };
  }
}

/** Reports on the main expression at its point. */
export function* atPoint<Body>(
  texts: readonly string[],
  { budget, inputs: settings, cotangent }: PointOptions,
  report: (main: Main, point: Point) => Task<Outcome<Body>>,
): Task<Report<Body>> {
  const loaded = loadWhole(texts, settings);
  if (loaded.tag === 'wrong') return failing(loaded.diagnostics);
  const { program } = loaded;
  const inputs = readInputsInRange(program, settings);
  if (inputs.tag !== 'ok') return ending(inputs);
  if (program.focus === undefined) return failing([nothingToDifferentiate(program)]);
  const executed = yield* reference(program, inputs.value, budget, false);
  if (executed.tag !== 'ok') return ending(executed);
  const point = yield* findPoint(program.focus, executed.value, budget, cotangent);
  if (point.tag !== 'ok') return ending(point);
  const outcome = yield* report(program.focus.main, point.value);
  return outcome.tag === 'ok' ? fine(outcome.value, executed.value.warnings) : ending(outcome);
}

export function nothingToDifferentiate({ core, texts }: Program): Diagnostic {
  const last = core.items.findLast((item) => item.tag === 'output');
  const hasInputs = core.items.some((item) => item.tag === 'input');
  const [why, hint] =
    last === undefined
      ? ['the program does not end with an expression', 'end it with the expression to differentiate']
      : hasInputs
        ? ['the last expression is or contains a function', 'apply the function, or end with a part without functions']
        : [
            'the program has no input, and its last expression is not a derivative',
            'add an input, such as `input x : real = 2`, or end with `grad f x`',
          ];
  const place = (last ?? core.items.at(-1))?.origin ?? { cell: Math.max(0, ownCount(texts) - 1), start: 0, end: 0 };
  return error('nothing-to-differentiate', place, `there is nothing to differentiate: ${why}`, { hint });
}
