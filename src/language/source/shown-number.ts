/** The one format of numbers that people read. A minus sign is `-`, so that the language reads back what a reader copies. */

/** A real of at most `digits` significant digits, as a literal of the language: `-11.2432`, `1.5e-7`; `NaN`, `∞`. */
export function showNumber(value: number, digits = 6): string {
  return Math.abs(value) === Infinity ? (value > 0 ? '∞' : '-∞') : writtenNumber(value, digits);
}

/** A number as a literal with at most so many significant digits. */
export function writtenNumber(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  if (rounded === 0) return '0';
  const text = String(rounded).replace('e+', 'e');
  if (text.replace('-', '').length <= digits + 4) return text;
  return rounded.toExponential().replace('e+', 'e');
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** An exponent: `⁻¹⁶`. */
export function superscript(exponent: number): string {
  const digits = Array.from(String(Math.abs(exponent)), (digit) => SUPERSCRIPTS[Number(digit)] ?? digit).join('');
  return exponent < 0 ? `⁻${digits}` : digits;
}
