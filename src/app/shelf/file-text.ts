import { decodedText } from '../../notebook/decoded-text';
import { playground, printNotebook } from '../../notebook/document';
import { parseNotebook } from '../../notebook/parse';
import { showBytes } from '../kit/format';

/** Size limit in bytes for an opened file, which can hold tables that are too large for a link. */
export const MOST_IN_FILE = 12 * 1024 * 1024;

const OPENED = 'a notebook (.md), a program (.pbk) or data (.csv, .tsv, .json)';

export type FileText =
  { readonly tag: 'notebook'; readonly markdown: string } | { readonly tag: 'refused'; readonly reason: string };

/** A refusal if the file is too large, decided before it is read. */
export function tooLarge(name: string, size: number): FileText | undefined {
  if (size <= MOST_IN_FILE) return undefined;
  return refused(`“${name}” is ${showBytes(size)}; the limit is 12 MB.`);
}

/** The notebook in a file. A program (.pbk) becomes one cell; a file without a title and a heading gets its file name. Never throws. */
export function notebookOfFile(name: string, bytes: Uint8Array): FileText {
  const text = decodedText(bytes);
  if (text === undefined) return refused(`“${name}” is not a text file. Choose ${OPENED}.`);
  switch (/\.([^.]*)$/.exec(name)?.[1]?.toLowerCase()) {
    case 'pbk':
      return notebook(titled(name, printNotebook(playground(text.replace(/\r\n?/g, '\n')))));
    case 'md':
    case 'markdown':
    case 'txt':
      return notebook(hasTitle(text) ? text : titled(name, text));
    default:
      return refused(`“${name}” is not ${OPENED}.`);
  }
}

/** Whether the front matter or the first text can name the notebook, as `notebookTitle` does. */
function hasTitle(markdown: string): boolean {
  const { frontMatter, cells } = parseNotebook(markdown);
  const text = cells.find((cell) => cell.tag === 'prose')?.markdown ?? '';
  return frontMatter !== undefined || /^# +\S/m.test(text);
}

function notebook(markdown: string): FileText {
  return { tag: 'notebook', markdown };
}

function refused(reason: string): FileText {
  return { tag: 'refused', reason };
}

/** Adds a title to Markdown. Characters with a meaning inside YAML double quotes become blanks. */
function titled(name: string, markdown: string): string {
  const title = name.replace(/\.[^.]*$/, '').replace(/["\\\p{C}\p{Zl}\p{Zp}]/gu, ' ');
  return `---\ntitle: "${title}"\n---\n${markdown}`;
}
