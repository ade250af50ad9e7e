/**
 * A place in the reader's text.
 *
 * Offsets are UTF-16 code units from the start of the cell's text, with `end` exclusive. Lines and columns exist only
 * where people read them (`position.ts`). A notebook is one program of several cells, so a span names its cell too: the
 * index of the code cell in reading order, or `PRELUDE_CELL`.
 */
export interface Span {
  readonly cell: number;
  readonly start: number;
  readonly end: number;
}

/** The cell number of text that comes from the prelude or from a translation. */
export const PRELUDE_CELL = -1;

/** An empty span for terms that an engine makes without a counterpart in the source. */
export const NOWHERE: Span = { cell: PRELUDE_CELL, start: 0, end: 0 };

export function span(cell: number, start: number, end: number): Span {
  return { cell, start, end };
}

/** Returns the smallest span that covers both; both must be in the same cell. */
export function cover(a: Span, b: Span): Span {
  return { cell: a.cell, start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** Whether `inner` lies within `outer`, in the same cell. */
export function contains(outer: Span, inner: Span): boolean {
  return outer.cell === inner.cell && outer.start <= inner.start && inner.end <= outer.end;
}
