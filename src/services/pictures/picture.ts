import type { Range } from '../../protocol/descent';
import type { CurveMark, DrawnMark, FieldMark, Picture, PictureReply, PictureRequest } from '../../protocol/picture';
import { isPicture } from '../../ad/main';
import type { CoreProgram } from '../../language/core/tree';
import type { Diagnostic } from '../../language/source/diagnostic';
import { showNumber } from '../../language/source/shown-number';
import type { Task } from '../../semantics/task';
import type { Value } from '../../semantics/value';
import type { Budget } from '../../semantics/outcome';
import { workingTime } from '../../semantics/working-time';
import { type InputValues, type Loaded, type Program, readInputs } from '../program';
import { recentValues } from '../recent';
import { keyOfRun, type Recordings } from '../recordings';
import { outputItems } from '../value-payload';
import { type Axis, homeAcross, homeUp, LARGEST, placesOn, SHORTEST } from './axes';
import { Evaluation, PictureProgram } from './functions';
import { graphTerm } from '../viewers/graph';
import { partOf } from '../viewers/pictures';
import { isRealFunction } from '../viewers/view';
import { watchedPicture } from './watched';
import { givenPicture, type GivenMark, type GivenPicture, NOT_ACROSS } from './marks';

/** Samples of a curve from which its upright range is found. */
const ROUGH = 201;
const MOST_SAMPLES = 4_000;
/** Pixels between two points of a grid, from coarse to fine. */
const GRIDS = [32, 12, 4] as const;
const MOST_POINTS = 320;
/** A grid is not answered if the next finer one will take fewer milliseconds: a field that follows a slider is drawn once. */
const SOON = 30;

type FunctionMark = Extract<GivenMark, { readonly mark: number }>;

export type PictureQuestions = (
  loaded: Loaded,
  request: PictureRequest,
  answer: (made: PictureReply) => void,
) => Task<void>;

/**
 * Draws pictures, outputs or what was watched, and the graphs of functions: their marks, with functions sampled as finely as the
 * pixels need, fields coarse first. What is made of a program is remembered with it, so that a picture follows a slider, and the
 * steps of a run.
 */
export function createPictures(recordings: Recordings): PictureQuestions {
  /** By the core, which the programs at the steps of a run share. */
  const remembered = new WeakMap<CoreProgram, Map<string, PictureProgram>>();
  const homes = recentValues<Home>(MOST_HOMES);
  const programOf = ({ core }: Program, key: string, make: () => PictureProgram): PictureProgram => {
    const pictures = remembered.get(core) ?? new Map<string, PictureProgram>();
    remembered.set(core, pictures);
    const known = pictures.get(key) ?? make();
    pictures.set(key, known);
    return known;
  };
  return function* (loaded, request, answer) {
    const fail = (diagnostics: readonly Diagnostic[]): void => {
      answer({ state: 'error', diagnostics });
    };
    if (loaded.tag === 'wrong') {
      fail(loaded.diagnostics);
      return;
    }
    const { program } = loaded;
    const { output } = request;
    // The clock alone ends a drawing.
    const budget = { ...request.budget, steps: Number.MAX_SAFE_INTEGER };
    const read = readInputs(program, request.inputs);
    if (read.tag !== 'ok') {
      fail([read.diagnostic]);
      return;
    }
    let known: PictureProgram;
    let inputs = read.value;
    let record: number | undefined;
    let home: Home | undefined;
    if (typeof output === 'number') {
      const wanted = drawnOutput(program, output, request.part);
      if (wanted === undefined) {
        fail([]);
        return;
      }
      const name = nameOf(request);
      known = programOf(program, name, wanted);
      const { recorded } = program;
      if (recorded !== undefined) {
        const key = `${keyOfRun(program, request.inputs)} ${name}`;
        const rounds = recorded.spread.map((value) => [recorded.name, value] as const);
        home = homes.get(key) ?? homes.set(key, yield* homeOfAll(rounds, known, read.value, budget));
      }
    } else {
      const series = yield* recordings.of(program, request.inputs, inputs, budget);
      const found = watchedPicture(program, series, output);
      if (found.tag !== 'ok') {
        fail(found.diagnostics);
        return;
      }
      known = programOf(program, `frame ${found.number}`, found.program);
      inputs = new Map([...inputs, found.input]);
      ({ record } = found);
      const key = `${keyOfRun(program, request.inputs)} ${output.series} ${found.count}`;
      home = homes.get(key);
      if (home === undefined) {
        const each = stepsOf(found.count).map((step) => watchedPicture(program, series, { ...output, record: step }));
        // Pictures of one name can have several places in the text.
        const same = each.flatMap((step) => (step.tag === 'ok' && step.number === found.number ? [step.input] : []));
        home = homes.set(key, yield* homeOfAll(same, known, read.value, budget));
      }
    }
    const reply = (made: PictureReply): void => {
      answer(made.state === 'error' || record === undefined ? made : { ...made, record });
    };
    for (;;) {
      const wasSlow = known.isSlow;
      const evaluation = new Evaluation(known, inputs, budget);
      const data = yield* evaluation.data();
      // What was too slow for the machine gets its time again by compiled code.
      const again = (): boolean => !wasSlow && known.isSlow && (data.tag === 'stopped' || evaluation.isLate);
      const handles = yield* known.handles(inputs, budget);
      if (data.tag === 'ok') yield* draw(givenPicture(data.value, handles), evaluation, request, reply, again, home);
      else if (!again()) fail([data.diagnostic]);
      if (!again()) return;
    }
  };
}

