import type { Range } from '../../protocol/descent';

/** Leaves room to round an end of a range upwards. */
const LARGEST = 1.6e308;
/** No scale has ticks in a shorter range. */
export const SHORTEST = 1e-300;

/** Returns a range that has a scale: its ends and its width are doubles. */
export function drawable([low, high]: Range): Range {
  const from = Math.max(low, -LARGEST);
  const to = Math.min(high, LARGEST);
  if (to - from === Infinity) return [from / 2, to / 2];
  return to - from < SHORTEST ? [from - SHORTEST, to + SHORTEST] : [from, to];
}
