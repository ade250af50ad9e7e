import type { NotebookCell } from '../../notebook/document';

/*
 * Which cells of a long notebook are rendered: those near the viewport. Of the others only the height is known, as it was
 * measured when they were rendered, or as it is estimated from their text.
 */

/** Consecutive cells by position; `to` is excluded. */
export interface Extent {
  readonly from: number;
  readonly to: number;
}

/** CSS pixels and letters of a usual page. An estimate need not be good: the column corrects it when the cell is rendered. */
const LINE = { code: 22, prose: 25, blank: 12 } as const;
const LETTERS = { code: 64, prose: 68 } as const;
const AROUND = {
  code: 126,
  prose: 28,
  predict: 110,
  recall: 110,
  solution: 60,
  table: 120,
  checks: 0,
  wrong: 0,
  hint: 0,
  screen: 0,
} as const;
/** A table shows its first rows. */
const MOST_ROWS = 12;

const estimates = new WeakMap<NotebookCell, number>();

/** Returns about how high a cell is, from its top to that of the next cell. */
export function estimatedHeight(cell: NotebookCell): number {
  const known = estimates.get(cell);
  if (known !== undefined) return known;
  const height = AROUND[cell.tag] + bodyHeight(cell);
  estimates.set(cell, height);
  return height;
}

function bodyHeight(cell: NotebookCell): number {
  switch (cell.tag) {
    case 'code':
      return textHeight(cell.text, LETTERS.code, LINE.code, LINE.code);
    case 'prose':
      return textHeight(cell.markdown.trim(), LETTERS.prose, LINE.prose, LINE.blank);
    case 'table':
      return LINE.code * Math.min(MOST_ROWS, cell.text.split('\n', MOST_ROWS).length);
    case 'predict':
    case 'recall':
      return textHeight(cell.text, LETTERS.prose, LINE.prose, LINE.blank);
    case 'solution':
    case 'checks':
    case 'wrong':
    case 'hint':
    case 'screen':
      return 0; // folded or hidden
  }
}

/** Returns the height of a text whose lines break after `width` letters. */
function textHeight(text: string, width: number, line: number, blank: number): number {
  let height = 0;
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf('\n', start);
    const length = (end === -1 ? text.length : end) - start;
    height += length === 0 ? blank : line * Math.max(1, Math.ceil(length / width));
    start += length + 1;
  }
  return height;
}

/** Returns the top of each cell and the bottom of the last, from the heights of the cells. */
export function topsOf(heights: readonly number[]): Float64Array {
  const tops = new Float64Array(heights.length + 1);
  let top = 0;
  heights.forEach((height, index) => {
    tops[index + 1] = top += height;
  });
  return tops;
}

/** Returns the cells between two heights, at least one if there are any. */
export function extentBetween(tops: Float64Array, top: number, bottom: number): Extent {
  const last = Math.max(0, tops.length - 2);
  const from = Math.min(last, Math.max(0, firstAbove(tops, top) - 1));
  return { from, to: Math.min(tops.length - 1, Math.max(from + 1, firstAbove(tops, bottom))) };
}

/** Returns the index of the first top that is greater than `height`, or else the number of tops. */
function firstAbove(tops: Float64Array, height: number): number {
  let low = 0;
  let high = tops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tops[middle] ?? 0) > height) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the extents to render, in order and apart from each other: that of the window, and the pinned cells elsewhere. */
export function renderedExtents(window: Extent, pinned: readonly number[]): readonly Extent[] {
  const extents: Extent[] = [];
  const parts = [window, ...pinned.filter((at) => at >= 0).map((at) => ({ from: at, to: at + 1 }))];
  for (const { from, to } of parts.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const last = extents.at(-1);
    if (last !== undefined && from <= last.to) extents[extents.length - 1] = { ...last, to: Math.max(last.to, to) };
    else if (from < to) extents.push({ from, to });
  }
  return extents;
}

/** Returns an extent that is larger by up to `by` cells: those after it, or if there are none, those before it. */
export function grown({ from, to }: Extent, by: number, count: number): Extent {
  return to < count ? { from, to: Math.min(count, to + by) } : { from: Math.max(0, from - by), to };
}
