import { describe, expect, test } from 'vitest';
import { curveIn, curveText, drawnTo, farthestApart, isRight, numberIn } from './prompt-values';

test('numbers are read as people write them', () => {
  expect(['2.5', ' -1 ', '−2,5', '1/4', '1e-3', '.5'].map(numberIn)).toEqual([2.5, -1, -2.5, 0.25, 0.001, 0.5]);
  expect(['', ' ', 'two', '1/0', '1/2/3', '1/', 'NaN', 'Infinity', '1 2'].map(numberIn)).toEqual(
    Array.from({ length: 9 }, () => undefined),
  );
});

test('a comma that can stand for a point or between thousands is refused', () => {
  expect(['1,000', '−2,718', '12,345', '1,000,000', '1,000.5'].map(numberIn)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
  expect(['0,125', '1,5', '1000,125', '–3'].map(numberIn)).toEqual([0.125, 1.5, 1000.125, -3]);
});

describe('an answer to a recall question', () => {
  const real = (value: number) => ({ status: 'number', value, isInt: false }) as const;

  test('is right within 1 % of a real, and only if it is equal to an int', () => {
    expect(isRight('3.14', real(Math.PI))).toBe(true);
    expect(isRight('3.1', real(Math.PI))).toBe(false);
    expect(isRight('0', real(0))).toBe(true);
    expect(isRight('0.01', real(0))).toBe(false);
    expect(isRight('100', { status: 'number', value: 100, isInt: true })).toBe(true);
    expect(isRight('100.5', { status: 'number', value: 100, isInt: true })).toBe(false);
    expect(isRight('many', real(1))).toBe(false);
  });

  test('is right if one reading of a comma is right', () => {
    expect(isRight('1,500', { status: 'number', value: 1500, isInt: true })).toBe(true);
    expect(isRight('1,234,567', real(1234567))).toBe(true);
    expect(isRight('2,718', real(Math.E))).toBe(true);
    expect(isRight('1,5', real(15))).toBe(false);
  });

  test('is right if it is the text, whatever its case and spaces, with a full stop or in quotes', () => {
    for (const text of ['  Cos   X ', 'Cos x.', '"cos x"', '`cos x`', '“cos x.”'])
      expect(isRight(text, { status: 'text', value: 'cos x' })).toBe(true);
    expect(isRight('cos', { status: 'text', value: 'cos x' })).toBe(false);
  });

  test('is not right while there is no answer to compare with', () => {
    expect(isRight('1', { status: 'waiting' })).toBe(false);
    expect(isRight('1', { status: 'failed', message: 'no' })).toBe(false);
  });
});

describe('a drawn curve', () => {
  test('is read as it is printed', () => {
    const ys = [0, -1.25, 1e-9, 123.4];
    expect(curveIn(curveText(ys), 4)).toEqual(ys);
    for (const damaged of ['', '1 2 3', '1 2 3 x', '1 2 3 4 5', '1 2 3 Infinity'])
      expect(curveIn(damaged, 4)).toBeUndefined();
  });

  test('follows the pointer, with all places between two of its positions', () => {
    const flat = [0, 0, 0, 0, 0];
    expect(drawnTo(flat, { at: 1, y: 1 }, { at: 3, y: 3 })).toEqual([0, 1, 2, 3, 0]);
    expect(drawnTo(flat, { at: 3, y: 3 }, { at: 1, y: 1 })).toEqual([0, 1, 2, 3, 0]);
    expect(drawnTo(flat, { at: 2, y: 1 }, { at: 2, y: 4 })).toEqual([0, 0, 4, 0, 0]);
  });

  test('says where it is farthest from the right one, without the places where that is undefined', () => {
    expect(farthestApart([0, 1, 2], [1, 1, 1], [0, 3, null])).toBe('The largest difference is 2, at 1.');
    expect(farthestApart([0, 1], [1, 2], [1, 2])).toBe('The curves are equal.');
  });
});
