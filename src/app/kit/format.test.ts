import { expect, test } from 'vitest';
import { exactNumber, showBytes, showNumber, showSeconds, superscript } from './format';

test('reals have six significant digits and are literals of the language', () => {
  expect([0, -0, 3, -11.24321, 123456.789, 1.5e-7, -2.5e-9, 1e21, 0.1 + 0.2].map((value) => showNumber(value))).toEqual(
    ['0', '0', '3', '-11.2432', '123457', '1.5e-7', '-2.5e-9', '1e21', '0.3'],
  );
  expect([NaN, Infinity, -Infinity].map((value) => showNumber(value))).toEqual(['NaN', '∞', '-∞']);
});

test('a copied number has all its digits', () => {
  for (const value of [0.1 + 0.2, -1 / 3, 5e-324, 2 ** 53]) expect(Number(exactNumber(value))).toBe(value);
});

test('durations and sizes choose their unit', () => {
  expect([0, 0.0003, 0.0125, 0.9999, 1.2, 83].map(showSeconds)).toEqual([
    '< 0.1 ms',
    '0.3 ms',
    '12.5 ms',
    '1 s',
    '1.2 s',
    '83 s',
  ]);
  expect([1, 999, 12_345, 2_100_000].map(showBytes)).toEqual(['1 byte', '999 bytes', '12 kB', '2.1 MB']);
});

test('exponents are raised', () => {
  expect(superscript(-16)).toBe('⁻¹⁶');
});
