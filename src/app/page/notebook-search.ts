import { parseNotebook } from '../../notebook/parse';

/** The parts of a notebook that a search reads: its entry in the list, and the lines that its readers see. */
export interface Searched {
  readonly heading: string;
  /** Undefined while the text is not loaded. */
  readonly lines: readonly string[] | undefined;
}

/** A part of a line, and whether it is one of the words that were searched. */
export type LinePart = readonly [text: string, isFound: boolean];

/** The most characters of a line that are shown. */
const MOST_SHOWN = 140;
/** Characters that are shown before the first word that was found. */
const BEFORE = 40;

/** Returns the paragraphs and lines of programs of a notebook that its readers see, without solutions and checks. */
export function linesToSearch(markdown: string): readonly string[] {
  return parseNotebook(markdown).cells.flatMap((cell) => {
    if (cell.tag === 'code') return cell.text.split('\n');
    if (cell.tag === 'prose') return paragraphs(cell.markdown);
    return cell.tag === 'predict' || cell.tag === 'recall' ? paragraphs(cell.text) : [];
  });
}

/** Paragraphs, headings, list items and table rows as one line each, without marks of emphasis, code and formulas. */
function paragraphs(markdown: string): readonly string[] {
  return markdown
    .split(/\n(?=[^\S\n]*(?:\n|(?:[-*+#|>]|\d+\.)\s))/)
    .filter((text) => !/^\s*<!--/.test(text))
    .map((text) =>
      text
        .replace(/\s+/g, ' ')
        .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
        .replace(/[*`$]/g, ''),
    );
}

/** Returns the words of a query, which a notebook contains all; none for an empty query. */
export function wordsOf(query: string): readonly string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/**
 * Returns whether a notebook contains every word, and the line with the most of them if its heading does not have them
 * all; undefined if it does not contain them.
 */
export function findWords(
  { heading, lines = [] }: Searched,
  words: readonly string[],
): { readonly line: readonly LinePart[] | undefined } | undefined {
  const inHeading = wordsIn(heading, words);
  if (inHeading.length === words.length) return { line: undefined };
  let best: { readonly line: string; readonly count: number } | undefined;
  const found = new Set(inHeading);
  for (const line of lines) {
    const own = wordsIn(line, words);
    for (const word of own) found.add(word);
    if (own.length > (best?.count ?? 0)) best = { line, count: own.length };
  }
  return found.size < words.length || best === undefined ? undefined : { line: partsOf(best.line, words) };
}

function wordsIn(text: string, words: readonly string[]): readonly string[] {
  const lower = text.toLowerCase();
  return words.filter((word) => lower.includes(word));
}

/** The line around the first word that was found, in parts. */
function partsOf(line: string, words: readonly string[]): readonly LinePart[] {
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const pattern = new RegExp(`(${escaped.join('|')})`, 'i');
  const trimmed = line.trim().replace(/^#+ /, ''); // of a heading
  const from = Math.max(0, trimmed.search(pattern) - BEFORE);
  const cut = trimmed.slice(from, from + MOST_SHOWN);
  const shown = `${from > 0 ? '…' : ''}${cut}${from + MOST_SHOWN < trimmed.length ? '…' : ''}`;
  return shown.split(pattern).flatMap((text, at): readonly LinePart[] => (text === '' ? [] : [[text, at % 2 === 1]]));
}
