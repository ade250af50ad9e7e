import { describe, expect, it } from 'vitest';
import { error } from '../language/source/diagnostic';
import { parseNotebook } from './parse';
import { sourceFaults } from './source-faults';

const FINE = `---
title: A lesson
---
# A lesson

\`\`\`predict id=p kind=number answer="3"
How much?
\`\`\`

\`\`\`pullback exercise=e
let one = 1
\`\`\`

\`\`\`checks exercise=e
one = 2
\`\`\`

\`\`\`hint exercise=e
Add one.
\`\`\`
`;

const faultsIn = (text: string): readonly (readonly [number, string])[] =>
  sourceFaults(parseNotebook(text)).map(({ line, message }) => [line, message]);

describe('the faults of a notebook as text', () => {
  it('finds none where there is none', () => {
    expect(faultsIn(FINE)).toEqual([]);
    expect(faultsIn('')).toEqual([]);
    expect(faultsIn('A line, then text.\n\n---\n\nMore.\n\n---\n')).toEqual([]);
  });

  it('places what is wrong in the front matter, also where text was meant', () => {
    expect(faultsIn(FINE.replace('A lesson', 'A: lesson'))).toEqual([[2, 'this value has a special sign in it']]);
    expect(faultsIn('---\n\nA line, then text.\n\n---\n')).toEqual([[3, 'this line is not `KEY: VALUE`']]);
  });

  it('says where a block does not end', () => {
    expect(faultsIn(FINE.replace(/```\n$/u, ''))).toEqual([[18, 'this block does not end']]);
    expect(faultsIn(FINE.replace('title: A lesson\n---', 'title: A lesson'))).toEqual([
      [1, 'the front matter does not end'],
    ]);
  });

  it('says which blocks have no attribute or name nothing', () => {
    expect(faultsIn(FINE.replace('id=p ', ''))).toEqual([[6, 'this `predict` block is only text without `id=ID`']]);
    expect(faultsIn(FINE.replace('checks exercise=e', 'checks exercise=f'))).toEqual([
      [14, 'no code cell has the exercise `f`'],
      [18, 'a hint is for exercise `e`, which does not exist'],
    ]);
    expect(faultsIn(FINE.replace('kind=number', 'kind=guess'))).toEqual([
      [6, 'predict `p`: `guess` is no kind of prediction'],
    ]);
  });

  it('says which audiences there are', () => {
    expect(sourceFaults(parseNotebook('a\n\n<!-- screen for=P,Q -->\n\nb\n'))).toEqual([
      { line: 3, message: 'no audience is called `Q`', hint: 'write L, P, R' },
    ]);
  });

  it('places what the checker says, also in tables', () => {
    const text = 'Words.\n\n```csv name=t\na,b\n1,2\n```\n\n```pullback\nlet x = 1\nlet y = z\n```\n';
    const table = error('table', { cell: 0, start: '```csv name=t\na,b\n'.length, end: 20 }, 'a cell');
    const code = error('unbound', { cell: 1, start: 'let x = 1\nlet y = '.length, end: 19 }, '`z` is not defined');
    expect(sourceFaults(parseNotebook(text), [code, table]).map(({ line }) => line)).toEqual([5, 10]);
  });
});
