import { expect, test } from 'vitest';
import { Code } from './code';
import { WORD } from './layout';
import { addBoth, loadBoth, type Place, storeBoth } from './vector-memory';

/** Returns the instructions that are written for two rounds that are so far apart. */
function written(distance: number, write: (code: Code, place: Place, reals: number) => void, offset = WORD): string {
  const code = new Code();
  const [address, reals] = [code.local('i32'), code.local('v128')];
  write(code, { address, offset, distance }, reals);
  expect(code.inUse()).toEqual([address, reals]);
  return code.body.map(({ op, immediate }) => (immediate === undefined ? op : `${op} ${immediate}`)).join(', ');
}

test.each([
  [WORD, 'local.get 0, v128.load 8'],
  [0, 'local.get 0, f64.load 8, f64x2.splat'],
  [2 * WORD, 'local.get 0, f64.load 8, f64x2.splat, local.set 2, local.get 0, local.get 2, v128.load64_lane 24'],
  [-WORD, 'local.get 0, f64.load 8, f64x2.splat, local.set 2, local.get 0, local.get 2, v128.load64_lane 0'],
  [
    -2 * WORD,
    'local.get 0, f64.load 8, f64x2.splat, local.set 2, local.get 0, i32.const -16, i32.add, local.get 2, v128.load64_lane 8',
  ],
])('at a distance of %i bytes, a vector is loaded by the fewest instructions', (distance, instructions) => {
  expect(written(distance, loadBoth)).toBe(instructions);
});

test.each([
  [WORD, 'local.get 0, local.get 1, v128.store 8'],
  [
    2 * WORD,
    'local.get 0, local.get 1, f64x2.extract_lane 0, f64.store 8, local.get 0, local.get 1, v128.store64_lane 24',
  ],
])('at a distance of %i bytes, a vector is stored', (distance, instructions) => {
  expect(written(distance, storeBoth)).toBe(instructions);
});

test('reals are added to neighbours at once, and to the same place in the order of the rounds', () => {
  expect(
    written(WORD, (...given) => {
      addBoth(...given, [0, 1]);
    }),
  ).toBe('local.get 0, v128.load 8, local.get 1, f64x2.add, local.set 2, local.get 0, local.get 2, v128.store 8');
  expect(
    written(0, (...given) => {
      addBoth(...given, [1, 0]);
    }),
  ).toBe(
    'local.get 0, local.get 0, f64.load 8, local.get 1, f64x2.extract_lane 1, f64.add, local.get 1, f64x2.extract_lane 0, f64.add, f64.store 8',
  );
});
