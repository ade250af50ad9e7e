import { isPicture } from '../ad/main';
import { isFrame } from '../language/core/frames';
import { counted } from '../language/source/counted';
import { showType } from '../language/types/print';
import type { Type } from '../language/types/type';
import {
  type Focus,
  type InputValue,
  MOST_SERIES,
  type OutputValue,
  type Series,
  type ValuePayload,
} from '../protocol/messages';
import type { Run } from '../semantics/evaluate';
import type { WatchSeries } from '../semantics/observe';
import { cutText, type Digits, realLeaves, showStart, toJson } from '../semantics/present';
import { eachItem } from '../semantics/reals';
import type { Value } from '../semantics/value';
import { describeInput } from './front-end';
import type { Program } from './program';
import { withoutPictures } from './viewers/pictures';
import { viewOf } from './viewers/view';

/** The most outputs, inputs and warnings that a payload holds. */
export const MOST_OUTPUTS = 200;
export const MOST_INPUTS = 1_000;
export const MOST_WARNINGS = 100;
/** The most characters of an output, and of all outputs of a payload if that leaves each `LEAST_SHARE`. */
export const MOST_CHARACTERS = 10_000;
const MOST_TEXT = 100_000;
const LEAST_SHARE = 200;
/** The most characters of an input that can be edited in its control, and of a longer one that is shown there. */
export const MOST_EDITED = 20_000;
const MOST_UNEDITED = 200;
/** The most numbers and texts of all views together, about. */
const MOST_CELLS = 10_000;
const MOST_IN_TYPE = 1_000;
/** The most columns of all series together. */
export const MOST_COLUMNS = 10_000;

export function valuePayload(program: Program, executed: Run, focus: Focus | undefined, seconds: number): ValuePayload {
  const outputCount = outputItems(program).length;
  return {
    outputs: outputsOf(program, executed, 0, MOST_OUTPUTS, outputCount <= MOST_OUTPUTS),
    outputCount,
    result: outputsOf(
      program,
      executed,
      outputItems(program).findLastIndex((item) => !isPicture(item)),
      1,
    )[0],
    inputs: inputsOf(program, executed),
    inputCount: program.inputs.length,
    warnings: executed.warnings.slice(0, MOST_WARNINGS),
    warningCount: executed.warnings.length,
    series: watchedSeries(program, executed),
    meter: executed.meter,
    seconds,
    focus,
  };
}

/** Returns the program's own outputs. */
export function outputItems({ core, hidden }: Program) {
  const items = core.items.flatMap((item) => (item.tag === 'output' ? [item] : []));
  return items.slice(0, items.length - hidden);
}

/** Returns the outputs from `from`, at most `count` of them: if `isDrawn` with their views. Long values are cut. */
export function outputsOf(
  program: Program,
  { outputs }: Run,
  from: number,
  count: number,
  isDrawn = false,
): readonly OutputValue[] {
  const { variants } = program.core;
  const items = from < 0 ? [] : outputItems(program).slice(from, from + count);
  const most = Math.min(MOST_CHARACTERS, Math.max(LEAST_SHARE, Math.floor(MOST_TEXT / items.length)));
  return items.map((item, at) => {
    const {
      term: { type },
      origin: span,
    } = item;
    const value = outputs[from + at];
    const written = withoutPictures(type);
    const shown = (digits: Digits): string => showStart(value, written, digits, variants, most);
    const [text, full] = [shown(6), shown('full')];
    const view = isDrawn ? viewOf(value, type, variants, Math.floor(MOST_CELLS / items.length)) : undefined;
    const cut = Math.max(text.length, full.length) > most ? lengthOf(value, type) : undefined;
    return { type: cutText(showType(type), MOST_IN_TYPE), text, full, cut, isPicture: isPicture(item), view, span };
  });
}

function lengthOf(value: Value, type: Type): string {
  if (type.tag === 'string') return counted(String(value).length, 'character');
  if (type.tag !== 'sequence') return 'long';
  let length = 0;
  for (const items = eachItem(value); items.next().done !== true;) length++;
  return counted(length, 'item');
}

function inputsOf({ core, inputs: described }: Program, { inputs }: Run): readonly InputValue[] {
  return described.slice(0, MOST_INPUTS).map((input) => {
    const { type } = input;
    const value = inputs.get(input.name);
    const text = showStart(value, type, 'full', core.variants, MOST_EDITED);
    return text.length > MOST_EDITED
      ? { ...describeInput(input), value: undefined, text: cutText(text, MOST_UNEDITED) }
      : { ...describeInput(input), value: toJson(value, type, core.variants), text };
  });
}

/** Returns the first series, with the first columns of each. */
export function watchedSeries(program: Program, executed: Pick<Run, 'series'>): readonly Series[] {
  const series = executed.series.slice(0, MOST_SERIES);
  const most = Math.max(1, Math.floor(MOST_COLUMNS / series.length));
  return series.map((one) => columnsOf(one, program, most));
}

/** Returns one column per real leaf; records with another shape than the last one are cut, or filled with NaN. */
function columnsOf({ name, type, last, records, span, count }: WatchSeries, { core }: Program, most: number): Series {
  if (isFrame(type)) return { name, labels: [], columns: [], leafCount: 0, pictures: count, span };
  const leaves = realLeaves(last, type, name, core.variants);
  const labels = leaves.slice(0, most).map(({ label }) => label);
  // One buffer, because each buffer of a message costs the page time.
  const values = new Float64Array(labels.length * records.length);
  const columns = labels.map((_, leaf) => values.subarray(leaf * records.length, (leaf + 1) * records.length));
  records.forEach((record, at) => {
    columns.forEach((column, leaf) => {
      column[at] = record[leaf] ?? NaN;
    });
  });
  return { name, labels, columns, leafCount: leaves.length, span };
}
