import type { Span } from '../../language/source/span';
import type { PointingSlice, Slice } from './state';

export const pointingSlice: Slice<PointingSlice> = (set) => ({
  pointed: undefined,
  pointTo(span, from, chosen = false) {
    set((state) => {
      const before = state.pointed;
      if (span === undefined) return before?.from === from ? { pointed: undefined } : {};
      if (
        before?.from === from &&
        (before.chosen || !chosen) &&
        before.span.cell === span.cell &&
        before.span.start === span.start &&
        before.span.end === span.end
      )
        return {};
      return { pointed: { span, from, chosen } };
    });
  },
});

/**
 * The indices of the nodes (or trace entries) that a source span stands for. `origins` holds cell, start and end of each.
 * An empty span gives the innermost origins around it; a range gives the origins equal to it, else those within it, else the
 * innermost around it.
 */
export function nodesAt(span: Span, origins: Int32Array, count: number): readonly number[] {
  const exact: number[] = [];
  const inside: number[] = [];
  let around: number[] = [];
  let width = Infinity;
  for (let i = 0; i < count; i++) {
    if (origins[3 * i] !== span.cell) continue;
    const start = origins[3 * i + 1] ?? 0;
    const end = origins[3 * i + 2] ?? 0;
    if (start === span.start && end === span.end) exact.push(i);
    else if (span.start < span.end && span.start <= start && end <= span.end) inside.push(i);
    if (start <= span.start && span.end <= end && end - start <= width) {
      if (end - start < width) around = [];
      width = end - start;
      around.push(i);
    }
  }
  if (exact.length > 0) return exact;
  return inside.length > 0 ? inside : around;
}
