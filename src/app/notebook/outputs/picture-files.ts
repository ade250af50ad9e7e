import type { Picture } from '../../../protocol/picture';
import { pngOf, saveBlob, saveText, svgFile } from '../../charts/export';
import { pictureAsCsv } from '../../charts/picture/reading';

export function savePicture(box: HTMLElement | null, name: string): void {
  const file = fileOf(box);
  if (file !== undefined) saveText(file.svg, `${named(name)}.svg`, 'image/svg+xml');
}

export function savePictureAsPng(box: HTMLElement | null, name: string): void {
  const file = fileOf(box);
  if (file === undefined) return;
  void pngOf(file.svg, file.width, file.height).then((blob) => {
    saveBlob(blob, `${named(name)}.png`);
  });
}

export function savePictureAsCsv(picture: Picture, name: string): void {
  saveText(pictureAsCsv(picture), `${named(name)}.csv`, 'text/csv');
}

/** Returns a name for a file. */
function named(text: string): string {
  const plain = text
    .replace(/[^\p{L}\p{Nd}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return plain === '' ? 'picture' : plain;
}

/** Returns the drawing with what is painted below it. */
function fileOf(
  box: HTMLElement | null,
): { readonly svg: string; readonly width: number; readonly height: number } | undefined {
  const drawing = box?.querySelector<SVGSVGElement>('svg.picture-drawing');
  const canvas = box?.querySelector('canvas');
  if (drawing === null || drawing === undefined) return undefined;
  const { clientWidth: width, clientHeight: height } = drawing;
  const copy = drawing.cloneNode(true) as SVGSVGElement; // a clone has the class of its original
  copy.setAttribute('font-family', getComputedStyle(drawing).fontFamily.replaceAll('"', "'"));
  const contents: SVGElement[] = [copy];
  if (canvas !== null && canvas !== undefined && canvas.width > 0) {
    const image = document.createElementNS('http://www.w3.org/2000/svg', 'image');
    image.setAttribute('href', canvas.toDataURL('image/png'));
    image.setAttribute('width', String(width));
    image.setAttribute('height', String(height));
    contents.unshift(image);
  }
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  return { svg: svgFile(contents, { x: 0, y: 0, width, height }, paper), width, height };
}
