import { expect, test } from 'vitest';
import { PAGE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { definitions } from './definitions';
import { loadWhole } from './loader';

function valuesOf(cells: readonly string[], inputs: Readonly<Record<string, number>> = {}): readonly string[] {
  const { values } = drain(
    definitions(loadWhole(cells), { cells, cell: cells.length - 1, inputs, budget: PAGE_BUDGET }),
  );
  return values.map(({ span, text }) => `${cells[span.cell]?.slice(span.start, span.end) ?? ''} = ${text}`);
}

test('definitions have their values at the inputs, in all cells; functions have none', () => {
  const cells = [
    'input x : real = 2\nlet y = 3 * x\nlet f z = z + y',
    'let (a, b) = (f 1, [x, y])\na',
    'let c = mean b',
  ];
  expect(valuesOf(cells)).toEqual(['y = 6', 'a = 7', 'b = [2, 6]', 'c = 4']);
  expect(valuesOf(cells, { x: 1 })).toEqual(['y = 3', 'a = 4', 'b = [1, 3]', 'c = 2']);
});

test('a program with errors, or that fails, has none', () => {
  expect(valuesOf(['let y = 1 + nope'])).toEqual([]);
  expect(valuesOf(['let y = 1\nlog (-1)'])).toEqual([]);
  expect(valuesOf(['let y = 1'], { x: 1 })).toEqual([]);
});
