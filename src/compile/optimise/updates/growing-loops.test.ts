import { expect, test } from 'vitest';
import { type Around, valueAfter } from '../../../testing/ir/examples';
import type { Block } from '../../ir/tree';
import { counted } from '../counted';
import { withoutDead } from '../dead';
import { growing } from './growing';
import { simplify } from '../simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));

const after = (text: string): string =>
  valueAfter(text, simple, loops, simple, (block, { numbers }) => growing(block, numbers), simple, withoutDead);

const INPUTS = 'input x : real = 1\ninput n : int = 6\ninput before : array real = [1, 2]\n';

test('a loop that appends gets all its room before', () => {
  expect(after(`${INPUTS}sum (foldl (fun (xs, k) -> xs ++ [xs[k] * x]) before (range 0 n))`)).toMatchInlineSnapshot(`
    "main(r0 : real, n1 : int, d2 : array0)
      b3 = lessInt n1, 0
      n4 = if b3 {
        results 0
      } else {
        results n1
      }
      d6 = build n5 < n4 {
        results n5
      }
      b7 = lessInt n4, 0
      n8 = if b7 {
        results 0
      } else {
        results n4
      }
      n9 = length d2
      n10 = addInt n9, n8 untested
      d15 = build n11 < n10 {
        b12 = lessInt n11, n9
        r14 = if b12 {
          r13 = item d2[n11] unchecked
          results r13
        } else {
          results 0
        }
        results r14
      }
      d32 = for n16 < n8 (d17 = d15) {
        n18 = addInt n9, n16 untested
        n19 = addInt n16, 1
        n20 = item d6[n16]
        b21 = lessInt n20, 0
        if b21 {
          fail
          results 
        } else {
          results 
        }
        b22 = lessInt n20, n18
        b23 = not b22
        if b23 {
          fail
          results 
        } else {
          results 
        }
        r24 = item d17[n20] unchecked
        r25 = multiply r24, r0
        n26 = addInt n18, 1
        d31 = build n27 < n10 {
          b28 = equalInt n27, n18
          r30 = if b28 {
            results r25
          } else {
            r29 = item d17[n27] unchecked
            results r29
          }
          results r30
        }
        results d31
      }
      r37 = for n33 < n10 down (r34 = 0) {
        r35 = item d32[n33] unchecked
        r36 = add r35, r34
        results r36
      }
      results r37"
  `);
});

test('a loop that goes down counts its rounds from the last one', () => {
  expect(after(`${INPUTS}sum (fold (k, xs) -> xs ++ [x, 2] over build n toReal from before)`)).toMatchInlineSnapshot(`
    "main(r0 : real, n1 : int, d2 : array0)
      build n3 < n1 {
        results 
      }
      n4 = length d2
      n5 = multiplyInt n1, 2 untested
      n6 = addInt n4, n5 untested
      d11 = build n7 < n6 {
        b8 = lessInt n7, n4
        r10 = if b8 {
          r9 = item d2[n7] unchecked
          results r9
        } else {
          results 0
        }
        results r10
      }
      d30 = for n12 < n1 down (d13 = d11) {
        n14 = subtractInt n1, 1 untested
        n15 = subtractInt n14, n12 untested
        n16 = multiplyInt n15, 2 untested
        n17 = addInt n4, n16 untested
        n18 = addInt n17, 2
        d23 = build n19 < n6 {
          b20 = equalInt n19, n17
          r22 = if b20 {
            results r0
          } else {
            r21 = item d13[n19] unchecked
            results r21
          }
          results r22
        }
        n24 = addInt n17, 1 untested
        d29 = build n25 < n6 {
          b26 = equalInt n25, n24
          r28 = if b26 {
            results 2
          } else {
            r27 = item d23[n25] unchecked
            results r27
          }
          results r28
        }
        results d29
      }
      r35 = for n31 < n6 down (r32 = 0) {
        r33 = item d30[n31] unchecked
        r34 = add r33, r32
        results r34
      }
      results r35"
  `);
});

