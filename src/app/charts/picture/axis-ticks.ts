import { scaleLinear } from 'd3-scale';
import type { BarsMark } from '../../../protocol/picture';
import { showNumber } from '../../kit/format';
import { type TickFormat, tickFormat } from '../ticks';
import { brief } from './reading';

/** Returns the ticks of an axis, with the names of what stands at whole places, or else numbers. */
export function ticksFor(
  [low, high]: readonly [number, number],
  isLog: boolean,
  count: number,
  nameOf?: (at: number, room: number) => string | undefined,
  origin = 0,
): {
  readonly ticks: number | readonly number[];
  readonly tickFormat: (value: number) => string;
  readonly shared: string;
} {
  const most = Math.max(2, Math.floor(count));
  if (nameOf === undefined) {
    const { textOf, shared } = isLog ? ROUND : tickFormat(scaleLinear([low, high], [0, 1]).ticks(most), 6);
    return { ticks: most, tickFormat: textOf, shared };
  }
  const step = namedStep((high - low) / (2 * most));
  const first = Math.ceil((low - origin) / step);
  const places = Array.from(
    { length: Math.max(0, Math.floor((high - origin) / step) - first + 1) },
    (_, i) => origin + (first + i) * step,
  );
  /** The share of the axis that a name has to itself. */
  const room = step / (high - low);
  const ticks = places.filter((at) => nameOf(at, room) !== undefined);
  // Where not all have names, fewer names are whole.
  const isCut = step > 1 && ticks.some((at) => nameOf(at, room) !== nameOf(at, 1));
  if (isCut && most > 2) return ticksFor([low, high], isLog, most / 2, nameOf, origin);
  return { ticks, tickFormat: (at: number) => nameOf(at, room) ?? '', shared: '' };
}

/** Returns the least of 1, 2, 5, 10, ... that is as large as a number. */
function namedStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  return power * ([1, 2, 5].find((each) => each * power >= least) ?? 10);
}

/** Whether a tick of a logarithmic axis has a text: 1, 2 and 5 times a power of ten. */
function isRound(value: number): boolean {
  const digits = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
  return [1, 2, 5].some((each) => Math.abs(digits - each) < 1e-6);
}

const ROUND: TickFormat = { textOf: (value) => (isRound(value) ? showNumber(value, 4) : ''), shared: '' };

/** Pixels of a letter of a label, about. */
export const LETTER = 7;

/** Returns what of a label has room in a length in pixels. */
export function axisLabel(label: string | undefined, room: number): string | null {
  return label === undefined ? null : brief(label, Math.floor(room / LETTER));
}

const LONGEST_LABEL = 16;

/** Returns what of a bar's label has room in a width in pixels. */
export function labelOf({ labels }: BarsMark, at: number, room: number): string | undefined {
  const label = labels[at];
  return label && brief(label, Math.max(1, Math.min(LONGEST_LABEL, Math.floor(room / LETTER) - 1)));
}

/** Returns the number of a row or column of a matrix, if it has so many. */
export function indexIn(count: number, at: number): string | undefined {
  return at >= 0 && at < count ? String(at) : undefined;
}
