import { isImported, originOf } from '../language/source/imported';
import { type Notebook, printNotebook } from './document';

/**
 * A notebook that is shared carries what it imports, in a comment at the end of its Markdown: `<!-- imports [...] -->`
 * holds the imported texts as JSON.
 */
const START = '\n<!-- imports [';
const END = /\] -->\n*$/;

/** Returns the Markdown of a notebook with the cells that it imports. */
export function withCarried(markdown: string, imported: readonly string[]): string {
  const own = markdown.slice(0, markdown.length - carriedIn(markdown).tail.length);
  if (imported.length === 0) return own;
  // Two hyphens could end the comment.
  const json = JSON.stringify(imported).replaceAll('--', String.raw`-\u002d`);
  return `${own}${own.endsWith('\n') ? '' : '\n'}${START}${json.slice(1)} -->\n`;
}

/** Returns the Markdown of a notebook to share, with the cells that it imports. */
export function printToShare(notebook: Notebook): string {
  const isThere = (text: string): boolean => !('problem' in (originOf(text) ?? {}));
  return withCarried(printNotebook(notebook), notebook.imported.filter(isThere));
}

/** Returns the comment at the end of a notebook, as written, and the imported texts in it. */
export function carriedIn(markdown: string): { readonly tail: string; readonly imported: readonly string[] } {
  const start = END.test(markdown.slice(-64)) ? markdown.lastIndexOf(START) : -1;
  const tail = start < 0 ? '' : markdown.slice(start);
  try {
    const texts: unknown = tail === '' ? [] : JSON.parse(tail.slice(START.length - 1).replace(END, ']'));
    return { tail, imported: Array.isArray(texts) ? texts.filter(isCarried) : [] };
  } catch {
    return { tail: '', imported: [] };
  }
}

function isCarried(text: unknown): text is string {
  return typeof text === 'string' && isImported(text);
}
