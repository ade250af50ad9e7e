import { playground, printNotebook } from '../../notebook/document';
import { parseNotebook } from '../../notebook/parse';
import { showBytes } from '../kit/format';

/** Size limit in bytes for an opened file: twice what a link may unpack to. */
export const MOST_IN_FILE = 2 * 1024 * 1024;

export type FileText =
  { readonly tag: 'notebook'; readonly markdown: string } | { readonly tag: 'refused'; readonly reason: string };

/** A refusal if the file is too large, decided before it is read. */
export function tooLarge(name: string, size: number): FileText | undefined {
  if (size <= MOST_IN_FILE) return undefined;
  return refused(`“${name}” is ${showBytes(size)}; the limit is 2 MB.`);
}

/** The notebook in a file. A program (.pbk) becomes one cell; a file without a title gets its file name. Never throws. */
export function notebookOfFile(name: string, bytes: Uint8Array): FileText {
  const text = decodedText(bytes);
  if (text === undefined) return refused(`“${name}” is not a text file. Choose a notebook (.md) or a program (.pbk).`);
  switch (/\.([^.]*)$/.exec(name)?.[1]?.toLowerCase()) {
    case 'pbk':
      return notebook(titled(name, printNotebook(playground(text.replace(/\r\n?/g, '\n')))));
    case 'md':
    case 'markdown':
    case 'txt':
      return notebook(parseNotebook(text).frontMatter === undefined ? titled(name, text) : text);
    default:
      return refused(`“${name}” is not a notebook (.md) or a program (.pbk).`);
  }
}

function notebook(markdown: string): FileText {
  return { tag: 'notebook', markdown };
}

function refused(reason: string): FileText {
  return { tag: 'refused', reason };
}

/** The text of UTF-8 bytes; undefined if they are not UTF-8 or contain a zero byte. */
export function decodedText(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Adds a title to Markdown. Characters with a meaning inside YAML double quotes become blanks. */
function titled(name: string, markdown: string): string {
  const title = name.replace(/\.[^.]*$/, '').replace(/["\\\p{C}\p{Zl}\p{Zp}]/gu, ' ');
  return `---\ntitle: "${title}"\n---\n${markdown}`;
}
