import type { DeltaPayload } from '../../../protocol/messages';
import type { DeltaColours } from './canvas';
import { drawEdge, drawTrunk, type Pen, type Placement } from './geometry';
import { cornerOf, type DeltaGraph, nodeLabel } from './graph';
import { boxNumber } from './numbers';
import { isUsed } from './state';
import { receivedBy, type Sweep } from './sweep';

export interface Drawn {
  readonly payload: DeltaPayload;
  readonly graph: DeltaGraph;
  readonly placement: Placement;
  readonly sweep: Sweep;
}

/** A part of the drawing. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The colours and fonts of a picture, with the `@font-face` rules that it brings along. */
export interface PictureStyle extends DeltaColours {
  readonly fontFaces: string;
}

/** Pieces of a file, short and alike: every box is drawn once and used by name, every look is a class. */
export function deltaPicture(drawn: Drawn, frame: Frame, style: PictureStyle): string {
  const { graph, placement } = drawn;
  const shapes = new Map<string, Shape>();
  const nodes: string[] = [];
  for (let index = 0; index < graph.count; index++)
    if (isIn(drawn, index, frame)) writeNode(drawn, index, shapes, nodes);
  const edges: string[] = [];
  const pen = new PicturePath(frame, edges);
  for (let index = 0; index < graph.count; index++) {
    drawTrunk(pen, graph, placement, index);
    for (const slot of [2 * index, 2 * index + 1]) drawEdge(pen, graph, placement, slot, true);
  }
  pen.end();
  const { x, y, width, height } = frame;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[x, y, width, height].map(tenth).join(' ')}" width="${tenth(width)}" height="${tenth(height)}">`,
    `<style>${style.fontFaces}${rulesOf(style)}</style>`,
    `<defs>${Array.from(shapes.values(), ({ text }) => text).join('')}</defs>`,
    `<rect x="${tenth(x)}" y="${tenth(y)}" width="${tenth(width)}" height="${tenth(height)}" class="g"/>`,
    ...edges.map((path) => `<path class="e" d="${path}"/>`),
    ...nodes,
    '</svg>',
  ].join('\n');
}

function rulesOf(style: PictureStyle): string {
  const font = (text: string, family: string): string => `font:${text} ${family.replaceAll('"', "'")};`;
  return [
    `.e{fill:none;stroke:${style.rule};stroke-width:1.25}`,
    `rect{fill:${style.paper};stroke:${style.structure};stroke-width:1.25}`,
    `.g{stroke:none}.i{fill:${style.primalWash};stroke:${style.primal}}.o{stroke:${style.rule}}.x{stroke-width:2.5}.w{stroke-dasharray:4 3}.u{opacity:.5}`,
    `text{fill:${style.ink};${font('14px', style.codeFont)}}`,
    `.n{${font('italic 600 19px', style.proseFont)}}.k{${font('15px', style.uiFont)}}`,
    `.m,.k{text-anchor:middle}.r,.p{text-anchor:end}.r{fill:${style.cotangent}}.p,.q{fill:${style.primal}}`,
  ].join('');
}

function isIn({ graph, placement }: Drawn, index: number, frame: Frame): boolean {
  const width = (graph.widths[index] ?? 0) / 2;
  const height = (graph.heights[index] ?? 0) / 2;
  const x = placement.x[index] ?? 0;
  const y = placement.y[index] ?? 0;
  return (
    x + width >= frame.x &&
    x - width <= frame.x + frame.width &&
    y + height >= frame.y &&
    y - height <= frame.y + frame.height
  );
}

interface Shape {
  readonly id: string;
  readonly text: string;
}

