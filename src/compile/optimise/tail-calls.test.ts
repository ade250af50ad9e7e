import { describe, expect, test } from 'vitest';
import { NOWHERE } from '../../language/source/span';
import { valueAfter } from '../../testing/ir/examples';
import { visit } from '../ir/blocks';
import { Numbers } from '../ir/builder';
import { endsIn } from './tail-calls';

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
    expect(
      loop(
        'let rec go (n : int) v = if 2 * n < 1 then v else if v > 9 then go (n - 1) v else go (n - 2) (v * x)\ngo 3 (2 * x)',
      ),
    ).toMatchInlineSnapshot(`
      "main(r0 : real)
        r1 = multiply 2, r0
        r14 = while (r2 = r0, n3 = 3, r4 = r1) {
          n5 = multiplyInt 2, n3
          b6 = lessInt n5, 1
          results b6
        } exit {
          results r4
        } body {
          b7 = greater r4, 9
          r11, n12, r13 = if b7 {
            n8 = subtractInt n3, 1
            results r2, n8, r4
          } else {
            n9 = subtractInt n3, 2
            r10 = multiply r4, r2
            results r2, n9, r10
          }
          results r11, n12, r13
        }
        results r14"
    `);
  });

  test('is a loop with a flag if arms that end and arms that go on alternate', () => {
    expect(loop('let rec go b v = if b then v else if v > 9 then 0 else go (v > 8) (v * x)\ngo false (2 * x)'))
      .toMatchInlineSnapshot(`
        "main(r0 : real)
          r1 = multiply 2, r0
          r18 = while (r2 = r0, b3 = false, r4 = r1) {
            b13, r14, b15, r16, r17 = if b3 {
              results true, r2, false, 0, r4
            } else {
              b5 = greater r4, 9
              b8, r9, b10, r11, r12 = if b5 {
                results true, r2, false, 0, 0
              } else {
                b6 = greater r4, 8
                r7 = multiply r4, r2
                results false, r2, b6, r7, 0
              }
              results b8, r9, b10, r11, r12
            }
            results b13
          } exit {
            results r17
          } body {
            results r14, b15, r16
          }
          results r18"
      `);
  });

  test('keeps in its last round what no call changes, and nothing that one changes', () => {
    const text = loop(
      'let rec go b v = if b then (if v > 9 then v else go false (v * x)) else (if v > 8 then 0 else go (v > 7) v)\ngo false x',
    );
    expect(text.match(/results true, r\d+, false, 0, /g)).toHaveLength(2);
  });

  test.each([
    ['go (n - 1) v', 'if v > 9 then v else go (n - 2) (v * x)'],
    ['if v > 9 then v else go (n - 2) (v * x)', 'go (n - 1) v'],
    ['if v > 9 then v else go (n - 2) (v * x)', 'if v > 8 then go (n - 1) v else v'],
    ['if v > 9 then v else go (n - 2) (v * x)', 'v'],
  ])('is a loop with a flag if the arms are %s and %s', (first, second) => {
    const text = loop(`let rec go (n : int) v = if n > 5 then ${first} else ${second}\ngo 3 x`);
    expect(text).toMatch(/results true, [^]*results false, /);
    expect(text).not.toMatch(/call/);
  });

  test('is a loop if other arms end in calls of other functions', () => {
    const text = loop(`let rec other (n : int) = if n < 1 then x else other (n - 1) * other (n - 2)
let rec go (n : int) v = if n < 1 then other 5 else go (n - 1) (v * x)
go 3 x`);
    expect(text).toMatch(/while[^]*exit \{\n *r\d+ = call/);
  });

  test('is a loop whose rounds free the data that they made', () => {
    const forgets: boolean[] = [];
    valueAfter('input x : real = 1\nlet rec go v = if v > 9 then v else go (v * x)\ngo x', (block) => {
      visit(block, (statement) => {
        if (statement.tag === 'while') forgets.push(statement.forgets);
      });
      return block;
    });
    expect(forgets).toEqual([true]);
  });
});

test('a block ends in a statement if its results are the targets, in their order', () => {
  const numbers = new Numbers();
  const [a, b, c] = [numbers.variable('real'), numbers.variable('real'), numbers.variable('real')];
  const ends = [[a, b], [b, a], [a, c], [c, b], [a], [a, b, c]].map((results) =>
    endsIn({ statements: [], results }, { tag: 'pop', targets: [a, b], origin: NOWHERE }),
  );
  expect(ends).toEqual([true, false, false, false, false, false]);
});

test('a call that is not the last act stays a call', () => {
  const text = loop('let rec go (n : int) v = if n < 1 then v else go (n - 1) (v * x) + go (n - 2) v\ngo 3 x');
  expect(text).toMatch(/call/);
  expect(text).not.toMatch(/while/);
});

test('a call elsewhere in a loop stays a call', () => {
  const text = loop('let rec go (n : int) v = if n < 1 then v else go (n - 1) (go (n - 2) v)\ngo 3 x');
  expect(text).toMatch(/call/);
});
