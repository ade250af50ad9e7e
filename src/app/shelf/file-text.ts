import { playground, printNotebook } from '../../notebook/document';
import { parseNotebook } from '../../notebook/parse';
import { showBytes } from '../kit/format';

/** Bytes of the largest file that is opened: twice of what a link may unpack to. */
export const MOST_IN_FILE = 2 * 1024 * 1024;

export type FileText =
  { readonly tag: 'notebook'; readonly markdown: string } | { readonly tag: 'refused'; readonly reason: string };

/** The size is asked before the bytes are read. */
export function tooLarge(name: string, size: number): FileText | undefined {
  if (size <= MOST_IN_FILE) return undefined;
  return refused(`“${name}” is ${showBytes(size)}; the limit is 2 MB.`);
}

/** A program (.pbk) becomes a notebook of one cell; a file without a title is called by its name. Never throws. */
export function notebookOfFile(name: string, bytes: Uint8Array): FileText {
  const text = textOf(bytes);
  if (text === undefined) return refused(`“${name}” is not a text file. Choose a notebook (.md) or a program (.pbk).`);
  switch (/\.([^.]*)$/.exec(name)?.[1]?.toLowerCase()) {
    case 'pbk':
      return notebook(titled(name, printNotebook(playground(text.replace(/\r\n?/g, '\n')))));
    case 'md':
    case 'markdown':
    case 'txt':
      return notebook(parseNotebook(text).frontMatter === undefined ? titled(name, text) : text);
    default:
      return refused(`“${name}” is neither a notebook (.md) nor a program (.pbk), by its name.`);
  }
}

function notebook(markdown: string): FileText {
  return { tag: 'notebook', markdown };
}

function refused(reason: string): FileText {
  return { tag: 'refused', reason };
}

/** Undefined where the bytes are no UTF-8, or hold a zero, as texts do not. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The name goes between double quotes, where YAML gives a meaning to quotes, backslashes and control characters. */
function titled(name: string, markdown: string): string {
  const title = name.replace(/\.[^.]*$/, '').replace(/["\\\p{C}\p{Zl}\p{Zp}]/gu, ' ');
  return `---\ntitle: "${title}"\n---\n${markdown}`;
}
