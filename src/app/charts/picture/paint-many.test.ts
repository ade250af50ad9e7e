import { expect, test, vi } from 'vitest';
import type { Picture } from '../../../protocol/picture';
import { isPainted } from './draw';
import { MARKS } from './fixtures';
import { pictureScales } from './frame';
import { paintArrows, paintBars } from './paint-many';

vi.mock('../../kit/theme', () => ({ colour: () => '#000000' }));

const SIZE = { width: 276, height: 148 };
const scalesOf = (x: Picture['x'], y: Picture['y'], axes = { xLog: false, yLog: false }) =>
  pictureScales({ x, y }, axes, SIZE);
const SCALES = scalesOf([0, 10], [0, 10]);
const { frame } = SCALES;

/** A canvas that notes what is drawn, in pixels from the frame. */
function canvas() {
  const rects: (readonly [colour: string, ...place: number[]])[] = [];
  const lines: string[] = [];
  let strokes = 0;
  const place = (sign: string, x: number, y: number): void => {
    lines.push(`${sign}${Math.round(x - frame.x)},${Math.round(y - frame.y)}`);
  };
  const context = {
    ...{ fillStyle: '', strokeStyle: '', lineWidth: 1, lineJoin: 'miter' as CanvasLineJoin },
    fillRect(x: number, y: number, width: number, height: number) {
      rects.push([this.fillStyle, x - frame.x, y - frame.y, width, height]);
    },
    beginPath: () => undefined,
    moveTo: (x: number, y: number) => {
      place('M', x, y);
    },
    lineTo: (x: number, y: number) => {
      place('L', x, y);
    },
    stroke: () => {
      strokes++;
    },
  };
  return { context, rects, lines, strokes: () => strokes };
}

const bars = (heights: readonly number[]) => ({ ...MARKS.bars, labels: [], heights: Float64Array.from(heights) });
const numbers = (count: number, value: number) => new Float64Array(count).fill(value);

test('many bars, intervals and arrows are painted, few are drawn', () => {
  const many = numbers(1_001, 1);
  expect(isPainted(bars([...many]))).toBe(true);
  expect(isPainted({ ...MARKS.histogram, counts: many })).toBe(true);
  expect(isPainted({ ...MARKS.arrows, xs: many })).toBe(true);
  expect([MARKS.bars, MARKS.histogram, MARKS.arrows].some(isPainted)).toBe(false);
});

test('a bar reaches from 0 to its height, within the frame; one without a height is left out', () => {
  const { context, rects } = canvas();
  paintBars(context, bars([NaN, 5, 99, -3]), SCALES, '#102030');
  const [width, height] = [frame.width / 10, frame.height];
  expect(rects.map((rect) => rect.map((each) => (typeof each === 'number' ? Number(each.toFixed(6)) : each)))).toEqual(
    [
      ['#102030', 0.6 * width, height / 2, 0.8 * width, height / 2],
      ['#102030', 1.6 * width, 0, 0.8 * width, height],
      ['#102030', 2.6 * width, height, 0.8 * width, 0],
    ].map((rect) => rect.map((each) => (typeof each === 'number' ? Number(each.toFixed(6)) : each))),
  );
});

test('bars that share a column of pixels are one rectangle, as high as the highest', () => {
  const { context, rects } = canvas();
  const heights = Array.from({ length: 20_000 }, (_, i) => i % 7);
  paintBars(context, bars(heights), scalesOf([0, 20_000], [0, 10]), '#102030');
  expect(rects.length).toBeLessThanOrEqual(frame.width + 1);
  for (const [, , top] of rects.slice(1, -1)) expect(top).toBeCloseTo(0.4 * frame.height, 6);
});

test('bars of several colours keep them', () => {
  const { context, rects } = canvas();
  paintBars(context, bars([1, 2, 3]), SCALES, ['#111111', '#222222', '#111111']);
  expect(rects.map(([colour]) => colour)).toEqual(['#111111', '#222222', '#111111']);
});

test('bars on a logarithmic axis stand on its lower end', () => {
  const { context, rects } = canvas();
  paintBars(context, bars([0, 10]), scalesOf([0, 10], [0, 2], { xLog: false, yLog: true }), '#102030');
  expect(rects.map(([, , top, , height]) => [top, height])).toEqual([
    [frame.height, 0],
    [frame.height / 2, frame.height / 2],
  ]);
});

test('intervals of a histogram stand between their edges', () => {
  const { context, rects } = canvas();
  paintBars(context, { ...MARKS.histogram, edges: Float64Array.of(0, 5, 10) }, SCALES, '#102030');
  expect(rects.map(([, left, , width]) => [left, width])).toEqual([
    [0.5, frame.width / 2 - 1],
    [frame.width / 2 + 0.5, frame.width / 2 - 1],
  ]);
});

test('an arrow has a head, and one without length is a dot', () => {
  const { context, rects, lines } = canvas();
  const mark = { xs: numbers(3, 5), ys: numbers(3, 5), dxs: Float64Array.of(5, 0, NaN), dys: numbers(3, 0) };
  paintArrows(context, { ...MARKS.arrows, ...mark }, SCALES, '#102030', 1);
  expect(lines).toEqual(['M100,50', 'L200,50', 'M193,46', 'L200,50', 'L193,54']);
  expect(rects).toEqual([['#102030', 98.25, 48.25, 3.5, 3.5]]);
});

test('arrows outside the frame are left out, and those of one colour are painted together', () => {
  const { context, lines, strokes } = canvas();
  const mark = { xs: Float64Array.of(50, 1, 2, 3), ys: numbers(4, 5), dxs: numbers(4, 0.1), dys: numbers(4, 0) };
  paintArrows(context, { ...MARKS.arrows, ...mark }, SCALES, ['#111111', '#111111', '#222222', '#111111'], 1);
  expect(lines).toEqual(['M20,50', 'L22,50', 'M60,50', 'L62,50', 'M40,50', 'L42,50']);
  expect(strokes()).toBe(2);
});
