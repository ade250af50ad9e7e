import { showType } from '../language/types/print';
import type { ContoursPayload, ContoursReply, ContoursRequest, PlaneFunction, Range } from '../protocol/descent';
import type { CoreProgram } from '../language/core/tree';
import { mainOf } from '../ad/main';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { compile } from '../semantics/compile';
import { run } from '../semantics/evaluate';
import type { Budget } from '../semantics/outcome';
import { POINT_STEPS, type Sampler, sampler } from '../semantics/sampler';
import type { Task } from '../semantics/task';
import type { Value } from '../semantics/value';
import { workingTime } from '../semantics/working-time';
import { compiledValues } from './compiled-values';
import { needed } from './needed';
import { likelyLoss, type PlaneDefinition, planeFunctions, samplingProgram } from './plane-functions';
import { type InputValues, type Loaded, type Program, readInputs } from './program';
import { type Recent, recentValues } from './recent';

/** Points per side, from coarse to fine: each grid contains the points of the previous one. */
const SIZES = [9, 17, 33, 65] as const;

export type Contours = (loaded: Loaded, request: ContoursRequest, answer: (made: ContoursReply) => void) => Task<void>;

/**
 * Remembers the last grids by the data that their values depend on, so a changed input that the function does not use
 * recomputes nothing.
 */
export function createContours(now: () => number): Contours {
  const remembered = recentValues<ContoursPayload>(MOST_REMEMBERED);
  return function* (loaded, request, answer) {
    yield* contours(loaded, request, answer, { now, remembered });
  };
}

interface Context {
  readonly now: () => number;
  readonly remembered: Recent<ContoursPayload>;
}

const MOST_REMEMBERED = 32;

/**
 * Samples a function of two reals on ever finer grids until the time limit. A grid is sent if the last answer is long
 * enough ago, so a slow function shows a coarse grid early and a fast one its finest at once.
 */
function* contours(
  loaded: Loaded,
  request: ContoursRequest,
  answer: (made: ContoursReply) => void,
  { now, remembered }: Context,
): Task<void> {
  const fail = (
    diagnostics: readonly Diagnostic[],
    functions: readonly PlaneFunction[] = [],
    chosen?: string,
  ): void => {
    answer({ state: 'error', functions, chosen, diagnostics });
  };
  if (loaded.tag === 'wrong') {
    fail(loaded.diagnostics);
    return;
  }
  const { program } = loaded;
  const definitions = planeFunctions(program);
  const definition = definitions.find(({ label }) => label === request.function) ?? likelyLoss(program, definitions);
  if (definition === undefined) {
    fail([]);
    return;
  }
  const functions = definitions.map(describe);
  const chosen = definition.label;
  const start = now();
  const sampling = samplingProgram(program, definition);
  const key = keyOf(sampling.program, chosen, request);
  const known = remembered.get(key);
  if (known !== undefined) {
    answer({ state: 'ok', contours: copied(known) });
    return;
  }
  const made = yield* samplerOf(program, sampling, request);
  if (made.tag !== 'ok') {
    fail([made.diagnostic], functions, chosen);
    return;
  }
  const deadline = start + 1000 * request.budget.seconds;
  const { x, y } = request;
  let finest: ContoursPayload | undefined;
  let answered = start;
  for (const size of SIZES) {
    const values = yield* sampled(made.sampler, size, x, y, finest, () => now() > deadline);
    if (values === undefined) break;
    finest = { functions, chosen, x, y, size, values, coarse: false };
    if (size === SIZES.at(-1)) {
      remembered.set(key, finest);
      answer({ state: 'ok', contours: copied(finest) });
      return;
    }
    if (now() - answered < PATIENCE) continue;
    answered = now();
    answer({ state: 'partial', contours: copied(finest) });
  }
  if (finest === undefined) fail([tooSlow(definition)], functions, chosen);
  else answer({ state: 'ok', contours: { ...finest, coarse: true } });
}

/** Milliseconds between two answers. */
const PATIENCE = 120;

function describe({ label, binder }: PlaneDefinition): PlaneFunction {
  return { name: label, type: showType(binder.type), span: binder.origin };
}

