import type { PlacesMark } from '../../../protocol/picture';
import { packed } from './colours';
import type { PictureScales, Scale } from './frame';

type Places = Pick<PlacesMark, 'xs' | 'ys'>;
type Colours = string | readonly string[];

/** Points of a view, each a square of pixels. */
interface Squares {
  readonly mark: Places;
  readonly scales: PictureScales;
  /** Pixels of the device in one of the page. */
  readonly ratio: number;
  readonly colours: Colours;
  /** Red in the lowest byte, then green and blue: one for all points, or one a point. */
  readonly tints: Uint32Array;
}

/** The first column and row of each point. */
interface Corners {
  readonly lefts: Int32Array;
  readonly tops: Int32Array;
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
  let drawn: { readonly points: Squares; corners?: Corners; readonly x: number; readonly y: number } | undefined;
  /** The pixels of a whole frame, for the next one. */
  let frame: ImageData | undefined;
  return (mark: Places, colours: Colours, scales: PictureScales, ratio: number): OffscreenCanvas => {
    const width = Math.ceil(scales.frame.width * ratio);
    const height = Math.ceil(scales.frame.height * ratio);
    const known = drawn?.points.mark === mark && drawn.points.colours === colours ? drawn : undefined;
    const moved = known?.points.ratio === ratio ? pixelsMoved(known.points.scales, scales, ratio) : undefined;
    const isFilled = image.width === width && image.height === height;
    if (known !== undefined && moved !== undefined && isFilled) {
      const [x, y] = moved;
      const [byX, byY] = [x - known.x, y - known.y];
      if (Math.abs(byX) < width && Math.abs(byY) < height) {
        const corners = (known.corners ??= cornersOf(known.points));
        const fill = (left: number, top: number, across: number, down: number): void => {
          if (context === null || across === 0 || down === 0) return;
          const pixels = context.createImageData(across, down);
          addCorners(pixels, known.points, corners, x - left, y - top);
          context.putImageData(pixels, left, top);
        };
        if (context !== null) context.globalCompositeOperation = 'copy';
        context?.drawImage(image, byX, byY);
        fill(byX > 0 ? 0 : width + byX, 0, Math.abs(byX), height);
        fill(0, byY > 0 ? 0 : height + byY, width, Math.abs(byY));
        drawn = { points: known.points, corners, x, y };
        return image;
      }
    }
    if (!isFilled) Object.assign(image, { width, height });
    const points = squaresOf(mark, scales, ratio, colours, known?.points.tints);
    if (context !== null && width > 0 && height > 0) {
      if (frame?.width !== width || frame.height !== height) frame = context.createImageData(width, height);
      else frame.data.fill(0);
      addPoints(frame, points);
      context.putImageData(frame, 0, 0);
    }
    drawn = { points, x: 0, y: 0 };
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

export function squaresOf(
  mark: Places,
  scales: PictureScales,
  ratio: number,
  colours: Colours,
  tints = tintsOf(colours),
): Squares {
  return { mark, scales, ratio, colours, tints };
}

/** How the numbers of an axis become the first pixels of points. */
interface Axis {
  readonly start: number;
  readonly half: number;
  readonly each: number;
  readonly isLog: boolean;
}

function axesOf({ scales: { frame, x, y }, ratio }: Squares): readonly [Axis, Axis] {
  const axis = ({ start, half, factor, isLog }: Scale, from: number): Axis => ({
    start: (start - from) * ratio - sideOf(ratio) / 2,
    half,
    each: factor * ratio,
    isLog,
  });
  return [axis(x, frame.x), axis(y, frame.y)];
}

/** The pixels along a side of a point. */
function sideOf(ratio: number): number {
  return Math.max(1, Math.round(2 * ratio));
}

/** Returns the first of the pixels of a point along an axis. */
function pixelOf(value: number, { start, half, each, isLog }: Axis): number {
  // `Math.round` takes several times as long.
  const pixel = Math.floor(start + ((isLog ? Math.log10(value) : value) / 2 - half) * each + 0.5);
  return Math.abs(pixel) < -OUTSIDE / 2 ? pixel : OUTSIDE;
}

function cornersOf(points: Squares): Corners {
  const [x, y] = axesOf(points);
  return { lefts: pixelsOf(points.mark.xs, x), tops: pixelsOf(points.mark.ys, y) };
}

function pixelsOf(values: Float64Array, axis: Axis): Int32Array {
  const pixels = new Int32Array(values.length);
  // `from` takes ten times as long.
  for (let i = 0; i < values.length; i++) pixels[i] = pixelOf(values[i] ?? NaN, axis);
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

/** Adds a square to pixels, in rows of so many. */
type Square = (
  pixels: Uint32Array,
  width: number,
  height: number,
  left: number,
  top: number,
  side: number,
  tint: number,
) => void;

/** A square where all points have one colour, which no number of them changes: a loop of its own takes half of the time. */
const plainSquare: Square = (pixels, width, height, left, top, side, tint) => {
  const first = Math.max(0, left);
  const end = Math.min(width, left + side);
  const bottom = Math.min(height, top + side);
  for (let row = Math.max(0, top); row < bottom; row++) {
    for (let at = row * width + first; at < row * width + end; at++) {
      pixels[at] = tint | (OPACITIES[(pixels[at] ?? 0) >>> 24] ?? 0);
    }
  }
};

/** A square whose colour mixes with what is below it, byte by byte. */
const mixedSquare: Square = (pixels, width, height, left, top, side, tint) => {
  const first = Math.max(0, left);
  const end = Math.min(width, left + side);
  const bottom = Math.min(height, top + side);
  for (let row = Math.max(0, top); row < bottom; row++) {
    for (let at = row * width + first; at < row * width + end; at++) {
      const below = pixels[at] ?? 0;
      const mixed = below === 0 ? tint : (((below ^ tint) & 0xfefefe) >>> 1) + (below & tint & 0xffffff);
      pixels[at] = mixed | (OPACITIES[below >>> 24] ?? 0);
    }
  }
};

function squareOf({ tints }: Squares): Square {
  return tints.length === 1 ? plainSquare : mixedSquare;
}

function wordsOf({ data, width, height }: Pixels): Uint32Array {
  // The lowest byte of a number is the first.
  return new Uint32Array(data.buffer, data.byteOffset, width * height);
}

/** Adds the points of a view to the pixels of its frame. */
export function addPoints(pixels: Pixels, points: Squares): void {
  const { width, height } = pixels;
  const { tints, ratio } = points;
  const { xs, ys } = points.mark;
  const [square, words, side, [x, y]] = [squareOf(points), wordsOf(pixels), sideOf(ratio), axesOf(points)];
  const isOne = tints.length === 1;
  // Arrays that are taken apart would be made for each point.
  for (let i = 0; i < xs.length; i++) {
    const left = pixelOf(xs[i] ?? NaN, x);
    if (left <= -side || left >= width) continue;
    const top = pixelOf(ys[i] ?? NaN, y);
    if (top > -side && top < height) square(words, width, height, left, top, side, tints[isOne ? 0 : i] ?? 0);
  }
}

/** Adds points that have their corners to the pixels of a part of the frame, moved by so many pixels. */
function addCorners(pixels: Pixels, points: Squares, { lefts, tops }: Corners, dx: number, dy: number): void {
  const { width, height } = pixels;
  const { tints, ratio } = points;
  const [square, words, side] = [squareOf(points), wordsOf(pixels), sideOf(ratio)];
  const isOne = tints.length === 1;
  for (let i = 0; i < lefts.length; i++) {
    const left = (lefts[i] ?? OUTSIDE) + dx;
    const top = (tops[i] ?? OUTSIDE) + dy;
    if (left > -side && left < width && top > -side && top < height)
      square(words, width, height, left, top, side, tints[isOne ? 0 : i] ?? 0);
  }
}
