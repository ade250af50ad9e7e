import { describe, expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
import { withoutTests } from './bounds';
import { counted } from './counted';
import { withoutDead } from './dead';
import { fuse } from './fuse';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));
const fused = (block: Block, { numbers }: Around): Block => fuse(block, numbers);

const after = (text: string): string =>
  valueAfter(
    `input x : real = 1\ninput n : int = 3\n${text}`,
    simple,
    loops,
    simple,
    withoutTests,
    simple,
    fused,
    simple,
  );

describe('an array that one loop makes and one loop reads', () => {
  test('is not made', () => {
    expect(after('sum (build n (fun i -> x * toReal i))')).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        b2 = lessInt n1, 0
        if b2 {
          fail
          results 
        } else {
          results 
        }
        b3 = lessInt 67108864, n1
        if b3 {
          fail memory
          results 
        } else {
          results 
        }
        r9 = for n4 < n1 down (r5 = 0) {
          r6 = toReal n4
          r7 = multiply r0, r6
          r8 = add r7, r5
          results r8
        }
        results r9"
    `);
  });

  test('is not made where a chain of arrays leads to it', () => {
    expect(after('sum (map exp (map sin (build 3 (fun i -> x * toReal i))))')).not.toMatch(/build/);
  });
});

describe('an array is made', () => {
  test.each([
    ['if it is read twice', 'let ys = build n (fun i -> x * toReal i) in sum ys * sum (map exp ys)', 1],
    ['if it is the result, too', 'let ys = build n (fun i -> x * toReal i) in (sum ys, ys)', 1],
    [
      'if a round reads it at another index',
      'let ys = build 4 (fun i -> x * toReal i) in sum (build 3 (fun i -> ys[i + 1]))',
      1,
    ],
    [
      'if a round reads it twice',
      'let ys = build 3 (fun i -> x * toReal i) in sum (build 3 (fun i -> ys[i] * ys[2 - i]))',
      1,
    ],
    [
      'if a round goes through all of it',
      'let ys = build 3 (fun i -> x * toReal i) in sum (build 3 (fun i -> sum ys * x))',
      1,
    ],
    [
      'if it is longer than the loop',
      'let ys = build 4 (fun i -> x * toReal i) in sum (build 3 (fun i -> ys[i] * x))',
      1,
    ],
    ['if a branch reads it', 'let ys = build n (fun i -> x * toReal i) in if x > 0 then sum ys else 0', 1],
  ])('%s', (_, expression, times) => {
    expect(after(expression).match(/build/g)?.length ?? 0).toBeGreaterThanOrEqual(times);
  });

  test('and a length that is negative still stops the run', () => {
    expect(after('sum (build n (fun i -> x))')).toMatch(/lessInt n1, 0\n.*if .* \{\n +fail/);
  });
});
