/*
 * An int in memory is an i64. It has 53 bits and a sign at most, so it is read and written as two halves: the host's
 * bigints would cost more than all else.
 */

const HALF = 2 ** 32;

export function getInt(view: DataView, at: number): number {
  return view.getInt32(at + 4, true) * HALF + view.getUint32(at, true);
}

export function setInt(view: DataView, at: number, value: number): void {
  view.setInt32(at, value, true); // the lower 32 bits
  view.setInt32(at + 4, Math.floor(value / HALF), true);
}
