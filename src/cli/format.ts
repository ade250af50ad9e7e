import type { Diagnostic } from '../language/source/diagnostic';
import { format } from '../language/syntax/format';
import { parseNotebook } from '../notebook/parse';
import type { NotebookCell } from '../notebook/document';
import type { Source } from './source';

export interface FormattedFile {
  readonly text: string;
  /** Indices of the program's cells whose formatting changes, ignoring line endings. */
  readonly changed: readonly number[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the file with its program, or each of its code cells, formatted. Everything else stays byte for byte, tables
 * included.
 */
export function formatFile({ content, texts, promises }: Source): FormattedFile {
  if (promises !== undefined) return formatNotebook(content);
  const [program = ''] = texts;
  const { text, diagnostics } = format(program);
  return { text, changed: text === program ? [] : [0], diagnostics };
}

function formatNotebook(content: string): FormattedFile {
  const offsets = characterOffsets(content);
  const { cells } = parseNotebook(offsets.text);
  // Cells follow the front matter and reach to the end of the file.
  let at = offsets.text.length - cells.reduce((length, cell) => length + lengthOf(cell), 0);
  const parts: string[] = [];
  const diagnostics: Diagnostic[] = [];
  const changed: number[] = [];
  let copied = 0;
  let index = 0;
  for (const cell of cells) {
    if (cell.tag === 'code') {
      const formatted = format(cell.text, index);
      const text = formatted.text.replace(/\n$/, '');
      diagnostics.push(...formatted.diagnostics);
      if (text !== cell.text) {
        changed.push(index);
        const start = offsets.of(at + cell.opening.length);
        parts.push(content.slice(copied, start), withLineEndsOf(content.slice(offsets.of(at), start), text));
        copied = offsets.of(at + cell.opening.length + cell.text.length);
      }
    }
    if (cell.tag === 'code' || cell.tag === 'table') index += 1;
    at += lengthOf(cell);
  }
  return { text: parts.join('') + content.slice(copied), changed, diagnostics };
}

function lengthOf(cell: NotebookCell): number {
  return cell.tag === 'prose' ? cell.markdown.length : (cell.opening + cell.text + cell.closing).length;
}

function withLineEndsOf(written: string, text: string): string {
  return written.endsWith('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

/**
 * Returns the text as notebooks are read (no byte order mark, `\n` line endings) and each character's offset in
 * `content`.
 */
function characterOffsets(content: string): { readonly text: string; of(at: number): number } {
  const starts: number[] = [];
  let text = '';
  for (let at = content.startsWith('\uFEFF') ? 1 : 0; at < content.length; at += 1) {
    starts.push(at);
    const isReturn = content[at] === '\r';
    text += isReturn ? '\n' : (content[at] ?? '');
    if (isReturn && content[at + 1] === '\n') at += 1;
  }
  return { text, of: (at) => starts[at] ?? content.length };
}
