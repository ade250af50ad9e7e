import { showNumber } from '../kit/format';
import type { PromptReply } from '../../protocol/prompts';

/** A number with commas between thousands. With one comma, such as `1,500`, it can also be a decimal fraction. */
const GROUPED = /^\s*[-+−–]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?\s*$/;

/** Reads a number as people write it: `-2.5`, `−2,5`, `1/3`, `1e-3`; undefined if it is none, or can be two, as `1,500`. */
export function numberIn(text: string): number | undefined {
  if (GROUPED.test(text)) return undefined;
  const parts = text.replaceAll(/[−–]/g, '-').replaceAll(',', '.').split('/');
  const [above, below] = parts.map((part) => (part.trim() === '' ? NaN : Number(part)));
  const value = parts.length > 2 || above === undefined ? NaN : above / (below ?? 1);
  return Number.isFinite(value) ? value : undefined;
}

/** How far a real may be from the answer of a recall question, relative to it. */
const WITHIN = 0.01;

/** Returns whether an answer to a recall question is right. A real is right within 1 %, everything else if it is equal. */
export function isRight(text: string, reply: PromptReply): boolean {
  if (reply.status === 'text') return plain(text) === plain(reply.value);
  if (reply.status !== 'number') return false;
  const most = reply.isInt ? 0 : WITHIN * Math.abs(reply.value) + 1e-9;
  const readings = GROUPED.test(text) ? [text.replaceAll(',', ''), text.replaceAll(',', '.')] : [text];
  return readings.some((reading) => Math.abs((numberIn(reading) ?? NaN) - reply.value) <= most);
}

function plain(text: string): string {
  const words = text.toLowerCase().replace(/\s+/g, ' ');
  return words.replace(/^[ "`“]+|[ "`”.]+$/g, '');
}

/** Prints the values of a curve for `curveIn`, with three digits after the point at most. */
export function curveText(ys: readonly number[]): string {
  return ys.map((y) => String(Number(y.toPrecision(4)))).join(' ');
}

/** Reads the values of a curve at a number of places; undefined if the text has another number of them. */
export function curveIn(text: string, count: number): readonly number[] | undefined {
  const ys = text.split(' ').map(Number);
  return ys.length === count && ys.every(Number.isFinite) ? ys : undefined;
}

/** Returns where two curves are farthest apart, and how far, in words. */
export function farthestApart(
  xs: readonly number[],
  drawn: readonly number[],
  right: readonly (number | null)[],
): string {
  let [most, at] = [0, 0];
  for (const [index, y] of right.entries()) {
    const gap = y === null ? 0 : Math.abs((drawn[index] ?? NaN) - y);
    if (gap > most) [most, at] = [gap, index];
  }
  return most === 0
    ? 'The curves are equal.'
    : `The largest difference is ${showNumber(most)}, at ${showNumber(xs[at] ?? NaN)}.`;
}

/** Returns values with those between two places on the line through both, where the reader draws from one to the other. */
export function drawnTo(
  ys: readonly number[],
  from: { readonly at: number; readonly y: number },
  to: { readonly at: number; readonly y: number },
): readonly number[] {
  const [low, high] = [Math.min(from.at, to.at), Math.max(from.at, to.at)];
  return ys.map((y, at) => {
    if (at < low || at > high) return y;
    return to.at === from.at ? to.y : from.y + ((to.y - from.y) * (at - from.at)) / (to.at - from.at);
  });
}
