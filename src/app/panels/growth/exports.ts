import type { Growth } from '../../../protocol/growth';
import { pngOf, saveBlob, saveText, standaloneSvg } from '../../charts/export';
import { growthAsCsv } from '../../charts/series/growth';
import { METER_KEYS } from '../shared/meters';

export function saveGrowthCurves(body: HTMLElement | null): void {
  const picture = pictureOf(body);
  if (picture !== undefined) saveText(picture.svg, 'growth.svg', 'image/svg+xml');
}

export function saveGrowthCurvesAsPng(body: HTMLElement | null): void {
  const picture = pictureOf(body);
  if (picture === undefined) return;
  void pngOf(picture.svg, picture.width, picture.height).then((blob) => {
    saveBlob(blob, 'growth.png');
  });
}

export function saveMeters(growth: Growth): void {
  saveText(growthAsCsv(growth, METER_KEYS), 'growth.csv', 'text/csv');
}

/** Undefined if nothing is drawn. */
function pictureOf(
  body: HTMLElement | null,
): { readonly svg: string; readonly width: number; readonly height: number } | undefined {
  const content = body?.querySelector<SVGGElement>('.growth-content');
  const { clientWidth: width = 0, clientHeight: height = 0 } = content?.ownerSVGElement ?? {};
  if (content === null || content === undefined || width === 0) return undefined;
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  return { svg: standaloneSvg(content, { x: 0, y: 0, width, height }, paper), width, height };
}
