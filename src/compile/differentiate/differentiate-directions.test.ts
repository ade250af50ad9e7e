import { describe, expect, test } from 'vitest';
import { derivative, main } from '../../testing/ir/derivatives';
import { c, item, REALS } from '../../testing/ir/reverse';

describe('a derivative inside a reverse derivative', () => {
  test('adds nothing to the cotangent of data that does not move', () => {
    expect(
      main(['real', REALS], (b, x, y) =>
        derivative(
          b,
          'rd',
          [x, y],
          (i, p, q) =>
            derivative(
              i,
              'rd',
              [p],
              (j, s) => [j.operation('sin', s), j.one(REALS, { tag: 'array', items: [[c(2)]] })],
              [item(i, q), q],
            ),
          [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : array0)
        r2, d3 = r0, d1
        d4 = shadow d3
        n5 = mark
        r6 = item d3[0]
        r7 = r2
        n8 = mark
        r9 = sin r7
        d10 = array [2]
        addAll 0 += d3 like d10
        r11 = cos r7
        r12 = multiply r6, r11
        release n8
        r13 = finite r12
        r14 = r2
        r15 = r14
        r16 = sin r15
        r17 = cos r15
        d18 = array [2]
        addAll 0 += d3 like d18
        r19 = cos r15
        r20 = sin r15
        r21 = negate r20
        r22 = multiply r6, r19
        r23 = multiply r21, r6
        r24, r25, d26 = r22, r16, d18
        accumulate d4 [0].0 += r17
        release n5
        r27, d28 = finite r23, d4
        results r27, d28"
    `);
  });

  test('is differentiated by each cotangent', () => {
    expect(
      main(['real', 'real', 'real'], (b, x, y, z) =>
        derivative(
          b,
          'rd',
          [x, y, z],
          (i, p, v, w) => derivative(i, 'rd', [p], (j, s) => [j.operation('sin', s), j.operation('exp', s)], [v, w]),
          [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4, r5 = r0, r1, r2
        n6 = mark
        r7 = r3
        n8 = mark
        r9 = sin r7
        r10 = exp r7
        r11 = multiply r5, r10
        r12 = cos r7
        r13 = multiply r4, r12
        r14 = add r11, r13
        release n8
        r15 = finite r14
        r16 = r3
        r17 = r16
        r18 = sin r17
        r19 = cos r17
        r20 = exp r17
        r21 = multiply r5, r20
        r22 = multiply r20, r5
        r23 = cos r17
        r24 = sin r17
        r25 = negate r24
        r26 = multiply r4, r23
        r27 = multiply r25, r4
        r28 = add r21, r26
        r29 = add r22, r27
        r30, r31, r32 = r28, r18, r20
        release n6
        r33, r34, r35 = finite r29, r19, r20
        results r33, r34, r35"
    `);
  });

  test('is differentiated by each part of a direction', () => {
    expect(
      main(['real', 'real', 'real', 'real'], (b, x, y, z, w) =>
        derivative(
          b,
          'rd',
          [x, y, z, w],
          (i, p, q, v, u) => derivative(i, 'fd', [p, q], (j, s, t) => [j.operation('multiply', s, t)], [v, u]),
          [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5, r6, r7 = r0, r1, r2, r3
        n8 = mark
        r9, r10 = r4, r5
        r11 = multiply r9, r10
        r12 = multiply r6, r10
        r13 = multiply r7, r9
        r14 = add r12, r13
        r15 = finite r14
        r16, r17 = r4, r5
        r18, r19 = r16, r17
        r20 = multiply r18, r19
        r21 = multiply r6, r19
        r22 = multiply r7, r18
        r23 = add r21, r22
        r24, r25, r26 = r19, r18, r20
        release n8
        r27, r28, r29, r30 = finite r7, r6, r24, r25
        results r27, r28, r29, r30"
    `);
  });
});
