/**
 * Expects the derivatives of compiled code to be near those of `trace-anf`: within 1e-12 of the largest of them, which
 * is at least 1, and 1e-14 of the sum of their absolute summands (B of `agree`).
 */
export function expectNear(
  ours: readonly number[],
  theirs: readonly number[],
  bounds: readonly number[],
  text: string,
): void {
  const most = Math.max(1, ...theirs.map(Math.abs));
  const isNear =
    ours.length === theirs.length &&
    ours.every((each, i) => Math.abs(each - (theirs[i] ?? NaN)) <= 1e-12 * most + 1e-14 * (bounds[i] ?? 0));
  if (!isNear) throw new Error(`${String(ours)} instead of ${String(theirs)}\n${text}`);
}
