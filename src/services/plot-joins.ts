import { heightOf, type Sample, type Scale } from './plot-scale';

/** Shares of the picture that a reader does not see. */
const UNSEEN = 1e-6;
const UNSEEN_SLOPE = 1e-5;

/**
 * How many of f, f′, f″ go on from one sample to the next. Where the program takes the same branches, all do, but for a
 * pole; where it decides otherwise, each side's derivatives say what would be in the middle.
 */
export function joined(left: Sample, right: Sample, scale: Scale): number {
  if (left.gap !== undefined || right.gap !== undefined) return 0;
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

/** f itself, or f′, breaks between the two: its place is wanted exactly. */
export function isTorn(left: Sample, right: Sample, scale: Scale): boolean {
  return joined(left, right, scale) < 2;
}

/**
 * On two sides of what is seen, while both slopes say that it goes the other way: between them it has no value, or passes
 * through infinity, as tan does, where floating point has no number at which it is undefined.
 */
export function jumpsOverPole(left: Sample, right: Sample, { limits: [values] }: Scale): boolean {
  if (values === undefined) return false;
  const [low, high] = values;
  const across = (left.value < low && right.value > high) || (left.value > high && right.value < low);
  const rise = Math.sign(right.value - left.value);
  return across && Math.sign(left.first) === -rise && Math.sign(right.first) === -rise;
}
