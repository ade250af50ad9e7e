/** A number for reading: `digits` significant ones at most, a true minus sign, powers of ten as `1.5e−7`. */
export function showNumber(value: number, digits = 6): string {
  if (Number.isNaN(value)) return 'undefined';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return plainNumber(value, digits).replace(/-/g, '−');
}

/** The same in ASCII, as a literal of the language, for text that is copied. */
export function plainNumber(value: number, digits = 6): string {
  const rounded = Number(value.toPrecision(digits));
  if (rounded === 0) return '0';
  const text = String(rounded).replace('e+', 'e');
  if (text.replace('-', '').length <= digits + 4) return text;
  return rounded.toExponential().replace('e+', 'e');
}

/** `12 ms`, `1.2 s`, `85 µs`. */
export function showSeconds(seconds: number): string {
  if (seconds >= 0.9995) return `${seconds.toPrecision(3)} s`;
  if (seconds >= 0.0009995) return `${Number((seconds * 1e3).toPrecision(3))} ms`;
  return `${Math.max(1, Math.round(seconds * 1e6))} µs`;
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** `⁻¹⁶`. */
export function superscript(exponent: number): string {
  const digits = Array.from(String(Math.abs(exponent)), (digit) => SUPERSCRIPTS[Number(digit)] ?? digit).join('');
  return exponent < 0 ? `⁻${digits}` : digits;
}
