import { expect, test } from 'vitest';
import { counts } from '../../testing/ir/counts';
import { CELLS } from '../../testing/ir/written-rows';

test('what is updated in place, and how often arrays are copied', () => {
  const lines = Object.entries(CELLS).map(([name, text]) => {
    const [updates, copies] = counts(text);
    return `${updates} in place, ${copies} copies: ${name}`;
  });
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "2 in place, 0 copies: a cell by others
    2 in place, 0 copies: a cell, whose row is read before
    2 in place, 2 copies: a cell, whose row is read after the new one by its old name
    2 in place, 2 copies: a cell, where a row at another index is read afterwards
    4 in place, 0 copies: a cell, where the row after it is read afterwards
    4 in place, 0 copies: a cell, where a row before a constant index is read afterwards
    2 in place, 3 copies: a row with another cell, at another place
    2 in place, 3 copies: a row with another cell, which is read too
    2 in place, 3 copies: a row with another cell, in an arm
    4 in place, 3 copies: a row with another cell, in both arms
    2 in place, 2 copies: a row with another cell, before a search through the table
    2 in place, 2 copies: a row with another cell, before a derivative
    2 in place, 2 copies: a row of another table
    3 in place, 2 copies: cells of the same row in all places
    3 in place, 2 copies: cells of rows that are also in a list
    3 in place, 2 copies: cells of rows of other arrays
    0 in place, 1 copies: cells of a constant table
    6 in place, 0 copies: cells and rows that are made in the round
    4 in place, 3 copies: cells and a row that is made before the loop
    6 in place, 3 copies: cells and a row that is put into two places
    4 in place, 3 copies: cells and a row from another place
    6 in place, 0 copies: cells and a row from its own place
    4 in place, 3 copies: cells and a constant row
    2 in place, 5 copies: cells and a row of the arms of a branch
    1 in place, 2 copies: a cell, and the row in a list
    2 in place, 0 copies: a cell, and a row in a list that is made for it
    0 in place, 3 copies: a cell, and the table with another row in a list"
  `);
});
