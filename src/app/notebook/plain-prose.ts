/** A paragraph or a heading, before the renderer has loaded. */
export interface PlainBlock {
  readonly tag: 'h1' | 'h2' | 'p';
  readonly text: string;
}

/** What fits on a large screen. */
const MOST_LETTERS = 10_000;

/** Returns the start of a Markdown text as plain paragraphs, without formulas, tables and comments. */
export function plainProse(markdown: string): readonly PlainBlock[] {
  const start = markdown.slice(0, MOST_LETTERS);
  return start
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((block) => block.trim())
    .filter((block) => block !== '' && !/^(?:<!--|\||\$\$)/.test(block))
    .map((block) => {
      const marks = block.includes('\n') ? undefined : /^#+(?=\s)/.exec(block)?.[0];
      const text = block
        .slice(marks?.length ?? 0)
        .trimStart()
        .replace(/\[([^[\]]*)\]\([^()[\]]*\)/g, '$1')
        .replace(/[*`$]/g, '');
      return { tag: marks === undefined ? 'p' : marks === '#' ? 'h1' : 'h2', text };
    });
}

const LONG_WORD = 300;

/**
 * Returns whether a text has words so long that the browser takes long to break them into lines: it shapes the rest
 * of the word again at every line, unless the font's kerning and ligatures are off.
 */
export function hasLongWords(text: string): boolean {
  for (const [word] of text.matchAll(/\S+/g)) if (word.length > LONG_WORD) return true;
  return false;
}
