import type { Span } from '../../language/source/span';

/** Terms in the notation of Abadi & Plotkin, as lines of pieces, for panels and for copying as text and TeX. */
export interface Line {
  /** In units of two spaces. */
  readonly indent: number;
  readonly pieces: readonly Piece[];
}

/**
 * `name` is a variable, set in italics, its number as an index; `function` is an operation or a function of the
 * program, upright; `sub` is an index.
 */
export type PieceKind = 'text' | 'keyword' | 'name' | 'function' | 'number' | 'string' | 'sub';

export interface Piece {
  readonly kind: PieceKind;
  readonly text: string;
  /** The place in the text that it stands for. */
  readonly span?: Span;
  /** The index of the term whose head it is. */
  readonly node?: number;
  /** Marks the redex of a step, or the hole of a context. */
  readonly mark?: 'redex' | 'hole';
}

/** Lines that belong together; a short block is one line. */
export type Block = readonly Line[];

/** Longer lines are broken where possible. */
const WIDTH = 84;

export function piece(kind: PieceKind, text: string, span?: Span): Piece {
  return span === undefined ? { kind, text } : { kind, text, span };
}

export function text(value: string): Piece {
  return { kind: 'text', text: value };
}

export function keyword(value: string): Piece {
  return { kind: 'keyword', text: value };
}

export function block(...pieces: readonly Piece[]): Block {
  return [{ indent: 0, pieces }];
}

export function widthOf({ indent, pieces }: Line): number {
  return pieces.reduce((sum, { text: { length } }) => sum + length, 2 * indent);
}

function isFlat(blocks: readonly Block[], more: number): boolean {
  let width = more;
  for (const lines of blocks) {
    const [only] = lines;
    if (lines.length !== 1 || only === undefined) return false;
    width += widthOf(only);
  }
  return width <= WIDTH;
}

function flat(blocks: readonly Block[]): readonly Piece[] {
  return blocks.flatMap((lines) => lines.flatMap(({ pieces }) => pieces));
}

export function indented(lines: Block): Block {
  return lines.map((line) => ({ ...line, indent: line.indent + 1 }));
}

/** Puts pieces before the first line. */
export function before(pieces: readonly Piece[], lines: Block): Block {
  const [first, ...rest] = lines;
  if (first === undefined) return block(...pieces);
  return [{ indent: first.indent, pieces: [...pieces, ...first.pieces] }, ...rest];
}

/** Puts pieces after the last line. */
export function after(lines: Block, pieces: readonly Piece[]): Block {
  const last = lines.at(-1);
  if (last === undefined) return block(...pieces);
  return [...lines.slice(0, -1), { ...last, pieces: [...last.pieces, ...pieces] }];
}

/**
 * Joins blocks on one line if they fit; otherwise each block starts a line of its own, with the separators in front of
 * all but the first.
 */
export function joined(blocks: readonly Block[], separator: readonly Piece[]): Block {
  const room = separator.reduce((sum, { text: { length } }) => sum + length, 0) * (blocks.length - 1);
  if (isFlat(blocks, room)) {
    return block(...blocks.flatMap((lines, i) => [...(i === 0 ? [] : separator), ...flat([lines])]));
  }
  const leading = separator.map((each, i) => (i === 0 ? { ...each, text: each.text.trimStart() } : each));
  return blocks.flatMap((lines, i) => (i === 0 ? lines : before(leading, lines)));
}

/** Writes `open ... close` around a block: on the same line if it is one line, else around indented lines. */
export function enclosed(open: readonly Piece[], inner: Block, close: readonly Piece[]): Block {
  if (isFlat([inner], 2)) return block(...open, ...flat([inner]), ...close);
  const [first, ...rest] = inner;
  if (first === undefined) return block(...open, ...close);
  return after([{ indent: first.indent, pieces: [...open, ...first.pieces] }, ...indented(rest)], close);
}

