import type { DrawnMark, Picture } from '../../../protocol/picture';
import { planeFrame } from '../plane/frame';
import type { PlaneView } from '../plane/plane';
import type { ChartSize } from '../series/series-chart';
import { isPlane, type PictureColours, rgb, type Rgb, shadePixels } from './colours';
import { isPainted, radiusOf } from './draw';
import { pictureScales, type PictureScales, type Scale } from './frame';
import { eachStretch } from './stretches';

/** Paints what would be too much for a drawing: planes of colours, many points, long lines. */
export function paintPicture(
  canvas: HTMLCanvasElement,
  picture: Picture,
  view: PlaneView,
  size: ChartSize,
  colours: PictureColours,
): void {
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.max(1, Math.round(size.width * ratio));
  canvas.height = Math.max(1, Math.round(size.height * ratio));
  const context = canvas.getContext('2d');
  const painted = picture.marks.filter(isPainted);
  if (context === null || painted.length === 0) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const { x, y, width, height } = planeFrame(size);
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  const scales = pictureScales(view, picture, size);
  for (const mark of painted) paint(context, mark, scales, colours);
}

function paint(
  context: CanvasRenderingContext2D,
  mark: DrawnMark,
  scales: PictureScales,
  colours: PictureColours,
): void {
  if (isPlane(mark)) paintPlane(context, mark, scales, colours);
  else if (mark.kind === 'points') paintPoints(context, mark.xs, mark.ys, colours.ofItems(mark), scales);
  else if (mark.kind === 'line' || mark.kind === 'curve') {
    const colour = colours.ofItems(mark);
    context.strokeStyle = typeof colour === 'string' ? colour : (colour[0] ?? colours.token('primal'));
    context.lineWidth = 2;
    context.lineJoin = 'round';
    context.beginPath();
    eachStretch(
      mark.xs.length,
      (i) => scales.x(mark.xs[i] ?? NaN),
      (i) => scales.y(mark.ys[i] ?? NaN),
      scales.frame,
      (x, y) => {
        context.moveTo(x, y);
      },
      (x, y) => {
        context.lineTo(x, y);
      },
    );
    context.stroke();
  }
}

/** The image of a plane, which is the same wherever it is drawn. */
const IMAGES = new WeakMap<DrawnMark, { readonly colours: PictureColours; readonly image: OffscreenCanvas }>();

function paintPlane(
  context: CanvasRenderingContext2D,
  mark: Extract<DrawnMark, { readonly kind: 'field' | 'heatmap' | 'contours' | 'boundary' }>,
  scales: PictureScales,
  colours: PictureColours,
): void {
  const scale = colours.scales.find((each) => each.mark === mark);
  if (scale === undefined || mark.columns === 0 || mark.rows === 0) return;
  const known = IMAGES.get(mark);
  let image = known?.colours === colours ? known.image : undefined;
  if (image === undefined) {
    image = new OffscreenCanvas(mark.columns, mark.rows);
    const own = image.getContext('2d');
    if (own === null) return;
    const pixels = own.createImageData(mark.columns, mark.rows);
    shadePixels(mark.values, scale, pixels.data);
    own.putImageData(pixels, 0, 0);
    IMAGES.set(mark, { colours, image });
  }
  // A field has its values at the corners of the grid, from the bottom up; a matrix in its squares, from the top down.
  const isMatrix = mark.kind === 'heatmap';
  const [left, right] = isMatrix ? [-0.5, mark.columns - 0.5] : mark.x;
  const [bottom, top] = isMatrix ? [-0.5, mark.rows - 0.5] : mark.y;
  const [x0, x1, y0, y1] = [scales.x(left), scales.x(right), scales.y(bottom), scales.y(top)];
  const [wide, high] = isMatrix ? [0, 0] : [(x1 - x0) / (mark.columns - 1) / 2, (y0 - y1) / (mark.rows - 1) / 2];
  context.save();
  context.imageSmoothingEnabled = !isMatrix;
  if (isMatrix) context.drawImage(image, x0, y1, x1 - x0, y0 - y1);
  else {
    context.translate(0, y0 + high);
    context.scale(1, -1);
    context.drawImage(image, x0 - wide, 0, x1 - x0 + 2 * wide, y0 - y1 + 2 * high);
  }
  context.restore();
}

function paintPoints(
  context: CanvasRenderingContext2D,
  xs: Float64Array,
  ys: Float64Array,
  colour: string | readonly string[],
  scales: PictureScales,
): void {
  const radius = radiusOf(xs.length);
  if (xs.length > MANY) {
    paintDense(context, xs, ys, colour, scales);
    return;
  }
  const { frame } = scales;
  context.globalAlpha = 0.8;
  if (typeof colour === 'string') context.fillStyle = colour;
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [scales.x(xs[i] ?? NaN), scales.y(ys[i] ?? NaN)];
    const isSeen =
      x >= frame.x - radius &&
      x <= frame.x + frame.width + radius &&
      y >= frame.y - radius &&
      y <= frame.y + frame.height + radius;
    if (!isSeen) continue;
    if (typeof colour !== 'string') context.fillStyle = colour[i] ?? '#808080';
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
  }
  context.globalAlpha = 1;
}

/** More points than this are written as pixels: to fill a rectangle for each would take longer than a frame. */
const MANY = 10_000;

