import { describe, expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
import { counted } from './counted';
import { withoutDead } from './dead';
import { scalars } from './scalars';
import { simplify } from './simplify';
import { unroll } from './unroll';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => counted(block, numbers, kinds);
const parts = (block: Block, { numbers }: Around): Block => scalars(simplify(unroll(block, numbers), numbers), numbers);
const after = (text: string): string =>
  valueAfter(text, simple, loops, simple, parts, simple, parts, simple, withoutDead);

const TURN = 'let turn (v : array real) = build 2 (fun i -> v[1 - i] * 0.5)';
const go = (step: string): string => `let rec go (n : int) v = if n = 0 then v else go (n - 1) (${step})`;

describe('a small array that a loop carries', () => {
  test('becomes its items', () => {
    const text = `input x : real = 1\n${TURN}\n${go('turn v')}\n(go 20 (build 2 (fun _ -> x)))[0]`;
    expect(after(text)).toMatchInlineSnapshot(`
      "main(r0 : real)
        r6, r7 = for n1 < 20 (r2 = r0, r3 = r0) {
          r4 = multiply r3, 0.5
          r5 = multiply r2, 0.5
          results r4, r5
        }
        results r6"
    `);
  });

  test('and the arrays in it, too', () => {
    const text = `input x : real = 1\n${go('build 2 (fun i -> build 2 (fun j -> v[j][i] * x))')}\n(go 20 [[1, 2], [3, x]])[0][1]`;
    expect(after(text)).not.toContain('array');
  });

  test('stays whole if its length is not known before the first round', () => {
    const text = `input x : array real = [1, 2]\n${TURN}\n${go('turn v')}\n(go 20 x)[0]`;
    expect(after(text)).toContain('array [');
  });

  test('becomes its items if the loop stops in its first round at another length', () => {
    const step = 'let r = dot [1, 2] v in build 2 (fun i -> v[i] * r)';
    const text = `input x : array real = [1, 2]\n${go(step)}\nsum (go 20 x)`;
    expect(after(text)).toMatchInlineSnapshot(`
      "main(d0 : array0)
        n1 = length d0
        b2 = equalInt n1, 2
        b3 = not b2
        if b3 {
          fail
          results 
        } else {
          results 
        }
        r4 = item d0[0] unchecked
        r5 = item d0[1] unchecked
        r14, r15 = for n6 < 20 (r7 = r4, r8 = r5) {
          r9 = multiply 2, r8
          r10 = add r9, 0
          r11 = add r7, r10
          r12 = multiply r7, r11
          r13 = multiply r8, r11
          results r12, r13
        }
        r16 = add r15, 0
        r17 = add r14, r16
        results r17"
    `);
  });

  test('stays whole if a round makes an array of another length', () => {
    const text = `input x : real = 1\n${go('build 3 (fun i -> v[0] * toReal i)')}\n(go 20 (build 2 (fun _ -> x)))[0]`;
    expect(after(text)).toContain('array [');
  });
});
