import { describe, expect, test } from 'vitest';
import { movedPlace } from './grid-places';

const SIZE = { rows: 30, columns: 4 };

/** The row and the column that a key goes to from a place. */
function after(key: string, row: number, column: number, isFar = false): readonly number[] | undefined {
  const to = movedPlace(key, isFar, { row, column }, SIZE);
  return to && [to.row, to.column];
}

describe('a key in a grid', () => {
  test('goes to the next cell, and stays at the ends', () => {
    expect(after('ArrowDown', 3, 1)).toEqual([4, 1]);
    expect(after('ArrowDown', 29, 1)).toEqual([29, 1]);
    expect(after('ArrowRight', 3, 3)).toEqual([3, 3]);
    expect(after('ArrowLeft', 3, 0)).toEqual([3, 0]);
    expect(after('PageDown', 25, 0)).toEqual([29, 0]);
    expect(after('PageUp', 25, 0)).toEqual([15, 0]);
  });

  test('goes up to the names of the columns, one cell at a time', () => {
    expect(after('ArrowUp', 0, 2)).toEqual([-1, 2]);
    expect(after('ArrowUp', -1, 2)).toEqual([-1, 2]);
    expect(after('ArrowUp', 20, 2, true)).toEqual([0, 2]);
  });

  test('goes to the ends of the row or of the table', () => {
    expect(after('End', 3, 1)).toEqual([3, 3]);
    expect(after('Home', 3, 2)).toEqual([3, 0]);
    expect(after('End', 3, 1, true)).toEqual([29, 3]);
    expect(after('Home', 3, 2, true)).toEqual([0, 0]);
  });

  test('has another meaning, or none', () => {
    expect(after('a', 3, 1)).toBeUndefined();
  });
});
