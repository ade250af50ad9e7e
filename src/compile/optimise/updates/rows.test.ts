import { expect, test } from 'vitest';
import { counts } from '../../../testing/ir/counts';
import { CELLS } from '../../../testing/ir/written-rows';

/** How many updates are in place, and how many copies are made; a loop may be written out twice. */
const EXPECTED: Readonly<Record<string, string>> = {
  'a cell by others': '2 in place, 0 copies',
  'a cell, whose row is read before': '2 in place, 0 copies',
  'a cell, whose row is read after the new one by its old name': '2 in place, 2 copies',
  'a cell, where a row at another index is read afterwards': '2 in place, 2 copies',
  'a cell, where the row after it is read afterwards': '4 in place, 0 copies',
  'a cell, where a row before a constant index is read afterwards': '4 in place, 0 copies',
  'a row with another cell, at another place': '2 in place, 3 copies',
  'a row with another cell, which is read too': '2 in place, 3 copies',
  'a row with another cell, in an arm': '2 in place, 3 copies',
  'a row with another cell, in both arms': '4 in place, 3 copies',
  'a row with another cell, before a search through the table': '2 in place, 2 copies',
  'a row with another cell, before a derivative': '2 in place, 2 copies',
  'a row of another table': '2 in place, 2 copies',
  'cells of the same row in all places': '3 in place, 2 copies',
  'cells of rows that are also in a list': '3 in place, 2 copies',
  'cells of rows of other arrays': '3 in place, 2 copies',
  'cells of a constant table': '0 in place, 1 copies',
  'cells and rows that are made in the round': '6 in place, 0 copies',
  'cells and a row of zeros that is made in the round': '6 in place, 0 copies',
  'cells and a row that is made before the loop': '4 in place, 3 copies',
  'cells and a row that is put into two places': '6 in place, 3 copies',
  'cells and a row from another place': '4 in place, 3 copies',
  'cells and a row from its own place': '6 in place, 0 copies',
  'cells and a constant row': '4 in place, 3 copies',
  'cells and a row of the arms of a branch': '2 in place, 5 copies',
  'a cell, and the row in a list': '1 in place, 2 copies',
  'a cell, and a row in a list that is made for it': '2 in place, 0 copies',
  'a cell, and the table with another row in a list': '0 in place, 3 copies',
  'a row with another cell, in an arm that comes last': '2 in place, 3 copies',
  'a cell, before a search through something else': '4 in place, 0 copies',
  'a cell, and a number of the table with another row': '1 in place, 3 copies',
  'cells of a table whose rows are one constant row': '3 in place, 1 copies',
  'cells, and a row of another table from the same place': '4 in place, 3 copies',
  'pairs of rows, and a cell of each': '2 in place, 1 copies',
  'pairs of rows, of which one goes to the place of the other': '1 in place, 3 copies',
  'pairs of rows, of which one goes to both places': '1 in place, 2 copies',
  'pairs of a row that is made and one from before': '2 in place, 2 copies',
  'pairs of a row from before and one that is made': '2 in place, 2 copies',
  'pairs of a row and a real, and a row from before': '2 in place, 2 copies',
  'pairs of a row and a real, and a cell of each': '2 in place, 0 copies',
  'a row that a loop carries without an update in place, and that the table updates afterwards': '2 in place, 2 copies',
  'a row that a loop carries no round, and that the table updates afterwards': '2 in place, 2 copies',
};

test.each(Object.entries(CELLS))('updates in place and copies: %s', (name, text) => {
  const [updates, copies] = counts(text);
  expect(`${updates} in place, ${copies} copies`).toBe(EXPECTED[name]);
});
