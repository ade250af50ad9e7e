import { expect, test } from 'vitest';
import { programCells } from '../../../notebook/document';
import { parseNotebook } from '../../../notebook/parse';
import { disagreementNotebook } from './disagreement-notebook';

test('the notebook of a disagreement has its program, and what the engines said as text', () => {
  const text = 'input x : real = 1.0\n\nsin x';
  const notebook = parseNotebook(disagreementNotebook({ text, answers: ['reverse: 1, ∂x = 2', 'forward: 1, ∂x = 3'] }));
  expect(programCells(notebook)).toEqual([text]);
  expect(notebook.cells.at(-1)).toMatchObject({ tag: 'prose' });
  expect(JSON.stringify(notebook.cells.at(-1))).toContain('forward: 1, ∂x = 3');
});
