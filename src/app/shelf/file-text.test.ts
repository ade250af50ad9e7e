import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { programCells } from '../../notebook/document';
import { parseNotebook } from '../../notebook/parse';
import { parseMetadata } from '../../notebook/metadata';
import { MOST_IN_FILE, notebookOfFile, tooLarge } from './file-text';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const NOTEBOOK = '---\ntitle: Mine\n---\nProse.\n\n```pullback\n1 + 1\n```\n';

describe('a file', () => {
  it('that is a notebook is opened literally', () => {
    for (const name of ['mine.md', 'MINE.MD', 'mine.markdown', 'mine.txt'])
      expect(notebookOfFile(name, bytes(NOTEBOOK))).toEqual({ tag: 'notebook', markdown: NOTEBOOK });
    expect(notebookOfFile('mine.md', bytes(`\ufeff${NOTEBOOK}`))).toEqual({ tag: 'notebook', markdown: NOTEBOOK });
  });

  it('that is a program becomes one cell, whatever the program holds', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '`', '\n', ' ', '~', 'λ', '-'), maxLength: 60 }),
        (program) => {
          const file = notebookOfFile('p.pbk', bytes(program));
          expect(file.tag === 'notebook' ? programCells(parseNotebook(file.markdown)) : file).toEqual([
            program.replace(/\n+$/, ''),
          ]);
        },
      ),
      { numRuns: 300, seed: 5 },
    );
    expect(notebookOfFile('p.pbk', bytes('let a = 1\r\na\r\n'))).toMatchObject({
      markdown: '---\ntitle: "p"\n---\n```pullback\nlet a = 1\na\n```\n',
    });
  });

  it('without a title gets its file name as title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (name) => {
        const file = notebookOfFile(`${name}.md`, bytes('Only prose.'));
        const { frontMatter } = parseNotebook(file.tag === 'notebook' ? file.markdown : '');
        expect(parseMetadata(frontMatter).problems).toEqual([]);
        expect(parseMetadata(frontMatter).title).toBe(name.replace(/["\\\p{C}\p{Zl}\p{Zp}]/gu, ' '));
      }),
      { numRuns: 500, seed: 5 },
    );
  });

  it('with a heading is named by it, and its text stays', () => {
    const text = 'Before.\n\n# My lesson\n';
    expect(notebookOfFile('week3.md', bytes(text))).toEqual({ tag: 'notebook', markdown: text });
  });

  it('that cannot be opened says why', () => {
    const reasons = [
      notebookOfFile('photo.md', Uint8Array.of(0x89, 0x50, 0xff)),
      notebookOfFile('zero.md', bytes('a\0b')),
      notebookOfFile('script.py', bytes('print(1)')),
      notebookOfFile('README', bytes('text')),
      tooLarge('big.md', MOST_IN_FILE + 1_000_000) ?? { tag: 'notebook', markdown: '' },
    ].map((file) => (file.tag === 'refused' ? file.reason : file.tag));
    expect(reasons).toEqual([
      '“photo.md” is not a text file. Choose a notebook (.md), a program (.pbk) or data (.csv, .tsv, .json).',
      '“zero.md” is not a text file. Choose a notebook (.md), a program (.pbk) or data (.csv, .tsv, .json).',
      '“script.py” is not a notebook (.md), a program (.pbk) or data (.csv, .tsv, .json).',
      '“README” is not a notebook (.md), a program (.pbk) or data (.csv, .tsv, .json).',
      '“big.md” is 13.6 MB; the limit is 12 MB.',
    ]);
    expect(tooLarge('exact.md', MOST_IN_FILE)).toBeUndefined();
  });
});
