import type { Picture } from '../../../protocol/picture';
import { pngOf, saveBlob, saveText, svgFile } from '../../charts/export';
import type { LegendName } from '../../charts/picture/colours';
import { brief, pictureAsCsv } from '../../charts/picture/reading';
import { store } from '../../store/store';

export function savePicture(box: HTMLElement | null, title: string | undefined, legend: readonly LegendName[]): void {
  const file = fileOf(box, title, legend);
  if (file !== undefined) saveText(file.svg, `${named(title ?? '')}.svg`, 'image/svg+xml');
}

export function savePictureAsPng(
  box: HTMLElement | null,
  title: string | undefined,
  legend: readonly LegendName[],
): void {
  const file = fileOf(box, title, legend);
  if (file === undefined) return;
  pngOf(file.svg, file.width, file.height).then(
    (blob) => {
      saveBlob(blob, `${named(title ?? '')}.png`);
    },
    () => {
      store.getState().notify('warning', 'The browser could not write the picture as PNG. Save it as SVG instead.');
    },
  );
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

const TITLE = 28;
const LEGEND = 24;

interface PictureFile {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Returns the drawing with its title, what is painted below it, and its legend. */
function fileOf(
  box: HTMLElement | null,
  title: string | undefined,
  legend: readonly LegendName[],
): PictureFile | undefined {
  const drawing = box?.querySelector<SVGSVGElement>('svg.picture-drawing');
  const canvas = box?.querySelector('canvas');
  if (drawing === null || drawing === undefined) return undefined;
  const { clientWidth: width, clientHeight } = drawing;
  const { color, fontFamily } = getComputedStyle(document.body);
  const written = { 'font-family': fontFamily.replaceAll('"', "'"), 'font-size': '14', fill: color };
  const top = title === undefined ? 0 : TITLE;
  const copy = drawing.cloneNode(true) as SVGSVGElement; // a clone has the class of its original
  copy.setAttribute('font-family', written['font-family']);
  copy.setAttribute('y', String(top));
  const contents: SVGElement[] = [copy];
  if (canvas !== null && canvas !== undefined && canvas.width > 0) {
    const href = canvas.toDataURL('image/png');
    contents.unshift(element('image', { href, y: top, width, height: clientHeight }));
  }
  contents.push(...rings(box, top, written));
  if (title !== undefined)
    contents.push(element('text', { ...written, 'font-weight': 600, x: 12, y: 19 }, brief(title)));
  let [x, y] = [16, top + clientHeight + LEGEND / 2];
  for (const { name, colour } of legend) {
    const text = brief(name);
    const room = 32 + 8 * text.length;
    if (x > 16 && x + room > width) [x, y] = [16, y + LEGEND];
    contents.push(element('circle', { cx: x + 6, cy: y, r: 5, fill: colour }));
    contents.push(element('text', { ...written, x: x + 16, y: y + 5 }, text));
    x += room;
  }
  const height = legend.length === 0 ? top + clientHeight : y + LEGEND / 2;
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  return { svg: svgFile(contents, { x: 0, y: 0, width, height }, paper), width, height };
}

/** Returns the handles of inputs that are points, with their names, as the page shows them. */
function rings(box: HTMLElement | null, top: number, written: Readonly<Record<string, string>>): readonly SVGElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('.picture-handle') ?? [])].flatMap((handle) => {
    const { left, top: down } = handle.style;
    const [x, y] = [parseFloat(left), top + parseFloat(down)];
    const dashes = handle.classList.contains('far') ? { 'stroke-dasharray': '5 4' } : {};
    const stroke = getComputedStyle(handle).borderTopColor;
    return [
      element('circle', { cx: x, cy: y, r: 10.5, fill: 'none', stroke, 'stroke-width': 3, ...dashes }),
      element('text', { ...written, 'font-size': 13, 'text-anchor': 'middle', x, y: y - 16 }, handle.textContent),
    ];
  });
}

function element(
  tag: 'text' | 'circle' | 'image',
  attributes: Readonly<Record<string, string | number>>,
  content = '',
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = content;
  return made;
}
