import type { Advice } from '../../source/diagnostic';
import { replacement } from '../../source/fix';
import type { Span } from '../../source/span';

/** Returns the candidate that a misspelt name most likely means, if one is close enough. */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  const limit = name.length <= 1 ? 0.5 : Math.min(3, Math.max(1, Math.floor(name.length / 3)));
  let best: string | undefined;
  let bestDistance = limit + 0.25;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name, candidate, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

export function didYouMean(span: Span, suggestion: string | undefined): Advice {
  return suggestion === undefined
    ? {}
    : { hint: `did you mean \`${suggestion}\`?`, fix: replacement(span, suggestion) };
}

/**
 * Returns the number of insertions, deletions, substitutions and swaps of neighbours between two names; a change of
 * case alone costs almost nothing. A result of `limit` means `limit` or more: only the diagonals within it are
 * computed, so the time for long names is linear.
 */
function editDistance(whole: string, candidate: string, limit: number): number {
  if (whole.toLowerCase() === candidate.toLowerCase()) return 0.5;
  const [a, b] = apart(whole, candidate);
  const reach = Math.ceil(limit);
  let before: number[] = [];
  let previous = Array.from({ length: reach + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const first = Math.max(1, row - reach);
    const last = Math.min(b.length, row + reach);
    const current: number[] = [];
    current[first - 1] = first === 1 ? row : limit;
    let least = current[first - 1] ?? limit;
    for (let column = first; column <= last; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (previous[column - 1] ?? limit) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (before[column - 2] ?? limit) + 1);
      }
      current[column] = cost;
      least = Math.min(least, cost);
    }
    // A swap looks two rows back.
    if (least >= limit + 1) return limit;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? limit;
}

/** Returns both names without their common prefix and suffix. */
function apart(a: string, b: string): readonly [string, string] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}
