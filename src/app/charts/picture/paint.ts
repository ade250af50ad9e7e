import type { DrawnMark, FieldMark, HeatmapMark, PlacesMark } from '../../../protocol/picture';
import { isPlane, type PictureColours, type ShadeScale, shadePixels } from './colours';
import { denseImage } from './dense';
import { isPainted, parted, type PictureDrawing, placingOf, radiusOf } from './draw';
import { pictureScales, type PictureScales } from './frame';
import { paintArrows, paintBars } from './paint-many';
import { eachStretch } from './stretches';

/** Returns a function that paints what would be too much for a drawing: planes of colours, many points, bars or arrows, long lines. */
export function picturePainter(): (canvas: HTMLCanvasElement, drawing: PictureDrawing) => void {
  // By the index of their mark. What a mark was drawn as is of use in the next frame.
  const planes = new Map<number, PlaneImage>();
  const points = new Map<number, DenseImage>();
  let last: PictureDrawing | undefined;
  return (canvas, drawing) => {
    const { picture, view, size, colours } = drawing;
    const ratio = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round(size.width * ratio));
    const height = Math.max(1, Math.round(size.height * ratio));
    // A canvas that is given a size gets new memory.
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    else if (last !== undefined && isPaintedAlike(last, drawing)) return;
    last = drawing;
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.clearRect(0, 0, width, height);
    const scales = pictureScales(view, picture, size);
    const { frame } = scales;
    context.save();
    context.scale(ratio, ratio);
    context.beginPath();
    context.rect(frame.x, frame.y, frame.width, frame.height);
    context.clip();
    picture.marks.forEach((mark, index) => {
      if (!isPainted(mark)) return;
      if (isPlane(mark)) paintPlane(context, mark, scales, colours, kept(planes, index, planeImage));
      else if (mark.kind === 'points' && mark.xs.length > MANY) {
        const image = kept(points, index, denseImage)(mark, colours.ofItems(mark), scales, ratio);
        context.drawImage(image, frame.x, frame.y, image.width / ratio, image.height / ratio);
      } else paint(context, mark, scales, colours, ratio);
    });
    context.restore();
  };
}

/** Whether the same would be painted. */
export function isPaintedAlike(before: PictureDrawing, now: PictureDrawing): boolean {
  const painted = ({ picture }: PictureDrawing) => picture.marks.filter(isPainted);
  const [last, next] = [painted(before), painted(now)];
  return (
    last.length === next.length &&
    next.every((mark, i) => mark === last[i]) &&
    (next.length === 0 || placingOf(before) === placingOf(now))
  );
}

/** More points than this are written as pixels, and more than the smaller number are squares. */
const MANY = 10_000;
const MOST_SYMBOLS = 2_000;

function kept<Image>(images: Map<number, Image>, index: number, make: () => Image): Image {
  const image = images.get(index) ?? make();
  images.set(index, image);
  return image;
}

function paint(
  context: CanvasRenderingContext2D,
  mark: DrawnMark,
  scales: PictureScales,
  colours: PictureColours,
  ratio: number,
): void {
  if (mark.kind === 'points') paintPoints(context, mark, scales, colours);
  else if (mark.kind === 'arrows') paintArrows(context, mark, scales, colours.ofItems(mark), ratio);
  else if (mark.kind === 'bars' || mark.kind === 'histogram') paintBars(context, mark, scales, colours.ofItems(mark));
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

type DenseImage = ReturnType<typeof denseImage>;
type PlaneImage = ReturnType<typeof planeImage>;

/** Returns a function that returns the image of a plane, which is the same wherever it is drawn. */
function planeImage() {
  const image = new OffscreenCanvas(1, 1);
  const context = image.getContext('2d');
  let drawn: ShadeScale | undefined;
  return (scale: ShadeScale, values: Float64Array, columns: number, rows: number): OffscreenCanvas => {
    if (drawn === scale || context === null) return image;
    if (image.width !== columns || image.height !== rows) Object.assign(image, { width: columns, height: rows });
    const pixels = context.createImageData(columns, rows);
    shadePixels(values, scale, pixels.data);
    context.putImageData(pixels, 0, 0);
    drawn = scale;
    return image;
  };
}

function paintPlane(
  context: CanvasRenderingContext2D,
  mark: FieldMark | HeatmapMark,
  scales: PictureScales,
  colours: PictureColours,
  imageOf: PlaneImage,
): void {
  const scale = colours.scales.find((each) => each.mark === mark);
  if (scale === undefined || mark.columns === 0 || mark.rows === 0) return;
  const image = imageOf(scale, mark.values, mark.columns, mark.rows);
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
  mark: PlacesMark,
  { frame, x, y }: PictureScales,
  colours: PictureColours,
): void {
  const { xs, ys } = mark;
  const colour = colours.ofItems(mark);
  const radius = radiusOf(xs.length);
  const isDetailed = xs.length <= MOST_SYMBOLS;
  context.globalAlpha = isDetailed ? 1 : 0.8;
  context.strokeStyle = colours.token('paper-raised');
  context.lineWidth = 1;
  if (typeof colour === 'string') context.fillStyle = colour;
  for (const { items, symbol } of parted(mark, colours)) {
    const shape = new Path2D();
    symbol.draw(shape, Math.PI * radius ** 2);
    for (const i of items) {
      const [left, top] = [x(xs[i] ?? NaN) - frame.x, y(ys[i] ?? NaN) - frame.y];
      const isSeen = left >= -radius && left <= frame.width + radius && top >= -radius && top <= frame.height + radius;
      if (!isSeen) continue;
      if (typeof colour !== 'string') context.fillStyle = colour[i] ?? '#808080';
      if (!isDetailed) {
        context.fillRect(frame.x + left - radius, frame.y + top - radius, 2 * radius, 2 * radius);
        continue;
      }
      context.translate(frame.x + left, frame.y + top);
      context.fill(shape);
      context.stroke(shape);
      context.translate(-frame.x - left, -frame.y - top);
    }
  }
  context.globalAlpha = 1;
}
