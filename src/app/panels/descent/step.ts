/** The record of `count` that a key moves to; undefined for other keys. */
export function keyedRecord(key: string, at: number, count: number): number | undefined {
  const jump = Math.max(1, Math.round(count / 10));
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - jump,
    PageUp: at + jump,
    Home: 0,
    End: count - 1,
  };
  const next = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}
