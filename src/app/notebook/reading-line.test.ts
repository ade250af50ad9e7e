import { describe, expect, it } from 'vitest';
import { cellAtLine, type PlacedCell, readingLine } from './reading-line';

const cell = (id: number, top: number, bottom: number, quiet = false): PlacedCell => ({ id, top, bottom, quiet });
const THREE = [cell(1, 0, 200), cell(2, 224, 424), cell(3, 448, 648)];

describe('the cell at the reading line', () => {
  it('is the one that contains the line', () => {
    expect(cellAtLine(THREE, 300, undefined, undefined)).toBe(2);
    expect(cellAtLine(THREE, 300, 3, undefined)).toBe(2);
    expect(cellAtLine(THREE, 300, 9, undefined)).toBe(2);
  });

  it('does not change while the held cell is in view', () => {
    expect(cellAtLine(THREE, 300, 3, 3)).toBeUndefined();
    expect(cellAtLine(THREE, 300, 3, 9)).toBe(2);
  });

  it('does not go back and forth where two cells are about as near', () => {
    // The line is 10 below the top of cell 2, 34 below cell 1.
    expect(cellAtLine(THREE, 234, 1, undefined)).toBeUndefined();
    expect(cellAtLine(THREE, 234, 2, undefined)).toBeUndefined();
    expect(cellAtLine(THREE, 212, 2, undefined)).toBeUndefined();
    expect(cellAtLine(THREE, 260, 1, undefined)).toBe(2);
    expect(cellAtLine(THREE, 170, 2, undefined)).toBe(1);
  });

  it('is never one with nothing to show, and stays where there is no other', () => {
    const definitions = [cell(1, 0, 600, true), cell(2, 624, 800)];
    expect(cellAtLine(definitions, 300, 7, undefined)).toBe(2);
    expect(cellAtLine(definitions.slice(0, 1), 300, 7, undefined)).toBeUndefined();
    expect(cellAtLine([], 300, 7, undefined)).toBeUndefined();
  });
});

describe('the reading line', () => {
  it('is a third from the top, and moves to the bottom over the last screen', () => {
    const column = { scrollHeight: 3_000, clientHeight: 900 };
    expect(readingLine({ ...column, scrollTop: 0 })).toBe(300);
    expect(readingLine({ ...column, scrollTop: 1_500 })).toBe(300);
    expect(readingLine({ ...column, scrollTop: 2_100 })).toBe(900);
    const lines = Array.from({ length: 22 }, (_, at) => readingLine({ ...column, scrollTop: at * 100 }));
    expect(lines).toEqual(lines.toSorted((a, b) => a - b));
  });

  it('is a third from the top of a notebook that fits, and at first of one that nearly fits', () => {
    expect(readingLine({ scrollTop: 0, scrollHeight: 900, clientHeight: 900 })).toBe(300);
    expect(readingLine({ scrollTop: 0, scrollHeight: 1_000, clientHeight: 900 })).toBe(300);
    expect(readingLine({ scrollTop: 100, scrollHeight: 1_000, clientHeight: 900 })).toBe(900);
  });
});
