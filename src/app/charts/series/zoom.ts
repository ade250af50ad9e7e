import type { StepRange } from './series';

/** The fewest steps between the ends of a range that is zoomed to. */
const FEWEST = 8;

/** Returns the steps that are shown after zooming about a step; undefined if these are all. */
export function zoomedSteps([from, to]: StepRange, factor: number, about: number, last: number): StepRange | undefined {
  return wholeSteps([about + (from - about) / factor, about + (to - about) / factor], last);
}

/** Returns the range of whole steps next to a range; undefined if it has all steps. */
export function wholeSteps([from, to]: StepRange, last: number): StepRange | undefined {
  const width = Math.max(FEWEST, Math.round(to - from));
  if (width >= last) return undefined;
  const start = Math.max(0, Math.min(last - width, Math.round((from + to - width) / 2)));
  return [start, start + width];
}

/** How many times as near a key brings the steps, and the share of them by which one moves. */
const ZOOM = 1.5;
const MOVE = 0.2;

/** Returns the steps that are shown after a key; `other` for a key that does not change them. */
export function keyedSteps(
  key: string,
  shown: StepRange,
  about: number,
  last: number,
): StepRange | undefined | 'other' {
  const move = MOVE * (shown[1] - shown[0]);
  switch (key) {
    case '+':
    case '=':
      return zoomedSteps(shown, ZOOM, about, last);
    case '-':
      return zoomedSteps(shown, 1 / ZOOM, about, last);
    case '[':
      return wholeSteps([shown[0] - move, shown[1] - move], last);
    case ']':
      return wholeSteps([shown[0] + move, shown[1] + move], last);
    case '0':
      return undefined;
    default:
      return 'other';
  }
}
