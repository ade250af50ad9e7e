import { expect, test } from 'vitest';
import { cellText, padded, tailOf } from './cell-text';

test('a cell is written as the language writes it', () => {
  expect(cellText(1 / 3, { kind: 'real' }, false)).toBe('0.333333');
  expect(cellText(1 / 3, { kind: 'real' }, true)).toBe('0.3333333333333333');
  expect(cellText(1_234_567, { kind: 'int' }, false)).toBe('1234567');
  expect(cellText({ text: '(0.3, 1)', full: '(0.33, 1)' }, { kind: 'text' }, true)).toBe('(0.33, 1)');
});

test('the points of numbers stand below each other', () => {
  const texts = ['12', '1.5', '-0.25', '1e-9', '1.5e7', 'NaN'];
  const tail = Math.max(...texts.map(tailOf));
  const column = texts.map((text) => padded(text, tail));
  expect(column[0]).toBe('12    ');
  const points = column.map((text) => text.length - text.search(/[.e ]/u));
  expect(new Set(points).size).toBe(1);
});
