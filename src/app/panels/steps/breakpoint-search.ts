import type { StepsIndex } from '../../../protocol/steps';
import type { Breakpoint } from '../../store/state';

/** The steps whose redex is at a breakpoint, in order. */
export function stoppingSteps({ count, origins }: StepsIndex, breakpoints: readonly Breakpoint[]): readonly number[] {
  const steps: number[] = [];
  if (breakpoints.length === 0) return steps;
  for (let step = 0; step < count; step++) {
    const cell = origins[3 * step] ?? -1;
    const start = origins[3 * step + 1] ?? 0;
    const end = origins[3 * step + 2] ?? 0;
    const stops = breakpoints.some(
      ({ span, line }) =>
        span.cell === cell && span.start <= start && (line ? start <= span.end : end <= span.end && start < end),
    );
    if (stops) steps.push(step);
  }
  return steps;
}

/** The first of the sorted numbers that is greater than `at`. */
export function nextAfter(steps: readonly number[], at: number): number | undefined {
  return steps[countUpTo(steps, at)];
}

/** The last of the sorted numbers that is less than `at`. */
export function lastBefore(steps: readonly number[], at: number): number | undefined {
  return steps[countUpTo(steps, at - 1) - 1];
}

/** How many of the sorted numbers are at most `at`. */
function countUpTo(steps: readonly number[], at: number): number {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle] ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}
