/** A length in pixels, as fine as a screen shows it. */
export function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
