import { isImported, keyOfImport, originOf } from '../language/source/imported';

const IMPORT = /^import\s*("(?:[^"\\\n]|\\.)*")/gmu;
/** A table, which may be long, starts with its fence. */
const FENCED = /^ {0,3}(?:```|~~~)/;

/** Returns what a text imports, without parsing it: in a comment, it may look as if it imported more than it does. */
export function namesIn(text: string): readonly string[] {
  if (FENCED.test(text)) return [];
  return [...new Set([...text.matchAll(IMPORT)].flatMap(([, quoted = '']) => stringIn(quoted)))];
}

function stringIn(quoted: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(quoted);
    return typeof value === 'string' ? [value] : [];
  } catch {
    return [];
  }
}

/** Returns the keys of what a program imports directly. */
export function keysImported(texts: readonly string[]): ReadonlySet<string> {
  const own = texts.filter((text) => !isImported(text));
  return new Set(own.flatMap((text) => namesIn(text).map((name) => keyOfImport('', name))));
}

/** Whether a program imports something of which nothing is known yet. */
export function lacksImports(texts: readonly string[]): boolean {
  const wanted = keysImported(texts);
  if (wanted.size === 0) return false;
  const known = new Set(texts.map((text) => originOf(text)?.key));
  return [...wanted].some((key) => !known.has(key));
}
