import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellText } from './cell-text';
import { type Notebook, printNotebook, programCells } from './document';
import {
  canMerge,
  inserted,
  merged,
  moved,
  movedTo,
  reconciled,
  removed,
  split,
  withAttributes,
  withText,
} from './edits';
import { parseNotebook } from './parse';
import { withTextEdits } from './text-edits';
import { withTitle } from './title';

const SAMPLE = `---
title: A lesson
---
# A lesson

\`\`\`pullback show=delta at=x:1
input x : real = 2
x * x
\`\`\`

Between.

\`\`\`csv name=points
a,b
1,2
\`\`\`

\`\`\`pullback
x + 1
\`\`\`
`;

const shape = ({ cells }: Notebook): readonly string[] => cells.map((cell) => `${cell.tag}: ${cellText(cell)}`);

/** Returns the notebook after an edit that the numbers select. */
function edited(notebook: Notebook, [what, where, more]: readonly [number, number, number]): Notebook {
  const { cells } = notebook;
  const cell = cells[where % Math.max(1, cells.length)];
  const tags = ['code', 'prose', 'table'] as const;
  const tag = tags[more % 3] ?? 'code';
  const added = tag === 'table' ? { tag, name: 't', text: 'a\n1' } : { tag, text: `new ${more}` };
  if (cell === undefined || what % 7 === 0) return inserted(notebook, where % (cells.length + 1), added).notebook;
  switch (what % 7) {
    case 1:
      return removed(notebook, cell.id);
    case 2:
      return more % 3 === 0
        ? movedTo(notebook, cell.id, more % cells.length)
        : moved(notebook, cell.id, more % 2 === 0 ? 1 : -1);
    case 3:
      return split(notebook, cell.id, more % 9)?.notebook ?? notebook;
    case 4:
      return merged(notebook, cell.id);
    case 5:
      return withText(notebook, cell.id, `text ${more}\n\nand more`);
    default:
      return withTitle(notebook, `Title ${more}: "new"`);
  }
}

