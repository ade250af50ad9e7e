import { tenth } from '../pixels';
import { drawEdge, drawTrunk, type Pen } from './geometry';
import { DASHES, type DeltaPalette, LOOKS, type NodeFont, type NodeLook, type TextColour } from './look';
import { type DrawnNode, drawnNode, type DrawnStructure, meets, type NodeText } from './node';
import type { DrawingState } from './state';

/** A part of the drawing. */
export interface PictureFrame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The colours and fonts of a picture, with its `@font-face` rules. */
export interface PictureStyle extends DeltaPalette {
  readonly fontFaces: string;
}

/**
 * Returns the nodes and edges in a frame as a compact SVG file: every box is drawn once and used by
 * name, every look is a class.
 */
export function deltaPicture(
  structure: DrawnStructure,
  state: DrawingState,
  frame: PictureFrame,
  style: PictureStyle,
): string {
  const { graph, placement } = structure;
  const { x, y, width, height } = frame;
  const shapes = new Map<string, Shape>();
  const nodes: string[] = [];
  for (let index = 0; index < graph.count; index++) {
    const node = drawnNode(structure, state, index);
    if (meets(node.box, x, y, x + width, y + height)) nodes.push(nodeIn(node, shapes));
  }
  const edges: string[] = [];
  const pen = new PicturePath(frame, edges);
  for (let index = 0; index < graph.count; index++) {
    drawTrunk(pen, graph, placement, index);
    for (const slot of [2 * index, 2 * index + 1]) drawEdge(pen, graph, placement, slot, true);
  }
  pen.end();
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[x, y, width, height].map(tenth).join(' ')}" width="${tenth(width)}" height="${tenth(height)}">`,
    `<style>${style.fontFaces}${rulesOf(style)}</style>`,
    `<defs>${Array.from(shapes.values(), ({ text }) => text).join('')}</defs>`,
    `<rect x="${tenth(x)}" y="${tenth(y)}" width="${tenth(width)}" height="${tenth(height)}" class="ground"/>`,
    ...edges.map((path) => `<path class="edge" d="${path}"/>`),
    ...nodes,
    '</svg>',
  ].join('\n');
}

/** Short, because every text has them; the look that most texts have needs no class. */
const FONT_CLASSES: Readonly<Record<NodeFont, string>> = { name: 'n', operator: 'o', code: '' };
const ANCHOR_CLASSES: Readonly<Record<NodeText['anchor'], string>> = { start: '', middle: 'm', end: 'e' };
const COLOUR_CLASSES: Readonly<Record<TextColour, string>> = { ink: '', structure: 's', primal: 'p', cotangent: 'c' };
const COLOURED = ['structure', 'primal', 'cotangent'] as const;

/** The rules of roles stand in the order in which they override each other. */
function rulesOf({ colours, fonts }: DeltaPalette): string {
  const font = (name: NodeFont): string => `font:${fonts[name].replaceAll('"', "'")}`;
  return [
    `.edge{fill:none;stroke:${colours['rule-strong']};stroke-width:1.25}`,
    `rect{fill:${colours.paper};stroke:${colours['rule-strong']};stroke-width:1.25}.ground{fill:${colours['paper-raised']};stroke:none}`,
    ...Object.entries(LOOKS).map(([role, look]) => `.${role}{${declarations(look, colours)}}`),
    `text{fill:${colours.ink};${font('code')}}.n{${font('name')}}.o{${font('operator')}}.m{text-anchor:middle}.e{text-anchor:end}`,
    ...COLOURED.map((name) => `.${COLOUR_CLASSES[name]}{fill:${colours[name]}}`),
  ].join('');
}

function declarations(look: Partial<NodeLook>, colours: DeltaPalette['colours']): string {
  return [
    look.fill && `fill:${colours[look.fill]}`,
    look.stroke && `stroke:${colours[look.stroke]}`,
    look.width !== undefined && `stroke-width:${look.width}`,
    look.dashed === true && `stroke-dasharray:${DASHES.join(' ')}`,
    look.opacity !== undefined && `opacity:${look.opacity}`,
  ]
    .filter((declaration) => typeof declaration === 'string')
    .join(';');
}

interface Shape {
  readonly id: string;
  readonly text: string;
}

function nodeIn({ box, roles, texts }: DrawnNode, shapes: Map<string, Shape>): string {
  // The texts of a faint node are faint, too.
  const look = roles.filter((role) => role !== 'unused').join(' ');
  const key = `${box.width} ${box.height} ${look}`;
  const known = shapes.get(key);
  const id = known?.id ?? `s${shapes.size}`;
  const { x, y, width, height, corner } = box;
  if (known === undefined)
    shapes.set(key, {
      id,
      text: `<rect id="${id}" class="${look}" x="${tenth(-width / 2)}" y="${tenth(-height / 2)}" width="${tenth(width)}" height="${tenth(height)}" rx="${tenth(corner)}"/>`,
    });
  const parts = `<use href="#${id}" x="${tenth(x)}" y="${tenth(y)}"/>${texts.map(textIn).join('')}`;
  return roles.includes('unused') ? `<g class="unused">${parts}</g>` : parts;
}

function textIn({ text, x, y, anchor, font, colour }: NodeText): string {
  const classes = [FONT_CLASSES[font], ANCHOR_CLASSES[anchor], COLOUR_CLASSES[colour]].filter((name) => name !== '');
  const look = classes.length === 0 ? '' : ` class="${classes.join(' ')}"`;
  return `<text${look} x="${tenth(x)}" y="${tenth(y)}">${escaped(text)}</text>`;
}

/** Lines that are within a frame, many in one path. */
class PicturePath implements Pen {
  readonly #frame: PictureFrame;
  readonly #paths: string[];
  #line = '';
  #path = '';
  #low: [number, number] = [0, 0];
  #high: [number, number] = [0, 0];

  constructor(frame: PictureFrame, paths: string[]) {
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

/** Longer paths are slow in drawing programs. */
const LONGEST_PATH = 20_000;

function escaped(text: string): string {
  return text.replace(/[&<>]/g, (sign) => (sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;'));
}
