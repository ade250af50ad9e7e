import { expect, test } from 'vitest';
import { checked, focusOf } from '../../../testing/checked';
import { counts, updatingCalls } from '../../../testing/ir/counts';
import { printedWhole } from '../../../testing/ir/examples';
import { stagesOf } from '../../../testing/ir/stages';
import { UPDATING_CALLS } from '../../../testing/ir/written-calls';

test('a function that calls itself twice updates the array that it gets', () => {
  const text = `input x : real = 1
input n : int = 6
let rec f a i = if i < 1 then a else let b = f (update a i x) (i - 1) in let y = b[i] in update (f b (i - 2)) 0 y
sum (f (build n (fun i -> x * toReal i)) 5)\n`;
  const stages = stagesOf(focusOf(checked(text)).main)?.before ?? [];
  const stage = stages[stages.findIndex(({ pass }) => pass.startsWith('updates')) + 2];
  expect(stage && printedWhole(stage.program)).toMatchInlineSnapshot(`
    "function f.1(r0 : real, d1 : array0, n2 : int)
      b3 = lessInt n2, 1
      d14 = if b3 {
        results d1
      } else {
        r4 = item d1[n2]
        n5 = length d1
        d6 = update d1[n2] = r0
        n7 = addInt n2, -1 untested
        d8 = call f.1(r0, d6, n7) updates d6
        r9 = item d8[n2]
        n10 = addInt n2, -2 untested
        d11 = call f.1(r0, d8, n10) updates d8
        r12 = item d11[0]
        d13 = update d11[0] = r9
        results d13
      }
      results d14

    function main.3(r0 : real, n1 : int)
      d5 = build n2 < n1 {
        r3 = toReal n2
        r4 = multiply r0, r3
        results r4
      }
      d6 = call f.1(r0, d5, 5) updates d5
      r11 = for n7 < n1 down (r8 = 0) {
        r9 = item d6[n7] unchecked
        r10 = add r9, r8
        results r10
      }
      results r11"
  `);
});

test('the updates in place, the copies, and the calls that update, in programs that pass arrays on', () => {
  const all = Object.entries(UPDATING_CALLS).map(
    ([name, text]) => `${name}: ${[...counts(text), updatingCalls(text)].join(', ')}`,
  );
  expect(all).toMatchInlineSnapshot(`
    [
      "a recurrence that remembers its terms in an array of variants: 1, 0, 3",
      "a recurrence that remembers its terms in an array of reals and bools, and its derivative: 1, 0, 4",
      "a depth-first search that marks what it has seen: 2, 0, 5",
      "a depth-first search whose function is called in a loop over neighbours: 2, 0, 2",
      "an array that is sorted by swaps in two calls: 12, 0, 3",
      "the array of an input, which is used afterwards: 2, 1, 2",
      "one array for two calls, which both update it: 0, 2, 0",
      "an array that is read after the call that updates it: 3, 0, 3",
      "two arrays of one kind, in the same order and the other way round: 4, 2, 2",
      "one array as both arguments: 6, 2, 3",
      "an array beside one that is only read: 3, 1, 4",
      "functions that call one another: 6, 0, 6",
      "the array before and after, both in a list: 0, 2, 0",
      "an array that only some ways give back: 0, 2, 0",
      "recursion inside a derivative, inside a loop: 2, 0, 4",
      "the derivative of a derivative of recursion: 2, 0, 3",
      "recursion that differentiates what it reads: 0, 2, 0",
      "the Hessian of recursion times a vector: 2, 1, 2",
      "forests of sets, whose paths become shorter: 5, 0, 0",
      "a large function that is called twice: 4, 0, 4",
      "recursion in a loop whose rounds free memory, with data in the array: 2, 0, 8",
      "texts in the array: 2, 0, 2",
      "recursion of which the array alone, or the number alone, is used: 2, 1, 4",
      "an array that recursion through a tree fills: 2, 1, 2",
      "an array whose length alone is read after the call: 2, 0, 2",
      "a table of what is known, by two indices, and its derivative: 2, 0, 4",
      "cells of a table of an input, which is used afterwards: 4, 1, 2",
      "cells of a table whose rows are one array: 4, 1, 2",
      "cells of a table of which rows become rows: 0, 3, 0",
      "a row that is read before a call and after it: 0, 4, 0",
      "a row that is given back beside the table: 0, 4, 0",
      "tables in a loop of calls, with new rows and other cells: 5, 0, 2",
      "functions of which one changes the rows and one the table: 5, 0, 6",
      "cells of records with a row and a real, through recursion: 4, 0, 2",
      "recursion whose second array is used for a length alone, beside data with reals: 2, 1, 3",
      "recursion whose second call is not needed: 2, 0, 5",
      "recursion in a loop that gives back an array that it does not carry: 3, 2, 4",
      "a loop between two calls that gives back an array that it does not carry: 2, 0, 2",
      "an array that is updated on ways that cannot be taken: 1, 2, 0",
      "functions of which many must copy, beside one that need not: 2, 5, 2",
      "a second call of recursion that updates two arrays, of which only the length of one is used: 5, 0, 5",
    ]
  `);
});
