import type { ViewCell, ViewColumn } from '../../../../protocol/views';
import { showReal } from '../../../../semantics/present';

/** Returns a cell as the language writes it: with six significant digits, or `full`. */
export function cellText(cell: ViewCell, { kind }: Pick<ViewColumn, 'kind'>, full: boolean): string {
  if (typeof cell !== 'number') return full ? cell.full : cell.text;
  return showReal(cell, full || kind === 'int' ? 'full' : 6);
}

/** Returns how many characters a number has from its decimal point on. */
export function tailOf(text: string): number {
  const point = text.search(/[.e]/u);
  return point < 0 ? 0 : text.length - point;
}

/** Returns a number with spaces behind it, so that the points of a column on the right edge stand below each other. */
export function padded(text: string, tail: number): string {
  return text + ' '.repeat(Math.max(0, tail - tailOf(text)));
}
