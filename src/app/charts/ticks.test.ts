import { expect, test } from 'vitest';
import { tickFormat } from './ticks';

function texts(ticks: readonly number[]): readonly string[] {
  return ticks.map(tickFormat(ticks, 4).textOf);
}

test('ticks have few digits where those are exact', () => {
  expect(texts([0, 0.1, 0.2, 0.1 + 0.2])).toEqual(['0', '0.1', '0.2', '0.3']);
  expect(texts([-20_000, 0, 20_000])).toEqual(['-20000', '0', '20000']);
  expect(texts([7])).toEqual(['7']);
  expect(texts([])).toEqual([]);
});

test('ticks of a short range have the digits that tell them apart', () => {
  expect(texts([1.00025, 1.0005, 1.00075])).toEqual(['1.00025', '1.0005', '1.00075']);
  expect(texts([123_456, 123_457])).toEqual(['123456', '123457']);
});

test('ticks without room for their digits leave out those that they share', () => {
  expect(texts([0.69314718, 0.693147182, 0.693147184])).toEqual(['…147180', '…147182', '…147184']);
  expect(texts([-0.69314718, -0.693147182])).toEqual(['-…47180', '-…47182']);
  expect(texts([1.2345678e-7, 1.2345679e-7])).toEqual(['…678e-7', '…679e-7']);
  expect(texts([1e15 + 1, 1e15 + 2])).toEqual(['…000001', '…000002']);
});

test('an axis says which digits its ticks leave out', () => {
  expect(tickFormat([0.69314718, 0.693147182, 0.693147184], 4).shared).toBe('… = 0.693');
  expect(tickFormat([-0.69314718, -0.693147182], 4).shared).toBe('… = 0.6931');
  expect(tickFormat([1e15 + 1, 1e15 + 2], 4).shared).toBe('… = 1000000000');
  expect(tickFormat([0, 1], 4).shared).toBe('');
});

test('ticks at the ends of the doubles are written', () => {
  expect(texts([-1e308, 0, 1e308])).toEqual(['-1e308', '0', '1e308']);
  expect(texts([0, 5e-324, 1e-323])).toEqual(['0', '5e-324', '1e-323']);
});
