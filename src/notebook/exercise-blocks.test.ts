import { describe, expect, test } from 'vitest';
import { printNotebook, type Notebook } from './document';
import { blocksOf, withBlock } from './exercise-blocks';
import { exercisesOf } from './exercises';
import { parseNotebook } from './parse';

const START = parseNotebook(`# A notebook

\`\`\`pullback exercise=square
let square x = x
\`\`\`

The end.
`);

describe('the blocks of an exercise', () => {
  const written = (['solution', 'checks', 'wrong', 'wrong', 'hint'] as const).reduce<Notebook>(
    (notebook, tag, at) => withBlock(notebook, 'square', tag, blocksOf(notebook, 'square', tag).length, `${tag} ${at}`),
    START,
  );

  test('are added below its cell, and are read again as they were written', () => {
    const read = parseNotebook(printNotebook(written));
    expect(read.cells.map(({ tag }) => tag)).toEqual([
      'prose',
      'code',
      'solution',
      'checks',
      'wrong',
      'wrong',
      'hint',
      'prose',
    ]);
    expect(exercisesOf(read)).toMatchObject([
      { id: 'square', checks: 'checks 1', solution: 'solution 0', wrong: ['wrong 2', 'wrong 3'], hints: ['hint 4'] },
    ]);
  });

  test('are changed and removed by their kind and number', () => {
    const changed = withBlock(withBlock(written, 'square', 'wrong', 0, undefined), 'square', 'wrong', 0, 'other');
    expect(exercisesOf(changed)).toMatchObject([{ checks: 'checks 1', wrong: ['other'] }]);
    expect(parseNotebook(printNotebook(changed)).cells).toHaveLength(changed.cells.length);
  });

  test('need the cell of the exercise', () => {
    expect(withBlock(START, 'cube', 'checks', 0, 'a')).toBe(START);
    expect(withBlock(START, 'square', 'checks', 0, undefined)).toBe(START);
  });
});