/**
 * Returns how an output or a part of it is drawn: a picture as it is, a function from real to real by its graph; undefined for
 * others.
 */
function drawnOutput(
  program: Program,
  output: number,
  part: readonly number[] = [],
): (() => PictureProgram) | undefined {
  const item = outputItems(program)[output];
  if (item === undefined) return undefined;
  const { core } = program;
  const term = partOf(item.term, part);
  const isGraph = isRealFunction(term.type);
  if (!isGraph && !isPicture({ term })) return undefined;
  return () => {
    const drawn = { ...item, term: isGraph ? graphTerm(program, term) : term };
    return new PictureProgram({ ...core, items: core.items.map((each) => (each === item ? drawn : each)) }, drawn);
  };
}

type Place = Pick<PictureRequest, 'output' | 'part'>;

function nameOf({ output, part = [] }: Place): string {
  return typeof output === 'number' ? [output, ...part].join(' ') : `${output.place} ${output.series}`;
}

/** The newest question about a picture replaces older ones; the steps of a run are one picture. */
export function keyOfPicture({ cell, ...place }: Place & Pick<PictureRequest, 'cell'>): string {
  return `${cell} ${nameOf(place)}`;
}

function* draw(
  given: GivenPicture,
  functions: Evaluation,
  request: PictureRequest,
  answer: (made: PictureReply) => void,
  isBetterComing: () => boolean,
  home?: Home,
): Task<void> {
  const curves = (axis: Axis, count: number): Task<readonly CurveMark[]> => curvesOn(given, functions, axis, count);
  const samples = Math.min(MOST_SAMPLES, Math.max(ROUGH, Math.ceil(request.width) + 1));
  yield;
  const own = yield* homeOf(given, functions);
  const across = { ...own.x, range: home?.x ?? own.x.range };
  const up = { ...own.y, range: home?.y ?? own.y.range };
  const x: Axis = { ...across, range: within(request.x, across) };
  const drawn = yield* curves(x, samples);
  const y: Axis = { ...up, range: within(request.y ?? (request.x && homeUp(given, valuesOf(drawn)).range), up) };
  const picture = (fields: ReadonlyMap<GivenMark, FieldMark>): Picture => {
    const found = [...drawn];
    const marks = given.marks.flatMap((mark): readonly DrawnMark[] => {
      if (!('mark' in mark)) return [mark];
      const made = mark.kind === 'curve' ? found.shift() : fields.get(mark);
      return made === undefined ? [] : [made];
    });
    const { settings } = given;
    return {
      marks,
      handles: given.handles,
      title: settings.get('title'),
      xLabel: settings.get('xLabel'),
      yLabel: settings.get('yLabel'),
      xLog: x.isLog,
      yLog: y.isLog,
      square: settings.has('square'),
      x: x.range,
      y: y.range,
      home: { x: across.range, y: up.range },
      notes: [...notesOf(given, x, y, functions.isLate), ...linesMissing([...fields.values()])],
    };
  };
  const planes = given.marks.flatMap((mark) => ('mark' in mark && mark.kind !== 'curve' ? [mark] : []));
  let fields: ReadonlyMap<GivenMark, FieldMark> = new Map();
  for (const pixels of planes.length === 0 ? [] : GRIDS) {
    const began = workingTime();
    const made = yield* grids(planes, functions, x, y, columns(pixels, request.width), columns(pixels, request.height));
    if (functions.isLate && fields.size > 0) break;
    fields = made;
    if (functions.isLate) break;
    const finer = GRIDS.find((other) => other < pixels);
    const points = (of: number): number => columns(of, request.width) * columns(of, request.height);
    const isSlow = finer && (workingTime() - began) * points(finer) > SOON * points(pixels);
    // An answer gives its arrays away.
    if (isSlow) answer({ state: 'partial', picture: structuredClone(picture(fields)) });
  }
  answer({ state: isBetterComing() ? 'partial' : 'ok', picture: picture(fields) });
}

