import { heightOf, type Sample, type Scale } from './plot-scale';

/** Differences below these shares of the plot are invisible. */
const UNSEEN = 1e-6;
const UNSEEN_SLOPE = 1e-5;
/** Breaks are located down to this share of the width. */
const DEEPEST = 2 ** -34;
/** A value this many plot heights away that is still growing is treated as infinite. */
const INFINITE = 1e12;

/**
 * Returns how many of f, f′, f″ are continuous from one sample to the next. If the program takes the same branches, all
 * are, unless there is a pole; otherwise each side's derivatives predict the values in the middle.
 */
export function smoothness(left: Sample, right: Sample, scale: Scale): number {
  if (left.gap !== undefined || right.gap !== undefined) return 0;
  if (isAsNearAsCanBe(left, right, scale) && climbs(left, right, scale)) return 0;
  if (left.decisions === right.decisions) return jumpsOverPole(left, right, scale) ? 0 : 3;
  const h = right.x - left.x;
  const [values, firsts, seconds] = scale.limits;
  const [leftFirst, rightFirst] = [left.first || 0, right.first || 0];
  const [leftSecond, rightSecond] = [left.second || 0, right.second || 0];
  const valueApart = Math.abs(
    left.value +
      (h / 2) * leftFirst +
      (h / 8) * (h * leftSecond) -
      (right.value - (h / 2) * rightFirst + (h / 8) * (h * rightSecond)),
  );
  const valueRoom = h * Math.abs(leftFirst - rightFirst) + UNSEEN * heightOf(values);
  if (!(valueApart <= valueRoom + 1e-12 * (Math.abs(left.value) + Math.abs(right.value)))) return 0;
  const firstApart = Math.abs(leftFirst + (h / 2) * leftSecond - (rightFirst - (h / 2) * rightSecond));
  const steepest = Math.max(Math.abs(leftFirst), Math.abs(rightFirst));
  const firstRoom =
    h * Math.abs(leftSecond - rightSecond) + UNSEEN_SLOPE * steepest + UNSEEN * (heightOf(values) / scale.width);
  if (!(firstApart <= firstRoom)) return 1;
  const secondRoom =
    1e-3 * Math.max(Math.abs(leftSecond), Math.abs(rightSecond)) + UNSEEN * heightOf(seconds ?? firsts);
  return Math.abs(leftSecond - rightSecond) <= secondRoom ? 3 : 2;
}

/**
 * Returns whether f itself, or f′, breaks between the two samples, or may have a pole there, so that its place must be
 * located exactly.
 */
export function isTorn(left: Sample, right: Sample, scale: Scale): boolean {
  return climbs(left, right, scale) || smoothness(left, right, scale) < 2;
}

/** Returns whether there is no number between the two samples, or none worth a sample. */
export function isAsNearAsCanBe(left: Sample, right: Sample, { width }: Scale): boolean {
  const middle = left.x + (right.x - left.x) / 2;
  return (right.x - left.x) / width <= DEEPEST || !(left.x < middle && middle < right.x);
}

/**
 * Returns whether there may be a pole between the two samples, as of 1 / x²: both are beyond the same edge of the plot,
 * and both slopes climb steeply away from it. Beside c / xⁿ the slope times the distance to the pole is n times the
 * value, at any distance; beside a finite peak it falls to 0.
 */
function climbs(left: Sample, right: Sample, { limits: [values] }: Scale): boolean {
  if (values === undefined) return false;
  const side = left.value > values[1] ? 1 : -1;
  const beyond = ({ value }: Sample): number => (side > 0 ? value - values[1] : values[0] - value);
  const least = Math.min(beyond(left), beyond(right));
  if (!(least > heightOf(values) && side * left.first > 0 && side * right.first < 0)) return false;
  const h = right.x - left.x;
  const rise = (sample: Sample): number => (h * Math.abs(sample.first)) / beyond(sample);
  return rise(left) + rise(right) >= 1 || least > INFINITE * heightOf(values);
}

/**
 * Returns whether the samples are beyond opposite edges of the plot while both slopes point the other way. Then f has
 * no value between them, or passes through infinity, as tan does without a floating-point number at which it is
 * undefined.
 */
export function jumpsOverPole(left: Sample, right: Sample, { limits: [values] }: Scale): boolean {
  if (values === undefined) return false;
  const [low, high] = values;
  const across = (left.value < low && right.value > high) || (left.value > high && right.value < low);
  const rise = Math.sign(right.value - left.value);
  return across && Math.sign(left.first) === -rise && Math.sign(right.first) === -rise;
}
