import { describe, expect, test } from 'vitest';
import { at, built, c, gradient, item, loop, REALS } from '../../testing/ir/reverse';

describe('the way back of a counted loop', () => {
  test('goes the other way, with what its rounds keep', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) =>
        loop(b, [x], (inner, _, s = x) => [inner.operation('multiply', inner.operation('sin', s), y)]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r9 = for n5 < 3 (r6 = r3) {
          r7 = sin r6
          r8 = multiply r7, r4
          push r7, r6
          results r8
        }
        r20, r21 = for n10 < 3 down (r11 = r2, r12 = 0) {
          r13, r14 = pop
          r15 = multiply r11, r4
          r16 = multiply r11, r13
          r17 = add r12, r16
          r18 = cos r14
          r19 = multiply r15, r18
          results r19, r17
        }
        r22, r23, r24 = finite r20, r21, r9
        results r22, r23, r24"
    `);
  });
  test('goes up if the loop goes down', () => {
    expect(
      gradient(['real', 'real'], (b, x) =>
        loop(b, [x], (inner, index, s = x) => [inner.operation('multiply', s, inner.operation('toReal', index))], true),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r9 = for n5 < 3 down (r6 = r3) {
          r7 = toReal n5
          r8 = multiply r6, r7
          results r8
        }
        r14 = for n10 < 3 (r11 = r2) {
          r12 = toReal n10
          r13 = multiply r11, r12
          results r13
        }
        r15, r16, r17 = finite r14, 0, r9
        results r15, r16, r17"
    `);
  });
  test('carries no int, and nothing that is not active', () => {
    expect(
      gradient(['real', 'int'], (b, x, y) =>
        loop(b, [x, y, c(1)], (inner, _, s = x, n = y, t = x) => [
          inner.operation('multiply', s, t),
          inner.operation('addInt', n, n),
          inner.operation('sin', t),
        ]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, n1 : int, r2 : real, n3 : int, r4 : real)
        r5, n6 = r0, n1
        r14, n15, r16 = for n7 < 3 (r8 = r5, n9 = n6, r10 = 1) {
          r11 = multiply r8, r10
          n12 = addInt n9, n9
          r13 = sin r10
          push r10
          results r11, n12, r13
        }
        r21 = for n17 < 3 down (r18 = r2) {
          r19 = pop
          r20 = multiply r18, r19
          results r20
        }
        r22, n23, r24, n25, r26 = finite r21, n6, r14, n15, r16
        results r22, n23, r24, n25, r26"
    `);
  });
  test('carries the adjoints of all that it reaches', () => {
    expect(
      gradient(['real', 'real', 'real'], (b, x, y, z) =>
        loop(b, [x], (inner, _, s = x) => [inner.operation('add', s, inner.operation('subtract', y, z))]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5, r6 = r0, r1, r2
        r11 = for n7 < 3 (r8 = r4) {
          r9 = subtract r5, r6
          r10 = add r8, r9
          results r10
        }
        r19, r20, r21 = for n12 < 3 down (r13 = r3, r14 = 0, r15 = 0) {
          r16 = add r14, r13
          r17 = negate r13
          r18 = add r15, r17
          results r13, r16, r18
        }
        r22, r23, r24, r25 = finite r19, r20, r21, r11
        results r22, r23, r24, r25"
    `);
  });

  test('has the shadows of data that it carries', () => {
    expect(
      gradient([REALS, REALS], (b, x, y) => [
        item(
          b,
          at(
            loop(b, [x], (inner) => [built(inner, REALS, (each, i) => [item(each, y, i)])]),
            0,
          ),
        ),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array0, r2 : real)
        d3, d4 = d0, d1
        d5 = shadow d3
        d6 = shadow d4
        d14, d15 = for n7 < 3 (d8 = d3, d9 = d5) {
          d12, d13 = build n10 < 3 {
            r11 = item d4[n10]
            results r11, 0
          }
          push d13
          results d12, d13
        }
        r16 = item d14[0]
        accumulate d15 [0].0 += r2
        for n17 < 3 down () {
          d18 = pop
          for n19 < 3 down () {
            r20 = item d18[n19] unchecked
            accumulate d6 [n19].0 += r20
            results 
          }
          results 
        }
        d21, d22, r23 = finite d5, d6, r16
        results d21, d22, r23"
    `);
  });
  test('keeps data for its shadow', () => {
    expect(
      gradient([REALS, 'real'], (b, x, y) => {
        const [array = x, sum = y] = loop(b, [x, y], (inner, index, own = x, s = y) => [
          built(inner, REALS, (each, i) => [each.operation('sin', item(each, own, i))]),
          inner.operation('multiply', s, item(inner, own, index)),
        ]);
        return [item(b, array), sum];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, r1 : real, r2 : real, r3 : real)
        d4, r5 = d0, r1
        d6 = shadow d4
        d18, r19, d20 = for n7 < 3 (d8 = d4, r9 = r5, d10 = d6) {
          d14, d15 = build n11 < 3 {
            r12 = item d8[n11]
            r13 = sin r12
            results r13, 0
          }
          r16 = item d8[n7]
          r17 = multiply r9, r16
          push r9, d10, d8, d15
          results d14, r17, d15
        }
        r21 = item d18[0]
        accumulate d20 [0].0 += r2
        r36 = for n22 < 3 down (r23 = r3) {
          r24, d25, d26, d27 = pop
          r28 = item d26[n22] unchecked
          r29 = multiply r23, r28
          r30 = multiply r23, r24
          accumulate d25 [n22].0 += r30
          for n31 < 3 down () {
            r32 = item d26[n31] unchecked
            r33 = item d27[n31] unchecked
            r34 = cos r32
            r35 = multiply r33, r34
            accumulate d25 [n31].0 += r35
            results 
          }
          results r29
        }
        d37, r38, r39, r40 = finite d6, r36, r21, r19
        results d37, r38, r39, r40"
    `);
  });
});