/** Writes `head value tail` on one line, or the value below the head. */
export function headed(head: readonly Piece[], value: Block, tail: readonly Piece[]): Block {
  if (isFlat([block(...head), value, block(...tail)], 0)) return block(...head, ...flat([value]), ...tail);
  const trimmed = head.map((each, i) => (i === head.length - 1 ? { ...each, text: each.text.trimEnd() } : each));
  return [{ indent: 0, pieces: trimmed }, ...indented(after(value, tail))];
}

/** Returns the lines as text in the language's notation, as far as it has one. */
export function asText(lines: Block): string {
  return lines.map(({ indent, pieces }) => '  '.repeat(indent) + pieces.map(plainPiece).join('')).join('\n');
}

function plainPiece({ kind, text: value }: Piece): string {
  return kind === 'sub' ? `_${/^[\p{L}\d]+$/u.test(value) ? value : `{${value}}`}` : value;
}

/** Returns the lines as a TeX array, one row per line. */
export function asTex(lines: Block): string {
  const rows = lines.map(({ indent, pieces }) => `${'\\quad '.repeat(indent)}${pieces.map(texPiece).join('')}`);
  return `\\begin{array}{l}\n${rows.join(' \\\\\n')}\n\\end{array}`;
}

function texPiece({ kind, text: value }: Piece): string {
  switch (kind) {
    case 'keyword':
      return `${value.startsWith(' ') ? '\\ ' : ''}\\mathbf{${texText(value.trim())}}${value.endsWith(' ') ? '\\ ' : ''}`;
    case 'name':
      return texName(value);
    case 'function':
      return `\\operatorname{${texText(value)}}`;
    case 'string':
      return `\\text{${texText(value)}}`;
    case 'sub':
      return `_{${texSymbols(value)}}`;
    case 'text':
    case 'number':
      return texSymbols(value);
  }
}

/**
 * Splits a variable's name into its stem, the number at its end, and whether it is an adjoint, written with a prime.
 */
export function nameParts(name: string): { readonly stem: string; readonly index: string; readonly prime: boolean } {
  const match = /^(.*?)(?:_(?=\d))?(\d*)('?)((?:_\d+)?)$/u.exec(name);
  const [, stem = name, digits = '', prime = '', suffix = ''] = match ?? [];
  const index = [digits, suffix.slice(1)].filter((part) => part !== '').join(',');
  return { stem, index, prime: prime !== '' };
}

function texName(name: string): string {
  const { stem, index, prime } = nameParts(name);
  const base = stem.length === 1 ? stem : `\\mathit{${texText(stem)}}`;
  return `${prime ? `\\bar{${base}}` : base}${index === '' ? '' : `_{${index}}`}`;
}

function texText(value: string): string {
  return value.replace(/[\\{}$&#^_%~]/gu, (symbol) => TEX_ESCAPES[symbol] ?? symbol);
}

const TEX_ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\backslash ',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '#': '\\#',
  '^': '\\hat{\\ }',
  _: '\\_',
  '%': '\\%',
  '~': '\\sim ',
};

const TEX_SYMBOLS: Readonly<Record<string, string>> = {
  ℝ: '\\mathbb{R}',
  '×': '\\times ',
  '·': '\\cdot ',
  '⟨': '\\langle ',
  '⟩': '\\rangle ',
  '→': '\\to ',
  λ: '\\lambda ',
  '∗': '{\\ast}',
  '≤': '\\le ',
  '≥': '\\ge ',
  '≠': '\\ne ',
  '⋖': '\\lessdot ',
  '⋗': '\\gtrdot ',
  '∘': '\\circ ',
  '⇝': '\\leadsto ',
  '−': '-',
  '□': '[\\ ]',
  ' ': '\\ ',
};

function texSymbols(value: string): string {
  return Array.from(value, (symbol) => TEX_SYMBOLS[symbol] ?? TEX_ESCAPES[symbol] ?? symbol).join('');
}
