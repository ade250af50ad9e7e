import type { Diagnostic } from '../language/source/diagnostic';
import type { Range } from '../protocol/descent';
import { robustLimits } from '../protocol/plot-limits';

/** The function at one place. */
export interface Sample {
  readonly x: number;
  /** NaN where it is undefined; so are derivatives that are not finite. */
  readonly value: number;
  readonly first: number;
  readonly second: number;
  /** A hash of the branches that the run took. */
  readonly decisions: number;
  /** Why it is undefined. */
  readonly gap: Diagnostic | undefined;
}

/** Converts a value, or a derivative, to pixels. */
export interface Scale {
  readonly width: number;
  readonly limits: readonly [values: Range | undefined, firsts: Range | undefined, seconds: Range | undefined];
}

export function scaleOf(samples: readonly Sample[], range: Range): Scale {
  const xs = samples.map(({ x }) => x);
  const [values, firsts, seconds] = [
    samples.map(({ value }) => value),
    samples.map(({ first }) => first),
    samples.map(({ second }) => second),
  ];
  return {
    width: range[1] - range[0],
    limits: [
      robustLimits(xs, values, range, firsts),
      robustLimits(xs, firsts, range, seconds),
      robustLimits(xs, seconds, range),
    ],
  };
}

/** Returns the height of a plot; the height of a constant curve is derived from its value. */
export function heightOf(limits: Range | undefined): number {
  if (limits === undefined) return 1;
  const height = limits[1] - limits[0];
  return height > 0 ? height : Math.max(Math.abs(limits[1]), Number.MIN_VALUE) || 1;
}
