import { describe, expect, test } from 'vitest';
import { built, choice, gradient, item, REALS, until } from '../../testing/ir/reverse';
import { boolConstant } from '../ir/builder';

describe('the way back of a loop with a header', () => {
  test('carries the adjoints of all that it reaches', () => {
    expect(
      gradient(['real', 'real', 'real'], (b, x, y, z) =>
        until(b, [x], ({ header, body }, s = x) => ({
          header: header.operation('less', y, s),
          exit: [s],
          body: [body.operation('add', s, body.operation('subtract', y, z))],
        })),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5, r6 = r0, r1, r2
        r13, n14 = while (r7 = r4, n8 = 0) {
          b9 = less r5, r7
          results b9
        } exit {
          results r7, n8
        } body {
          r10 = subtract r5, r6
          r11 = add r7, r10
          n12 = addInt n8, 1
          results r11, n12
        }
        r22, r23, r24 = for n15 < n14 down (r16 = r3, r17 = 0, r18 = 0) {
          r19 = add r17, r16
          r20 = negate r16
          r21 = add r18, r20
          results r16, r19, r21
        }
        r25, r26, r27, r28 = finite r22, r23, r24, r13
        results r25, r26, r27, r28"
    `);
  });

  test('has the shadows of data that it carries', () => {
    expect(
      gradient([REALS, 'real'], (b, x, y) => {
        const [rest = x, value = y] = until(b, [x], ({ header, exit, body }, own = x) => {
          const first = header.operation('sin', item(header, own));
          return {
            header: header.operation('less', y, first),
            exit: [own, exit.operation('multiply', first, y)],
            body: [built(body, REALS, (each, i) => [each.operation('multiply', item(each, own, i), first)])],
          };
        });
        return [item(b, rest), value];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, r1 : real, r2 : real, r3 : real)
        d4, r5 = d0, r1
        d6 = shadow d4
        d20, r21, d22, n23 = while (d7 = d4, d8 = d6, n9 = 0) {
          r10 = item d7[0]
          r11 = sin r10
          b12 = less r5, r11
          results b12
        } exit {
          r13 = multiply r11, r5
          push r11, d8, d7
          results d7, r13, d8, n9
        } body {
          d17, d18 = build n14 < 3 {
            r15 = item d7[n14]
            r16 = multiply r15, r11
            results r16, 0
          }
          n19 = addInt n9, 1
          push d7, d18, r11, d8
          results d17, d18, n19
        }
        r24 = item d20[0]
        accumulate d22 [0].0 += r2
        r25, d26, d27 = pop
        r28 = item d27[0] unchecked
        r29 = multiply r3, r5
        r30 = multiply r3, r25
        r31 = cos r28
        r32 = multiply r29, r31
        accumulate d26 [0].0 += r32
        r50 = for n33 < n23 down (r34 = r30) {
          d35, d36, r37, d38 = pop
          r39 = item d35[0] unchecked
          r47 = for n40 < 3 down (r41 = 0) {
            r42 = item d35[n40] unchecked
            r43 = item d36[n40] unchecked
            r44 = multiply r43, r37
            r45 = multiply r43, r42
            r46 = add r41, r45
            accumulate d38 [n40].0 += r44
            results r46
          }
          r48 = cos r39
          r49 = multiply r47, r48
          accumulate d38 [0].0 += r49
          results r34
        }
        d51, r52, r53, r54 = finite d6, r50, r24, r21
        results d51, r52, r53, r54"
    `);
  });
  test('whose header has blocks begins with a copy of it', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) => {
        return until(b, [x], ({ header, body }, s = x) => {
          const [limit = x, other = y] = choice(
            header,
            header.operation('less', s, y),
            (one) => [one.operation('sin', s), s],
            () => [y, y],
          );
          return {
            header: header.operation('less', limit, s),
            exit: [limit, s],
            body: [body.operation('multiply', other, s)],
          };
        });
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5 = r0, r1
        b6 = less r4, r5
        r8, r9 = if b6 {
          r7 = sin r4
          results r7, r4
        } else {
          results r5, r5
        }
        b10 = less r8, r4
        r25, r26, n27 = while (r11 = r4, b12 = b10, b13 = b6, r14 = r8, r15 = r9, b16 = b10, n17 = 0) {
          results b12
        } exit {
          results r14, r11, n17
        } body {
          r18 = multiply r15, r11
          b19 = less r18, r5
          r21, r22 = if b19 {
            r20 = sin r18
            results r20, r18
          } else {
            results r5, r5
          }
          b23 = less r21, r18
          n24 = addInt n17, 1
          push r11, r15
          results r18, b23, b19, r21, r22, b23, n24
        }
        r47, r48, r49, r50 = for n28 < n27 down (r29 = r3, r30 = r2, r31 = 0, r32 = 0) {
          r33, r34 = pop
          r35 = multiply r34, r33
          b36 = less r35, r5
          r41, r42 = if b36 {
            r37 = cos r35
            r38 = multiply r30, r37
            r39 = add r31, r38
            results r39, 0
          } else {
            r40 = add r30, r31
            results 0, r40
          }
          r43 = add r29, r41
          r44 = add r32, r42
          r45 = multiply r43, r33
          r46 = multiply r43, r34
          results r46, 0, r45, r44
        }
        r55, r56 = if b6 {
          r51 = cos r4
          r52 = multiply r48, r51
          r53 = add r49, r52
          results r53, 0
        } else {
          r54 = add r48, r49
          results 0, r54
        }
        r57 = add r47, r55
        r58 = add r50, r56
        r59, r60, r61, r62 = finite r57, r58, r25, r26
        results r59, r60, r61, r62"
    `);
  });
  test('whose header is a constant stays so', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) => {
        return until(b, [x], ({ header, body }, s = x) => {
          choice(
            header,
            header.operation('less', s, y),
            () => [y],
            () => [y],
          );
          return { header: boolConstant(true), exit: [s], body: [body.operation('sin', s)] };
        });
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        b5 = less r3, r4
        r6 = if b5 {
          results r4
        } else {
          results r4
        }
        r16, n17 = while (r7 = r3, b8 = true, b9 = b5, r10 = r6, n11 = 0) {
          results true
        } exit {
          results r7, n11
        } body {
          r12 = sin r7
          b13 = less r12, r4
          r14 = if b13 {
            results r4
          } else {
            results r4
          }
          n15 = addInt n11, 1
          push r7
          results r12, true, b13, r14, n15
        }
        r24, r25 = for n18 < n17 down (r19 = r2, r20 = 0) {
          r21 = pop
          r22 = cos r21
          r23 = multiply r19, r22
          results r23, r20
        }
        r26, r27, r28 = finite r24, r25, r16
        results r26, r27, r28"
    `);
  });
});
