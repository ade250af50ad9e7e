import { describe, expect, test } from 'vitest';
import { BOX, INTS, box, derivative, field, main } from '../../testing/ir/derivatives';
import type { Write } from '../../testing/ir/examples';
import { REALS, at, c, item } from '../../testing/ir/reverse';
import { absent } from './reals';

describe('a derivative inside a reverse derivative', () => {
  /** The reverse derivative of the derivative at x, along y, of x * x * z. */
  const ofReals = (operator: 'rd' | 'fd'): string =>
    main(['real', 'real', 'real'], (b, x, y, z) =>
      derivative(
        b,
        'rd',
        [x, y, z],
        (i, p, q, r) =>
          derivative(i, operator, [p], (j, s) => [j.operation('multiply', j.operation('multiply', s, s), r)], [q]),
        [c(1)],
      ),
    );

  /** The same of data: its real times that of an array from outside. */
  const ofData = (operator: 'rd' | 'fd'): string =>
    main([BOX, BOX, REALS], (b, x, y, z) =>
      derivative(
        b,
        'rd',
        [x, y, z],
        (i, p, q, r) => {
          const inner: Write = (j, s) => [box(j, j.operation('multiply', field(j, s), item(j, r)))];
          const [made = p] = derivative(i, operator, [p], inner, [q]);
          return [field(i, made)];
        },
        [c(1)],
      ),
    );

  test('is differentiated by its point, its direction and what it reaches, if it is reverse', () => {
    expect(ofReals('rd')).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4, r5 = r0, r1, r2
        n6 = mark
        r7 = r3
        n8 = mark
        r9 = multiply r7, r7
        r10 = multiply r9, r5
        r11 = multiply r4, r5
        r12 = multiply r11, r7
        r13 = multiply r11, r7
        r14 = add r12, r13
        release n8
        r15 = finite r14
        r16, r17 = r5, r3
        r18, r19 = r16, r17
        r20 = multiply r19, r19
        r21 = add r19, r19
        r22 = multiply r20, r18
        r23 = multiply r21, r18
        r24 = multiply r4, r18
        r25 = multiply r4, r20
        r26 = multiply r21, r4
        r27 = multiply r24, r19
        r28 = multiply r24, r19
        r29 = add r27, r28
        r30 = add r24, r24
        r31, r32, r33 = r25, r29, r22
        release n6
        r34, r35, r36 = finite r30, r23, r26
        results r34, r35, r36"
    `);
  });

  test('is differentiated by its point, its direction and what it reaches, if it is forward', () => {
    expect(ofReals('fd')).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4, r5 = r0, r1, r2
        n6 = mark
        r7 = r3
        r8 = multiply r7, r7
        r9 = multiply r4, r7
        r10 = multiply r4, r7
        r11 = add r9, r10
        r12 = multiply r8, r5
        r13 = multiply r11, r5
        r14 = finite r13
        r15, r16 = r5, r3
        r17, r18 = r15, r16
        r19 = multiply r18, r18
        r20 = multiply r4, r18
        r21 = multiply r4, r18
        r22 = add r20, r21
        r23 = multiply r19, r17
        r24 = multiply r22, r17
        r25 = multiply r17, r18
        r26 = multiply r4, r17
        r27 = multiply r17, r18
        r28 = multiply r4, r17
        r29 = add r25, r27
        r30 = add r26, r28
        r31, r32, r33 = r19, r29, r23
        release n6
        r34, r35, r36 = finite r30, r32, r22
        results r34, r35, r36"
    `);
  });

  test('has shadows of data, if it is reverse', () => {
    expect(ofData('rd')).toMatchInlineSnapshot(`
      "function main.0(d0 : box, d1 : box, d2 : array0)
        d3, d4, d5 = d0, d1, d2
        d6 = shadow d3
        d7 = shadow d4
        d8 = shadow d5
        n9 = mark
        d10 = d3
        d11 = shadow d10
        n12 = mark
        r13 = field d10 Box.0
        r14 = item d5[0]
        r15 = multiply r13, r14
        d16 = new Box(r15, 1)
        d17 = new Box(0, 1)
        addAll d17 += d4 like d16
        r18 = field d17 Box.0
        r19 = multiply r18, r14
        accumulate d11 Box.0 += r19
        release n12
        d20 = finite d11
        d21 = shadow d20
        r22 = field d20 Box.0
        accumulate d21 Box.0 += 1
        d23, d24 = d5, d3
        d25, d26 = d23, d24
        d27 = shadow d25
        d28 = shadow d25
        d29 = shadow d26
        d30 = shadow d26
        r31 = field d26 Box.0
        r32 = field d21 Box.0
        r33 = item d25[0]
        r34 = multiply r31, r33
        r35 = multiply r32, r33
        d36 = new Box(r34, 1)
        d37 = new Box(r35, 1)
        d38 = new Box(0, 1)
        d39 = new Box(0, 1)
        addAll d38 += d4 like d36
        r40 = field d38 Box.0
        r41 = field d39 Box.0
        r42 = multiply r40, r33
        r43 = multiply r41, r33
        r44 = multiply r40, r31
        r45 = multiply r41, r31
        r46 = multiply r32, r40
        r47 = add r45, r46
        accumulate d27 [0].0 += r44
        accumulate d28 [0].0 += r47
        accumulate d29 Box.0 += r42
        accumulate d30 Box.0 += r43
        d48, d49, d50 = d27, d29, d36
        addAll d8 += d28 or 0 like d5
        addAll d6 += d30 or 0 like d3
        addAll d7 += d37 or 0 like d4
        release n9
        d51, d52, d53 = finite d6, d7, d8
        results d51, d52, d53"
    `);
  });

  test('has shadows of data, if it is forward', () => {
    expect(ofData('fd')).toMatchInlineSnapshot(`
      "function main.0(d0 : box, d1 : box, d2 : array0)
        d3, d4, d5 = d0, d1, d2
        d6 = shadow d3
        d7 = shadow d4
        d8 = shadow d5
        n9 = mark
        d10 = d3
        d11 = shadow d10
        addAll d11 += d4 like d10
        r12 = field d10 Box.0
        r13 = field d11 Box.0
        r14 = item d5[0]
        r15 = multiply r12, r14
        r16 = multiply r13, r14
        d17 = new Box(r15, 1)
        d18 = new Box(r16, 1)
        d19 = shadow d17
        addAll d19 += d18 or 0 like d17
        d20 = finite d19
        d21 = shadow d20
        r22 = field d20 Box.0
        accumulate d21 Box.0 += 1
        d23, d24 = d5, d3
        d25, d26 = d23, d24
        d27 = shadow d25
        d28 = shadow d25
        d29 = shadow d26
        d30 = shadow d26
        r31 = field d26 Box.0
        r32 = field d4 Box.0
        r33 = item d25[0]
        r34 = multiply r31, r33
        r35 = multiply r32, r33
        d36 = new Box(r34, 1)
        d37 = new Box(r35, 1)
        d38 = new Box(0, 1)
        d39 = new Box(0, 1)
        addAll d38 += d21 like d36
        r40 = field d38 Box.0
        r41 = field d39 Box.0
        r42 = multiply r40, r33
        r43 = multiply r41, r33
        r44 = multiply r40, r31
        r45 = multiply r41, r31
        r46 = multiply r32, r40
        r47 = add r45, r46
        accumulate d27 [0].0 += r44
        accumulate d28 [0].0 += r47
        accumulate d29 Box.0 += r42
        accumulate d30 Box.0 += r43
        d48, d49, d50 = d27, d29, d36
        addAll d8 += d28 or 0 like d5
        addAll d6 += d30 or 0 like d3
        addAll d7 += d49 or 0 like d4
        release n9
        d51, d52, d53 = finite d6, d7, d8
        results d51, d52, d53"
    `);
  });

  test('adds nothing to data that does not move', () => {
    expect(
      main(['real', BOX], (b, x, y) =>
        derivative(
          b,
          'rd',
          [x],
          (i, p) => {
            const [made = p] = derivative(i, 'rd', [y], (j, s) => [j.operation('multiply', field(j, s), p)], [c(1)]);
            return [field(i, made)];
          },
          [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : box)
        r2 = r0
        n3 = mark
        d4 = d1
        d5 = shadow d4
        n6 = mark
        r7 = field d4 Box.0
        r8 = multiply r7, r2
        accumulate d5 Box.0 += r2
        release n6
        d9 = finite d5
        d10 = shadow d9
        r11 = field d9 Box.0
        accumulate d10 Box.0 += 1
        r12, d13 = r2, d1
        r14, d15 = r12, d13
        d16 = shadow d15
        d17 = shadow d15
        r18 = field d15 Box.0
        r19 = field d10 Box.0
        r20 = multiply r18, r14
        r21 = multiply r19, r14
        accumulate d16 Box.0 += r14
        r22, d23, r24 = r18, d16, r20
        release n3
        r25 = finite r19
        results r25"
    `);
  });

  test.each(['rd', 'fd'] as const)(
    '%s of several parameters, one of which is an int, is differentiated by each',
    (operator) => {
      const text = main(['real', 'real', 'int'], (b, x, y, z) =>
        derivative(
          b,
          'rd',
          [x, y, z],
          (i, p, q, n) =>
            derivative(
              i,
              operator,
              [p, n, q],
              (j, s, m, t) => {
                const product = j.operation('multiply', j.operation('multiply', s, t), q);
                return [j.operation('powerInt', product, m), j.one(INTS, { tag: 'array', items: [[m]] })];
              },
              operator === 'rd' ? [p, absent(INTS)] : [q, n, p],
            ).slice(0, 1),
          [c(1)],
        ),
      );
      expect(text.match(/array/g)).toHaveLength(2);
    },
  );

  test('can be one of many', () => {
    const sines: Write = (b, x) => {
      const all = Array.from({ length: 8 }, () =>
        at(
          derivative(b, 'rd', [x], (i, p) => [i.operation('sin', p)], [c(1)]),
          0,
        ),
      );
      return [all.reduce((sum, each) => b.operation('add', sum, each))];
    };
    expect(main(['real'], (b, x) => derivative(b, 'rd', [x], sines, [c(1)]))).toContain('main');
  });

  test('with its value passes the cotangent of that on', () => {
    expect(
      main(['real'], (b, x) =>
        derivative(b, 'rd', [x], (i, p) => derivative(i, 'rd', [p], (j, q) => [j.operation('sin', q)], [c(1)], true), [
          c(2),
          c(3),
        ]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real)
        r1 = r0
        n2 = mark
        r3 = r1
        r4 = sin r3
        r5 = cos r3
        r6, r7 = finite r5, r4
        r8 = r1
        r9 = r8
        r10 = sin r9
        r11 = cos r9
        r12 = multiply 2, r11
        r13 = cos r9
        r14 = sin r9
        r15 = negate r14
        r16 = multiply 2, r15
        r17, r18 = r13, r10
        release n2
        r19 = finite r16
        results r19"
    `);
  });
});