/** The number of points of a grid along an axis. */
function columns(pixels: number, length: number): number {
  return Math.min(MOST_POINTS, Math.max(9, Math.ceil(length / pixels) + 1));
}

function* curvesOn(
  { marks }: GivenPicture,
  functions: Evaluation,
  axis: Axis,
  count: number,
): Task<readonly CurveMark[]> {
  const xs = placesOn(axis, count);
  const made: CurveMark[] = [];
  for (const mark of marks)
    if (mark.kind === 'curve')
      made.push({ kind: 'curve', name: mark.name, xs, ys: yield* functions.at(mark.mark, xs, xs) });
  return made;
}

function valuesOf(made: readonly CurveMark[]): readonly Float64Array[] {
  return made.map(({ ys }) => ys);
}

/** Returns the axes that a picture's data and settings call for. */
function* homeOf(given: GivenPicture, functions: Evaluation): Task<{ readonly x: Axis; readonly y: Axis }> {
  const x = homeAcross(given);
  return { x, y: homeUp(given, valuesOf(yield* curvesOn(given, functions, x, ROUGH))) };
}

/** The ranges that are shown at first of a picture that changes; undefined where each step has its own. */
interface Home {
  readonly x: Range | undefined;
  readonly y: Range | undefined;
}

const MOST_HOMES = 16;
/** The steps whose ranges are joined. */
const JOINED = 5;
/** How many times as long as the shortest range the joined one can be: beyond, small steps would not be seen. */
const LONGEST = 50;

/** Returns steps from the first to the last, evenly spread. */
function stepsOf(count: number): readonly number[] {
  return Array.from({ length: JOINED }, (_, i) => Math.round((i / (JOINED - 1)) * (count - 1)));
}

/** Returns ranges in which all of some steps can be seen, so that the axes stand still while they are played. */
function* homeOfAll(
  steps: readonly (readonly [string, Value])[],
  picture: PictureProgram,
  inputs: InputValues,
  budget: Budget,
): Task<Home> {
  const xs: Axis[] = [];
  const ys: Axis[] = [];
  const handles = yield* picture.handles(inputs, budget);
  for (const step of steps) {
    const evaluation = new Evaluation(picture, new Map([...inputs, step]), budget);
    const data = yield* evaluation.data();
    if (data.tag !== 'ok') return { x: undefined, y: undefined };
    const { x, y } = yield* homeOf(givenPicture(data.value, handles), evaluation);
    xs.push(x);
    ys.push(y);
  }
  return { x: joined(xs), y: joined(ys) };
}

function joined(axes: readonly Axis[]): Range | undefined {
  const [first] = axes;
  if (first === undefined || axes.some(({ isLog }) => isLog !== first.isLog)) return undefined;
  const on = (place: number): number => (first.isLog ? Math.log(place) : place);
  const low = Math.min(...axes.map(({ range }) => range[0]));
  const high = Math.max(...axes.map(({ range }) => range[1]));
  const shortest = Math.min(...axes.map(({ range }) => on(range[1]) - on(range[0])));
  return on(high) - on(low) <= LONGEST * shortest ? [low, high] : undefined;
}

