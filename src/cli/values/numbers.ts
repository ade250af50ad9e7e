import type { FileBytes } from './bytes';

/** Powers of ten that are exact as doubles. */
const POWERS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

const [MINUS, DOT, ZERO, NINE] = [45, 46, 48, 57];

/**
 * Reads numbers of JSON. After `read`, `end` is the place after the number, or the place where it started if there is
 * none there.
 */
export class NumberReader {
  readonly #file: FileBytes;
  end = 0;

  constructor(file: FileBytes) {
    this.#file = file;
  }

  /** Returns the number at a place, rounded as JavaScript does; it can be infinite. */
  read(start: number): number {
    const file = this.#file;
    let at = start;
    const isNegative = file.at(at) === MINUS;
    if (isNegative) at += 1;
    const first = at;
    let digits = 0;
    let mantissa = 0;
    let scale = 0;
    let byte = file.at(at);
    for (; byte >= ZERO && byte <= NINE; byte = file.at(++at)) {
      mantissa = 10 * mantissa + (byte - ZERO);
      digits += 1;
    }
    if (digits === 0 || (digits > 1 && file.at(first) === ZERO)) return this.#none(start);
    if (byte === DOT) {
      const point = at;
      byte = file.at(++at);
      for (; byte >= ZERO && byte <= NINE; byte = file.at(++at)) mantissa = 10 * mantissa + (byte - ZERO);
      scale = point + 1 - at;
      if (scale === 0) return this.#none(start);
    }
    if (byte === 101 || byte === 69) {
      let power = at + 1;
      const sign = file.at(power);
      if (sign === MINUS || sign === 43) power += 1;
      const from = power;
      let exponent = 0;
      for (let digit = file.at(power); digit >= ZERO && digit <= NINE; digit = file.at(++power))
        exponent = Math.min(9999, 10 * exponent + (digit - ZERO));
      if (power === from) return this.#none(start);
      scale += sign === MINUS ? -exponent : exponent;
      at = power;
    }
    this.end = at;
    // One rounding of two exact numbers is the right one (Clinger, PLDI 1990).
    if (mantissa <= Number.MAX_SAFE_INTEGER && scale >= -22 && scale <= 22) {
      const value = scale < 0 ? mantissa / (POWERS[-scale] ?? NaN) : mantissa * (POWERS[scale] ?? NaN);
      return isNegative ? -value : value;
    }
    return Number(file.slice(start, at).toString('latin1'));
  }

  #none(start: number): number {
    this.end = start;
    return NaN;
  }
}
