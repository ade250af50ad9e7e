import { expect, test } from 'vitest';
import { counts, updatingCalls } from '../../../testing/ir/counts';
import { READING_CALLS } from '../../../testing/ir/written-reads';

test('the updates in place, the copies, and the calls that update, in programs whose calls read arrays', () => {
  const all = Object.entries(READING_CALLS).map(
    ([name, text]) => `${name}: ${[...counts(text), updatingCalls(text)].join(', ')}`,
  );
  expect(all).toMatchInlineSnapshot(`
    [
      "recursion that reads the array of a loop: 1, 0, 0",
      "recursion that reads an array after it is updated, by its old name: 0, 1, 0",
      "recursion that reads a table whose rows are updated: 2, 0, 0",
      "recursion that reads a table between the update of a row and that of the table: 1, 1, 0",
      "recursion that reads a row which is updated: 2, 0, 0",
      "recursion that updates an array and reads it by another function: 3, 0, 3",
      "recursion that returns the array which it reads: 0, 2, 0",
      "recursion that keeps the array which it reads in data: 0, 1, 0",
      "recursion that differentiates a function of the array which it reads: 0, 1, 0",
      "loops of calls that read an array before it is updated: 1, 0, 0",
      "two loops of calls that read an array, of which the first one alone is before an update: 2, 0, 0",
      "a loop of calls that read an array, beside a loop of the same items after its update: 1, 0, 0",
      "recursion that puts rows which it reads into another table: 0, 2, 0",
      "recursion that gives back a copy of the array which it reads: 1, 2, 0",
      "recursion that copies the array which it reads: 3, 2, 0",
      "lists in an array that recursion reads: 1, 0, 0",
    ]
  `);
});