function* grids(
  marks: readonly FunctionMark[],
  functions: Evaluation,
  x: Axis,
  y: Axis,
  columns: number,
  rows: number,
): Task<ReadonlyMap<GivenMark, FieldMark>> {
  const [places, heights] = [placesOn(x, columns), placesOn(y, rows)];
  const xs = Float64Array.from({ length: rows * columns }, (_, i) => places[i % columns] ?? NaN);
  const ys = Float64Array.from(xs, (_, i) => heights[Math.floor(i / columns)] ?? NaN);
  const made = new Map<GivenMark, FieldMark>();
  for (const mark of marks) {
    const { kind, name, level } = mark;
    if (kind === 'curve') continue;
    const values = yield* functions.at(mark.mark, xs, ys);
    made.set(mark, { kind, name, level, x: x.range, y: y.range, columns, rows, values });
  }
  return made;
}

/** Returns a range that is asked for, if the axis can have it; else the axis's own. */
function within(range: Range | undefined, { isLog, range: own }: Axis): Range {
  if (range === undefined) return own;
  const [low, high] = range;
  const isFine = low < high && Number.isFinite(high - low) && (isLog ? low > 0 : high - low >= SHORTEST);
  return isFine ? range : own;
}

/** Says which lines of equal value are nowhere in view. */
function linesMissing(fields: readonly FieldMark[]): readonly string[] {
  return fields.flatMap(({ kind, level = NaN, values }) => {
    const [low, high] = extentOf(values);
    const isOne = low === high;
    const between = isOne ? showNumber(low) : `between ${showNumber(low)} and ${showNumber(high)}`;
    if (kind === 'contours' && isOne) return [`No contours are in view: the function is ${between} everywhere.`];
    if (kind === 'boundary' && (level < low || level > high))
      return [`No boundary at ${showNumber(level)} is in view: the function is ${between}.`];
    return [];
  });
}

/** Returns the least and the greatest number; both infinite if there is none. */
function extentOf(values: Float64Array): Range {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low > high ? [-Infinity, Infinity] : [low, high];
}

/** Whether a mark has no items; a function always has values. */
function isEmpty(mark: GivenMark): boolean {
  if ('xs' in mark) return mark.xs.length === 0;
  if (mark.kind === 'bars') return mark.heights.length === 0;
  if (mark.kind === 'histogram') return mark.counts.every((count) => count === 0);
  return mark.kind === 'heatmap' && mark.values.length === 0;
}

function notesOf({ marks, notes, handles, ranges }: GivenPicture, x: Axis, y: Axis, late: boolean): readonly string[] {
  const all = [...notes];
  if (handles.length === 0 && marks.every(isEmpty)) all.push('There is nothing to draw: the marks have no items.');
  if (x.isLog && marks.some((mark) => 'xs' in mark && mark.xs.some((each) => each <= 0))) all.push(NOT_ACROSS);
  const uprights = marks.flatMap((mark) => ('ys' in mark ? [mark.ys] : mark.kind === 'bars' ? [mark.heights] : []));
  if (y.isLog && uprights.some((each) => each.some((height) => height <= 0)))
    all.push('What has a y of 0 or less is not drawn, because the upright axis is logarithmic.');
  for (const [axis, { isLog }] of Object.entries({ x, y }))
    if (isLog && (ranges.get(axis)?.[0] ?? 1) <= 0)
      all.push(`The range of ${axis} begins above 0, because this axis is logarithmic.`);
  for (const { isLog, range } of [x, y]) {
    if (isLog) continue;
    const [low, high] = range;
    if (low === -LARGEST || high === LARGEST)
      all.push(`Numbers beyond ${showNumber(LARGEST)} are not drawn: no axis is that long.`);
    if (high - low < 3 * SHORTEST) all.push(`Differences below ${SHORTEST} are not drawn: no axis is that short.`);
  }
  if (late) all.push('The time limit was reached, so functions are drawn coarsely or in part.');
  return [...new Set(all)];
}
