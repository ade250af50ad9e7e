import type { DrawnGraph } from './graph';
import { drawEdge, drawTrunk, type Pen, type GraphPlacement } from './geometry';
import { type DeltaColour, LOOKS, type NodeFont, type NodeLook } from './look';
import { type DrawnNode, drawnNode, type DrawnStructure, type NodeText } from './node';
import type { DrawingState } from './state';

/** TeX runs out of memory on larger pictures, and no length may exceed 16,383 pt. */
const MOST_IN_TIKZ = 1_500;
const LONGEST = 16_000;
const POINTS = 0.75;

/** Whether TeX can take the drawing. */
export function fitsTikz(graph: DrawnGraph, placement: GraphPlacement): boolean {
  return graph.count <= MOST_IN_TIKZ && POINTS * Math.max(placement.width, placement.height) < LONGEST;
}

/** Returns the drawing as a LaTeX document with the positions and numbers of the page, in its light colours. */
export function deltaTikz(structure: DrawnStructure, state: DrawingState): string {
  const { graph, placement } = structure;
  const lines: string[] = [];
  for (let index = 0; index < graph.count; index++) {
    const pen = new TikzPath();
    drawTrunk(pen, graph, placement, index);
    for (const slot of [2 * index, 2 * index + 1]) drawEdge(pen, graph, placement, slot, true);
    lines.push(...pen.lines.map((path) => `\\draw[delta edge] ${path};`));
  }
  for (let index = 0; index < graph.count; index++) lines.push(...nodeIn(drawnNode(structure, state, index), index));
  return [...PREAMBLE, ...lines.map((line) => `  ${line}`), '\\end{tikzpicture}', '\\end{document}', ''].join('\n');
}

const COLOURS: Readonly<Record<DeltaColour, string>> = {
  paper: 'white',
  'paper-raised': 'white',
  ink: 'black',
  'ink-soft': 'structure',
  'rule-strong': 'structure',
  structure: 'structure',
  primal: 'primal',
  'primal-wash': 'primal!8',
  cotangent: 'cotangent',
  'cotangent-wash': 'cotangent!8',
  highlight: 'yellow!40',
  'focus-ring': 'primal',
};

const FONTS: Readonly<Record<NodeFont, string>> = { name: '\\large\\itshape', operator: '\\small', code: '\\small' };

/** On the baseline, as in the other pictures. */
const ANCHORS: Readonly<Record<NodeText['anchor'], string>> = {
  start: 'base west',
  middle: 'base',
  end: 'base east',
};

/** A style a role, in the order in which the looks override each other. */
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
  ...Object.entries(LOOKS).map(([role, look]) => `  delta ${role}/.style={${optionsOf(look)}},`),
  ...Object.entries(FONTS).map(([font, commands]) => `  delta ${font} text/.style={inner sep=0pt, font=${commands}},`),
  ']',
];

function optionsOf({ fill, stroke, width, dashed, opacity }: Partial<NodeLook>): string {
  return [
    fill && `fill=${COLOURS[fill]}`,
    width === 0 ? 'draw=none' : stroke && `draw=${COLOURS[stroke]}`,
    width !== undefined && width > 0 && `line width=${points(width)}pt`,
    dashed === true && 'dashed',
    opacity !== undefined && `opacity=${opacity}`,
  ]
    .filter((option) => typeof option === 'string')
    .join(', ');
}

function nodeIn({ box, roles, texts }: DrawnNode, index: number): readonly string[] {
  const { x, y, width, height } = box;
  const styles = ['node', ...roles].map((role) => `delta ${role}`).join(', ');
  // TeX draws no corner that is rounder than half the height.
  const corner = points(Math.min(box.corner, height / 2 - 1));
  const size = `rounded corners=${corner}pt, minimum width=${points(width)}pt, minimum height=${points(height)}pt`;
  const faint = roles.includes('unused') ? ', delta unused' : '';
  return [
    `\\node[${styles}, ${size}] (n${index}) at ${point(x, y)} {};`,
    ...texts.map(({ text, x, y, anchor, font, colour }) => {
      const options = `delta ${font} text, anchor=${ANCHORS[anchor]}, text=${COLOURS[colour]}${faint}`;
      return `\\node[${options}] at ${point(x, y)} {${texEscaped(text)}};`;
    }),
  ];
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
  '-': '\\ensuremath{-}',
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

/** Returns text that LaTeX prints literally; an unknown character is printed as its code. */
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
