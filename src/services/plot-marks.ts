import type { Diagnostic } from '../language/source/diagnostic';
import type { PlotGap, PlotMark } from '../protocol/plot';
import { sentenceOf } from '../semantics/failure';
import type { Task } from '../semantics/task';
import { smoothness } from './plot-joins';
import { heightOf, type Sample, type Scale } from './plot-scale';

/** Breaks closer than this share of the width are one. */
const SAME = 1e-7;
/** A value beside a gap that is this many plot heights away goes to infinity. */
const FAR = 50;
/** Two values closer than this many plot heights are equal. */
const CLOSED = 1e-5;
const MOST_MARKS = 60;

export function joinsOf(samples: readonly Sample[], scale: Scale): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(samples, (left, i) => {
    const right = samples[i + 1];
    return right === undefined ? 0 : smoothness(left, right, scale);
  });
}

/** Returns the places where f or f′ breaks, with their kinds; breaks on both sides of a place are one. */
export function* marksOf(
  samples: readonly Sample[],
  joins: Uint8Array,
  scale: Scale,
  at: (x: number) => Task<Sample>,
): Task<readonly PlotMark[]> {
  const marks: PlotMark[] = [];
  for (let i = 0; i + 1 < samples.length && marks.length < MOST_MARKS; i++) {
    const left = samples[i];
    let right = samples[i + 1];
    if (left === undefined || right === undefined || (joins[i] ?? 3) > 1) continue;
    if (left.gap !== undefined && right.gap !== undefined) continue;
    let last = i + 1;
    // Following breaks at the same place are part of this one: a single point between two breaks, such as the 0 of 1 /
    // x.
    for (let next = samples[last + 1]; next !== undefined && (joins[last] ?? 3) <= 1; next = samples[last + 1]) {
      if (next.x - left.x > SAME * scale.width) break;
      right = next;
      last++;
    }
    const x = roundest(left.x, right.x);
    const there = samples.slice(i, last + 1).find((sample) => sample.x === x) ?? (yield* at(x));
    yield;
    const isInfinite =
      there.gap !== undefined &&
      (goesToInfinity(samples, i, -1, right.x, scale) || goesToInfinity(samples, last, 1, left.x, scale));
    marks.push({
      kind: kindOf(left, right, there, joins.slice(i, last), isInfinite, scale),
      x,
      before: left.value,
      at: there.value,
      after: right.value,
    });
    i = last - 1;
  }
  return marks;
}

function kindOf(
  left: Sample,
  right: Sample,
  at: Sample,
  joins: Uint8Array,
  isInfinite: boolean,
  scale: Scale,
): PlotMark['kind'] {
  if (!joins.includes(0)) return 'kink';
  // An overflow, which is not an infinite value.
  if (left.gap?.code === 'not-finite' || right.gap?.code === 'not-finite') return 'edge';
  const [values] = scale.limits;
  const middle = values === undefined ? 0 : (values[0] + values[1]) / 2;
  const isFar = ({ value }: Sample): boolean => Math.abs(value - middle) > FAR * heightOf(values);
  if (isInfinite || isFar(left) || isFar(right)) return 'pole';
  if (left.gap !== undefined || right.gap !== undefined) return 'edge';
  const apart = Math.abs(left.value - right.value);
  return at.gap !== undefined && apart < CLOSED * heightOf(values) ? 'hole' : 'jump';
}

/** Distances from a break: the nearest in units of its own uncertainty, and a farther one in units of the nearest. */
const NEAREST = 30;
const FARTHER = 1000;
const FARTHEST_OFF = 1e6;
/**
 * The least share of slope times distance that remains beside an infinite value; a power that ends at a finite value
 * keeps less, however low its exponent.
 */
const STEADY = 0.9;
/** A smaller change, as a share of the plot's height, means that f has a value there. */
const UNSEEN = 1e-4;

/**
 * Returns whether f goes to infinity too slowly to be far away at the last number, as log x at 0: moving nearer by a
 * factor changes the value by a constant, while the slope times the distance does not fall, which it does beside any
 * finite value.
 */
function goesToInfinity(samples: readonly Sample[], from: number, step: 1 | -1, end: number, scale: Scale): boolean {
  const start = samples[from];
  if (start === undefined || start.gap !== undefined) return false;
  const distanceOf = ({ x }: Sample): number => Math.abs(x - end);
  const changeOf = (sample: Sample): number => sample.first * distanceOf(sample);
  const beyond = (least: number): Sample | undefined => {
    for (let i = from; ; i += step) {
      const sample = samples[i];
      if (sample === undefined || sample.gap !== undefined) return undefined;
      if (distanceOf(sample) >= least) return sample;
    }
  };
  const near = beyond(NEAREST * distanceOf(start));
  const far = near && beyond(FARTHER * distanceOf(near));
  if (near === undefined || far === undefined) return false;
  const factor = distanceOf(far) / distanceOf(near);
  const went = Math.abs(near.value - far.value);
  return (
    factor < FARTHEST_OFF &&
    Math.abs(changeOf(near)) > UNSEEN * heightOf(scale.limits[0]) &&
    changeOf(near) / changeOf(far) >= STEADY &&
    went > (Math.abs(changeOf(near)) * Math.log(factor)) / 2
  );
}

/** Returns the number with the fewest digits from `low` to `high`: the most likely place of a break. */
export function roundest(low: number, high: number): number {
  if (low <= 0 && high >= 0) return 0;
  const middle = low + (high - low) / 2;
  for (let digits = 1; digits < 17; digits++) {
    const rounded = Number(middle.toPrecision(digits));
    if (rounded >= low && rounded <= high) return rounded;
  }
  return middle;
}

/** Returns the ranges of samples without a value, with the reason. */
export function gapsOf(samples: readonly Sample[]): readonly PlotGap[] {
  const gaps: { from: number; to: number; readonly reason: Diagnostic }[] = [];
  samples.forEach(({ x, gap }, i) => {
    if (gap === undefined) return;
    const last = gaps.at(-1);
    const follows = samples[i - 1]?.gap !== undefined;
    if (last !== undefined && follows && isSame(last.reason, gap)) last.to = x;
    else
      gaps.push({
        from: follows && last !== undefined ? last.to : x,
        to: x,
        reason: { ...gap, message: sentenceOf(gap.message) },
      });
  });
  return gaps;
}

function isSame(left: Diagnostic, right: Diagnostic): boolean {
  return left.code === right.code && left.span.start === right.span.start && left.span.cell === right.span.cell;
}
