import type { AnyEngine } from '../ad/engine';
import { error, type Diagnostic } from '../language/source/diagnostic';
import type { ProgramInput } from './program';
import { type EngineGrowth, endOf, type Growth, type GrowthEnd, ranOnOf } from '../protocol/growth';
import type { Json } from '../protocol/messages';
import { ranOnJson } from '../protocol/ran-on';
import type { Meter } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { measureGrowth } from './growth';
import { growingInputs } from './growth-input';
import { loadWhole } from './loader';
import type { Program } from './program';
import { ending, failing, fine } from './report';
import type { Report } from './report';
import { nothingToDifferentiate } from './reports';
import type { PointOptions } from './reports';

export interface GrowthReportOptions extends PointOptions {
  /** The label of the input that grows. */
  readonly input: string;
  readonly sizes: readonly number[];
  readonly engines: readonly AnyEngine[];
}

/**
 * Returns the meters of the engines while an input grows. If no engine was measured at any size, returns the reason of
 * the first.
 */
export function* growthReport(texts: readonly string[], options: GrowthReportOptions): Task<Report<Growth>> {
  const loaded = loadWhole(texts, options.inputs);
  if (loaded.tag === 'wrong') return failing(loaded.diagnostics);
  const { program } = loaded;
  if (program.focus === undefined) return failing([nothingToDifferentiate(program)]);
  const input = growingInputs(program).find(({ label }) => label === options.input);
  if (input === undefined) return failing([noSuchInput(program, options.input)]);
  const outcome = yield* measureGrowth(program, program.focus, { ...options, input });
  if (outcome.tag !== 'ok') return ending(outcome);
  const because = withoutMeter(outcome.value);
  if (because === undefined) return fine(outcome.value);
  return { status: because.status === 'stopped' ? 3 : 1, body: undefined, diagnostics: [because.diagnostic] };
}

/** Returns why no engine was measured at any size; undefined if one was. */
export function withoutMeter(body: Growth): GrowthEnd | undefined {
  const { engines } = body;
  if (engines.some(({ measurements }) => measurements.some(({ status }) => status === 'ok'))) return undefined;
  const reasons = engines.flatMap((engine) => endOf(body, engine) ?? []);
  return reasons.find(({ status }) => status === 'stopped') ?? reasons[0];
}

function noSuchInput(program: Program, label: string): Diagnostic {
  const known = program.inputs.find((input) => input.label === label);
  const growing = growingInputs(program).map((input) => input.label);
  const message =
    known === undefined ? `there is no input ${label}` : `${label} cannot grow: it is not an int, a list or an array`;
  return error(known === undefined ? 'unknown-input' : 'growth-input', placeOf(program, known), message, {
    hint: hintOf(growing),
  });
}

function hintOf(growing: readonly string[]): string {
  if (growing.length === 0) return 'add one, such as `input n : int = 10`';
  return growing.length === 1 ? `the input ${growing.join()} can grow` : `the inputs ${growing.join(', ')} can grow`;
}

function placeOf({ core }: Program, input: ProgramInput | undefined) {
  return input?.span ?? core.items.at(-1)?.origin ?? { cell: 0, start: 0, end: 0 };
}

/** The meters, in the order in which they are shown. */
export const REPORTED_METERS = [
  'primal',
  'derivative',
  'nodes',
  'visits',
  'reevaluations',
  'live',
  'steps',
] as const satisfies readonly (keyof Meter)[];

/** Returns the meters that the engine does not count, wherever it was measured. */
export function uncountedBy({ measurements }: EngineGrowth): readonly (keyof Meter)[] {
  const counts = measurements.flatMap((measurement) => (measurement.status === 'ok' ? [measurement.meter] : []));
  return counts.length === 0
    ? []
    : REPORTED_METERS.filter((meter) => counts.every((count) => count[meter] === undefined));
}

/** Returns the `growth` object of app.md, section 6, without its `ok`. */
export function growthJson(body: Growth): { readonly [key: string]: Json } {
  return {
    input: body.input,
    values: body.sizes,
    engines: Object.fromEntries(body.engines.map((engine) => [engine.engine, engineJson(body, engine)])),
  };
}

function engineJson(body: Growth, engine: EngineGrowth): Json {
  const { measurements, fits } = engine;
  const end = endOf(body, engine);
  const uncounted = uncountedBy(engine);
  const meters = REPORTED_METERS.map((meter): readonly [string, Json] => [
    meter,
    measurements.map((measurement) => (measurement.status === 'ok' ? (measurement.meter[meter] ?? null) : null)),
  ]);
  return {
    ...Object.fromEntries(meters),
    slope: Object.fromEntries(REPORTED_METERS.map((meter) => [meter, fits[meter]?.slope ?? null])),
    ...(uncounted.length > 0 && { uncounted }),
    ...ranOnJson(ranOnOf(engine)),
    ...(end !== undefined && {
      status: end.status,
      reason: `${end.size === undefined ? '' : `at ${end.size}: `}${end.diagnostic.message}`,
    }),
  };
}
