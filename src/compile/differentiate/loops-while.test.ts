import { describe, expect, test } from 'vitest';
import { cons, gradient, head, item, LIST, loop, REALS, until } from '../../testing/ir/reverse';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';

describe('the way back of a loop', () => {
  test('goes through as many rounds', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) =>
        until(b, [x], ({ header, body }, s = x) => ({
          header: header.operation('less', y, s),
          exit: [s],
          body: [body.operation('multiply', s, s)],
        })),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r10, n11 = while (r5 = r3, n6 = 0) {
          b7 = less r4, r5
          results b7
        } exit {
          results r5, n6
        } body {
          r8 = multiply r5, r5
          n9 = addInt n6, 1
          push r5
          results r8, n9
        }
        r19, r20 = for n12 < n11 down (r13 = r2, r14 = 0) {
          r15 = pop
          r16 = multiply r13, r15
          r17 = multiply r13, r15
          r18 = add r16, r17
          results r18, r14
        }
        r21, r22, r23 = finite r19, r20, r10
        results r21, r22, r23"
    `);
  });
  test('adds what its header and exit computed', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) => {
        return until(b, [x], ({ header, exit, body }, s = x) => {
          const sine = header.operation('multiply', s, y);
          return {
            header: header.operation('less', y, sine),
            exit: [exit.operation('exp', sine), sine],
            body: [body.operation('add', sine, y)],
          };
        });
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5 = r0, r1
        r13, r14, n15 = while (r6 = r4, n7 = 0) {
          r8 = multiply r6, r5
          b9 = less r5, r8
          results b9
        } exit {
          r10 = exp r8
          push r10, r6
          results r10, r8, n7
        } body {
          r11 = add r8, r5
          n12 = addInt n7, 1
          push r6
          results r11, n12
        }
        r16, r17 = pop
        r18 = multiply r2, r16
        r19 = add r3, r18
        r20 = multiply r19, r5
        r21 = multiply r19, r17
        r30, r31 = for n22 < n15 down (r23 = r20, r24 = r21) {
          r25 = pop
          r26 = add r24, r23
          r27 = multiply r23, r5
          r28 = multiply r23, r25
          r29 = add r26, r28
          results r27, r29
        }
        r32, r33, r34, r35 = finite r30, r31, r13, r14
        results r32, r33, r34, r35"
    `);
  });
  test('computes counters from the number of the round', () => {
    expect(
      gradient(['real', 'int'], (b, x, y) => {
        return until(
          b,
          [x, y, y, intConstant(5), y, y],
          ({ header, body }, s = x, up = y, two = y, down = y, other = y, same = y) => ({
            header: header.operation('lessInt', down, up),
            exit: [s, up],
            body: [
              body.operation(
                'multiply',
                s,
                body.operation(
                  'toReal',
                  body.operation(
                    'addInt',
                    up,
                    body.operation(
                      'addInt',
                      two,
                      body.operation('addInt', down, body.operation('addInt', other, same)),
                    ),
                  ),
                ),
              ),
              body.operation('addInt', up, intConstant(1)),
              body.operation('addInt', two, intConstant(2)),
              body.operation('subtractInt', down, intConstant(1)),
              body.operation('multiplyInt', other, intConstant(2)),
              body.operation('addInt', same, up),
            ],
          }),
        );
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, n1 : int, r2 : real, n3 : int)
        r4, n5 = r0, n1
        r26, n27, n28 = while (r6 = r4, n7 = n5, n8 = n5, n9 = 5, n10 = n5, n11 = n5, n12 = 0) {
          b13 = lessInt n9, n7
          results b13
        } exit {
          results r6, n7, n12
        } body {
          n14 = addInt n10, n11
          n15 = addInt n9, n14
          n16 = addInt n8, n15
          n17 = addInt n7, n16
          r18 = toReal n17
          r19 = multiply r6, r18
          n20 = addInt n7, 1
          n21 = addInt n8, 2
          n22 = subtractInt n9, 1
          n23 = multiplyInt n10, 2
          n24 = addInt n11, n7
          n25 = addInt n12, 1
          push r18
          results r19, n20, n21, n22, n23, n24, n25
        }
        n29 = addInt n5, n28 untested
        n30 = multiplyInt n28, 2 untested
        n31 = addInt n5, n30 untested
        n32 = subtractInt 5, n28 untested
        r41 = for n33 < n28 down (r34 = r2) {
          n35 = addInt n5, n33 untested
          n36 = multiplyInt n33, 2 untested
          n37 = addInt n5, n36 untested
          n38 = subtractInt 5, n33 untested
          r39 = pop
          r40 = multiply r34, r39
          results r40
        }
        r42, n43, r44, n45 = finite r41, n5, r26, n27
        results r42, n43, r44, n45"
    `);
  });
  test('computes counters where they are indices', () => {
    expect(
      gradient(['real', REALS, 'int'], (b, x, y, z) =>
        until(b, [x, z, z, z, z], ({ header, body }, s = x, up = z, ahead = z, first = z, length = z) => ({
          header: header.operation('lessInt', up, length),
          exit: [s],
          body: [
            [up, ahead, first, length].reduce(
              (product, each) => body.operation('multiply', product, item(body, y, each)),
              s,
            ),
            body.operation('addInt', up, intConstant(1)),
            body.operation('addInt', up, intConstant(3)),
            first,
            body.one('int', { tag: 'length', array: y }),
          ],
        })),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : array0, n2 : int, r3 : real)
        r4, d5, n6 = r0, d1, n2
        d7 = shadow d5
        r27, n28 = while (r8 = r4, n9 = n6, n10 = n6, n11 = n6, n12 = n6, n13 = 0) {
          b14 = lessInt n9, n12
          results b14
        } exit {
          results r8, n13
        } body {
          r15 = item d5[n9]
          r16 = multiply r8, r15
          r17 = item d5[n10]
          r18 = multiply r16, r17
          r19 = item d5[n11]
          r20 = multiply r18, r19
          r21 = item d5[n12]
          r22 = multiply r20, r21
          n23 = addInt n9, 1
          n24 = addInt n9, 3
          n25 = length d5
          n26 = addInt n13, 1
          push n12, n11, n10, r8
          results r22, n23, n24, n11, n25, n26
        }
        n29 = addInt n6, n28 untested
        r52 = for n30 < n28 down (r31 = r3) {
          n32 = addInt n6, n30 untested
          n33, n34, n35, r36 = pop
          r37 = item d5[n32] unchecked
          r38 = multiply r36, r37
          r39 = item d5[n35] unchecked
          r40 = multiply r38, r39
          r41 = item d5[n34] unchecked
          r42 = multiply r40, r41
          r43 = item d5[n33] unchecked
          r44 = multiply r31, r43
          r45 = multiply r31, r42
          accumulate d7 [n33].0 += r45
          r46 = multiply r44, r41
          r47 = multiply r44, r40
          accumulate d7 [n34].0 += r47
          r48 = multiply r46, r39
          r49 = multiply r46, r38
          accumulate d7 [n35].0 += r49
          r50 = multiply r48, r37
          r51 = multiply r48, r36
          accumulate d7 [n32].0 += r51
          results r50
        }
        r53, d54, n55, r56 = finite r52, d7, n6, r27
        results r53, d54, n55, r56"
    `);
  });
});

