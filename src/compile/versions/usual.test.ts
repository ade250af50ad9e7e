import { expect, test } from 'vitest';
import { printedWhole } from '../../testing/ir/examples';
import { PAIRS, REALS, ROWS } from '../../testing/ir/reverse';
import { boolConstant, Builder, intConstant, Numbers } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { IrFunction, IrProgram } from '../ir/program';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { smallLengths, USUAL, type UsualLengths, usualOf, withUsual } from './usual';

test.each<[string, UsualLengths, UsualLengths]>([
  ['1 item', [[1]], [[1]]],
  ['8 items', [[8]], [[8]]],
  ['9 items', [[9]], [undefined]],
  ['no items', [[0]], [undefined]],
  ['8 rows of 8 items', [[8, 8]], [[8, 8]]],
  ['8 rows of 9 items', [[8, 9]], [undefined]],
  ['9 rows', [[9, 1]], [undefined]],
  ['rows without items', [[2, 0]], [undefined]],
  ['nothing known', [undefined], [undefined]],
  [
    'some arrays that are small, and others',
    [[9], undefined, [2], [0], [3, 3]],
    [undefined, undefined, [2], undefined, [3, 3]],
  ],
])('the lengths of small arrays are worth a version: %s', (_, lengths, small) => {
  expect(smallLengths(lengths)).toEqual(small);
});

test.each<[string, UsualLengths, UsualLengths]>([
  [
    '128',
    [
      [8, 8],
      [8, 8],
    ],
    [
      [8, 8],
      [8, 8],
    ],
  ],
  ['129', [[8, 8], [8, 8], [1]], [[8, 8], [8, 8], undefined]],
  [
    'too many for one of them',
    [[8, 8], [3, 8, 8], [8], [8, 8], [8, 7], [1]],
    [[8, 8], undefined, [8], undefined, [8, 7], undefined],
  ],
  ['512 of one array', [[8, 8, 8], [1]], [undefined, [1]]],
  ['128 of one array', [[2, 8, 8]], [[2, 8, 8]]],
])('up to 128 numbers are worth it, those of the first arrays that fit: %s', (_, lengths, small) => {
  expect(smallLengths(lengths)).toEqual(small);
});

/** Prints the version of a program for the usual lengths, and its functions. */
function versionFor(lengths: UsualLengths, kinds: readonly Kind[], write: Write, ...others: readonly Write[]): string {
  const numbers = new Numbers();
  const ids = [write, ...others].map(() => numbers.functionId());
  const functions = [write, ...others].map((each, i): [number, IrFunction] => {
    const builder = new Builder(numbers);
    const parameters = (i === 0 ? kinds : [REALS]).map((kind) => numbers.variable(kind));
    const results = each(builder, ids, parameters);
    return [
      ids[i] ?? -1,
      { id: ids[i] ?? -1, name: i === 0 ? 'main' : `f${i}`, parameters, body: builder.block(results) },
    ];
  });
  const program = { functions: new Map(functions), entries: new Map([['value', ids[0] ?? -1]]) };
  const made = withUsual(program, usualOf(program, lengths, numbers));
  expect(checkProgram(made)).toEqual([]);
  // The program itself stays.
  expect([...made.functions].slice(0, functions.length)).toEqual(functions);
  expect([made.functions.size, made.entries.get('value')]).toEqual([2 * functions.length, ids[0]]);
  const usual = made.entries.get(USUAL);
  const copies = [...made.functions].slice(functions.length);
  expect(copies.map(([id]) => id)).toContain(usual);
  const entries: IrProgram['entries'] = new Map([[USUAL, usual ?? -1]]);
  return printedWhole({ functions: new Map(copies), entries });
}

type Write = (b: Builder, ids: readonly number[], parameters: readonly Variable[]) => readonly Atom[];

const give: Write = (_, _ids, parameters) => parameters;

test('the version makes arrays of known length of the items of its parameters', () => {
  expect(versionFor([[2], undefined, undefined, [1]], [REALS, 'int', REALS, PAIRS], give)).toMatchInlineSnapshot(`
    "function mainUsual.1(d0 : array0, n1 : int, d2 : array0, d3 : array1)
      r4 = item d0[0] unchecked
      r5 = item d0[1] unchecked
      d6 = array [r4; r5]
      r7, n8 = item d3[0] unchecked
      d9 = array [r7, n8]
      results d6, n1, d2, d9"
  `);
});

test('arrays in arrays are made of their items, too', () => {
  const tables: ArrayLayout = { tag: 'array', id: 5, item: [ROWS] };
  expect(versionFor([[2, 1]], [ROWS], give)).toMatchInlineSnapshot(`
    "function mainUsual.1(d0 : array2)
      d1 = item d0[0] unchecked
      r2 = item d1[0] unchecked
      d3 = array [r2]
      d4 = item d0[1] unchecked
      r5 = item d4[0] unchecked
      d6 = array [r5]
      d7 = array [d3; d6]
      results d7"
  `);
  expect(versionFor([[1, 1, 2]], [tables], give)).toMatchInlineSnapshot(`
    "function mainUsual.1(d0 : array5)
      d1 = item d0[0] unchecked
      d2 = item d1[0] unchecked
      r3 = item d2[0] unchecked
      r4 = item d2[1] unchecked
      d5 = array [r3; r4]
      d6 = array [d5]
      d7 = array [d6]
      results d7"
  `);
  expect(versionFor([[1]], [ROWS], give)).toMatchInlineSnapshot(`
    "function mainUsual.1(d0 : array2)
      d1 = item d0[0] unchecked
      d2 = array [d1]
      results d2"
  `);
});

test('it calls copies of the functions, which know nothing of the lengths of their own parameters', () => {
  const calling =
    (callee: number): Write =>
    (b, ids, [array = intConstant(0)]) => {
      const arm = b.inner();
      const consequent = arm.block(arm.call([REALS], ids[callee] ?? -1, [array]));
      const alternative = { statements: [], results: [array] };
      return b.add([REALS], { tag: 'if', condition: boolConstant(true), consequent, alternative });
    };
  expect(versionFor([[1]], [REALS], calling(1), calling(2), calling(1))).toMatchInlineSnapshot(`
    "function mainUsual.3(d0 : array0)
      r1 = item d0[0] unchecked
      d2 = array [r1]
      d4 = if true {
        d3 = call f1.4(d2)
        results d3
      } else {
        results d2
      }
      results d4

    function f1.4(d0 : array0)
      d2 = if true {
        d1 = call f2.5(d0)
        results d1
      } else {
        results d0
      }
      results d2

    function f2.5(d0 : array0)
      d2 = if true {
        d1 = call f1.4(d0)
        results d1
      } else {
        results d0
      }
      results d2"
  `);
});
