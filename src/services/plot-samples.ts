import type { Range } from '../protocol/descent';
import type { Task } from '../semantics/task';
import { isAsNearAsCanBe, isTorn } from './plot-joins';
import { heightOf, type Sample, type Scale, scaleOf } from './plot-scale';

export interface Sampling {
  readonly at: (x: number) => Task<Sample>;
  /** Returns whether time has run out. */
  readonly isOver: () => boolean;
  /** A place that is sampled if it is in the range: the point, which is drawn on the curve. */
  readonly through: number;
  /** Called with ever finer samples, after every few of them. */
  readonly progress?: (samples: readonly Sample[]) => Task<void>;
}

export interface Sampled {
  /** In ascending order; the first and the last are at the ends of the range. */
  readonly samples: readonly Sample[];
  /** Whether time or the samples ran out before the plot was fine. */
  readonly coarse: boolean;
}

/** Halvings of the range before refinement starts: 65 samples. */
const LEVELS = 6;
const MOST_SAMPLES = 2000;
/** The assumed width of the plot, in pixels. */
const COLUMNS = 800;
const ROWS = 360;
/** The allowed error of the curve between two samples, in pixels. */
const FINENESS = 0.3;
/** A break is first located to this part of a pixel, and to the precision of numbers when everything else is fine. */
const NEAR = 0.25;
const MOST_DEEP = 40;
/** A plot with a larger error, in pixels, is called coarse. */
const COARSE = 2;
/** Most recomputations of the scale: it depends on the samples, and finer samples may change it. */
const MOST_SCALES = 3;

/**
 * Samples a function over a range from coarse to fine: evenly at first, then where it bends, where the program takes
 * other branches, and at the edges of its domain, always where the plot is worst.
 */
export function* sampleCurve(range: Range, sampling: Sampling): Task<Sampled> {
  const { at, isOver, through, progress } = sampling;
  const [low, high] = range;
  let samples: Sample[] = [yield* at(low)];
  if (low < high) samples.push(yield* at(high));
  for (let level = 1; level <= LEVELS && low < high; level++) {
    const parts = 2 ** level;
    const finer: Sample[] = [];
    for (const [i, sample] of samples.entries()) {
      if (i > 0) {
        if (isOver()) return { samples: merged(finer, samples), coarse: true };
        const x = low + (high - low) * ((2 * i - 1) / parts);
        const before = finer.at(-1);
        if (before !== undefined && before.x < x && x < sample.x) finer.push(yield* at(x));
        yield;
      }
      finer.push(sample);
    }
    samples = finer;
    if (level >= 3 && progress !== undefined) yield* progress(samples);
  }
  if (low < through && through < high && !samples.some(({ x }) => x === through))
    samples = merged([yield* at(through)], samples);
  let found: Sampled = { samples, coarse: false };
  for (let scale = 0; scale < MOST_SCALES && !found.coarse; scale++) {
    const { length } = found.samples;
    found = yield* refined(found.samples, range, sampling);
    if (found.samples.length === length) break;
  }
  return found;
}

function merged(finer: readonly Sample[], coarser: readonly Sample[]): Sample[] {
  return [...new Set([...finer, ...coarser])].sort((a, b) => a.x - b.x);
}

/** Two neighbouring samples. */
interface Segment {
  readonly left: Sample;
  readonly right: Sample;
  readonly priority: number;
}

/** Samples between two calls of `progress`. */
const STRIDE = 32;

