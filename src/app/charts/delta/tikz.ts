import { type DeltaGraph, nodeLabel } from './graph';
import { drawEdge, drawTrunk, type Pen, type Placement } from './geometry';
import type { DeltaPayload } from '../../../protocol/messages';
import { boxNumber } from './numbers';
import { receivedBy, type Sweep } from './sweep';

/** TeX runs out of memory on larger pictures, and no length may exceed 16,383 pt. */
const MOST_IN_TIKZ = 1_500;
const LONGEST = 16_000;
const POINTS = 0.75;

/** Whether TeX can take the drawing. */
export function fitsTikz(graph: DeltaGraph, placement: Placement): boolean {
  return graph.count <= MOST_IN_TIKZ && POINTS * Math.max(placement.width, placement.height) < LONGEST;
}

/** The drawing as a LaTeX document of one picture: places, lines and numbers are those of the page, in its light colours. */
export function deltaTikz(payload: DeltaPayload, graph: DeltaGraph, placement: Placement, sweep: Sweep): string {
  const lines: string[] = [];
  for (let index = 0; index < graph.count; index++) {
    const pen = new TikzPath();
    drawTrunk(pen, graph, placement, index);
    for (const slot of [2 * index, 2 * index + 1]) drawEdge(pen, graph, placement, slot, true);
    lines.push(...pen.lines.map((path) => `\\draw[delta edge] ${path};`));
  }
  for (let index = 0; index < graph.count; index++) lines.push(...nodeOf(payload, graph, placement, sweep, index));
  return [...PREAMBLE, ...lines.map((line) => `  ${line}`), '\\end{tikzpicture}', '\\end{document}', ''].join('\n');
}

const PREAMBLE = [
  '\\documentclass[tikz,border=6pt]{standalone}',
  '\\definecolor{primal}{HTML}{1B4F95}',
  '\\definecolor{cotangent}{HTML}{B1361A}',
  '\\definecolor{structure}{HTML}{68625A}',
  '\\begin{document}',
  '\\begin{tikzpicture}[',
  '  x=1pt, y=1pt,',
  '  delta edge/.style={structure, line width=0.8pt},',
  '  delta node/.style={draw=structure, fill=white, line width=0.9pt, inner sep=0pt},',
  '  delta operator/.style={delta node, rounded corners=10pt},',
  '  delta input/.style={delta node, draw=primal, fill=primal!8, rounded corners=16pt},',
  '  delta box/.style={delta node, line width=1.8pt},',
  '  delta wrapper/.style={dashed},',
  '  delta text/.style={inner sep=0pt, font=\\small},',
  ']',
];

function nodeOf(
  payload: DeltaPayload,
  graph: DeltaGraph,
  placement: Placement,
  sweep: Sweep,
  index: number,
): readonly string[] {
  const x = placement.x[index] ?? 0;
  const y = placement.y[index] ?? 0;
  if (graph.joins[index] === 1) return [`\\fill[structure] ${point(x, y)} circle (1.5pt);`];
  const node = graph.nodes[index] ?? 0;
  const kind = graph.kinds[index] ?? 'zero';
  const width = graph.widths[index] ?? 0;
  const height = graph.heights[index] ?? 0;
  const variable = kind === 'input' || kind === 'binding';
  const box = graph.boxes.has(index);
  const style = box ? 'delta box' : kind === 'input' ? 'delta input' : variable ? 'delta node' : 'delta operator';
  const wrapper = graph.wrapper[index] === 1 ? ', delta wrapper' : '';
  const size = `minimum width=${points(width)}pt, minimum height=${points(height)}pt`;
  const lines = [`\\node[${style}${wrapper}, ${size}] (n${index}) at ${point(x, y)} {};`];
  const write = (text: string, options: string, right: number, below: number): void => {
    lines.push(`\\node[delta text, ${options}] at ${point(x + right, y + below)} {${text}};`);
  };
  const number = (value: number): string => `$${texEscaped(boxNumber(value))}$`;
  const inset = width / 2 - (kind === 'input' ? 16 : 9);
  const label = nodeLabel(payload, graph, index);
  if (!variable) {
    write(texEscaped(label), 'anchor=center', 0, kind === 'scale' ? -9 : 0);
    if (kind === 'scale') write(number(payload.coefficients[node] ?? NaN), 'anchor=center', 0, 9);
    return lines;
  }
  const wide = graph.cards[index] === 1 || box;
  const primal = payload.coefficients[node] ?? NaN;
  write(texEscaped(label), wide ? 'anchor=center' : 'anchor=west, font=\\small\\itshape', wide ? 0 : -inset, -10);
  if (graph.bare[index] === 1) return lines;
  if (!Number.isNaN(primal)) write(number(primal), 'anchor=east, primal', inset, wide ? 11 : -10);
  const received = receivedBy(sweep, node, sweep.count);
  if (received !== undefined) write(number(received), 'anchor=east, cotangent', inset, 11);
  return lines;
}

function points(pixels: number): number {
  return Math.round(pixels * POINTS * 10) / 10;
}

/** TeX's y grows upwards. */
function point(x: number, y: number): string {
  return `(${points(x)},${points(-y)})`;
}

/** One path for each `moveTo`. */
class TikzPath implements Pen {
  readonly lines: string[] = [];

  moveTo(x: number, y: number): void {
    this.lines.push(point(x, y));
  }

  lineTo(x: number, y: number): void {
    this.extend(` -- ${point(x, y)}`);
  }

  bezierCurveTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.extend(` .. controls ${point(x1, y1)} and ${point(x2, y2)} .. ${point(x, y)}`);
  }

  private extend(by: string): void {
    this.lines.push(`${this.lines.pop() ?? ''}${by}`);
  }
}

const SPECIALS: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  '−': '\\ensuremath{-}',
  '·': '\\ensuremath{\\cdot}',
  '∞': '\\ensuremath{\\infty}',
  '∂': '\\ensuremath{\\partial}',
  '…': '\\dots{}',
  '⁻': '\\textsuperscript{\\ensuremath{-}}',
};

const GREEK =
  'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi o pi rho varsigma sigma tau upsilon phi chi psi omega'.split(
    ' ',
  );

/** Text that LaTeX prints as it stands, whatever it holds: a letter that it has no name for, by its code. */
export function texEscaped(text: string): string {
  return Array.from(text, (letter) => {
    const special = SPECIALS[letter];
    if (special !== undefined) return special;
    if ('#$%&_{}'.includes(letter)) return `\\${letter}`;
    if (letter >= ' ' && letter <= '~') return letter;
    const greek = GREEK[(letter.codePointAt(0) ?? 0) - 0x3b1];
    if (greek !== undefined) return greek === 'o' ? 'o' : `\\ensuremath{\\${greek}}`;
    return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  }).join('');
}
