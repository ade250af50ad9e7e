import type { CurvePicture, FieldPicture, PlotSubject } from '../../../protocol/plot';
import { pngOf, saveBlob, saveText, standaloneSvg } from '../../charts/export';
import { exactNumber } from '../../kit/format';
import { curveAsCsv, csvField } from '../../charts/plane/plot';

export function savePlot(body: HTMLElement | null): void {
  const picture = pictureOf(body);
  if (picture !== undefined) saveText(picture.svg, 'plot.svg', 'image/svg+xml');
}

export function savePlotAsPng(body: HTMLElement | null): void {
  const picture = pictureOf(body);
  if (picture === undefined) return;
  void pngOf(picture.svg, picture.width, picture.height).then((blob) => {
    saveBlob(blob, 'plot.png');
  });
}

export function saveSamples(subject: PlotSubject, picture: CurvePicture | FieldPicture): void {
  const label = (leaf: number): string => subject.leaves[leaf]?.label ?? '';
  const text =
    picture.kind === 'curve'
      ? curveAsCsv(picture, label(picture.across))
      : fieldAsCsv(picture, label(picture.across), label(picture.up));
  saveText(text, 'plot.csv', 'text/csv');
}

/** One row per grid point; an empty field if there is no value. */
function fieldAsCsv({ x, y, size, values }: FieldPicture, across: string, up: string): string {
  const place = ([low, high]: readonly [number, number], at: number): string =>
    exactNumber(low + (at / (size - 1)) * (high - low));
  const rows = Array.from(values, (value, i) => {
    const places = `${place(x, i % size)},${place(y, Math.floor(i / size))}`;
    return `${places},${Number.isNaN(value) ? '' : exactNumber(value)}`;
  });
  return `${csvField(across)},${csvField(up)},f\n${rows.join('\n')}\n`;
}

/** Undefined if nothing is drawn. */
function pictureOf(
  body: HTMLElement | null,
): { readonly svg: string; readonly width: number; readonly height: number } | undefined {
  const content = body?.querySelector<SVGGElement>('.plot-content');
  const { clientWidth: width = 0, clientHeight: height = 0 } = content?.ownerSVGElement ?? {};
  if (content === null || content === undefined || width === 0) return undefined;
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  return { svg: standaloneSvg(content, { x: 0, y: 0, width, height }, paper), width, height };
}
