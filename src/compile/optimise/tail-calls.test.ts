import { describe, expect, test } from 'vitest';
import { valueAfter } from '../../testing/ir/examples';

const loop = (definition: string): string => valueAfter(`input x : real = 1\n${definition}`);

describe('a function whose last act is a call of itself', () => {
  test('is a loop, whose exit is the arm without a call', () => {
    expect(loop('let rec go (n : int) v = if n < 1 then sin v else go (n - 1) (v * x)\ngo 3 x')).toMatchInlineSnapshot(`
      "main(r0 : real)
        b1 = lessInt 3, 1
        r13 = if b1 {
          r2 = sin r0
          results r2
        } else {
          n3 = subtractInt 3, 1
          r4 = multiply r0, r0
          r12 = while (r5 = r0, n6 = n3, r7 = r4) {
            b8 = lessInt n6, 1
            results b8
          } exit {
            r9 = sin r7
            results r9
          } body {
            n10 = subtractInt n6, 1
            r11 = multiply r7, r5
            results r5, n10, r11
          }
          results r12
        }
        results r13"
    `);
  });

  test('is a loop if the call is in the first arm', () => {
    expect(loop('let rec go (n : int) v = if n > 0 then go (n - 1) (v * x) else v\ngo 3 x')).toMatchInlineSnapshot(`
      "main(r0 : real)
        b1 = greaterInt 3, 0
        r12 = if b1 {
          n2 = subtractInt 3, 1
          r3 = multiply r0, r0
          r11 = while (r4 = r0, n5 = n2, r6 = r3) {
            b7 = greaterInt n5, 0
            b8 = not b7
            results b8
          } exit {
            results r6
          } body {
            n9 = subtractInt n5, 1
            r10 = multiply r6, r4
            results r4, n9, r10
          }
          results r11
        } else {
          results r0
        }
        results r12"
    `);
  });

  test('is a loop if several arms call it', () => {
    const text = loop(
      'let rec go (n : int) v = if n < 1 then v else if v > 9 then go (n - 1) v else go (n - 2) (v * x)\ngo 3 x',
    );
    expect(text).toMatch(/while/);
    expect(text).not.toMatch(/call/);
  });

  test('is a loop with a flag if arms that end and arms that go on alternate', () => {
    const text = loop('let rec go (n : int) v = if n < 1 then v else if v > 9 then 0 else go (n - 1) (v * x)\ngo 3 x');
    expect(text).toMatch(/results true, [^]*results false, /);
    expect(text).not.toMatch(/call/);
  });
});

test('a call that is not the last act stays a call', () => {
  const text = loop('let rec go (n : int) v = if n < 1 then v else 1 + go (n - 1) (v * x)\ngo 3 x');
  expect(text).toMatch(/call function\.|call go/);
  expect(text).not.toMatch(/while/);
});

test('a call elsewhere in a loop stays a call', () => {
  const text = loop('let rec go (n : int) v = if n < 1 then v else go (n - 1) (go (n - 2) v)\ngo 3 x');
  expect(text).toMatch(/call/);
});
