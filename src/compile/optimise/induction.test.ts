import { describe, expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import type { Block } from '../ir/tree';
import { withoutTests } from './bounds';
import { counted } from './counted';
import { withoutDead } from './dead';
import { fuse } from './fuse';
import { hoist } from './hoist';
import { induction } from './induction';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);

const after = (index: string): string =>
  valueAfter(
    `input xs : array real = [1, 2, 3]\nsum (build (length xs) (fun i -> let n = length xs in xs[${index}]))`,
    simple,
    (block, { numbers, kinds }) => counted(block, numbers, kinds),
    simple,
    withoutTests,
    (block, { numbers }) => fuse(block, numbers),
    simple,
    withoutTests,
    (block, { numbers }) => hoist(block, numbers),
    simple,
    (block, { numbers }) => induction(block, numbers),
    simple,
    withoutDead,
  );

/** The statements of the loop that work on ints, without their targets. */
const inLoop = (index: string): readonly string[] =>
  (after(index).split(/= for .*\n/)[1] ?? '').split('\n').flatMap((line) => /\w+Int .*|div .*/.exec(line)?.[0] ?? []);

describe('an index that is', () => {
  test('a product is carried', () => {
    expect(after('2 * i * n')).toMatchInlineSnapshot(`
      "main(d0 : array0)
        n1 = length d0
        n2 = subtractInt n1, 1 untested
        n3 = multiplyInt n1, -2 untested
        n4 = multiplyInt 2, n2 untested
        n5 = multiplyInt n4, n1 untested
        r12, n13 = for n6 < n1 down (r7 = 0, n8 = n5) {
          r9 = item d0[n8]
          r10 = add r9, r7
          n11 = addInt n8, n3 untested
          results r10, n11
        }
        results r12"
    `);
  });

  test('of the second degree is carried with its change', () => {
    expect(after('div (i * (i + 1)) 2')).toMatchInlineSnapshot(`
      "main(d0 : array0)
        n1 = length d0
        n2 = subtractInt n1, 1 untested
        n3 = multiplyInt n2, -1 untested
        n4 = addInt n2, 1 untested
        n5 = multiplyInt n2, n4 untested
        n6 = div n5, 2 untested
        r15, n16, n17 = for n7 < n1 down (r8 = 0, n9 = n3, n10 = n6) {
          r11 = item d0[n10]
          r12 = add r11, r8
          n13 = addInt n9, 1 untested
          n14 = addInt n10, n9 untested
          results r12, n13, n14
        }
        results r15"
    `);
  });

  test('a quotient that is not exact is computed', () => {
    expect(inLoop('div (i * (i + 2)) 2')).toContainEqual(expect.stringContaining('div'));
    expect(inLoop('div (4 * i) 3')).toContainEqual(expect.stringContaining('div'));
  });

  test('of the third degree is computed', () => {
    expect(inLoop('mod (i * i * i) n')).toContainEqual(expect.stringContaining('multiply'));
  });

  test('as cheap as an addition is computed', () => {
    expect(after('i + 1')).not.toMatch(/for .*\(r\d+ = 0, /);
  });

  test('an int that can overflow is computed', () => {
    expect(inLoop('i * n * n')).toHaveLength(2);
  });
});
