import type { HistogramMark } from '../../protocol/picture';

/** The most intervals. */
const MOST = 100;

/**
 * Counts reals in intervals of one width, whose ends are round numbers: about as many as Sturges's rule says, and more for
 * many reals. On a logarithmic axis it is the intervals' logarithms that have one width, and only positive reals are counted.
 */
export function histogramOf(reals: Float64Array, isLog = false): Pick<HistogramMark, 'edges' | 'counts'> {
  if (isLog) {
    const { edges, counts } = histogramOf(reals.filter((each) => each > 0).map(Math.log10));
    return { edges: edges.map((each) => 10 ** each), counts };
  }
  const count = reals.length;
  let [low, high] = [Infinity, -Infinity];
  for (const each of reals) {
    low = Math.min(low, each);
    high = Math.max(high, each);
  }
  if (count === 0) return { edges: new Float64Array(0), counts: new Float64Array(0) };
  if (high - low === Infinity) {
    const { edges, counts } = histogramOf(reals.map((each) => each / 10));
    const most = Number.MAX_VALUE;
    return { edges: edges.map((each) => Math.min(most, Math.max(-most, 10 * each))), counts };
  }
  const wanted = Math.min(MOST, Math.max(Math.ceil(Math.log2(count)) + 1, Math.ceil(Math.sqrt(count) / 2)));
  const width = roundWidth((high - low) / wanted);
  const first = width === 0 ? low - 0.5 : Math.floor(low / width) * width;
  const step = width === 0 ? 1 : width;
  const intervals = Math.max(1, Math.min(2 * MOST, Math.floor((high - first) / step) + 1));
  const counts = new Float64Array(intervals);
  for (const each of reals) {
    const at = Math.min(intervals - 1, Math.max(0, Math.floor((each - first) / step)));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return { edges: Float64Array.from({ length: intervals + 1 }, (_, i) => first + i * step), counts };
}

/** Returns the next larger number of the form 1, 2 or 5 times a power of ten; 0 if that is not finite. */
function roundWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const round = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= width) ?? 0;
  return Number.isFinite(round) ? round : 0;
}
