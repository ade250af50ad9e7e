/**
 * A program is a list of texts: its own cells, and the cells of the files or notebooks that it imports. An imported text
 * says where it comes from after its last line, so places in it are those of its file.
 */

const START = '\n\0{';

/** Where an imported text comes from. */
export type Origin =
  /** A cell of a source. Cells of one source have the same key, and are in order. `cell` counts from 1, if there are several. */
  | { readonly key: string; readonly name: string; readonly cell?: number | undefined }
  /** Another key of a source. */
  | { readonly key: string; readonly same: string }
  /** A source that could not be read, because of `problem`; `names` are those that can be imported instead. */
  | {
      readonly key: string;
      readonly problem: string;
      readonly hint?: string | undefined;
      readonly names?: readonly string[] | undefined;
    };

/** Returns a text with its origin. */
export function importedText(text: string, origin: Origin): string {
  return `${text}\n\0${JSON.stringify(origin)}\0`;
}

/** Returns a text of the program itself: no such text ends like an imported one. */
export function ownText(text: string): string {
  return text.endsWith('\0') ? `${text.slice(0, -1)}\uFFFD` : text;
}

export function isImported(text: string): boolean {
  // The origin stands at the end of a text that may be long.
  return text.endsWith('\0') && text.lastIndexOf(START) >= 0;
}

/** Returns the text without its origin. */
export function writtenText(text: string): string {
  return isImported(text) ? text.slice(0, text.lastIndexOf(START)) : text;
}

/** Returns the origin of a text; undefined for the program's own. */
export function originOf(text: string): Origin | undefined {
  if (!isImported(text)) return undefined;
  return readOrigin(text);
}

/** Reads an origin, which may come from a link: what does not fit is a source that cannot be read. */
function readOrigin(text: string): Origin {
  const unread = { key: '', problem: 'it cannot be read' };
  try {
    const data: unknown = JSON.parse(text.slice(text.lastIndexOf(START) + 2, -1));
    const own = new Map<string, unknown>(typeof data === 'object' && data !== null ? Object.entries(data) : []);
    const [key, name, cell, same, problem, hint, names] = FIELDS.map((field) => own.get(field));
    if (typeof key !== 'string') return unread;
    if (typeof same === 'string') return { key, same };
    if (typeof name === 'string') return { key, name, ...(typeof cell === 'number' && { cell }) };
    const listed = Array.isArray(names) ? names.filter((each) => typeof each === 'string') : [];
    const why = typeof problem === 'string' ? problem : unread.problem;
    return { key, problem: why, names: listed, ...(typeof hint === 'string' && { hint }) };
  } catch {
    return unread;
  }
}

const FIELDS = ['key', 'name', 'cell', 'same', 'problem', 'hint', 'names'];

/** Returns the number of the program's own texts. */
export function ownCount(texts: readonly string[]): number {
  let count = 0;
  for (const text of texts) if (!isImported(text)) count += 1;
  return count;
}

/**
 * Returns the key of a source that the source with the key `from` imports: its path, if keys are paths. The program itself
 * has the key ''.
 */
export function keyOfImport(from: string, source: string): string {
  const isAbsolute = source.startsWith('/');
  const parts: string[] = [];
  for (const part of [...(isAbsolute ? [] : from.split('/').slice(0, -1)), ...source.split('/')]) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return (isAbsolute || from.startsWith('/') ? '/' : '') + parts.join('/');
}
