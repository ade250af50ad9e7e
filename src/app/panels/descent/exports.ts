import type { Series } from '../../../protocol/messages';
import { saveText, standaloneSvg, styledCopy, svgFile } from '../../charts/export';
import { curvesOf, seriesAsCsv } from '../../charts/series/series';

const SVG = 'image/svg+xml';
const LEGEND = 24;

/** Saves the charts of the panel below each other, each with its legend. */
export function saveDescentCurves(body: HTMLElement | null): void {
  const text = curvesAsSvg(body);
  if (text !== undefined) saveText(text, 'descent.svg', SVG);
}

export function savePath(body: HTMLElement | null): void {
  const text = pathAsSvg(body);
  if (text !== undefined) saveText(text, 'path.svg', SVG);
}

export function saveNumbers(series: readonly Series[]): void {
  saveText(seriesAsCsv(series.flatMap(curvesOf)), 'descent.csv', 'text/csv');
}

function pathAsSvg(body: HTMLElement | null): string | undefined {
  const content = body?.querySelector<SVGGElement>('.path-content');
  const svg = content?.ownerSVGElement;
  if (content === null || content === undefined || svg === null || svg === undefined) return undefined;
  return standaloneSvg(content, { x: 0, y: 0, width: svg.clientWidth, height: svg.clientHeight }, paper());
}

function curvesAsSvg(body: HTMLElement | null): string | undefined {
  const pieces: SVGElement[] = [];
  let width = 0;
  let height = 0;
  for (const figure of body?.querySelectorAll('.series-figure') ?? []) {
    const svg = figure.querySelector<SVGSVGElement>('.series');
    const content = svg?.querySelector('g');
    if (svg === null || content === null || content === undefined) continue;
    const copy = styledCopy(content);
    copy.setAttribute('transform', `translate(0 ${height + LEGEND})`);
    pieces.push(...legendOf(figure, height + LEGEND / 2), copy);
    width = Math.max(width, svg.clientWidth);
    height += LEGEND + svg.clientHeight;
  }
  return pieces.length === 0 ? undefined : svgFile(pieces, { x: 0, y: 0, width, height }, paper());
}

/** The legend of a chart as SVG: a sample of each line with its label. */
function legendOf(figure: Element, y: number): readonly SVGElement[] {
  let x = 64;
  return Array.from(figure.querySelectorAll('.series-key:not(.off)')).flatMap((key) => {
    const sample = key.querySelector<SVGPathElement>('path');
    const label = key.querySelector('.series-label');
    if (sample === null || label === null) return [];
    const text = label.textContent;
    const { stroke, strokeWidth } = getComputedStyle(sample);
    const line = svgElement('path', {
      d: `M${x} ${y}h24`,
      stroke,
      'stroke-width': strokeWidth,
      'stroke-dasharray': sample.getAttribute('stroke-dasharray') ?? '',
      fill: 'none',
    });
    const { color, fontFamily } = getComputedStyle(label);
    const name = svgElement('text', {
      x: String(x + 30),
      y: String(y + 4),
      fill: color,
      'font-family': fontFamily.replace(/"/g, "'"),
      'font-size': '14px',
    });
    name.textContent = text;
    x += 30 + 9 * text.length + 16;
    return [line, name];
  });
}

function svgElement(tag: 'path' | 'text', attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function paper(): string {
  return getComputedStyle(document.documentElement).backgroundColor;
}
