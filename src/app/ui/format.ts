/** Six significant digits, as short as they go. */
export function formatReal(value: number): string {
  if (Number.isNaN(value)) return '–';
  return String(Number(value.toPrecision(6)));
}
