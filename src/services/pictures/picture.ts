import type { Range } from '../../protocol/descent';
import type { CurveMark, DrawnMark, FieldMark, Picture, PictureReply, PictureRequest } from '../../protocol/picture';
import { isPicture } from '../../ad/main';
import type { Task } from '../../semantics/task';
import { type Loaded, type Program, readInputs } from '../program';
import { outputItems } from '../value-payload';
import { type Axis, homeAcross, homeUp, placesOn } from './axes';
import { Evaluation, PictureProgram } from './functions';
import { graphTerm } from '../viewers/graph';
import { isRealFunction } from '../viewers/view';
import { givenPicture, type GivenMark, type GivenPicture } from './marks';

/** Samples of a curve from which its upright range is found. */
const ROUGH = 201;
const MOST_SAMPLES = 4_000;
/** Pixels between two points of a grid, from coarse to fine. */
const GRIDS = [32, 12, 4] as const;
const MOST_POINTS = 320;

type FunctionMark = Extract<GivenMark, { readonly mark: number }>;

export type PictureQuestions = (
  loaded: Loaded,
  request: PictureRequest,
  answer: (made: PictureReply) => void,
) => Task<void>;

/**
 * Draws outputs that are pictures, and the graphs of functions: their marks, with functions sampled as finely as the pixels need, fields coarse first.
 * What is made of a program is remembered with it, so that a picture follows a slider.
 */
export function createPictures(): PictureQuestions {
  const remembered = new WeakMap<Program, Map<number, PictureProgram>>();
  return function* (loaded, request, answer) {
    if (loaded.tag === 'wrong') {
      answer({ state: 'error', diagnostics: loaded.diagnostics });
      return;
    }
    const { program } = loaded;
    const { budget, inputs: settings, output } = request;
    const inputs = readInputs(program, settings);
    const wanted = drawnOutput(program, output);
    if (wanted === undefined || inputs.tag !== 'ok') {
      answer({ state: 'error', diagnostics: inputs.tag === 'ok' ? [] : [inputs.diagnostic] });
      return;
    }
    const pictures = remembered.get(program) ?? new Map<number, PictureProgram>();
    remembered.set(program, pictures);
    const known = pictures.get(output) ?? wanted();
    pictures.set(output, known);
    for (;;) {
      const wasSlow = known.isSlow;
      const evaluation = new Evaluation(known, inputs.value, budget);
      const data = yield* evaluation.data();
      // What was too slow for the machine gets its time again by compiled code.
      const again = (): boolean => !wasSlow && known.isSlow && (data.tag === 'stopped' || evaluation.isLate);
      if (data.tag === 'ok') yield* draw(givenPicture(data.value), evaluation, request, answer, again);
      else if (!again()) answer({ state: 'error', diagnostics: [data.diagnostic] });
      if (!again()) return;
    }
  };
}

/** Returns how an output is drawn: a picture as it is, a function from real to real by its graph; undefined for others. */
function drawnOutput(program: Program, output: number): (() => PictureProgram) | undefined {
  const item = outputItems(program)[output];
  if (item === undefined) return undefined;
  const { core } = program;
  if (isPicture(item)) return () => new PictureProgram(core, item);
  if (!isRealFunction(item.term.type)) return undefined;
  return () => {
    const graph = { ...item, term: graphTerm(program, item.term) };
    return new PictureProgram({ ...core, items: core.items.map((each) => (each === item ? graph : each)) }, graph);
  };
}

function* draw(
  given: GivenPicture,
  functions: Evaluation,
  request: PictureRequest,
  answer: (made: PictureReply) => void,
  isBetterComing: () => boolean,
): Task<void> {
  const curve = function* (mark: FunctionMark, axis: Axis, count: number): Task<CurveMark> {
    const xs = placesOn(axis, count);
    return { kind: 'curve', name: mark.name, xs, ys: yield* functions.at(mark.mark, xs, xs) };
  };
  const curves = function* (axis: Axis, count: number): Task<readonly CurveMark[]> {
    const made: CurveMark[] = [];
    for (const mark of given.marks) if (mark.kind === 'curve') made.push(yield* curve(mark, axis, count));
    return made;
  };
  const valuesOf = (made: readonly CurveMark[]): readonly Float64Array[] => made.map(({ ys }) => ys);
  const samples = Math.min(MOST_SAMPLES, Math.max(ROUGH, Math.ceil(request.width) + 1));
  const across = homeAcross(given);
  const up = homeUp(given, valuesOf(yield* curves(across, ROUGH)));
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
      title: settings.get('title'),
      xLabel: settings.get('xLabel'),
      yLabel: settings.get('yLabel'),
      xLog: x.isLog,
      yLog: y.isLog,
      square: settings.has('square'),
      x: x.range,
      y: y.range,
      home: { x: across.range, y: up.range },
      notes: notesOf(given, x, y, functions.isLate),
    };
  };
  const planes = given.marks.flatMap((mark) => ('mark' in mark && mark.kind !== 'curve' ? [mark] : []));
  let fields: ReadonlyMap<GivenMark, FieldMark> = new Map();
  for (const pixels of planes.length === 0 ? [] : GRIDS) {
    const size = (length: number): number => Math.min(MOST_POINTS, Math.max(9, Math.ceil(length / pixels) + 1));
    const made = yield* grids(planes, functions, x, y, size(request.width), size(request.height));
    if (functions.isLate && fields.size > 0) break;
    fields = made;
    if (functions.isLate) break;
    // An answer gives its arrays away.
    if (pixels !== GRIDS.at(-1)) answer({ state: 'partial', picture: structuredClone(picture(fields)) });
  }
  answer({ state: isBetterComing() ? 'partial' : 'ok', picture: picture(fields) });
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
  const isFine = low < high && Number.isFinite(high - low) && (!isLog || low > 0);
  return isFine ? range : own;
}

function notesOf({ marks, notes }: GivenPicture, x: Axis, y: Axis, late: boolean): readonly string[] {
  const all = [...notes];
  if (x.isLog && marks.some((mark) => 'xs' in mark && mark.xs.some((each) => each <= 0)))
    all.push('What has an x of 0 or less is not drawn, because the axis across is logarithmic.');
  if (y.isLog && marks.some((mark) => 'ys' in mark && mark.ys.some((each) => each <= 0)))
    all.push('What has a y of 0 or less is not drawn, because the upright axis is logarithmic.');
  if (late) all.push('The time limit was reached, so functions are drawn coarsely or in part.');
  return all;
}