describe('editing a notebook', () => {
  it('keeps the kind of every cell through printing and reading, whatever the edits', () => {
    const edit = fc.tuple(fc.nat(200), fc.nat(50), fc.nat(50));
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        const notebook = edits.reduce(edited, parseNotebook(SAMPLE));
        const read = parseNotebook(printNotebook(notebook));
        // An empty prose cell leaves no text in Markdown.
        const written = shape(notebook).filter((cell) => cell !== 'prose: ');
        expect(shape(read).filter((cell) => cell !== 'prose: ')).toEqual(written);
        expect(programCells(read)).toEqual(programCells(notebook));
        expect(read.frontMatter).toBe(notebook.frontMatter);
        expect(new Set(notebook.cells.map(({ id }) => id)).size).toBe(notebook.cells.length);
      }),
      { numRuns: 400, seed: 11 },
    );
  });

  it('adds a cell and leaves the other lines alone', () => {
    const { notebook } = inserted(parseNotebook(SAMPLE), 2, { tag: 'code', text: '1' });
    expect(printNotebook(notebook)).toBe(SAMPLE.replace('\nBetween.', '\n```pullback\n1\n```\n\nBetween.'));
  });

  it('keeps the text of a cell that was empty apart from the next cell', () => {
    for (const at of [0, 1, 2, 5]) {
      const { notebook, id } = inserted(parseNotebook(SAMPLE), at, { tag: 'prose', text: '' });
      const filled = withText(notebook, id, 'New.');
      expect(shape(filled)[at]).toBe('prose: New.');
      expect(shape(parseNotebook(printNotebook(filled)))).toEqual(shape(filled));
      const again = withText(withText(filled, id, ''), id, 'Again.');
      expect(shape(parseNotebook(printNotebook(again)))).toEqual(shape(again));
    }
  });

  it('moves a cell away and back to the same text', () => {
    const notebook = parseNotebook(SAMPLE);
    const [, code] = notebook.cells;
    const there = moved(notebook, code?.id ?? -1, 1);
    expect(shape(there)[2]).toContain('x * x');
    expect(printNotebook(moved(there, code?.id ?? -1, -1))).toBe(SAMPLE);
    expect(moved(notebook, code?.id ?? -1, -1).cells[0]?.tag).toBe('code');
    expect(moved(notebook, notebook.cells[0]?.id ?? -1, -1)).toBe(notebook);
  });

  it('moves a cell to any place, and back to the same text', () => {
    const notebook = parseNotebook(SAMPLE);
    const last = notebook.cells.length - 1;
    const [first, ...others] = shape(notebook);
    const id = notebook.cells[0]?.id ?? -1;
    const there = movedTo(notebook, id, last);
    expect(shape(there)).toEqual([...others, first]);
    expect(shape(parseNotebook(printNotebook(there)))).toEqual(shape(there));
    expect(shape(movedTo(there, id, 0))).toEqual(shape(notebook));
    for (const to of [-1, 0, last + 1]) expect(movedTo(notebook, id, to)).toBe(notebook);
    expect(movedTo(notebook, -1, 1)).toBe(notebook);
  });

  it('moves past cells that are not shown', () => {
    const judged =
      'Text.\n\n```pullback\n1\n```\n\n```checks exercise=a\ntrue\n```\n\n```wrong exercise=a\n2\n```\n\n```pullback\n3\n```\n';
    const notebook = parseNotebook(judged);
    const tags = (of: Notebook): string => of.cells.map(({ tag }) => tag).join(' ');
    const down = moved(notebook, notebook.cells[1]?.id ?? -1, 1);
    expect(tags(down)).toBe('prose checks wrong code code');
    expect(parseNotebook(printNotebook(down)).cells.map(({ tag }) => tag)).toEqual(down.cells.map(({ tag }) => tag));
    expect(tags(moved(notebook, notebook.cells[4]?.id ?? -1, -1))).toBe('prose code code checks wrong');
    const last = parseNotebook(judged.slice(0, judged.lastIndexOf('```pullback')));
    expect(moved(last, last.cells[1]?.id ?? -1, 1)).toBe(last);
  });

  it('joins the prose on both sides of a deleted cell', () => {
    const notebook = removed(parseNotebook(SAMPLE), 1);
    expect(shape(notebook)[0]).toBe('prose: # A lesson\n\nBetween.');
    expect(printNotebook(notebook)).toContain('# A lesson\n\nBetween.\n\n```csv');
  });

  it('splits code before an offset; the panels go with the end', () => {
    const cut = split(parseNotebook(SAMPLE), 1, 'input x : real = 2\n'.length);
    expect(printNotebook(cut?.notebook ?? parseNotebook(''))).toContain(
      '```pullback\ninput x : real = 2\n```\n\n```pullback show=delta at=x:1\nx * x\n```\n\nBetween.',
    );
    expect(split(parseNotebook(SAMPLE), 3, 1)).toBeUndefined();
  });

  it('splits prose with a break that is read back, and merging removes it', () => {
    const notebook = parseNotebook('One.\n\nTwo.\n');
    const cut = split(notebook, 0, 6)?.notebook ?? notebook;
    expect(printNotebook(cut)).toBe('One.\n\n<!-- cell -->\n\nTwo.\n');
    expect(shape(parseNotebook(printNotebook(cut)))).toEqual(['prose: One.', 'prose: Two.']);
    expect(canMerge(cut, 0)).toBe(true);
    expect(printNotebook(merged(cut, 0))).toBe('One.\n\nTwo.\n');
  });

  it('merges the panels of two cells', () => {
    const notebook = parseNotebook('```pullback show=delta\n1\n```\n\n```pullback show=trace,delta focus=a\n2\n```\n');
    expect(printNotebook(merged(notebook, 0))).toBe('```pullback show=delta,trace focus=a\n1\n\n2\n```\n');
    expect(canMerge(notebook, 1)).toBe(false);
  });

  it('changes the attributes of a fence', () => {
    const notebook = withAttributes(parseNotebook(SAMPLE), 1, { show: 'trace', check: 'x = 1' });
    expect(printNotebook(notebook)).toBe(SAMPLE.replace('show=delta at=x:1', 'show=trace check="x = 1"'));
    expect(withAttributes(parseNotebook(SAMPLE), 3, { name: 'rows' }).cells[3]).toMatchObject({
      tag: 'table',
      name: 'rows',
    });
    expect(printNotebook(withAttributes(parseNotebook(SAMPLE), 1, {}))).toBe(SAMPLE.replace(' show=delta at=x:1', ''));
  });

  it('sets a title, with or without front matter', () => {
    expect(printNotebook(withTitle(parseNotebook(SAMPLE), 'B: "c"'))).toBe(
      SAMPLE.replace('title: A lesson', 'title: "B: \\"c\\""'),
    );
    expect(printNotebook(withTitle(parseNotebook('x\n'), 'New'))).toBe('---\ntitle: New\n---\nx\n');
    expect(printNotebook(withTitle(parseNotebook('---\ntags: [a]\n---\nx\n'), 'New'))).toBe(
      '---\ntitle: New\ntags: [a]\n---\nx\n',
    );
  });

  it('recognises the cells that a text shares with a notebook', () => {
    const before = inserted(parseNotebook(SAMPLE), 1, { tag: 'code', text: '7' }).notebook;
    const after = reconciled(before, parseNotebook(SAMPLE));
    const ids = before.cells.map(({ id }) => id);
    expect(after.cells.map(({ id }) => id)).toEqual([ids[0], ...ids.slice(2)]);
  });

  it('edits the text of several code cells at places of the program, and of no table', () => {
    const before = parseNotebook(
      'Text\n\n```pullback\nlet f x = f0 x\n```\n\n```csv name=f\nf\n1\n```\n\n```pullback\nf 1 + f 2\n```\n',
    );
    const at = (cell: number, start: number) => ({ span: { cell, start, end: start + 1 }, text: 'square' });
    const after = withTextEdits(before, [at(0, 4), at(1, 12), at(2, 0), at(2, 6)]);
    expect(programCells(after)).toEqual(['let square x = f0 x', programCells(before)[1], 'square 1 + square 2']);
    expect(withTextEdits(before, [])).toBe(before);
  });
});