function paintDense(
  context: CanvasRenderingContext2D,
  xs: Float64Array,
  ys: Float64Array,
  colour: string | readonly string[],
  scales: PictureScales,
): void {
  const { frame } = scales;
  const ratio = context.getTransform().a;
  const image = new OffscreenCanvas(Math.ceil(frame.width * ratio), Math.ceil(frame.height * ratio));
  const own = image.getContext('2d');
  if (own === null) return;
  const pixels = own.createImageData(image.width, image.height);
  addPoints(pixels, xs, ys, colour, scales, ratio);
  own.putImageData(pixels, 0, 0);
  context.drawImage(image, frame.x, frame.y, image.width / ratio, image.height / ratio);
}

interface Pixels {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** Adds points to the pixels of a frame, each a square of two CSS pixels that lets half of what is below it through. */
export function addPoints(
  pixels: Pixels,
  xs: Float64Array,
  ys: Float64Array,
  colour: string | readonly string[],
  scales: PictureScales,
  ratio: number,
): void {
  if (typeof colour === 'string') {
    addAlike(pixels, xs, ys, rgb(colour), scales, ratio);
    return;
  }
  const { data, width, height } = pixels;
  const { frame, x, y } = scales;
  const side = Math.max(1, Math.round(2 * ratio));
  const known = new Map<string, Rgb>();
  let [text, [red, green, blue]] = ['', [0, 0, 0] as Rgb];
  for (let i = 0; i < xs.length; i++) {
    const left = Math.round((x(xs[i] ?? NaN) - frame.x) * ratio - side / 2);
    const top = Math.round((y(ys[i] ?? NaN) - frame.y) * ratio - side / 2);
    if (!(left > -side && left < width && top > -side && top < height)) continue;
    const own = colour[i] ?? '#808080';
    if (own !== text) {
      text = own;
      const found = known.get(own) ?? rgb(own);
      known.set(own, found);
      [red, green, blue] = found;
    }
    for (let row = Math.max(0, top); row < Math.min(height, top + side); row++) {
      for (let column = Math.max(0, left); column < Math.min(width, left + side); column++) {
        const at = 4 * (row * width + column);
        const below = data[at + 3] ?? 0;
        const share = below === 0 ? 1 : 0.5;
        data[at] = (data[at] ?? 0) * (1 - share) + red * share;
        data[at + 1] = (data[at + 1] ?? 0) * (1 - share) + green * share;
        data[at + 2] = (data[at + 2] ?? 0) * (1 - share) + blue * share;
        data[at + 3] = below + (255 - below) * 0.5;
      }
    }
  }
}

/** Adds points of one colour: these are counted by pixel, which takes a fraction of the time. */
function addAlike(
  { data, width, height }: Pixels,
  xs: Float64Array,
  ys: Float64Array,
  colour: Rgb,
  { frame, x, y }: PictureScales,
  ratio: number,
): void {
  const side = Math.max(1, Math.round(2 * ratio));
  const counts = new Uint8ClampedArray(width * height);
  const lefts = firstPixels(xs, x, frame.x, ratio, side, width);
  const tops = firstPixels(ys, y, frame.y, ratio, side, height);
  // Arrays that are taken apart would be made for each point.
  for (let i = 0; i < lefts.length; i++) {
    const left = lefts[i] ?? OUTSIDE;
    const top = tops[i] ?? OUTSIDE;
    if (left === OUTSIDE || top === OUTSIDE) continue;
    const first = Math.max(0, left);
    const end = Math.min(width, left + side);
    const bottom = Math.min(height, top + side);
    for (let row = Math.max(0, top); row < bottom; row++) {
      const start = row * width;
      for (let at = start + first; at < start + end; at++) counts[at] = (counts[at] ?? 0) + 1;
    }
  }
  const made = shades(colour);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, counts.length);
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] ?? 0;
    if (count > 0) pixels[at] = made[count] ?? 0;
  }
}

/** The first pixel of a point that is not in the frame. */
const OUTSIDE = -0x8000;

/** Returns the first of the pixels of each point along an axis. */
function firstPixels(
  values: Float64Array,
  scale: Scale,
  origin: number,
  ratio: number,
  side: number,
  extent: number,
): Int16Array {
  const pixels = new Int16Array(values.length);
  const { linear } = scale;
  const offset = side / 2;
  if (linear === undefined)
    for (let i = 0; i < values.length; i++) pixels[i] = within((scale(values[i] ?? NaN) - origin) * ratio - offset);
  else {
    const { half } = linear;
    const [factor, start] = [linear.factor * ratio, (linear.start - origin) * ratio - offset];
    for (let i = 0; i < values.length; i++) pixels[i] = within(start + ((values[i] ?? NaN) / 2 - half) * factor);
  }
  return pixels;

  function within(place: number): number {
    // `Math.round` takes several times as long.
    const pixel = Math.floor(place + 0.5);
    return pixel > -side && pixel < extent ? pixel : OUTSIDE;
  }
}

/**
 * Returns the pixels of a colour by the number of points on them: each lets half of what is below it through. The bytes of an
 * image are red, green, blue and opacity, so the lowest byte of a number is red.
 */
function shades([red, green, blue]: Rgb): Uint32Array {
  const opacities = new Uint8ClampedArray(256);
  for (let i = 1; i < opacities.length; i++) opacities[i] = ((opacities[i - 1] ?? 0) + 255) / 2;
  return Uint32Array.from(opacities, (opacity) => (opacity << 24) | (blue << 16) | (green << 8) | red);
}
