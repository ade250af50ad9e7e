import { describe, expect, test } from 'vitest';
import { printNotebook, programCells } from './document';
import { excerpt } from './excerpt';
import { parseNotebook } from './parse';

const SAMPLE = `---
title: A lesson
expects:
  - {}
---
# A lesson

\`\`\`pullback
let f x = x
\`\`\`

Between.

\`\`\`csv name=points
a,b
1,2
\`\`\`
\`\`\`pullback exercise=g
let g x = x
\`\`\`

\`\`\`pullback solution=g
let g x = 2 * x
\`\`\`

\`\`\`pullback
g 3
\`\`\`
`;

describe('an excerpt', () => {
  const made = excerpt(parseNotebook(SAMPLE), 2, {
    title: 'A failure',
    text: 'g 2\n4',
    attributes: { show: 'gradient' },
  });

  test('has the cells of the program up to one, and the text', () => {
    expect(programCells(made)).toEqual(['let f x = x', expect.stringContaining('points'), 'let g x = x', 'g 2\n4']);
    expect(made.frontMatter).toBe('title: A failure');
  });

  test('is read again as it was written', () => {
    const read = parseNotebook(printNotebook(made));
    expect(programCells(read)).toEqual(programCells(made));
    expect(read.cells.map(({ tag }) => tag)).toEqual(['code', 'table', 'code', 'code']);
    expect(read.cells.at(-1)).toMatchObject({ attributes: { show: 'gradient' } });
  });
});
