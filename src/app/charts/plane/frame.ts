import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { ChartFrame } from '../axis';
import type { PlaneView } from './plane';
import type { ChartSize } from '../series/series-chart';

/** Space for the axes around the plane. */
const MARGIN = { top: 8, right: 12, bottom: 40, left: 64 };

/** The plane itself, within the axes. */
export function planeFrame(size: ChartSize): ChartFrame {
  return {
    x: MARGIN.left,
    y: MARGIN.top,
    width: Math.max(1, size.width - MARGIN.left - MARGIN.right),
    height: Math.max(1, size.height - MARGIN.top - MARGIN.bottom),
  };
}

/** A place of the chart as shares of the view, from its least values. */
export function shareAt(size: ChartSize, x: number, y: number): readonly [x: number, y: number] {
  const { width, height } = planeFrame(size);
  return [(x - MARGIN.left) / width, 1 - (y - MARGIN.top) / height];
}

export interface PlaneScales {
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
}

export function scalesOf({ view }: { readonly view: PlaneView }, size: ChartSize): PlaneScales {
  const { width, height } = planeFrame(size);
  return {
    x: scaleLinear(view.x, [MARGIN.left, MARGIN.left + width]).interpolate(between),
    y: scaleLinear(view.y, [MARGIN.top + height, MARGIN.top]).interpolate(between),
  };
}

/** Unlike d3's, infinite for an infinite share: that of a value near the greatest double. */
function between(from: number, to: number): (share: number) => number {
  return (share) => from + (to - from) * share;
}
