import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../testing/runs';
import { parse } from '../syntax/parser';
import { shownNumber, shownUnit } from './show';

test.each([
  [3, '3'],
  [-0, '0'],
  [0.1 + 0.2, '0.30000000000000004'],
  [1e21, '1e21'],
  [-1.5e-7, '-1.5e-7'],
  [2 ** 53 - 1, '9007199254740991'],
  [2 ** 53, '9.007199254740992e15'],
  [-1e20, '-1e20'],
])('%d is shown as %s', (number, text) => {
  expect(shownNumber(number)).toBe(text);
});

test('the text of a number is a literal that reads back as the same number', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const text = shownNumber(number);
      expect(Number(text)).toBe(number + 0);
      const { program, diagnostics } = parse(text, 0);
      expect([program.items.length, diagnostics]).toEqual([1, []]);
      const units = Array.from({ length: shownUnit(number, -1) }, (_, i) => shownUnit(number, i));
      expect(String.fromCharCode(...units)).toBe(text);
    }),
    runs(5),
  );
});