describe('a list that a loop makes', () => {
  const end: Atom = { tag: 'constant', kind: LIST, value: { constructor_: 0, parts: [] } };
  const halved = (b: Builder, x: Atom): Variable => b.operation('multiply', x, realConstant(0.5));

  test('is read from its first cell on the way back', () => {
    expect(
      gradient(['real'], (b, x) => {
        const [list = x] = loop(b, [end], (inner, _, rest = x) => [cons(inner, halved(inner, x), rest)]);
        return [head(b, list)];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        d9, d10 = for n3 < 3 (d4 = [](), d5 = 0) {
          r6 = multiply r2, 0.5
          d7 = new ::(r6, 2, d4)
          d8 = new ::(0, 2, d5)
          results d7, d8
        }
        r11 = field d9 ::.0
        accumulate d10 ::.0 += r1
        r19, d20 = for n12 < 3 down (r13 = 0, d14 = d10) {
          d15 = field d14 ::.2
          r16 = field d14 ::.0
          r17 = multiply r16, 0.5
          r18 = add r13, r17
          results r18, d15
        }
        r21, r22 = finite r19, r11
        results r21, r22"
    `);
  });

  test('is read so after a loop whose header tells when it ends', () => {
    expect(
      gradient(['real'], (b, x) => {
        const [list = x] = until(b, [end, x], ({ header, body }, rest = x, s = x) => {
          const half = halved(body, s);
          return {
            header: header.operation('less', s, realConstant(1)),
            exit: [rest],
            body: [cons(body, half, rest), half],
          };
        });
        return [head(b, list)];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        d12, d13, n14 = while (d3 = [](), r4 = r2, d5 = 0, n6 = 0) {
          b7 = less r4, 1
          results b7
        } exit {
          results d3, d5, n6
        } body {
          r8 = multiply r4, 0.5
          d9 = new ::(r8, 2, d3)
          d10 = new ::(0, 2, d5)
          n11 = addInt n6, 1
          results d9, r8, d10, n11
        }
        r15 = field d12 ::.0
        accumulate d13 ::.0 += r1
        r23, d24 = for n16 < n14 down (r17 = 0, d18 = d13) {
          d19 = field d18 ::.2
          r20 = field d18 ::.0
          r21 = add r17, r20
          r22 = multiply r21, 0.5
          results r22, d19
        }
        r25, r26 = finite r23, r15
        results r25, r26"
    `);
  });

  test('is kept if the loop does not give it back', () => {
    const text = gradient(['real'], (b, x) =>
      until(b, [end, x], ({ header, body }, rest = x, s = x) => ({
        header: header.operation('less', head(header, cons(header, s, rest)), realConstant(1)),
        exit: [s],
        body: [cons(body, halved(body, s), rest), head(body, cons(body, s, rest))],
      })),
    );
    expect(text).toContain('push');
  });

  test('is followed once if it has two names', () => {
    const text = gradient(['real'], (b, x) => {
      const [one = x, other = x] = loop(b, [end, end], (inner, _, rest = x) => {
        const list = cons(inner, halved(inner, x), rest);
        return [list, list];
      });
      return [b.operation('add', head(b, one), head(b, other))];
    });
    expect(text.match(/= field d\d+ ::\.2$/gm)).toHaveLength(1);
  });
});
