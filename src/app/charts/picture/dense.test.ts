import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { planeFrame } from '../plane/frame';
import { draggedView } from '../plane/plane';
import { addPoints, denseImage, squaresOf } from './dense';
import { pictureScales } from './frame';

vi.mock('../../kit/theme', () => ({ colour: () => '#000000' }));

const AXES = { xLog: false, yLog: false };
const SIZE = { width: 376, height: 248 };
const SCALES = pictureScales({ x: [0, 1], y: [0, 1] }, AXES, SIZE);
const [WIDTH, HEIGHT] = [SCALES.frame.width, SCALES.frame.height];

function pixelsOf(xs: readonly number[], ys: readonly number[], colour: string | readonly string[]) {
  const pixels = { data: new Uint8ClampedArray(4 * WIDTH * HEIGHT), width: WIDTH, height: HEIGHT };
  addPoints(pixels, squaresOf({ xs: Float64Array.from(xs), ys: Float64Array.from(ys) }, SCALES, 1, colour));
  const at = (x: number, y: number): readonly number[] => [
    ...pixels.data.subarray(4 * (y * WIDTH + x), 4 * (y * WIDTH + x) + 4),
  ];
  const painted = pixels.data.filter((value, i) => i % 4 === 3 && value > 0).length;
  return { at, painted };
}

test('a point is a square of two pixels in its colour, which lets half of what is below it through', () => {
  const { at, painted } = pixelsOf([0.5], [0.5], '#102030');
  expect(painted).toBe(4);
  expect(at(WIDTH / 2, HEIGHT / 2)).toEqual([16, 32, 48, 128]);
});

test('points outside the frame and without a place are not painted; those on its edge are cut', () => {
  expect(pixelsOf([-3, 0.25, NaN, 1e300, -1e308], [0.5, 1e300, 0.5, 0.5, Infinity], '#102030').painted).toBe(0);
  expect(pixelsOf([0], [1], '#102030').painted).toBe(1);
});

test('points have the same pixels on a linear and on a logarithmic axis, in one colour and in several', () => {
  const logarithmic = pictureScales({ x: [0, 2], y: [0, 1] }, { xLog: true, yLog: false }, SIZE);
  const places = [1, 1.7, 10, 33, 99.9];
  const painted = (xs: readonly number[], scales: typeof SCALES, colour: string | readonly string[]) => {
    const pixels = { data: new Uint8ClampedArray(4 * WIDTH * HEIGHT), width: WIDTH, height: HEIGHT };
    const mark = { xs: Float64Array.from(xs), ys: Float64Array.from(xs, () => 0.25) };
    addPoints(pixels, squaresOf(mark, scales, 1, colour));
    return pixels.data;
  };
  const expected = painted(
    places.map((x) => Math.log10(x) / 2),
    SCALES,
    '#102030',
  );
  expect(expected.some((value) => value > 0)).toBe(true);
  const isExpected = (found: Uint8ClampedArray): boolean => found.every((value, i) => value === expected[i]);
  expect(isExpected(painted(places, logarithmic, '#102030'))).toBe(true);
  const alike = places.map(() => '#102030');
  expect(isExpected(painted(places, logarithmic, alike))).toBe(true);
});

test('of two points at a pixel the later one shows more, and both make it darker', () => {
  const { at } = pixelsOf([0.5, 0.5, 0.5], [0.5, 0.5, 0.5], ['#ff0000', '#ff0000', '#0000ff']);
  const [red = 0, , blue = 0, alpha = 0] = at(WIDTH / 2, HEIGHT / 2);
  expect(blue).toBeGreaterThanOrEqual(red);
  expect(alpha).toBeGreaterThan(200);
});

test('a million points are painted', () => {
  const places = Array.from({ length: 1_000_000 }, (_, i) => (i % 10) / 10);
  expect(pixelsOf(places, places, '#102030').painted).toBeGreaterThan(30);
});

/** A canvas that holds its pixels, with what an image of points uses of it. */
class Canvas {
  pixels: Uint32Array;
  #size: { readonly width: number; readonly height: number };
  constructor(width: number, height: number) {
    this.#size = { width, height };
    this.pixels = new Uint32Array(width * height);
  }
  get width(): number {
    return this.#size.width;
  }
  set width(width: number) {
    this.#size = { ...this.#size, width };
    this.pixels = new Uint32Array(width * this.height);
  }
  get height(): number {
    return this.#size.height;
  }
  set height(height: number) {
    this.#size = { ...this.#size, height };
    this.pixels = new Uint32Array(this.width * height);
  }
  getContext() {
    return {
      createImageData: (width: number, height: number) => ({
        ...{ width, height },
        data: new Uint8ClampedArray(4 * width * height),
      }),
      putImageData: ({ data, width }: { data: Uint8ClampedArray; width: number }, left: number, top: number) => {
        new Uint32Array(data.buffer).forEach((pixel, i) => {
          this.#set(left + (i % width), top + Math.floor(i / width), pixel);
        });
      },
      drawImage: ({ pixels }: Canvas, left: number, top: number) => {
        const before = pixels.slice();
        this.pixels.fill(0);
        before.forEach((pixel, i) => {
          this.#set(left + (i % this.width), top + Math.floor(i / this.width), pixel);
        });
      },
    };
  }
  #set(x: number, y: number, pixel: number): void {
    if (x >= 0 && x < this.width && y >= 0 && y < this.height) this.pixels[y * this.width + x] = pixel;
  }
}

test('a view that is dragged and zoomed shows the pixels of one that is drawn anew', () => {
  vi.stubGlobal('OffscreenCanvas', Canvas);
  const size = { width: 176, height: 108 };
  const random = (i: number): number => (Math.sin(i * 12.9898) * 43758.5453) % 1;
  const mark = {
    xs: Float64Array.from({ length: 3000 }, (_, i) => (i === 7 ? NaN : i === 8 ? Infinity : 2 * random(i))),
    ys: Float64Array.from({ length: 3000 }, (_, i) => 2 * random(i + 5000)),
  };
  const groups = Array.from(mark.xs, (_, i) => ['#ff0000', '#00ff00', '#0000ff'][i % 3] ?? '');
  const pixel = fc.integer({ min: -120, max: 120 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(pixel, pixel, fc.constantFrom(1, 1, 2)), { maxLength: 5 }),
      fc.constantFrom(1, 2),
      fc.constantFrom('#102030', groups),
      fc.boolean(),
      (places, ratio, colours, isLog) => {
        const start = { x: [-1, 1], y: [-1, 1] } as const;
        const kept = denseImage();
        kept(mark, colours, pictureScales(start, { xLog: isLog, yLog: false }, size), ratio);
        for (const [x, y, zoom] of places) {
          const begun = { x: [-1 / zoom, 1], y: [-1, 1 / zoom] } as const;
          const view = draggedView(begun, [{ x: 0, y: 0 }], [{ x, y }], planeFrame(size));
          const scales = pictureScales(view, { xLog: isLog, yLog: false }, size);
          const image = kept(mark, colours, scales, ratio);
          const anew = denseImage()(mark, colours, scales, ratio);
          const pixelsOfCanvas = (of: object): Uint32Array => (of as Canvas).pixels; // the stub
          let different = 0;
          pixelsOfCanvas(image).forEach((value, i) => {
            if (value !== pixelsOfCanvas(anew)[i]) different++;
          });
          expect(different).toBe(0);
        }
      },
    ),
    { numRuns: 20 },
  );
  vi.unstubAllGlobals();
});