function writeNode(drawn: Drawn, index: number, shapes: Map<string, Shape>, lines: string[]): void {
  const { payload, graph, placement, sweep } = drawn;
  const kind = graph.kinds[index] ?? 'zero';
  const node = graph.nodes[index] ?? 0;
  const width = graph.widths[index] ?? 0;
  const height = graph.heights[index] ?? 0;
  const x = placement.x[index] ?? 0;
  const y = placement.y[index] ?? 0;
  const variable = kind === 'input' || kind === 'binding';
  const box = graph.boxes.has(index);
  const look = [
    kind === 'input' ? 'i' : variable ? '' : 'o',
    box || node === payload.result ? 'x' : '',
    graph.wrapper[index] === 1 ? 'w' : '',
  ]
    .filter((name) => name !== '')
    .join(' ');
  const key = `${width} ${height} ${look}`;
  const id = shapes.get(key)?.id ?? `s${shapes.size}`;
  if (!shapes.has(key))
    shapes.set(key, {
      id,
      text: `<rect id="${id}" class="${look}" x="${tenth(-width / 2)}" y="${tenth(-height / 2)}" width="${tenth(width)}" height="${tenth(height)}" rx="${tenth(cornerOf(graph, index))}"/>`,
    });
  const parts = [`<use href="#${id}" x="${tenth(x)}" y="${tenth(y)}"/>`];
  const write = (text: string, look: string, right: number, below: number): void => {
    if (text !== '')
      parts.push(`<text class="${look}" x="${tenth(x + right)}" y="${tenth(y + below)}">${escaped(text)}</text>`);
  };
  const inset = width / 2 - (kind === 'input' ? 16 : 9);
  const label = nodeLabel(payload, graph, index);
  const card = graph.cards[index] === 1 || box;
  if (!variable) write(label, 'k', 0, kind === 'scale' ? -4 : 5);
  else write(label, card ? 'm' : 'n', card ? 0 : -inset, -5);
  if (kind === 'scale' && !box) write(boxNumber(payload.coefficients[node] ?? NaN), 'm', 0, 14);
  if (graph.bare[index] !== 1 && variable) {
    const primal = payload.coefficients[node] ?? NaN;
    if (!Number.isNaN(primal)) write(boxNumber(primal), card ? 'q' : 'p', card ? -inset : inset, card ? 17 : -5);
    const received = receivedBy(sweep, node, sweep.count);
    if (received !== undefined) write(boxNumber(received), 'r', inset, 17);
  }
  lines.push(isUsed(graph, sweep, index) ? parts.join('') : `<g class="u">${parts.join('')}</g>`);
}

/** Lines that are within a frame, many in one path. */
class PicturePath implements Pen {
  readonly #frame: Frame;
  readonly #paths: string[];
  #line = '';
  #path = '';
  #low: [number, number] = [0, 0];
  #high: [number, number] = [0, 0];

  constructor(frame: Frame, paths: string[]) {
    this.#frame = frame;
    this.#paths = paths;
  }

  moveTo(x: number, y: number): void {
    this.#finish();
    this.#line = `M${tenth(x)} ${tenth(y)}`;
    this.#low = [x, y];
    this.#high = [x, y];
  }

  lineTo(x: number, y: number): void {
    this.#meet(x, y);
    this.#line += `L${tenth(x)} ${tenth(y)}`;
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    for (const [u, v] of [
      [x1, y1],
      [x2, y2],
      [x, y],
    ] as const)
      this.#meet(u, v);
    this.#line += `C${tenth(x1)} ${tenth(y1)} ${tenth(x2)} ${tenth(y2)} ${tenth(x)} ${tenth(y)}`;
  }

  end(): void {
    this.#finish();
    if (this.#path !== '') this.#paths.push(this.#path);
    this.#path = '';
  }

  #meet(x: number, y: number): void {
    this.#low = [Math.min(this.#low[0], x), Math.min(this.#low[1], y)];
    this.#high = [Math.max(this.#high[0], x), Math.max(this.#high[1], y)];
  }

  #finish(): void {
    const { x, y, width, height } = this.#frame;
    const seen = this.#high[0] >= x && this.#low[0] <= x + width && this.#high[1] >= y && this.#low[1] <= y + height;
    if (seen) this.#path += this.#line;
    this.#line = '';
    if (this.#path.length < LONGEST_PATH) return;
    this.#paths.push(this.#path);
    this.#path = '';
  }
}

/** Longer paths are slow in programs that draw. */
const LONGEST_PATH = 20_000;

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
}
