import { expect, test } from 'vitest';
import type { IrValue } from '../../testing/ir/data';
import { printedWhole } from '../../testing/ir/examples';
import { interpret } from '../../testing/ir/interpret';
import { REALS, ROWS } from '../../testing/ir/reverse';
import { intConstant, Numbers } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { IrFunction, IrProgram } from '../ir/program';
import { choosing } from './choice';
import type { UsualLengths } from './usual';

const TABLES: ArrayLayout = { tag: 'array', id: 5, item: [ROWS] };

/** Returns a program that chooses between a function whose result is 0 and one whose result is 1. */
function choiceOf(kinds: readonly Kind[], lengths: UsualLengths): IrProgram {
  const numbers = new Numbers();
  const giving = (name: string, result: number): IrFunction => {
    const parameters = kinds.map((kind) => numbers.variable(kind));
    const results = [intConstant(result), ...parameters];
    return { id: numbers.functionId(), name, parameters, body: { statements: [], results } };
  };
  const [any, usual] = [giving('any', 0), giving('usual', 1)];
  const made = choosing(any, usual.id, lengths, numbers);
  const functions = new Map([any, usual, made].map((each) => [each.id, each]));
  const program = { functions, entries: new Map([['value', made.id]]) };
  expect(checkProgram(program)).toEqual([]);
  return program;
}

type Given = number | readonly Given[];

function valueOf(kind: Kind, given: Given): IrValue {
  if (typeof given === 'number') return given;
  if (typeof kind !== 'object' || kind.tag !== 'array') throw new Error('no array');
  const [item = 'real'] = kind.item;
  const parts = given.map((each) => valueOf(item, each));
  return { tag: 'array', layout: kind, count: given.length, parts, freed: false };
}

/** Which function is called for arguments; it gets them all and gives them back. Rows that are not there are not read. */
function chosen(kinds: readonly Kind[], lengths: UsualLengths, given: readonly Given[]): 'any' | 'usual' {
  const values = given.map((each, i) => valueOf(kinds[i] ?? 'real', each));
  const ended = interpret(choiceOf(kinds, lengths), 'value', values, 100);
  if (ended.tag !== 'values') throw new Error(ended.tag);
  const [which, ...others] = ended.values;
  expect(others).toEqual(values);
  return which === 1n ? 'usual' : 'any';
}

test('the version for the usual lengths is called if the arrays have them', () => {
  expect(printedWhole(choiceOf(['real', REALS, ROWS], [undefined, [3], [1, 2]])).split('\n\n')[2])
    .toMatchInlineSnapshot(`
      "function any.2(r0 : real, d1 : array0, d2 : array2)
        n3 = length d1
        b4 = equalInt n3, 3
        b12 = if b4 {
          n5 = length d2
          b6 = equalInt n5, 1
          b11 = if b6 {
            d7 = item d2[0] unchecked
            n8 = length d7
            b9 = equalInt n8, 2
            b10 = if b9 {
              results true
            } else {
              results false
            }
            results b10
          } else {
            results false
          }
          results b11
        } else {
          results false
        }
        n21, r22, d23, d24 = if b12 {
          n13, r14, d15, d16 = call usual.1(r0, d1, d2)
          results n13, r14, d15, d16
        } else {
          n17, r18, d19, d20 = call any.0(r0, d1, d2)
          results n17, r18, d19, d20
        }
        results n21, r22, d23, d24"
    `);
});

const TWO: readonly Kind[] = [REALS, 'real', REALS];

test.each<[string, readonly Kind[], UsualLengths, readonly Given[]]>([
  ['an array has its length', [REALS], [[2]], [[1, 2]]],
  ['all arrays have theirs', TWO, [[2], undefined, [1]], [[1, 2], 3, [4]]],
  ['an array of which nothing is known has any', TWO, [[2]], [[1, 2], 3, [4, 5, 6, 7]]],
  ['nothing is known', [REALS], [], [[1, 2]]],
  ['all rows have theirs', [ROWS], [[2, 1]], [[[1], [2]]]],
  ['rows have any, of which nothing is known', [ROWS], [[2]], [[[1], [2, 3]]]],
  ['all rows of all tables have theirs', [TABLES], [[2, 1, 2]], [[[[1, 2]], [[3, 4]]]]],
])('the usual lengths: %s', (_, kinds, lengths, given) => {
  expect(chosen(kinds, lengths, given)).toBe('usual');
});

test.each<[string, readonly Kind[], UsualLengths, readonly Given[]]>([
  ['an array is shorter', [REALS], [[2]], [[1]]],
  ['an array is empty', [REALS], [[2]], [[]]],
  ['an array is longer', [REALS], [[2]], [[1, 2, 3]]],
  ['the first array differs', TWO, [[2], undefined, [1]], [[1], 3, [4]]],
  ['the last array differs', TWO, [[2], undefined, [1]], [[1, 2], 3, [4, 5]]],
  ['there are fewer rows', [ROWS], [[2, 1]], [[[1]]]],
  ['there are more rows', [ROWS], [[2, 1]], [[[1], [2], [3]]]],
  ['the first row is shorter', [ROWS], [[2, 1]], [[[], [2]]]],
  ['the last row is longer', [ROWS], [[2, 1]], [[[1], [2, 3]]]],
  ['an array after a table differs', [ROWS, REALS], [[1, 1], [1]], [[[1]], [1, 2]]],
  ['a table has fewer rows', [TABLES], [[2, 1, 2]], [[[[1, 2]], []]]],
  ['a row of the last table is longer', [TABLES], [[2, 1, 2]], [[[[1, 2]], [[3, 4, 5]]]]],
])('other lengths: %s', (_, kinds, lengths, given) => {
  expect(chosen(kinds, lengths, given)).toBe('any');
});
