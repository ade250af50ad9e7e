import { describe, expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
import { counted } from './counted';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => counted(block, numbers, kinds);

const after = (text: string): string =>
  valueAfter(`input x : real = 1\ninput n : int = 3\n${text}`, simple, loops, simple);

describe('a loop over an int', () => {
  test('that goes down to a bound counts its rounds', () => {
    expect(after('let rec go (k : int) v = if k < 1 then v else go (k - 1) (v * x) in go n 1')).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        n2 = subtractInt n1, 1 untested
        n3 = addInt n2, 1 untested
        b4 = lessInt n3, 0
        n5 = if b4 {
          results 0
        } else {
          results n3
        }
        r11 = for n6 < n5 (r7 = 1) {
          n8 = subtractInt n1, n6 untested
          n9 = subtractInt n8, 1 untested
          r10 = multiply r7, r0
          results r10
        }
        n12 = subtractInt n1, n5 untested
        results r11"
    `);
  });

  test('that goes up to a bound counts its rounds', () => {
    expect(after('let rec go (k : int) v = if k >= n then v else go (k + 1) (v * toReal k) in go 0 x'))
      .toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        b2 = lessInt n1, 0
        n3 = if b2 {
          results 0
        } else {
          results n1
        }
        r9 = for n4 < n3 (r5 = r0) {
          n6 = addInt n4, 1
          r7 = toReal n4
          r8 = multiply r5, r7
          results r8
        }
        results r9"
    `);
  });

  test.each([
    ['k >= 9007199254740991', 'k + 1', false],
    ['k > 9007199254740990', 'k + 1', false],
    ['k > 9007199254740991', 'k + 1', true],
    ['k < -9007199254740990', 'k - 1', false],
    ['k < -9007199254740991', 'k - 1', true],
  ])('that ends when %s tests its step, %s, if it can overflow: %s', (end, next, isTested) => {
    const made = after(`let rec go (k : int) (v : int) = if ${end} then v else go (${next}) k in toReal (go n 0)`);
    expect(made).toMatch(/for/);
    expect(/(?:addInt|subtractInt) n\d+, 1$/m.test(made)).toBe(isTested);
  });

  test('that must meet its bound has no end if it has passed it', () => {
    expect(after('let rec go (k : int) v = if k = n then v else go (k + 1) (v * x) in go 5 1')).toMatch(
      /results 9007199254740991/,
    );
  });

  test.each([
    ['<', '-', 'if k < n then v else go (k - 1) (v * x)'],
    ['<=', '-', 'if k <= n then v else go (k - 1) (v * x)'],
    ['>', '+', 'if k > n then v else go (k + 1) (v * x)'],
    ['>=', '+', 'if k >= n then v else go (k + 1) (v * x)'],
    ['=', '+', 'if k = n then v else go (k + 1) (v * x)'],
    ['=', '-', 'if k = n then v else go (k - 1) (v * x)'],
    ['not <', '+', 'if k < n then go (k + 1) (v * x) else v'],
    ['not <=', '+', 'if k <= n then go (k + 1) (v * x) else v'],
    ['not >', '-', 'if k > n then go (k - 1) (v * x) else v'],
    ['not >=', '-', 'if k >= n then go (k - 1) (v * x) else v'],
    ['mirrored <', '+', 'if n < k then v else go (k + 1) (v * x)'],
    ['mirrored >=', '-', 'if n >= k then v else go (k - 1) (v * x)'],
    ['1 +', '+', 'if k > n then v else go (1 + k) (v * x)'],
  ])('counts for %s with a step of %s1', (end, _step, body) => {
    const text = after(`let rec go (k : int) v = ${body} in go 2 1`);
    expect(text).toMatch(/= for /);
    expect(text).not.toMatch(/while/);
    // The rounds if the first int lies beyond the bound.
    expect(text).toMatch(end === '=' ? /results 9007199254740991$/m : /results 0$/m);
  });
});

describe('a loop over a list', () => {
  test('counts its cells', () => {
    expect(
      after(
        'input xs : list real = [1]\nlet rec go xs v = match xs with [] -> v | y :: ys -> go ys (v * y) in go xs x',
      ),
    ).toMatchInlineSnapshot(`
        "main(r0 : real, n1 : int, d2 : list real)
          d3 = spine d2
          n4 = length d3
          r11 = for n5 < n4 (r6 = r0) {
            d7 = item d3[n5] unchecked
            r8 = field d7 ::.0
            d9 = field d7 ::.1
            r10 = multiply r6, r8
            results r10
          }
          results r11"
      `);
  });
});

describe('a loop stays one whose rounds are not counted', () => {
  test.each([
    ['with a step of 2', 'let rec go (k : int) v = if k >= n then v else go (k + 2) (v * x) in go 0 1'],
    ['away from its bound', 'let rec go (k : int) v = if k >= n then v else go (k - 1) (v * x) in go 0 1'],
    [
      'whose bound changes',
      'let rec go (k : int) (m : int) v = if k >= m then v else go (k + 1) (m - 1) (v * x) in go 0 n 1',
    ],
    [
      'whose bound, which it carries first, changes',
      'let rec go (m : int) (k : int) v = if k >= m then v else go (m - 1) (k + 1) (v * x) in go n 0 1',
    ],
    ['with a counter that is no whole number', 'let rec go k v = if k >= 3 then v else go (k + 1) (v * x) in go 0.5 1'],
    [
      'whose counter changes in one branch',
      'let rec go (k : int) v = if k >= n then v else go (if v > 2 then k + 1 else k) (v * x) in go 0 1',
    ],
    ['until two are unequal', 'let rec go (k : int) v = if not (k = n) then v else go (k + 1) (v * x) in go 0 1'],
    ['over every other cell', 'let rec go xs v = match xs with y :: _ :: ys -> go ys (v * y) | _ -> v in go [x, 2] 1'],
    [
      'over a list that is replaced',
      'let rec go xs v = match xs with [] -> v | y :: ys -> go (if v > 9 then [] else ys) (v * y) in go [x, 2] 1',
    ],
  ])('%s', (_, expression) => {
    const text = after(expression);
    expect(text).toMatch(/while/);
    expect(text).not.toMatch(/= for /);
  });

  test('and its own step keeps its test, beside what counts the rounds', () => {
    const text = after('let rec go (k : int) v = if k > n then v else go (k + 1) (v * x) in go 0 1');
    expect(text).toMatch(/addInt n\d+, 1$/m);
    expect(text).toMatch(/subtractInt|addInt n\d+, 1 untested$/m);
  });
});
