import type { Diagnostic } from './diagnostic';
import { originOf, ownCount, writtenText } from './imported';
import type { Span } from './span';

/** The offsets at which the lines of a text start; the first is 0. */
export type LineIndex = readonly number[];

/** A line and a column, both from 1; columns count UTF-16 code units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The index of the last text, because callers ask for many places of one text in a row. */
let last: { readonly text: string; readonly index: LineIndex } | undefined;

export function lineIndex(text: string): LineIndex {
  if (last?.text !== text) last = { text, index: startsOf(text) };
  return last.index;
}

function startsOf(text: string): LineIndex {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

export function positionAt(index: LineIndex, offset: number): Position {
  let low = 0;
  let high = index.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((index[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (index[low] ?? 0) + 1 };
}

/**
 * Returns a diagnostic as plain text, with its source lines and carets. `texts` holds the text of each cell; places in
 * the prelude are named but not shown. The result has no trailing line break.
 */
export function renderDiagnostic(diagnostic: Diagnostic, texts: readonly string[], fileName: string): string {
  const lines = [`${diagnostic.severity}[${diagnostic.code}]: ${diagnostic.message}`];
  lines.push(...renderPlace(diagnostic.span, texts, fileName));
  for (const place of diagnostic.related) {
    lines.push(`  note: ${place.message}`, ...renderPlace(place.span, texts, fileName));
  }
  if (diagnostic.hint !== undefined) lines.push(`  hint: ${diagnostic.hint}`);
  return lines.join('\n');
}

function renderPlace(place: Span, texts: readonly string[], fileName: string): string[] {
  const text = texts[place.cell];
  if (text === undefined) return [`  --> ${place.cell < 0 ? 'the prelude' : fileName}`];
  const index = lineIndex(text);
  const { line, column } = positionAt(index, place.start);
  const lineStart = place.start - (column - 1);
  const nextLine = index[line];
  const end = nextLine === undefined ? writtenText(text).length : nextLine - 1;
  const written = text.slice(lineStart, end).replace(/\r$/, '');
  const source = written.replace(CONTROL, pictureOf);
  const file = sourceName(texts, place.cell, fileName);
  const from = column - 1;
  const to = Math.max(Math.min(place.end - lineStart, source.length), from + 1);
  const gutter = ' '.repeat(String(line).length);
  const shown = excerpt(source, from, to);
  return [
    `  --> ${file}:${line}:${column}`,
    `  ${line} | ${shown.text}`.trimEnd(),
    `  ${gutter} | ${shown.text.slice(0, shown.from).replace(/[^\t]/g, ' ')}${'^'.repeat(shown.to - shown.from)}`,
  ];
}

/** Returns the name of the file, and the cell if it has several. */
function sourceName(texts: readonly string[], at: number, fileName: string): string {
  const { file = fileName, cell } = sourceOf(texts, at);
  return cell === undefined ? file : `${file}, cell ${cell}`;
}

/** Returns where a text is: the file that it is imported from, and the cell, from 1, if there are several. */
export function sourceOf(
  texts: readonly string[],
  at: number,
): { readonly file?: string; readonly cell?: number | undefined } {
  const origin = originOf(texts[at] ?? '');
  if (origin !== undefined && 'name' in origin) return { file: origin.name, cell: origin.cell };
  return ownCount(texts) > 1 ? { cell: at + 1 } : {};
}

/** Characters that would move a terminal's cursor or otherwise control it. */
const CONTROL = /(?!\t)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a printable stand-in of the same width. */
function pictureOf(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
}

const LONGEST_LINE = 160;
const CONTEXT = 60;

/** Returns the part of a long line around the marked place, and the place within it. */
function excerpt(source: string, from: number, to: number): { text: string; from: number; to: number } {
  if (source.length <= LONGEST_LINE) return { text: source, from, to };
  const start = Math.max(0, from - CONTEXT);
  const markedEnd = Math.min(to, from + CONTEXT);
  const end = Math.min(source.length, markedEnd + CONTEXT);
  const before = start > 0 ? '...' : '';
  const after = end < source.length ? '...' : '';
  const shift = before.length - start;
  return { text: before + source.slice(start, end) + after, from: from + shift, to: markedEnd + shift };
}
