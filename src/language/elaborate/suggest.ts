/** The candidate that a misspelt name most likely means, if one is near enough. */
export function closest(name: string, candidates: Iterable<string>): string | undefined {
  const limit = name.length <= 1 ? 0.5 : Math.min(3, Math.ceil(name.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 0.25;
  for (const candidate of candidates) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name, candidate);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

export function didYouMean(suggestion: string | undefined): { readonly hint?: string } {
  return suggestion === undefined ? {} : { hint: `did you mean \`${suggestion}\`?` };
}

/** Insertions, deletions, substitutions and swaps of neighbours; a change of case alone costs nothing much. */
function editDistance(a: string, b: string): number {
  if (a.toLowerCase() === b.toLowerCase()) return 0.5;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let cost = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        cost = Math.min(cost, (before[column - 2] ?? 0) + 1);
      }
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
