import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { Builder, realConstant } from '../ir/builder';
import type { Atom, For, Variable } from '../ir/tree';
import { join } from './join';

const loopsIn = (text: string): number => text.match(/\bfor n\d+ </g)?.length ?? 0;

describe('the loops of the way there and back', () => {
  test.each([
    ['a sum', 'sum (build 20 (fun i -> sin (x * toReal i)))'],
    ['a sum that is scaled', '0.5 * sum (build 20 (fun i -> let d = x * toReal i - 1 in d * d)) / 20'],
    [
      'a sum with an array in each round',
      'sum (build 20 (fun i -> let ys = build 3 (fun j -> x * toReal (i + j)) in ys[0] * sum ys))',
    ],
  ])('of %s become one', (_, expression) => {
    const { before, after } = gradientAround(`input x : real = 1\n${expression}`, 'join');
    expect(loopsIn(after)).toBeLessThan(loopsIn(before));
  });

  test('are one loop that keeps nothing', () => {
    expect(gradientAround('input x : real = 1\nsum (build 20 (fun i -> sin (x * toReal i)))', 'join').after)
      .toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real)
        r15, r16 = for n2 < 20 down (r3 = 0, r4 = 0) {
          r5 = toReal n2
          r6 = multiply r0, r5
          r7 = sin r6
          r8 = add r7, r3
          r9 = toReal n2
          r10 = multiply r0, r9
          r11 = cos r10
          r12 = multiply r1, r11
          r13 = multiply r12, r9
          r14 = add r4, r13
          results r8, r14
        }
        r17, r18 = finite r16, r15
        results r17, r18"
    `);
  });

  test.each([
    [
      'if what the way back begins with depends on the sum',
      'let s = sum (build 20 (fun i -> sin (x * toReal i))) in s * s',
    ],
    ['if each round depends on the one before', 'fold (i, s) -> sin s * x over range 0 20 from x'],
    ['if a round multiplies what it adds to', 'fold (i, s) -> s * 0.5 + x over range 0 20 from 0'],
    [
      'if two reals depend on each other',
      'fst (fold (i, (p, v)) -> (p + 0.1 * v, v - p * x) over range 0 20 from (x, 1))',
    ],
    [
      'if the sum decides a branch',
      'let s = sum (build 20 (fun i -> sin (x * toReal i))) in if s > 1 then s else 2 * s',
    ],
  ])('stay two %s', (_, expression) => {
    const { before, after } = gradientAround(`input x : real = 1\n${expression}`, 'join');
    expect(loopsIn(after)).toBe(loopsIn(before));
  });
});

describe('loops of one pair number', () => {
  /** A loop of three rounds that adds to a real. */
  function loop(b: Builder, first: Atom, what: 'push' | 'pop', down: boolean): Variable {
    const inner = b.inner();
    const sum = b.numbers.variable('real');
    const index = b.numbers.variable('int');
    const amount = what === 'pop' ? inner.one('real', { tag: 'pop' }) : inner.operation('toReal', index);
    const next = inner.operation('add', sum, amount);
    if (what === 'push') inner.add([], { tag: 'push', values: [amount] });
    const count = { tag: 'constant', kind: 'int', value: 3 } as const;
    const statement: Omit<For, 'targets' | 'origin'> = {
      tag: 'for',
      pair: 7,
      index,
      count,
      down,
      parameters: [sum],
      initial: [first],
      body: inner.block([next]),
      forgets: false,
    };
    return b.one('real', statement);
  }

  test('are joined if there are two', () => {
    const text = blockAfter(
      ['real'],
      (b, x) => (x === undefined ? [] : [loop(b, x, 'push', false), loop(b, realConstant(0), 'pop', true)]),
      join,
    );
    expect(loopsIn(text)).toBe(1);
    expect(text).not.toMatch(/push|pop/);
  });

  test('are not joined with another copy if their own cannot be', () => {
    const text = blockAfter(
      ['real'],
      (b, x) => {
        if (x === undefined) return [];
        const first = loop(b, x, 'push', false);
        const second = loop(b, first, 'push', false);
        // The way back of the second begins with its result; that of the first could run before the second.
        return [loop(b, second, 'pop', true), loop(b, realConstant(0), 'pop', true)];
      },
      join,
    );
    expect(loopsIn(text)).toBe(4);
  });
});
