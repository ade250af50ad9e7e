import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { runs } from '../testing/runs';
import { blocksOf } from './blocks';
import { printNotebook, programCells } from './document';
import { cellText } from './cell-text';
import { exercisesOf } from './exercises';
import { parseNotebook } from './parse';
import { settingsOf } from './settings';

/** Returns the first lines of the fenced blocks. */
function fences(text: string): readonly string[] {
  return blocksOf(text).flatMap((block) => (block.tag === 'fence' ? [text.slice(block.start, block.body).trim()] : []));
}

test.each([
  ['a paragraph', 'text\n```pullback\n1\n```\n', 1],
  ['a list', '- a\n```pullback\n1\n```\n', 1],
  ['an item of a list', '- a\n\n  ```pullback\n  1\n  ```\n', 0],
  ['a line that continues an item lazily', '- a\nb\n  ```pullback\n  1\n  ```\n', 0],
  ['a list after a blank line without its indentation', '1. a\n\n ```pullback\n1\n```\n', 1],
  ['a quotation', '> ```pullback\n> 1\n> ```\n', 0],
  ['the end of a quotation', '> a\n```pullback\n1\n```\n', 1],
  ['a fence of another language', '````js\n```pullback\n1\n```\n````\n', 0],
  ['a fence of the other mark', '~~~\n```pullback\n~~~\n', 0],
  ['a fence in a list, which ends with the list', '- ```js\n```pullback\n1\n```\n', 1],
  ['a comment', '<!--\n```pullback\n1\n```\n-->\n', 0],
  ['a comment that never ends', '<!-- \n```pullback\n1\n```\n', 0],
  ['the end of a comment', '<!-- a -->\n```pullback\n1\n```\n', 1],
  ['HTML', '<details>\n```pullback\n1\n```\n', 0],
  ['HTML that a blank line ends', '<details>\n\n```pullback\n1\n```\n', 1],
  ['indented code', '    ```pullback\n    1\n    ```\n', 0],
  ['a tab', '\t```pullback\n1\n', 0],
  ['code in a line', '```pullback is `` a mark\n', 0],
])('a fence in or after %s is a cell or not', (_, text, cells) => {
  const notebook = parseNotebook(text);
  expect(notebook.cells.filter(({ tag }) => tag === 'code')).toHaveLength(cells);
  expect(printNotebook(notebook)).toBe(text);
});

test('a fence is closed by a fence that is as long and less than four columns from the edge', () => {
  expect(programCells(parseNotebook('````pullback\n```\n    ````\n   `````  \nprose\n'))).toEqual(['```\n    ````']);
});

test('prose is broken between cells by a comment that stands in nothing else', () => {
  const text = 'a\n\n<!-- cell -->\n\nb\n\n- c\n  <!-- cell -->\n\nd\n';
  expect(parseNotebook(text).cells.map(cellText)).toEqual(['a', 'b\n\n- c\n  <!-- cell -->\n\nd']);
});

const PIECES = [
  '```pullback\n',
  '```\n',
  '~~~\n',
  '````\n',
  '\n',
  '# h\n',
  '- a\n',
  '- ',
  '1. ',
  '2. b\n',
  '    code\n',
];
const MORE = [
  '  ',
  '   ',
  '> q\n',
  '> ',
  '---\n',
  '\t',
  '<div>\n',
  '<!-- a',
  '-->\n',
  'text\n',
  '===\n',
  '* * *\n',
  '`',
];

test('the fences are those of CommonMark, and printing returns the text', () => {
  const markdown = new MarkdownIt({ html: true });
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES, ...MORE), { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      const lines = text.split('\n').map((line) => line.trim());
      const wanted = markdown.parse(text, {}).filter(({ type, level }) => type === 'fence' && level === 0);
      expect(fences(text)).toEqual(wanted.map(({ map }) => lines[map?.[0] ?? 0]));
      expect(printNotebook(parseNotebook(text))).toBe(text);
    }),
    runs(20),
  );
});

test.each([
  ['newlines', '\n'],
  ['blanks', ' '],
  ['emphasis', '**a_'],
  ['brackets', '['],
  ['quotations in a line', '>'],
  ['lists in a line', '- '],
  ['lists', '- a\n'],
  ['cells', '```pullback exercise=a check=b\n1\n```\n'],
  ['attributes with quotes', '```pullback at="'],
  ['escaped quotes', '\\"'],
])('a million letters of %s around an unclosed setting are read', (_, unit) => {
  const many = unit.repeat(1e6 / unit.length);
  for (const text of [many, `a${many}b`, `\`\`\`pullback at="${many.replace(/[\n`]/g, ' ')}\n1\n\`\`\`\n`]) {
    const notebook = parseNotebook(text);
    notebook.cells.forEach(cellText);
    exercisesOf(notebook);
    expect(settingsOf(notebook)).toEqual({});
    expect(printNotebook(notebook).length).toBe(text.length);
  }
});
