import type { AnyEngine, EngineId, Main, Point } from '../ad/engine';
import type { MainExpression } from '../ad/main';
import { ENGINES } from '../ad/registry';
import type { Diagnostic } from '../language/source/diagnostic';
import type { ProgramInput } from './program';
import type { EngineGrowth, Growth, Measurement } from '../protocol/growth';
import type { Json } from '../protocol/messages';
import { ranOnJson } from '../protocol/ran-on';
import type { Budget, Meter, Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { fitOf } from './growth-fit';
import { valueOfSize } from './growth-input';
import { findPoint, type InputValues, type Program, readInputs, reference } from './program';
import type { Settings } from './settings';

/**
 * The engines that are measured. `numeric` runs the program at nearby points until its estimates settle, so its number
 * of runs depends on the function's shape and not on the input's size.
 */
export const GROWING_ENGINES: readonly AnyEngine[] = ENGINES.filter(({ id }) => id !== 'numeric');

export interface GrowthOptions {
  readonly inputs: Settings;
  /** One of the program's inputs: see `growingInputs`. */
  readonly input: ProgramInput;
  /** Positive whole numbers, in any order. */
  readonly sizes: readonly number[];
  readonly engines: readonly AnyEngine[];
  /** The limits of each run: every engine gets all of it at each size. */
  readonly budget: Budget;
  readonly cotangent?: Json | undefined;
  /** Called after each engine at each size. */
  readonly progress?: (growth: Growth) => void;
  readonly memory?: GrowthMemory;
}

/** The measurements of earlier questions about the same program. */
export interface GrowthMemory {
  readonly recall: (engine: EngineId, size: number) => Measured | undefined;
  readonly keep: (engine: EngineId, size: number, measured: Measured) => void;
}

export type Measured = Extract<Measurement, { readonly status: 'ok' }>;

/**
 * Runs every engine at a point of each size and reads its meter. An engine that reaches a limit is not tried at the
 * following sizes, which are larger; one that fails is. Yields at least once between runs.
 */
export function* measureGrowth(program: Program, focus: MainExpression, options: GrowthOptions): Task<Outcome<Growth>> {
  const { engines, input } = options;
  const sizes = [...new Set(options.sizes)].sort((a, b) => a - b);
  const base = yield* baseOf(program, options);
  if (base.tag !== 'ok') return base;
  const columns = engines.map((engine): Column => ({ engine, found: [], ended: undefined }));
  const table = (): Growth => ({ input: input.label, sizes, engines: columns.map((column) => grown(column, sizes)) });
  for (const column of columns) {
    const fragment = column.engine.fragment(focus.main);
    if (fragment.tag === 'outside') column.ended = { status: 'unsupported', diagnostic: fragment.reason };
  }
  for (const size of sizes) {
    const at = pointsOnce(program, focus, options, base.value, size);
    for (const column of columns) {
      column.found.push(column.ended ?? (yield* measure(column.engine, focus.main, size, at, options)));
      if (column.found.at(-1)?.status === 'stopped') column.ended = { status: 'not tried' };
      options.progress?.(table());
      yield;
    }
  }
  return { tag: 'ok', value: table() };
}

/** An engine with its measurements so far, size by size. */
interface Column {
  readonly engine: AnyEngine;
  readonly found: Measurement[];
  /** The measurement of every further size. */
  ended: Measurement | undefined;
}

interface Base {
  readonly values: InputValues;
  /** The input's value at the program's own point; a sequence takes its items from it. */
  readonly given: InputValues;
}

function* baseOf(program: Program, { inputs, input, budget }: GrowthOptions): Task<Outcome<Base>> {
  const values = readInputs(program, inputs);
  if (values.tag !== 'ok') return values;
  if (input.type.tag === 'int') return { tag: 'ok', value: { values: values.value, given: new Map() } };
  const outcome = yield* reference(program, values.value, budget, false);
  return outcome.tag === 'ok' ? { tag: 'ok', value: { values: values.value, given: outcome.value.inputs } } : outcome;
}

/** Computes the point of a size when an engine first asks for it. */
function pointsOnce(
  program: Program,
  focus: MainExpression,
  { input, budget, cotangent }: GrowthOptions,
  { values, given }: Base,
  size: number,
): () => Task<Outcome<Point>> {
  let known: Outcome<Point> | undefined;
  function* find(): Task<Outcome<Point>> {
    const value = yield* valueOfSize(input, given.get(input.name), size, budget);
    if (value.tag !== 'ok') return value;
    const executed = yield* reference(program, new Map(values).set(input.name, value.value), budget, false);
    return executed.tag === 'ok' ? yield* findPoint(focus, executed.value, budget, cotangent) : executed;
  }
  return function* () {
    return (known ??= yield* find());
  };
}

function* measure(
  engine: AnyEngine,
  main: Main,
  size: number,
  pointAt: () => Task<Outcome<Point>>,
  { budget, memory }: GrowthOptions,
): Task<Measurement> {
  const before = memory?.recall(engine.id, size);
  if (before !== undefined) return before;
  const point = yield* pointAt();
  if (point.tag !== 'ok') return declined(point);
  const outcome = yield* engine.run(main, point.value, budget);
  if (outcome.tag !== 'ok') return declined(outcome);
  const measured = { status: 'ok', meter: outcome.value.meter, ranOn: ranOnJson(outcome.value) } as const;
  memory?.keep(engine.id, size, measured);
  return measured;
}

function declined({ tag, diagnostic }: { readonly tag: 'failed' | 'stopped'; readonly diagnostic: Diagnostic }) {
  return { status: tag === 'stopped' ? tag : statusOf(diagnostic), diagnostic } as const;
}

/**
 * An engine that would need a pass for each of very many reals takes one direction instead (Krawiec et al., 3.2). Its
 * cost does not continue the cost of all directions, so there is no meter.
 */
function statusOf({ code }: Diagnostic): 'unsupported' | 'one direction' | 'failed' {
  if (code === 'one-direction') return 'one direction';
  return code === 'unsupported' ? code : 'failed';
}

function grown({ engine, found }: Column, sizes: readonly number[]): EngineGrowth {
  const measurements = sizes.map((_, at): Measurement => found[at] ?? { status: 'pending' });
  const fit = (meter: keyof Meter) =>
    fitOf(
      sizes,
      measurements.map((measurement) => (measurement.status === 'ok' ? measurement.meter[meter] : undefined)),
    );
  return {
    engine: engine.id,
    measurements,
    fits: {
      primal: fit('primal'),
      derivative: fit('derivative'),
      nodes: fit('nodes'),
      visits: fit('visits'),
      reevaluations: fit('reevaluations'),
      live: fit('live'),
      steps: fit('steps'),
    },
  };
}
