import { importedText, keyOfImport, type Origin, originOf, writtenText } from '../language/source/imported';
import { programCells } from './document';
import { namesIn } from './import-names';
import { parseNotebook } from './parse';

/** What a reader of sources answers for a key. */
export type Found =
  /** The source's name for messages, and its text. `key` is its key, if it has several. */
  | { readonly name: string; readonly text: string; readonly isNotebook: boolean; readonly key?: string }
  /** Why it cannot be read. */
  | Omit<Extract<Origin, { problem: string }>, 'key'>;

/** The most sources that a program imports. */
const MOST_SOURCES = 500;

/**
 * Returns the cells of everything that a program imports, directly or through others, each source once. It yields the keys
 * of sources, and is given what is there. `carried` are imported cells that need not be read.
 */
export function* readImports(
  texts: readonly string[],
  carried: readonly string[] = [],
): Generator<string, readonly string[], Found> {
  const imported = [...carried];
  const known = new Set(carried.map((text) => originOf(text)?.key));
  const pending = texts.flatMap((text) => namesIn(text).map((name) => keyOfImport('', name)));
  for (const text of carried)
    pending.push(...namesIn(text).map((name) => keyOfImport(originOf(text)?.key ?? '', name)));
  let count = 0;
  for (const key of pending) {
    if (known.has(key)) continue;
    known.add(key);
    count += 1;
    const found = count > MOST_SOURCES ? { problem: `a program imports at most ${MOST_SOURCES} sources` } : yield key;
    if ('problem' in found) {
      imported.push(importedText('', { key, ...found }));
      if (count > MOST_SOURCES) break;
      continue;
    }
    const own = found.key ?? key;
    if (own !== key) imported.push(importedText('', { key, same: own }));
    if (own !== key && known.has(own)) continue;
    known.add(own);
    const cells = cellsOf(found);
    for (const [index, text] of cells.entries()) {
      imported.push(importedText(text, { key: own, name: found.name, ...(cells.length > 1 && { cell: index + 1 }) }));
      pending.push(...namesIn(text).map((name) => keyOfImport(own, name)));
    }
  }
  return imported;
}

/** Returns the cells of a source; one without code has one without text. */
function cellsOf({ text, isNotebook }: Extract<Found, { text: string }>): readonly string[] {
  const cells = isNotebook ? programCells(parseNotebook(text)) : [text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')];
  return cells.length > 0 ? cells.map(writtenText) : [''];
}

/** Whether the name of a file is that of a notebook. */
export function isNotebookName(file: string): boolean {
  return /\.(md|markdown)$/i.test(file);
}
