import type { Task } from '../../semantics/task';

/**
 * The derivative of a function of one real by central differences with Richardson extrapolation, in Ridders' table (C.
 * J. F. Ridders, Accurate computation of F'(x) and F'(x)F''(x), 1982), and an error estimate.
 *
 * Two things are ours. Rounding noise is measured: differences of high order over a few points so close together that
 * the smooth part vanishes from them (J. J. Moré, S. M. Wild, Estimating computational noise, 2011). And the function
 * may refuse a point, because it takes another branch or has no value there: then the step shrinks. If its value at the
 * point stays apart from the values around it at every distance, as beside a pole, there is no estimate.
 */
export interface Estimate {
  readonly derivative: number;
  readonly error: number;
}

/** Returns `f` at a place; `undefined` if the place is not comparable with the point. */
export type SampleFunction = (place: number) => Task<number | undefined>;

/** An arbitrary number, so that the sample points do not coincide with a period of the program. */
const FIRST_STEP = 0.07390851332151607;
/** Not 2: with steps of the same digits, rounding errors would repeat from row to row and look like convergence. */
const RATIO = 1.87;
/** The factor by which rounding errors of the samples may grow in the table. */
const AMPLIFICATION = 32;
/** Most shrinkings without a usable pair of points. */
const SHRINKINGS = 48;
const LEAST_ROWS = 7;
const MOST_ROWS = 24;
/** Rows without a better estimate after which the table ends. */
const PATIENCE = 4;

/**
 * For a smooth function, a smaller step leaves about a third of the distance between its value and the mean of those
 * around it; a value that keeps more than this share stays apart.
 */
const APART = 0.9;

/** Returns `undefined` if no step is small enough to stay among the comparable points. */
export function* ridders(point: number, sample: SampleFunction): Task<Estimate | undefined> {
  const { noise, slope, swing } = yield* measureNoise(point, sample);
  const estimate = yield* table(point, sample, largestStep(point), noise);
  const isSlope = estimate !== undefined && Math.abs(estimate.derivative - slope) <= Math.abs(slope) / 2;
  if (slope === 0 || isSlope) return estimate;
  // The steps of the table passed over turns of the function.
  if (swing !== undefined) return yield* table(point, sample, swing.within, swing.noise);
  const within = yield* turnsAt(point, Math.abs(slope), sample);
  return within === undefined ? estimate : yield* table(point, sample, within, noise);
}

function* table(point: number, sample: SampleFunction, firstStep: number, noise: number): Task<Estimate | undefined> {
  let step = firstStep;
  let best: Estimate | undefined;
  let sinceBest = 0;
  let above: Row | undefined;
  const centre = yield* sample(point);
  let bend = Infinity;
  let isApart = false;
  for (let shrinkings = 0, rows = 0; rows < MOST_ROWS && shrinkings < SHRINKINGS; shrinkings++, step /= RATIO) {
    const right = point + step;
    const left = point - (right - point);
    const width = right - left;
    const high = width > 0 ? yield* sample(right) : undefined;
    const low = high === undefined ? undefined : yield* sample(left);
    if (high === undefined || low === undefined) {
      // Larger steps may have jumped over the place that this one met, so their results do not count.
      best = undefined;
      above = undefined;
      bend = Infinity;
      rows = 0;
      continue;
    }
    const bendAbove = bend;
    bend = centre === undefined ? 0 : Math.abs(high - 2 * centre + low);
    const size = Math.abs(high) + Math.abs(low) + 2 * Math.abs(centre ?? 0);
    // A noise estimate as large as the values themselves is really the distance to be measured, so it is capped.
    const least = Math.max(Math.min(noise, 1e-3 * size), Number.EPSILON * size);
    const stays = bend > APART * bendAbove && bend > least * AMPLIFICATION;
    const rounding = (Math.max(noise, Number.EPSILON * (Math.abs(high) + Math.abs(low))) * AMPLIFICATION) / width;
    const row = extrapolate((high - low) / width, above?.entries ?? [], rounding);
    rows += 1;
    sinceBest += 1;
    if (above?.best !== undefined && row.best !== undefined) {
      const error = above.best.error + Math.abs(above.best.derivative - row.best.derivative);
      if (best === undefined || error < best.error) {
        best = { derivative: above.best.derivative, error };
        isApart = stays;
        sinceBest = 0;
      }
    }
    above = row;
    if (rows >= LEAST_ROWS && sinceBest >= PATIENCE && best !== undefined && isGood(best)) break;
  }
  return isApart ? undefined : best;
}

/**
 * Central differences at one step, extrapolated to higher and higher order, and the best of them. Two entries may be
 * closer to each other than to the true value by chance, so an estimate counts only once the next row has confirmed it.
 */
interface Row {
  readonly entries: readonly number[];
  readonly best: Estimate | undefined;
}

function extrapolate(quotient: number, above: readonly number[], rounding: number): Row {
  const entries = [quotient];
  let best: Estimate | undefined;
  let factor = 1;
  above.forEach((coarser, order) => {
    factor *= RATIO * RATIO;
    const same = entries[order] ?? NaN;
    const refined = (same * factor - coarser) / (factor - 1);
    entries.push(refined);
    const error = Math.max(Math.abs(refined - same), Math.abs(refined - coarser)) + rounding;
    if (Number.isFinite(error) && (best === undefined || error < best.error)) best = { derivative: refined, error };
  });
  return { entries, best };
}

