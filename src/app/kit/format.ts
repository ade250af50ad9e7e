/** The one format of numbers on the page. A minus sign is `-`, so that the language reads back what a reader copies. */
import { counted } from '../../language/source/counted';

export { counted, integer } from '../../language/source/counted';

/** A real of at most `digits` significant digits, as a literal of the language: `-11.2432`, `1.5e-7`; `NaN`, `∞`. */
export function showNumber(value: number, digits = 6): string {
  return Math.abs(value) === Infinity ? (value > 0 ? '∞' : '-∞') : literal(value, digits);
}

/** A real with every digit, as other programs read it: in copied text and CSV. */
export function exactNumber(value: number): string {
  return literal(value, 17);
}

function literal(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  if (rounded === 0) return '0';
  const text = String(rounded).replace('e+', 'e');
  if (text.replace('-', '').length <= digits + 4) return text;
  return rounded.toExponential().replace('e+', 'e');
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

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** An exponent: `⁻¹⁶`. */
export function superscript(exponent: number): string {
  const digits = Array.from(String(Math.abs(exponent)), (digit) => SUPERSCRIPTS[Number(digit)] ?? digit).join('');
  return exponent < 0 ? `⁻${digits}` : digits;
}

const MOST_CHARACTERS = 300;

/** The beginning of a text that is too long to read: names and numbers in a program have no maximal length. */
export function clipped(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)} …`;
}
