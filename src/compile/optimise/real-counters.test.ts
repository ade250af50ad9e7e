import { describe, expect, test } from 'vitest';
import { NOWHERE } from '../../language/source/span';
import { type Around, valueAfter } from '../../testing/ir/examples';
import { visit } from '../ir/blocks';
import { checkProgram } from '../ir/check';
import { freeOf } from '../ir/free';
import type { Block, Statement } from '../ir/tree';
import { counted } from './counted';
import { withoutDead } from './dead';
import { withIntCounter } from './real-counters';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => counted(block, numbers, kinds);

const INPUTS = 'input x : real = 1\ninput y : real = 3\n';

/** Prints a program after its loops are counted. Its `k` is a real, and so is `y`, which is not a constant. */
const after = (text: string): string => valueAfter(`${INPUTS}${text}`, simple, loops, simple, withoutDead);

describe('a loop over a real', () => {
  test('that goes down from a whole constant to another is counted', () => {
    expect(after('let rec go (k, v) = if k < 2 then v + k else go (k - 1, v * x + k) in go (50, 1)'))
      .toMatchInlineSnapshot(`
        "main(r0 : real, r1 : real)
          r8 = for n2 < 49 (r3 = 1) {
            n4 = subtractInt 50, n2 untested
            r5 = toReal n4
            r6 = multiply r3, r0
            r7 = add r6, r5
            results r7
          }
          r9 = add r8, 1
          results r9"
      `);
  });

  test('that goes up is counted', () => {
    expect(after('let rec go (k, v) = if k >= 50 then v else go (k + 1, v * x) in go (0, 1)')).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real)
        r5 = for n2 < 50 (r3 = 1) {
          r4 = multiply r3, r0
          results r4
        }
        results r5"
    `);
  });

  test.each([
    ['is on the left of its bound', 'k = 9', 'k + 1', 0, 9],
    ['is on the right of its bound', '9 <= k', 'k + 1', 0, 9],
    ['goes up to a bound', 'k > 9', 'k + 1', -1, 11],
    ['is added to 1', 'k >= 9', '1 + k', 0, 9],
    ['goes down by adding -1', 'k <= 0', 'k + -1', 9, 9],
    ['goes on while it is unequal', 'not (k /= 9)', 'k + 1', 0, 9],
    ['has reached its bound', 'k < 1', 'k - 1', 0, 0],
    ['is large', 'k >= 4503599627370495', 'k + 1', 4503599627370400, 95],
  ])('that %s is counted', (_, test, next, first, rounds) => {
    const text = after(`let rec go (k, v) = if ${test} then v else go (${next}, v * x) in go (${first}, 1)`);
    if (rounds === 0) expect(text).not.toMatch(/for|while/);
    else expect(text).toMatch(new RegExp(`for n\\d+ < ${rounds} `));
  });

  test('that is a list of numbers over which a function folds is counted', () => {
    expect(after('fold (i, v) -> v * x over range 0 50 from 1')).not.toMatch(/while/);
  });

  test('that is noted becomes one over an int, from which each round computes the real', () => {
    const note: Statement = { tag: 'note', site: 0, caller: undefined, values: [], targets: [], origin: NOWHERE };
    const noted = (block: Block, { numbers }: Around): Block => {
      const statements = block.statements.map((each) => {
        if (each.tag !== 'while') return each;
        const body = { ...each.body, statements: [note, ...each.body.statements] };
        return withIntCounter({ ...each, body }, numbers) ?? each;
      });
      const body = { ...block, statements };
      const main = { id: 0, name: 'main', parameters: freeOf(statements), body };
      expect(checkProgram({ functions: new Map([[0, main]]), entries: new Map() })).toEqual([]);
      return body;
    };
    const text = 'let rec go (k, v) = if k < 2 then v + k else go (k - 1, v * k) in go (50, y)';
    expect(valueAfter(`input y : real = 3\n${text}`, simple, noted)).toMatchInlineSnapshot(`
      "main(r0 : real)
        r10 = while (n1 = 50, r2 = r0) {
          b3 = lessInt n1, 2
          results b3
        } exit {
          r4 = toReal n1
          r5 = add r2, r4
          results r5
        } body {
          r6 = toReal n1
          note 0 of 
          r7 = subtract r6, 1
          r8 = multiply r2, r6
          n9 = subtractInt n1, 1 untested
          results n9, r8
        }
        results r10"
    `);
  });

  test('that is read beside a list is gone through with the list', () => {
    const text =
      'input l : list real = [1, 2]\nlet rec go (r, k) = match r with [] -> k | _ :: q -> go (q, k + 1) in go (l, 0)';
    expect(valueAfter(text, simple, loops)).toMatch(/ = for /);
  });

  test('that is compared with itself is not counted', () => {
    expect(after('let rec go (k, v) = if k < k then v else go (k - 1, v * x) in go (5, 1)')).toMatch(/ = while \(/);
  });

  test.each([
    ['whose bound is not a constant', 'k < y', 'k - 1', '5'],
    ['whose bound is no whole number', 'k < 0.5', 'k - 1', '5'],
    ['that begins with a variable', 'k < 1', 'k - 1', 'y'],
    ['that begins with a part of a number', 'k < 1', 'k - 1', '5.5'],
    ['that begins with -0', 'k > 9', 'k + 1', '(-0)'],
    ['that is too large to be exact', 'k >= 4503599627370496', 'k + 1', '4503599627370400'],
    ['that steps down by 2', 'k < 1', 'k - 2', '5'],
    ['that steps up by 2', 'k > 9', 'k + 2', '5'],
    ['that steps in a branch', 'k < 1', '(if v > 1 then k - 1 else k - 2)', '5'],
    ['that does not step', 'k < 1', 'k', '5'],
    ['that divides 1', 'k < 1', '1 / k', '5'],
    ['that is halved', 'k < 1', 'k / 2', '5'],
    ['that is taken from 1', 'k < 1', '1 - k', '5'],
    ['that steps by a variable', 'k < 1', 'k - y', '5'],
    ['that is replaced', 'k < 1', 'y + 1', '5'],
    ['that is replaced by one less than another', 'k < 1', 'y - 1', '5'],
    ['that is compared after a step', 'k - 1 < 1', 'k - 1', '5'],
    ['whose double is compared', '2 * k < 1', 'k - 1', '5'],
  ])('%s stays as it is', (_, test, next, first) => {
    const text = `let rec go (k, v) = if ${test} then v else go (${next}, v * x) in go (${first}, 1)`;
    expect(after(text)).toMatch(/ = while \(/);
    const counters: unknown[] = [];
    const found = (block: Block, { numbers }: Around): Block => {
      visit(block, (each) => {
        if (each.tag === 'while') counters.push(withIntCounter(each, numbers));
      });
      return block;
    };
    valueAfter(`${INPUTS}${text}`, simple, found);
    expect(counters).toEqual([undefined]);
  });
});
