import { describe, expect, it } from 'vitest';
import { parseNotebook } from '../../notebook/parse';
import { citation, iframe, markdownWithLink, slugOf } from './share-texts';

const CELL = '```pullback show=delta\ninput x : real = 2\n\nx * x\n```\n';

describe('Markdown with the link', () => {
  it('has title, link and text; a heading that repeats the title is dropped', () => {
    const notebook = parseNotebook(`---\ntitle: A square\n---\n# A square\n\nIts slope.\n\n${CELL}`);
    expect(markdownWithLink(notebook, 'A square', 'https://example.org/#n1=abc')).toBe(
      `# A square\n\n[Open in Pullback](https://example.org/#n1=abc)\n\nIts slope.\n\n${CELL}`,
    );
  });

  it('keeps another heading, and opens as the same program', () => {
    const notebook = parseNotebook(`# Slopes\n\n${CELL}`);
    const text = markdownWithLink(notebook, 'Untitled *notebook*', 'https://example.org/#n1=abc');
    expect(text).toContain('# Untitled \\*notebook\\*\n');
    expect(text).toContain('\n# Slopes\n');
    expect(parseNotebook(text).cells.filter((cell) => cell.tag === 'code')).toEqual(
      notebook.cells.filter((cell) => cell.tag === 'code'),
    );
  });
});

describe('citation', () => {
  const day = new Date('2026-11-21T23:30:00Z');

  it('is a BibTeX entry with an address', () => {
    expect(citation('Product and sine', '0.1.0', 'https://example.org/#e=product-and-sine', day)).toBe(
      [
        '@misc{pullback-product-and-sine,',
        '  title        = {{Product and sine}},',
        '  howpublished = {Notebook in Pullback, version 0.1.0},',
        '  url          = {https://example.org/#e=product-and-sine},',
        '  note         = {Accessed 2026-11-21}',
        '}',
      ].join('\n'),
    );
  });

  it('sets any title literally', () => {
    expect(citation('100% of f_1 & {x^2} \\ $y$ ~ #3', '1', 'https://example.org/', day)).toContain(
      '{{100\\% of f\\_1 \\& \\{x\\textasciicircum{}2\\} \\textbackslash{} \\$y\\$ \\textasciitilde{} \\#3}}',
    );
  });
});

describe('the element that embeds', () => {
  it('has the link of the embedded view, and any title', () => {
    expect(iframe('"A" < B', 'https://example.org/a/#n1=abc&s=x')).toBe(
      '<iframe src="https://example.org/a/?embed=1#n1=abc&s=x" title="&#34;A&#34; &#60; B" width="100%" height="600"></iframe>',
    );
  });
});

describe('slug', () => {
  it('is never empty', () => {
    expect(['Newton’s square root', '  A  ', '数学', ''].map(slugOf)).toEqual([
      'newton-s-square-root',
      'a',
      'notebook',
      'notebook',
    ]);
  });
});