function* refined(start: readonly Sample[], range: Range, { at, isOver, progress }: Sampling): Task<Sampled> {
  const scale = scaleOf(start, range);
  const segmentOf = (left: Sample, right: Sample): Segment => ({
    left,
    right,
    priority: priorityOf(left, right, scale),
  });
  const segments = start.slice(1).map((right, i) => segmentOf(start[i] ?? right, right));
  const samples = (): readonly Sample[] => [
    ...start.slice(0, 1),
    ...segments.map(({ right }) => right).sort((a, b) => a.x - b.x),
  ];
  let deep = 0;
  for (let count = start.length; ; count++) {
    let worst = -1;
    let most = FINENESS;
    for (const [i, { priority }] of segments.entries()) {
      if (priority <= most) continue;
      most = priority;
      worst = i;
    }
    const found = segments[worst];
    if (found === undefined) break;
    if (count >= MOST_SAMPLES) return { samples: samples(), coarse: segments.some((each) => isCoarse(each, scale)) };
    if (isOver()) return { samples: samples(), coarse: true };
    const middle = found.left.x + (found.right.x - found.left.x) / 2;
    // Locating a break exactly takes some thirty halvings.
    if (most === DEEP && ++deep > MOST_DEEP * 32) break;
    if (!(found.left.x < middle && middle < found.right.x)) {
      segments[worst] = { ...found, priority: 0 };
      continue;
    }
    const sample = yield* at(middle);
    segments[worst] = segmentOf(found.left, sample);
    segments.push(segmentOf(sample, found.right));
    if (count % STRIDE === 0 && progress !== undefined) yield* progress(samples());
    yield;
  }
  return { samples: samples(), coarse: false };
}

/** Returns whether f visibly differs from its drawing, or breaks somewhere between the two samples. */
function isCoarse({ left, right, priority }: Segment, scale: Scale): boolean {
  if (priority <= COARSE || priority >= BREAK) return priority >= BREAK;
  const [values] = scale.limits;
  if (isBeyond(left.value, right.value, values)) return false;
  // In the middle: the quintic, which uses f″ too, against the drawn cubic.
  const h = right.x - left.x;
  const apart = (h * left.first - h * right.first) / 32 + (h * (h * left.second) + h * (h * right.second)) / 64;
  return rows(Number.isNaN(apart) ? right.value - left.value : apart, values) > COARSE;
}

/** Above all bends: the priority of a break that has not been located. */
const BREAK = 2 * ROWS;
/** Below everything visible, above the smallest error worth a sample. */
const DEEP = 2 * FINENESS;

/** Returns the possible error of the plot between two samples, in pixels; less than FINENESS if it is good. */
function priorityOf(left: Sample, right: Sample, scale: Scale): number {
  const share = (right.x - left.x) / scale.width;
  const wide = share * COLUMNS;
  if (left.gap !== undefined && right.gap !== undefined) return 0;
  const edge = left.gap !== undefined || right.gap !== undefined;
  if (edge || isTorn(left, right, scale)) {
    if (wide > NEAR) return BREAK + 100 + wide;
    return isAsNearAsCanBe(left, right, scale) ? 0 : DEEP;
  }
  const decided = left.decisions !== right.decisions;
  if (decided && wide > 1) return BREAK + wide;
  if (wide < NEAR) return 0;
  return bend(left, right, scale);
}

/** Returns how far the drawn curves differ from their slopes: the trapezium rule against the difference. */
function bend(left: Sample, right: Sample, { limits: [values, firsts, seconds] }: Scale): number {
  const h = right.x - left.x;
  const off = isBeyond(left.value, right.value, values) ? 0.02 : 1;
  const value = Number.isNaN(left.first + right.first)
    ? 0.2 * rows(right.value - left.value, values)
    : rows(right.value - left.value - (h * left.first + h * right.first) / 2, values);
  const offFirst = isBeyond(left.first, right.first, firsts) ? 0.02 : 0.5;
  const first = Number.isNaN(left.second + right.second)
    ? 0
    : rows(right.first - left.first - (h * left.second + h * right.second) / 2, firsts);
  const offSecond = isBeyond(left.second, right.second, seconds) ? 0 : 1 / 60;
  const second = Number.isNaN(left.second + right.second) ? 0 : rows(right.second - left.second, seconds);
  return Math.max(off * value, offFirst * first, offSecond * second);
}

/** Returns an amount in pixels. */
function rows(amount: number, limits: Range | undefined): number {
  const pixels = (Math.abs(amount) / heightOf(limits)) * ROWS;
  return Number.isFinite(pixels) ? Math.min(pixels, 2 * ROWS) : 2 * ROWS;
}

/** Returns whether both values are beyond the same edge of the plot. */
function isBeyond(left: number, right: number, limits: Range | undefined): boolean {
  if (limits === undefined) return false;
  const room = heightOf(limits) / 2;
  const [low, high] = [limits[0] - room, limits[1] + room];
  return (left > high && right > high) || (left < low && right < low);
}
