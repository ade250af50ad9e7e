import { showNumber } from '../kit/format';

/** Characters for which there is room beside a chart and, mostly, below it. */
const ROOM = 8;
/** Doubles have no more digits. */
const MOST_DIGITS = 16;

/** Returns so many digits, or more where those would move a number by a part of the distance between the first two. */
export function digitsFor(numbers: readonly number[], least: number): number {
  const [first = 0, second = Infinity] = numbers;
  const fine = Math.abs(second - first) / 50;
  const isMoved = (number: number): boolean => Math.abs(Number(number.toPrecision(digits)) - number) > fine;
  let digits = least;
  while (digits < MOST_DIGITS && numbers.some(isMoved)) digits++;
  return digits;
}

/** How the ticks of an axis are written. */
export interface TickFormat {
  readonly textOf: (value: number) => string;
  /** Says for which digits `…` stands in the texts, `… = 0.693`; empty where it does not occur. */
  readonly shared: string;
}

/**
 * Returns how the ticks of an axis are written: with so many digits, or more where those would move a tick. Where there is no
 * room for a text, `…` stands for the digits that all of them begin with.
 */
export function tickFormat(ticks: readonly number[], least: number): TickFormat {
  const digits = digitsFor(ticks, least);
  const plain = (value: number): string => showNumber(value, digits);
  const texts = ticks.map(plain);
  if (Math.max(...texts.map(({ length }) => length)) <= ROOM) return { textOf: plain, shared: '' };
  const decimals = Math.max(...texts.map((text) => /\.(\d+)/u.exec(text)?.[1]?.length ?? 0));
  const even = (value: number): string => {
    const text = plain(value);
    return text.includes('e') ? value.toExponential(decimals) : value.toFixed(decimals);
  };
  const all = ticks.map(even);
  const [one = ''] = all;
  let alike = 0;
  while (alike < one.length && all.every((text) => text[alike] === one[alike])) alike++;
  const sign = one.startsWith('-') ? '-' : '';
  // In a font for texts, `…` is as wide as two digits.
  const left = Math.min(alike, Math.max(...all.map(({ length }) => length)) + sign.length + 2 - ROOM);
  if (left <= sign.length + 1) return { textOf: plain, shared: '' };
  return { textOf: (value) => `${sign}…${even(value).slice(left)}`, shared: `… = ${one.slice(sign.length, left)}` };
}
