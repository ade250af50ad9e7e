import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows, csvText } from './csv';
import { rowValues, withCells } from './table-cells';
import { runs } from '../testing/runs';

const TABLE = 'x,name\n1,a\n\n 2 ,"b, c"\n3,d';

describe('the cells of a table', () => {
  test('are read and written alone', () => {
    expect(rowValues(TABLE, -1)).toEqual(['x', 'name']);
    expect(rowValues(TABLE, 1)).toEqual(['2', 'b, c']);
    expect(rowValues(TABLE, 3)).toBeUndefined();
    expect(withCells(TABLE, [{ row: 1, column: 0, value: '2.5' }])).toBe(TABLE.replace('2', '2.5'));
    expect(withCells('x,y\n1,2\n3,4', [{ row: 1, column: 1, value: '5' }])).toBe('x,y\n1,2\n3,5');
    expect(withCells('x,y\n1,2', [{ row: -1, column: 1, value: 'z : int' }])).toBe('x,z : int\n1,2');
    expect(withCells('x,y\n1,2', [{ row: 4, column: 1, value: '5' }])).toBe('x,y\n1,2');
  });

  test('are added to a row that is too short', () => {
    expect(withCells('x,y,z\n1', [{ row: 0, column: 2, value: '5' }])).toBe('x,y,z\n1,,5');
  });

  test('stay a row when the only one is emptied', () => {
    expect(withCells('x\n1\n2', [{ row: 0, column: 0, value: '' }])).toBe('x\n""\n2');
  });

  test('are, after a change, those that were and the changed one', () => {
    const value = fc.string({ unit: fc.constantFrom('a', ' ', ',', '"', '\n', '\r', '1', '\u00a0'), maxLength: 4 });
    const columns = 3;
    fc.assert(
      fc.property(
        fc.array(fc.array(value, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 5 }),
        fc.nat(4),
        fc.nat(columns - 1),
        value,
        (rows, at, column, changed) => {
          const row = at % rows.length;
          const text = rows.map((cells) => cells.map((each) => csvText(each)).join(',')).join('\n');
          const read = valuesOf(withCells(text, [{ row: row - 1, column, value: changed }]));
          expect(valuesOf(text)).toEqual(rows);
          expect(read[row]?.[column]).toBe(changed);
          expect(read.with(row, [])).toEqual(rows.with(row, []));
        },
      ),
      runs(),
    );
  });
});

function valuesOf(text: string): readonly (readonly string[])[] {
  return csvRows(text, 0, text.length).rows.map((cells) => cells.map(({ value }) => value));
}