/** Returns whether the table can end. A worse estimate may be a chance agreement of steps that are all too large. */
function isGood({ derivative, error }: Estimate): boolean {
  return error <= 1e-7 * Math.max(1, Math.abs(derivative));
}

const NOISE_POINTS = 9;

/** What is measured near a point before its derivative. */
interface Surroundings {
  /** The standard deviation of f's rounding noise: 0 if it shows none, or if points are refused. */
  readonly noise: number;
  /** The slope if f is a line over the closest points, and 0 if not. */
  readonly slope: number;
  /** What holds instead if f turns between points that are a little farther apart: a step without turns, and the noise. */
  readonly swing?: { readonly within: number; readonly noise: number };
}

/**
 * Noise is measured at two distances, because noise from coarse intermediate results is constant over the closer points.
 * If f is constant over all of them, it is a step function, and the height of its steps is its noise.
 */
function* measureNoise(point: number, sample: SampleFunction): Task<Surroundings> {
  const size = Math.abs(point);
  const [closely, spacing] = [Math.max(1.618e-12, 1.618e-13 * size), spacingAt(point)];
  const near = yield* samplesAround(point, closely, sample);
  const far = yield* samplesAround(point, spacing, sample);
  const [nearNoise, farNoise] = [noiseOf(near, 3), noiseOf(far, 4)];
  const noise = Math.max(nearNoise, farNoise);
  const height = far.length === 0 ? Infinity : Math.max(...far) - Math.min(...far);
  const slope = riseOf(near) / closely;
  if (slope !== 0) {
    const isSwinging = farNoise > SWINGING * height;
    return isSwinging
      ? { noise, slope, swing: { within: height / Math.abs(2 * slope), noise: nearNoise } }
      : { noise, slope };
  }
  const [level] = far;
  const isFlat = level !== undefined && height === 0;
  return { noise: isFlat ? Math.max(noise, yield* stairsAt(point, level, sample)) : noise, slope };
}

/** The share of their height from which the noise of samples is that they swing. */
const SWINGING = 0.05;
/** The ratio of the steepest part of a line to its flattest. */
const STRAIGHT = 1.25;
/** The share of its slope that f keeps over a distance, unless it turns there. */
const KEPT = 0.1;

/** Returns how much samples on a line change from one to the next; 0 if they are on none. */
function riseOf(samples: readonly number[]): number {
  if (samples.length === 0) return 0;
  const rises = samples.slice(1).map((value, at) => value - (samples[at] ?? 0));
  const [least, most] = [Math.min(...rises), Math.max(...rises)];
  if (least > 0) return most <= STRAIGHT * least ? most : 0;
  return most < 0 && least >= STRAIGHT * most ? least : 0;
}

/** Returns a distance over which f does not turn back, if it does so within the largest step. */
function* turnsAt(point: number, slope: number, sample: SampleFunction): Task<number | undefined> {
  for (const distance of distancesFrom(point)) {
    const right = yield* sample(point + distance);
    const left = right === undefined ? undefined : yield* sample(point - distance);
    if (right === undefined || left === undefined) return undefined;
    if (Math.abs(right - left) < KEPT * 2 * distance * slope) return distance / 8;
  }
  return undefined;
}

function spacingAt(point: number): number {
  return Math.max(1.618e-7, 1.618e-9 * Math.abs(point));
}

function largestStep(point: number): number {
  return FIRST_STEP * Math.max(1, Math.cbrt(Math.abs(point)));
}

/** Returns growing distances, from beyond the points where noise is measured to the largest step. */
function distancesFrom(point: number): readonly number[] {
  const distances: number[] = [];
  for (let distance = 8 * spacingAt(point); distance < largestStep(point); distance *= 8) distances.push(distance);
  return distances;
}

/** Returns how far f jumps where it first leaves its value around the point; 0 if it never does. */
function* stairsAt(point: number, level: number, sample: SampleFunction): Task<number> {
  for (const distance of distancesFrom(point)) {
    const right = yield* sample(point + distance);
    const left = right === undefined ? undefined : yield* sample(point - distance);
    if (right === undefined || left === undefined) return 0;
    const height = Math.max(Math.abs(right - level), Math.abs(left - level));
    if (height > 0) return height;
  }
  return 0;
}

/** Returns no samples if a place is refused. */
function* samplesAround(point: number, spacing: number, sample: SampleFunction): Task<readonly number[]> {
  const values: number[] = [];
  for (let at = 0; at < NOISE_POINTS; at++) {
    const value = yield* sample(point + (at - (NOISE_POINTS - 1) / 2) * spacing);
    if (value === undefined) return [];
    values.push(value);
  }
  return values;
}

/** Computes the noise from differences of `leastOrder` and above, in which the smooth part of f vanishes. */
function noiseOf(samples: readonly number[], leastOrder: number): number {
  if (samples.length === 0) return 0;
  let differences = samples;
  let noise = 0;
  let weight = 1;
  for (let order = 1; order < NOISE_POINTS - 2; order++) {
    differences = differences.slice(1).map((value, at) => value - (differences[at] ?? 0));
    weight *= order / (2 * (2 * order - 1));
    if (order < leastOrder) continue;
    const squares = differences.reduce((sum, difference) => sum + difference * difference, 0);
    noise = Math.max(noise, Math.sqrt((weight * squares) / differences.length));
  }
  return noise;
}
