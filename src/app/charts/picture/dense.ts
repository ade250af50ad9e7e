import type { PlacesMark } from '../../../protocol/picture';
import { packed } from './colours';
import type { PictureScales, Scale } from './frame';

type Places = Pick<PlacesMark, 'xs' | 'ys'>;
type Colours = string | readonly string[];

/** Points in pixels of a frame, each a square. */
export interface PlacedPoints {
  readonly mark: Places;
  readonly scales: PictureScales;
  /** Pixels of the device in one of the page. */
  readonly ratio: number;
  readonly side: number;
  /** The first column and row of each point. */
  readonly lefts: Int32Array;
  readonly tops: Int32Array;
  readonly colours: Colours;
  /** Red in the lowest byte, then green and blue: one for all points, or one a point. */
  readonly tints: Uint32Array;
}

interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Scales that differ by a smaller share are those of one view that has moved. */
const SAME_SCALE = 1e-5;
/** A view that has moved by more pixels has its points placed anew. */
const FAR = 2 ** 24;
/** The first pixel of a point that is not finite, or farther away than a view moves. */
const OUTSIDE = -(2 ** 31);

/**
 * Returns a function that draws many points of one mark as pixels: to fill a rectangle for each would take longer than a frame.
 * Its image moves with the view, by whole pixels, and then only what enters at its edges is drawn.
 */
export function denseImage() {
  const image = new OffscreenCanvas(1, 1);
  const context = image.getContext('2d');
  let drawn: { readonly points: PlacedPoints; readonly x: number; readonly y: number } | undefined;
  return (mark: Places, colours: Colours, scales: PictureScales, ratio: number): OffscreenCanvas => {
    const width = Math.ceil(scales.frame.width * ratio);
    const height = Math.ceil(scales.frame.height * ratio);
    const known = drawn?.points.mark === mark && drawn.points.colours === colours ? drawn : undefined;
    const moved = known?.points.ratio === ratio ? pixelsMoved(known.points.scales, scales, ratio) : undefined;
    const isMoved = known !== undefined && moved !== undefined;
    const points = isMoved ? known.points : placedPoints(mark, scales, ratio, colours, known?.points.tints);
    const [x, y] = moved ?? [0, 0];
    const fill = (left: number, top: number, across: number, down: number): void => {
      if (context === null || across === 0 || down === 0) return;
      const pixels = context.createImageData(across, down);
      addPoints(pixels, points, x - left, y - top);
      context.putImageData(pixels, left, top);
    };
    const [byX, byY] = isMoved ? [x - known.x, y - known.y] : [width, height];
    if (image.width === width && image.height === height && Math.abs(byX) < width && Math.abs(byY) < height) {
      if (context !== null) context.globalCompositeOperation = 'copy';
      context?.drawImage(image, byX, byY);
      fill(byX > 0 ? 0 : width + byX, 0, Math.abs(byX), height);
      fill(0, byY > 0 ? 0 : height + byY, width, Math.abs(byY));
    } else {
      if (image.width !== width || image.height !== height) Object.assign(image, { width, height });
      fill(0, 0, width, height);
    }
    drawn = { points, x, y };
    return image;
  };
}

/** Returns how many pixels points go to the right and down from one view to another; undefined if they do not only move. */
function pixelsMoved(
  from: PictureScales,
  to: PictureScales,
  ratio: number,
): readonly [x: number, y: number] | undefined {
  const along = (a: Scale, b: Scale): number =>
    a.isLog === b.isLog && a.start === b.start && Math.abs(a.factor / b.factor - 1) < SAME_SCALE
      ? Math.round((a.half - b.half) * b.factor * ratio)
      : NaN;
  const [x, y] = [along(from.x, to.x), along(from.y, to.y)];
  return Math.abs(x) < FAR && Math.abs(y) < FAR ? [x, y] : undefined;
}

export function placedPoints(
  mark: Places,
  scales: PictureScales,
  ratio: number,
  colours: Colours,
  tints = tintsOf(colours),
): PlacedPoints {
  const side = Math.max(1, Math.round(2 * ratio));
  const { frame, x, y } = scales;
  const lefts = firstPixels(mark.xs, x, (x.start - frame.x) * ratio - side / 2, ratio);
  const tops = firstPixels(mark.ys, y, (y.start - frame.y) * ratio - side / 2, ratio);
  return { mark, scales, ratio, side, lefts, tops, colours, tints };
}

/** Returns the first of the pixels of each point along an axis. */
function firstPixels(values: Float64Array, { half, factor, isLog }: Scale, start: number, ratio: number): Int32Array {
  const pixels = new Int32Array(values.length);
  const each = factor * ratio;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? NaN;
    // `Math.round` takes several times as long.
    const pixel = Math.floor(start + ((isLog ? Math.log10(value) : value) / 2 - half) * each + 0.5);
    pixels[i] = Math.abs(pixel) < -OUTSIDE / 2 ? pixel : OUTSIDE;
  }
  return pixels;
}

function tintsOf(colours: Colours): Uint32Array {
  const known = new Map<string, number>();
  return Uint32Array.from(typeof colours === 'string' ? [colours] : colours, (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const tint = packed(text);
    known.set(text, tint);
    return tint;
  });
}

/** The opacity of a pixel with one more point, in the highest byte, by its opacity: a point lets half of what is below it through. */
const OPACITIES = Uint32Array.from(
  Uint8ClampedArray.from({ length: 256 }, (_, below) => (below + 255) / 2),
  (opacity) => opacity << 24,
);

/** Adds points to the pixels of a part of the frame, moved by so many pixels. */
export function addPoints(
  { data, width, height }: Pixels,
  { lefts, tops, side, tints }: PlacedPoints,
  dx: number,
  dy: number,
): void {
  // The lowest byte of a number is the first.
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height);
  const isOne = tints.length === 1;
  // Arrays that are taken apart would be made for each point.
  for (let i = 0; i < lefts.length; i++) {
    const left = (lefts[i] ?? OUTSIDE) + dx;
    const top = (tops[i] ?? OUTSIDE) + dy;
    if (left <= -side || left >= width || top <= -side || top >= height) continue;
    const tint = tints[isOne ? 0 : i] ?? 0;
    const first = Math.max(0, left);
    const end = Math.min(width, left + side);
    const bottom = Math.min(height, top + side);
    for (let row = Math.max(0, top); row < bottom; row++) {
      for (let at = row * width + first; at < row * width + end; at++) {
        const below = pixels[at] ?? 0;
        // The colour is the mean of both, byte by byte.
        const mixed = below === 0 ? tint : (((below ^ tint) & 0xfefefe) >>> 1) + (below & tint & 0xffffff);
        pixels[at] = mixed | (OPACITIES[below >>> 24] ?? 0);
      }
    }
  }
}
