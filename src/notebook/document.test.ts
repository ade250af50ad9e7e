import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { playground, printNotebook, programCells, shownPanels, withCellText } from './document';
import { parseNotebook } from './parse';

const SAMPLE = `---
title: Product and sine
---
# Product and sine

Prose with \`code\` and a list:

- one
- two

\`\`\`pullback show=delta,trace at=x:1.5
input x : real = 2

x * x
\`\`\`

More prose.

\`\`\`js
not ours
\`\`\`
`;

describe('notebook document', () => {
  it('splits prose, code and front matter', () => {
    const notebook = parseNotebook(SAMPLE);
    expect(notebook.frontMatter).toBe('title: Product and sine');
    expect(notebook.cells.map((cell) => cell.tag)).toEqual(['prose', 'code', 'prose']);
    expect(programCells(notebook)).toEqual(['input x : real = 2\n\nx * x']);
    const code = notebook.cells[1];
    expect(code?.tag === 'code' && shownPanels(code)).toEqual(['delta', 'trace']);
    expect(code?.tag === 'code' && code.attributes['at']).toBe('x:1.5');
  });

  it('prints a parsed notebook exactly', () => {
    expect(printNotebook(parseNotebook(SAMPLE))).toBe(SAMPLE);
  });

  it('reads texts that are hard for Markdown parsers, as large as a link can hold', () => {
    const code = '```pullback\n1 + 1\n```\n';
    for (const unit of [
      '_a',
      '>',
      '<',
      '[',
      '**a',
      '> a\n',
      '- a\n',
      'a\n-\n',
      '|a',
      '<!-- ',
      '~~~\n',
      '```csv\n',
      '\t',
    ]) {
      const text = `${unit.repeat(2 ** 20 / unit.length)}\n\n${code}`;
      // Comparing the texts with `toBe` would print a million letters on failure.
      expect(printNotebook(parseNotebook(text)) === text).toBe(true);
    }
    const notebook = parseNotebook(`${'>'.repeat(20_000)}\n\n${code}`);
    expect(notebook.cells.map((cell) => cell.tag)).toEqual(['prose', 'code']);
  });

  it('prints any text back exactly, except for mixed line ends, and never throws', () => {
    const piece = fc.constantFrom(
      '```pullback\n',
      '```pullback show=delta\n',
      '```\n',
      '~~~\n',
      '````\n',
      'x * y\n',
      '\n',
      '# h\n',
      '- a\n',
      '    code\n',
      '> q\n',
      '---\n',
      '\t',
      ' ',
      'input x : real = 1\n',
      '<div>\n',
      '| a | b |\n',
      '[a]: b\n',
      '\r\n',
      '```pullback',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const front = parseNotebook(text);
        const again = printNotebook(front);
        const lineEnds = new Set(text.match(/\r\n|\r|\n/g) ?? []);
        const isUniform = lineEnds.size < 2 && !lineEnds.has('\r');
        expect(again).toBe(isUniform ? text : text.replace(/\r\n?/g, '\n'));
        expect(parseNotebook(again)).toEqual(front);
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  it('replaces a cell and keeps the rest', () => {
    const changed = printNotebook(withCellText(parseNotebook(SAMPLE), 1, 'x + 1'));
    expect(changed).toBe(SAMPLE.replace('input x : real = 2\n\nx * x', 'x + 1'));
  });

  it('keeps any program text through a playground, even with fences inside', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('x', '```', '\n', ' ', '~~~', '````pullback', '-- c', '\n```\n')),
        (parts) => {
          const text = parts.join('').replace(/\n+$/, '');
          expect(programCells(parseNotebook(printNotebook(playground(text))))).toEqual([text]);
        },
      ),
      { numRuns: 500, seed: 7 },
    );
  });

  it('treats an unclosed fence as a cell up to the end', () => {
    expect(programCells(parseNotebook('```pullback\nx\n'))).toEqual(['x']);
  });
});