test('a loop that appends in some rounds comes after one that counts, which does not test reals', () => {
  expect(
    after(
      `${INPUTS}sum (foldl (fun (xs, k) -> if k * x > 2 then xs ++ [sin x, xs[0]] else xs) before (map toReal (range 0 n)))`,
    ),
  ).toMatchInlineSnapshot(`
    "main(r0 : real, n1 : int, d2 : array0)
      b3 = lessInt n1, 0
      n4 = if b3 {
        results 0
      } else {
        results n1
      }
      d6 = build n5 < n4 {
        results n5
      }
      d10 = build n7 < n4 {
        n8 = item d6[n7]
        r9 = toReal n8
        results r9
      }
      b11 = lessInt n4, 0
      n12 = if b11 {
        results 0
      } else {
        results n4
      }
      n13 = length d2
      n22 = for n14 < n12 (n15 = n13) {
        n16 = addInt n14, 1
        r17 = item d10[n14]
        r18 = multiply r17, r0
        b19 = greater r18, 2
        n21 = if b19 {
          n20 = addInt n15, 2
          results n20
        } else {
          results n15
        }
        results n21
      }
      d27 = build n23 < n22 {
        b24 = lessInt n23, n13
        r26 = if b24 {
          r25 = item d2[n23] unchecked
          results r25
        } else {
          results 0
        }
        results r26
      }
      d53, n54 = for n28 < n12 (d29 = d27, n30 = n13) {
        n31 = addInt n28, 1
        r32 = item d10[n28]
        r33 = multiply r32, r0
        b34 = greater r33, 2
        d51, n52 = if b34 {
          r35 = sin r0
          b36 = lessInt 0, n30
          b37 = not b36
          if b37 {
            fail
            results 
          } else {
            results 
          }
          r38 = item d29[0] unchecked
          n39 = addInt n30, 2
          d44 = build n40 < n22 {
            b41 = equalInt n40, n30
            r43 = if b41 {
              results r35
            } else {
              r42 = item d29[n40] unchecked
              results r42
            }
            results r43
          }
          n45 = addInt n30, 1 untested
          d50 = build n46 < n22 {
            b47 = equalInt n46, n45
            r49 = if b47 {
              results r38
            } else {
              r48 = item d44[n46] unchecked
              results r48
            }
            results r49
          }
          results d50, n39
        } else {
          results d29, n30
        }
        results d51, n52
      }
      r59 = for n55 < n22 down (r56 = 0) {
        r57 = item d53[n55] unchecked
        r58 = add r57, r56
        results r58
      }
      results r59"
  `);
});

test('a loop that appends until a test holds comes after one that counts, and stops at the longest array', () => {
  expect(after(`${INPUTS}let rec go xs s = if s > 9 then sum xs else go (xs ++ [s]) (s * 1.5) in go before x`))
    .toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, d2 : array0)
        n3 = length d2
        n10 = while (r4 = r0, n5 = n3) {
          b6 = greater r4, 9
          results b6
        } exit {
          results n5
        } body {
          b7 = lessInt 67108864, n5
          if b7 {
            fail
            results 
          } else {
            results 
          }
          n8 = addInt n5, 1
          r9 = multiply r4, 1.5
          results r9, n8
        }
        d15 = build n11 < n10 {
          b12 = lessInt n11, n3
          r14 = if b12 {
            r13 = item d2[n11] unchecked
            results r13
          } else {
            results 0
          }
          results r14
        }
        r32 = while (d16 = d15, r17 = r0, n18 = n3) {
          b19 = greater r17, 9
          results b19
        } exit {
          r24 = for n20 < n10 down (r21 = 0) {
            r22 = item d16[n20] unchecked
            r23 = add r22, r21
            results r23
          }
          results r24
        } body {
          n25 = addInt n18, 1
          d30 = build n26 < n10 {
            b27 = equalInt n26, n18
            r29 = if b27 {
              results r17
            } else {
              r28 = item d16[n26] unchecked
              results r28
            }
            results r29
          }
          r31 = multiply r17, 1.5
          results d30, r31, n25
        }
        results r32"
    `);
});
