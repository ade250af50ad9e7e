/** Six significant digits, as short as they go. */
export function formatReal(value: number): string {
  if (Number.isNaN(value)) return '–';
  return String(Number(value.toPrecision(6))).replace('e+', 'e');
}

const MOST_CHARACTERS = 300;

/** A text that is too long to be read, cut: names and numbers of a program have no greatest length. */
export function clipped(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)} …`;
}
