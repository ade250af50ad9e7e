import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TermName } from '../protocol/terms';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { loadWhole } from './loader';
import { traceReport } from './reports';
import { createTerms } from './terms';

const NOTEBOOK = readFileSync('public/notebooks/ap-size-explosion.md', 'utf8');

/** Returns the size as the page shows it: of a term, or of one too large to be written out. */
function size(term: TermName, expression: string): string | undefined {
  const cells = [`let cube z = z * z * z\ninput x : real = 2\n${expression}`];
  const request = { cells, cell: 0, inputs: {}, budget: PAGE_BUDGET, term, bound: undefined };
  const reply = drain(createTerms()(loadWhole(cells), { ...request, from: 0, count: 1, copies: 'none' }));
  return reply.state === 'ok'
    ? reply.payload.size?.toLocaleString('en-GB')
    : /[\d,]+(?= nodes)/.exec(reply.diagnostics[0]?.message ?? '')?.[0];
}

/** Returns the row of the table whose first column ends so: Figure 6, A-normal form, lines. */
function row(ending: string): readonly string[] {
  const line = NOTEBOOK.split('\n').find((text) => text.startsWith('|') && text.split('|')[1]?.trim().endsWith(ending));
  return (line ?? '')
    .split('|')
    .slice(2, 4)
    .map((text) => text.trim());
}

test('the notebook on the size of derivatives states what the panels show', () => {
  const inner = 'deriv (fun z -> z * z * z)';
  const both = (expression: string) => [size('derivative', expression), size('derivative-anf', expression)];
  expect(row('t \\times z$')).toEqual([size('trace', 'x * x * x'), size('trace-anf', 'x * x * x')]);
  expect(row('the first derivative')).toEqual(both('x * x * x'));
  expect(row('the second')).toEqual(both(`${inner} x`));
  expect(row('the third')[1]).toBe(size('derivative-anf', `deriv (fun y -> ${inner} y) x`));
  expect(NOTEBOOK).toContain(`has ${size('derivative', 'deriv cube x') ?? ''} nodes`);
  const text = 'input x : real = 2\nsin (sin (sin x))';
  const printed = drain(traceReport([text], { budget: PAGE_BUDGET, inputs: {} })).body;
  expect(String(printed?.sizes.derivative)).toBe(size('derivative-anf', 'sin (sin (sin x))'));
  const chains = ['sin x', 'sin (sin x)', 'sin (sin (sin x))'].map((chain) => size('derivative', chain) ?? '');
  expect(NOTEBOOK).toContain(`size of the derivative: ${chains.join(', ')}.`);
});
