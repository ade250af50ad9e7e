import { describe, expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
import { withoutTests } from './bounds';
import { counted } from './counted';
import { withoutDead } from './dead';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));

const after = (expression: string): string =>
  valueAfter(
    `input xs : array real = [1, 2, 3]\ninput n : int = 2\ninput ys : list real = [1]\n${expression}`,
    simple,
    loops,
    simple,
    withoutTests,
    simple,
    withoutTests,
  );

const item = (count: string, index: string): string => after(`sum (build (${count}) (fun i -> xs[${index}]))`);

describe('an index is not tested', () => {
  test.each([
    ['if the loop counts to the length', 'length xs', 'i'],
    ['if the loop ends before it', '(length xs - 2)', 'i + 2'],
    ['if it is a remainder', 'length xs', 'mod (i * 7) (length xs)'],
  ])('%s', (_, count, index) => {
    const text = item(count, index);
    expect(text).toMatch(/item d0/);
    expect(text).not.toMatch(/item d0\[n\d+\]$/m);
  });

  test('in the branch of a comparison that keeps it inside', () => {
    expect(after('if n < length xs then (if n >= 0 then xs[n] else 1) else 2')).toMatch(/item d0\[n1\] unchecked/);
    expect(after('if n >= length xs then 2 else (if n > 0 - 1 then xs[n] else 1)')).toMatch(/item d0\[n1\] unchecked/);
  });

  test('in an array of known length', () => {
    const text = after(
      'let ys = build 4 (fun i -> toReal i) in ys[3] + (if n > 0 then (if n <= 3 then ys[n] else 0) else 0)',
    );
    expect(text.match(/unchecked/g)).toHaveLength(2);
  });
});

describe('an index keeps its test', () => {
  test.each([
    ['if the loop counts past the length', '(length xs + 1)', 'i'],
    ['if it is one further', 'length xs', 'i + 1'],
    ['if it begins before the first item', 'length xs', 'i - 1'],
    ['if the loop counts to another number', 'n', 'i'],
    ['if it is counted from one past the end', 'length xs', 'length xs - i'],
    ['if it is a multiple', 'length xs', 'i * 2'],
  ])('%s', (_, count, index) => {
    expect(item(count, index)).toMatch(/item d0\[n\d+\]$/m);
  });

  test.each([
    ['if only its upper end is known', 'if n < length xs then xs[n] else 2.0'],
    ['if only its lower end is known', 'if n >= 0 then xs[n] else 2.0'],
    ['in the other branch', 'if n < length xs then 2.0 else (if n >= 0 then xs[n] else 1.0)'],
    ['if it may be equal to the length', 'if n <= length xs then (if n >= 0 then xs[n] else 1.0) else 2.0'],
    ['after the branch', '(if n < length xs then (if n >= 0 then 1.0 else 2.0) else 3.0) + xs[n]'],
    ['if it is 4 of an array of 4', 'let ys = build 4 (fun i -> toReal i) in ys[4]'],
    ['if it is unequal to the length', 'if n = length xs then 2.0 else (if n >= 0 then xs[n] else 1.0)'],
    [
      'of another array',
      'let ys = build (n + 1) (fun i -> 1.0) in if n >= 0 then (if n < length ys then xs[n] else 1.0) else 0.0',
    ],
  ])('%s', (_, expression) => {
    expect(after(expression)).toMatch(/item d\d+\[(n\d+|\d)\]$/m);
  });
});

describe('a sum of ints', () => {
  const sum = (expression: string): string => after(`toReal (${expression}) + xs[0]`);

  test('is not tested if it cannot overflow', () => {
    expect(sum('length xs * 1000 + 5')).toMatch(/multiplyInt .* untested[^]*addInt .* untested/);
    expect(sum('length xs * length xs + length xs')).toMatch(/multiplyInt .* untested[^]*addInt .* untested/);
    expect(sum('div n 4 + length xs')).toMatch(/addInt .* untested/);
    expect(sum('if n > 0 then (if n < 9007199254740990 then n + 1 else 0) else 0')).toMatch(/addInt .* untested/);
    expect(sum('if n >= 0 - 9007199254740990 then (if n < 0 then n - 1 else 0) else 0')).toMatch(
      /(addInt n1, -1|subtractInt n1, 1) untested/,
    );
    expect(sum('mod n 7 - 100')).toMatch(/(addInt|subtractInt) .* untested/);
  });

  test.each([
    ['of two inputs', 'n + n', /addInt n1, n1$/m],
    ['at the edge', 'if n > 0 then (if n < 9007199254740991 then n + 2 else 0) else 0', /addInt n1, 2$/m],
    ['below the edge', 'if n < 0 then n - 1 else 0', /subtractInt n1, 1$/m],
    ['of a product', 'if n > 0 then n * 2 else 0', /multiplyInt n1, 2$/m],
    ['of a square', 'n * n', /multiplyInt n1, n1$/m],
    ['of a product of lengths, twice', 'length xs * length xs * 2', /multiplyInt n\d+, 2$/m],
    ['of a product of lengths of lists', 'length ys * length ys', /multiplyInt n\d+, n\d+$/m],
    ['with a divisor that may be 0', 'div 7 n', /div 7, n1$/m],
    ['with a remainder by what may be 0', 'mod 7 n', /mod 7, n1$/m],
  ])('keeps its test %s', (_, expression, test_) => {
    expect(sum(expression)).toMatch(test_);
  });

  test('is shortened to a variable and a constant', () => {
    expect(sum('let k = mod n 10 in k + 3 - 2 + 4 - 5')).toMatch(/mod n1, 10[^]*results/);
    expect(sum('let k = mod n 10 in k + 3 - 3')).not.toMatch(/toReal n[4-9]/);
  });
});

describe('a comparison of ints', () => {
  const decided = (expression: string): string => after(`if ${expression} then xs[0] else 9.0`);

  test.each([
    ['mod n 5 < 5', true],
    ['mod n 5 >= 0', true],
    ['length xs < 0', false],
    ['mod n 5 = 5', false],
    ['mod n 5 > 4', false],
    ['length xs <= 0 - 1', false],
    ['length xs < length xs + 1', true],
  ])('%s is decided: %s', (expression, holds) => {
    const text = decided(expression);
    expect(text).not.toMatch(/ if b/);
    expect(/item/.test(text)).toBe(holds);
  });

  test.each(['mod n 5 < 4', 'mod n 5 > 0', 'length xs > 0', 'mod n 5 = 4', 'mod n 5 <= 3', 'length xs < n'])(
    '%s is not decided',
    (expression) => {
      expect(decided(expression)).toMatch(/if b/);
    },
  );
});
