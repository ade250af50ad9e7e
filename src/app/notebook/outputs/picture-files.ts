import type { Picture } from '../../../protocol/picture';
import { pngOf, saveBlob, saveText, svgFile } from '../../charts/export';
import type { PictureColours } from '../../charts/picture/colours';
import { brief, endsOf, pictureAsCsv } from '../../charts/picture/reading';
import { store } from '../../store/store';

export function savePicture(box: HTMLElement | null, title: string | undefined, colours: PictureColours): void {
  const file = fileOf(box, title, colours);
  if (file !== undefined) saveText(file.svg, `${named(title ?? '')}.svg`, 'image/svg+xml');
}

export function savePictureAsPng(box: HTMLElement | null, title: string | undefined, colours: PictureColours): void {
  const file = fileOf(box, title, colours);
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
/** The width of a scale of colours, and of a band of one colour in it. */
const SCALE = 96;
const BAND = 4;

interface PictureFile {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
}

/** Returns the drawing with its title, what is painted below it, and its legend. */
function fileOf(box: HTMLElement | null, title: string | undefined, colours: PictureColours): PictureFile | undefined {
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
  const before = contents.length;
  const place = (room: number): void => {
    if (x > 16 && x + room > width) [x, y] = [16, y + LEGEND];
  };
  const write = (text: string): void => {
    contents.push(element('text', { ...written, x, y: y + 5 }, text));
    x += 8 * text.length + 16;
  };
  for (const { name, colour } of colours.legend) {
    const text = brief(name);
    place(32 + 8 * text.length);
    contents.push(element('circle', { cx: x + 6, cy: y, r: 5, fill: colour }));
    x += 16;
    write(text);
  }
  for (const scale of colours.scales) {
    const [low, high] = endsOf(scale);
    place(SCALE + 8 * (low + high).length + 40);
    if (low !== '') write(low);
    for (let at = 0; at < SCALE; at += BAND) {
      const fill = scale.colour(scale.low * (1 - at / SCALE) + scale.high * (at / SCALE));
      contents.push(element('rect', { x: x + at, y: y - 6, width: BAND, height: 12, fill }));
    }
    x += SCALE + 8;
    write(high);
  }
  const height = contents.length === before ? top + clientHeight : y + LEGEND / 2;
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
  tag: 'text' | 'circle' | 'image' | 'rect',
  attributes: Readonly<Record<string, string | number>>,
  content = '',
): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.textContent = content;
  return made;
}
