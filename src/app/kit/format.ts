/** The one format of numbers on the page. A minus sign is `-`, so that the language reads back what a reader copies. */
import { counted } from '../../language/source/counted';
import { writtenNumber } from '../../language/source/shown-number';

export { counted, integer } from '../../language/source/counted';
export { showNumber, superscript } from '../../language/source/shown-number';

/** A real with every digit, as other programs read it: in copied text and CSV. */
export function exactNumber(value: number): string {
  return writtenNumber(value, 17);
}

/** A duration: `12 ms`, `1.2 s`. Browsers measure no less than 0.1 ms. */
export function showSeconds(seconds: number): string {
  if (seconds >= 0.9995) return `${Number(seconds.toPrecision(3))} s`;
  return seconds < 1e-4 ? '< 0.1 ms' : `${Number((seconds * 1e3).toPrecision(3))} ms`;
}

/** A size in memory or of a file: `85 bytes`, `12 kB`, `2.1 MB`. */
export function showBytes(bytes: number): string {
  if (bytes < 1000) return counted(bytes, 'byte');
  return bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${Number((bytes / 1e6).toFixed(1))} MB`;
}

const MOST_CHARACTERS = 300;

/** The beginning of a text that is too long to read: names and numbers in a program have no maximal length. */
export function clipped(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)} …`;
}