/** Returns a key of everything that the values depend on. */
function keyOf({ items }: CoreProgram, chosen: string, { cells, inputs, x, y }: ContoursRequest): string {
  const used = items.flatMap((item) => (item.tag === 'input' ? [item.label ?? item.name] : []));
  return JSON.stringify([cells, chosen, x, y, used.map((label) => [label, inputs[label]])]);
}

function* samplerOf(
  program: Program,
  { program: core, point }: ReturnType<typeof samplingProgram>,
  { inputs, budget }: Pick<ContoursRequest, 'inputs' | 'budget'>,
): Task<
  { readonly tag: 'ok'; readonly sampler: Sampler } | { readonly tag: 'failed'; readonly diagnostic: Diagnostic }
> {
  const values = readInputs(program, inputs);
  if (values.tag !== 'ok') return { tag: 'failed', diagnostic: values.diagnostic };
  const made = yield* sampler(compile(core), point, { budget, inputs: values.value });
  if (made.tag !== 'ok') return made;
  const compiled = yield* compiledSampler(core, point, values.value, made.sampler, budget);
  return compiled === undefined ? made : { ...made, sampler: compiled };
}

/** Milliseconds of one point beyond which compiled code is no help: it computes again what a sampler computes once. */
const LONGEST_POINT = 1;

/** Returns a sampler by compiled code; the machine's says where there is no value. Undefined if that is no faster. */
function* compiledSampler(
  core: CoreProgram,
  [x, y]: readonly [string, string],
  inputs: InputValues,
  machine: Sampler,
  budget: Budget,
): Task<Sampler | undefined> {
  const main = mainOf(core)?.main;
  const compiled = main && compiledValues(main);
  if (main === undefined || compiled === undefined) return undefined;
  yield;
  const given = yield* run(compile(needed(core, ({ tag }) => tag === 'input')), { budget, inputs, tracing: 'none' });
  if (given.tag !== 'ok') return undefined;
  const arguments_ = main.parameters.map(({ name }) => given.value.inputs.get(name));
  const [atX, atY] = [x, y].map((name) => main.parameters.findIndex((parameter) => parameter.name === name));
  if (atX === undefined || atY === undefined) return undefined;
  const valueAt = (valueX: number, valueY: number): Value => {
    arguments_[atX] = valueX;
    arguments_[atY] = valueY;
    return compiled.at(arguments_, { ...budget, steps: POINT_STEPS });
  };
  valueAt(0, 0);
  const start = workingTime();
  valueAt(0, 0);
  if (workingTime() - start > LONGEST_POINT) return undefined;
  return {
    *at(valueX = NaN, valueY = NaN) {
      const found = valueAt(valueX, valueY);
      return typeof found === 'number' ? found : yield* machine.at(valueX, valueY);
    },
  };
}

/** Returns the values of a grid, reusing those of the coarser one; undefined if time ran out. */
export function* sampled(
  { at }: Sampler,
  size: number,
  x: Range,
  y: Range,
  coarser: Pick<ContoursPayload, 'size' | 'values'> | undefined,
  isOver: () => boolean,
): Task<Float64Array<ArrayBuffer> | undefined> {
  const values = new Float64Array(size * size);
  const step = coarser === undefined ? 0 : (size - 1) / (coarser.size - 1);
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const known = coarser !== undefined && row % step === 0 && column % step === 0;
      values[row * size + column] = known
        ? (coarser.values[(row / step) * coarser.size + column / step] ?? NaN)
        : yield* at(between(x, column / (size - 1)), between(y, row / (size - 1)));
      if (known) continue;
      if (isOver()) return undefined;
      yield;
    }
  }
  return values;
}

function between([low, high]: Range, share: number): number {
  return low + share * (high - low);
}

function copied(payload: ContoursPayload): ContoursPayload {
  return { ...payload, values: payload.values.slice() };
}

function tooSlow({ label, binder }: PlaneDefinition): Diagnostic {
  const message = `${label} is too slow to draw: its values at ${SIZES[0] ** 2} points were not ready in time`;
  return error('budget-time', binder.origin, message, {
    hint: 'choose another function, or make this one do less work',
  });
}
