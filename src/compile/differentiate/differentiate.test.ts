import { describe, expect, test } from 'vitest';
import { BOX, INTS, box, derivative, field, main } from '../../testing/ir/derivatives';
import type { Functions } from '../../testing/ir/examples';
import { PAIRS, REALS, ROWS, c, item } from '../../testing/ir/reverse';
import { Builder, intConstant } from '../ir/builder';
import type { ArrayLayout } from '../ir/kind';

describe('a forward derivative', () => {
  test('along reals follows the point', () => {
    expect(
      main(['real', 'real', 'real'], (b, x, y, z) =>
        derivative(b, 'fd', [x, y], (i, p, q) => [i.operation('multiply', p, q), c(1), intConstant(2)], [z, c(1)]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r5 = multiply r3, r4
        r6 = multiply r2, r4
        r7 = add r6, r3
        r8, r9, n10 = finite r7, 0, 2
        results r8, r9, n10"
    `);
  });

  test('has the value after it where that is asked for', () => {
    expect(main(['real'], (b, x) => derivative(b, 'fd', [x], (i, p) => [i.operation('sin', p)], [c(1)], true)))
      .toMatchInlineSnapshot(`
      "function main.0(r0 : real)
        r1 = r0
        r2 = sin r1
        r3 = cos r1
        r4, r5 = finite r3, r2
        results r4, r5"
    `);
  });

  test('along an array of reals tests its length', () => {
    expect(main([REALS, REALS], (b, x, y) => derivative(b, 'fd', [x], (i, p) => [item(i, p), p], [y])))
      .toMatchInlineSnapshot(`
        "function main.0(d0 : array0, d1 : array0)
          d2 = d0
          n3 = length d2
          n4 = length d1
          b5 = equalInt n3, n4
          if b5 {
            results 
          } else {
            fail
            results 
          }
          r6 = item d2[0]
          r7 = item d1[0] unchecked or 0
          d8 = shadow d2
          addAll d8 += d1 or 0 like d2
          r9, d10 = finite r7, d8
          results r9, d10"
      `);
  });

  test('along other data adds it to zeros of the shape of the point', () => {
    expect(main([BOX, BOX, 'int'], (b, x, y, z) => derivative(b, 'fd', [x, z], (i, p) => [field(i, p)], [y, z])))
      .toMatchInlineSnapshot(`
      "function main.0(d0 : box, d1 : box, n2 : int)
        d3, n4 = d0, n2
        d5 = shadow d3
        addAll d5 += d1 like d3
        r6 = field d3 Box.0
        r7 = field d5 Box.0
        r8 = finite r7
        results r8"
    `);
  });

  test.each<[string, ArrayLayout, RegExp]>([
    ['pairs', PAIRS, /addAll/],
    ['arrays', ROWS, /addAll/],
    ['ints', INTS, /^[^]*$/],
  ])('along an array of %s does not test its length', (_, layout, expected) => {
    const text = main([layout, layout], (b, x, y) => derivative(b, 'fd', [x], (__, p) => [p], [y]));
    expect(text).not.toContain('length');
    expect(text).toMatch(expected);
    expect(text.includes('addAll')).toBe(layout !== INTS);
  });

  test('of a forward derivative takes and returns tangents of tangents', () => {
    const square: Functions = (numbers) => {
      const [x, y] = [numbers.variable('real'), numbers.variable('real')];
      const b = new Builder(numbers);
      return [{ name: 'f', parameters: [x, y], body: b.block([b.operation('multiply', x, y)]) }];
    };
    expect(
      main(
        ['real', 'real'],
        (b, x, y) =>
          derivative(
            b,
            'fd',
            [x],
            (i, p) =>
              derivative(i, 'fd', [p], (j, q) => j.add(['real'], { tag: 'call', callee: 0, arguments: [q, y] }), [
                c(1),
              ]),
            [c(1)],
          ),
        square,
      ),
    ).toMatchInlineSnapshot(`
      "function f.0(r0 : real, r1 : real)
        r2 = multiply r0, r1
        results r2

      function main.1(r0 : real, r1 : real)
        r2 = r0
        r3 = r2
        r4, r5, r6, r7 = call f_dual_dual.3(r3, r1, 1, 1)
        r8 = finite r5
        r9 = finite r7
        results r9

      function f_dual.2(r0 : real, r1 : real, r2 : real)
        r3 = multiply r0, r1
        r4 = multiply r2, r1
        results r3, r4

      function f_dual_dual.3(r0 : real, r1 : real, r2 : real, r3 : real)
        r4 = multiply r0, r1
        r5 = multiply r3, r1
        r6 = multiply r2, r1
        results r4, r6, r5, 0"
    `);
  });

  test('of data is whole', () => {
    expect(main(['real'], (b, x) => derivative(b, 'fd', [x], (i, p) => [box(i, p), box(i, c(1))], [c(1)])))
      .toMatchInlineSnapshot(`
        "function main.0(r0 : real)
          r1 = r0
          d2 = new Box(r1, 1)
          d3 = new Box(1, 1)
          d4 = new Box(1, 1)
          d5 = shadow d2
          addAll d5 += d3 or 0 like d2
          d6 = shadow d4
          d7, d8 = finite d5, d6
          results d7, d8"
      `);
  });

  test('of the gradient by an array is the data that the gradient adds up in', () => {
    expect(
      main([REALS, REALS], (b, x, y) =>
        derivative(
          b,
          'fd',
          [x],
          (i, p) => derivative(i, 'rd', [p], (j, q) => [j.operation('sin', item(j, q))], [c(1)]),
          [y],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array0)
        d2 = d0
        n3 = length d2
        n4 = length d1
        b5 = equalInt n3, n4
        if b5 {
          results 
        } else {
          fail
          results 
        }
        d6 = d2
        d7 = shadow d6
        d8 = shadow d6
        n9 = mark
        r10 = item d6[0]
        r11 = item d1[0] unchecked or 0
        r12 = sin r10
        r13 = cos r10
        r14 = multiply r11, r13
        r15 = cos r10
        r16 = sin r10
        r17 = negate r16
        r18 = multiply r11, r17
        accumulate d7 [0].0 += r15
        accumulate d8 [0].0 += r18
        release n9
        d19 = finite d7
        d20 = finite d8
        results d20"
    `);
  });

  test('of the gradient by other data is whole', () => {
    expect(
      main([BOX, BOX], (b, x, y) =>
        derivative(
          b,
          'fd',
          [x],
          (i, p) => derivative(i, 'rd', [p], (j, q) => [j.operation('sin', field(j, q))], [c(1)]),
          [y],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : box, d1 : box)
        d2 = d0
        d3 = shadow d2
        addAll d3 += d1 like d2
        d4 = d2
        d5 = shadow d4
        d6 = shadow d4
        n7 = mark
        r8 = field d4 Box.0
        r9 = field d3 Box.0
        r10 = sin r8
        r11 = cos r8
        r12 = multiply r9, r11
        r13 = cos r8
        r14 = sin r8
        r15 = negate r14
        r16 = multiply r9, r15
        accumulate d5 Box.0 += r13
        accumulate d6 Box.0 += r16
        release n7
        d17 = finite d5
        d18 = shadow d17
        addAll d18 += d6 or 0 like d17
        d19 = finite d18
        results d19"
    `);
  });

  test('of an array that is built is whole', () => {
    expect(
      main(['real'], (b, x) =>
        derivative(
          b,
          'fd',
          [x],
          (i, p) => {
            const index = i.numbers.variable('int');
            const zeros = i.one(REALS, { tag: 'build', count: intConstant(2), index, body: i.inner().block([c(0)]) });
            const all = i.one(REALS, { tag: 'array', items: [[p]] });
            return [zeros, all];
          },
          [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real)
        r1 = r0
        d3 = build n2 < 2 {
          results 0
        }
        d4 = array [r1]
        d5 = array [1]
        d6 = shadow d3
        d7 = shadow d4
        addAll d7 += d5 or 0 like d4
        d8, d9 = finite d6, d7
        results d8, d9"
    `);
  });
});

describe('a reverse derivative', () => {
  test('without the value frees what its value took', () => {
    expect(main([REALS, 'int'], (b, x, y) => derivative(b, 'rd', [x, y], (i, p) => [item(i, p)], [c(1)])))
      .toMatchInlineSnapshot(`
      "function main.0(d0 : array0, n1 : int)
        d2, n3 = d0, n1
        d4 = shadow d2
        n5 = mark
        r6 = item d2[0]
        accumulate d4 [0].0 += 1
        release n5
        d7, n8 = finite d4, n3
        results d7, n8"
    `);
  });

  test('of data adds its cotangent', () => {
    expect(
      main(['real', BOX, PAIRS], (b, x, y, z) =>
        derivative(b, 'rd', [x, z], (i, p, q) => [box(i, p), q, intConstant(1)], [y, z, intConstant(1)]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : box, d2 : array1)
        r3, d4 = r0, d2
        d5 = shadow d4
        n6 = mark
        d7 = new Box(r3, 1)
        d8 = new Box(0, 1)
        addAll d8 += d1 like d7
        addAll d5 += d2 like d4
        r9 = field d8 Box.0
        release n6
        r10, d11 = finite r9, d5
        results r10, d11"
    `);
  });

  test('of data that does not move tests its cotangent', () => {
    expect(main(['real', BOX], (b, x, y) => derivative(b, 'rd', [x], (i) => [box(i, c(1))], [y])))
      .toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : box)
        r2 = r0
        n3 = mark
        d4 = new Box(1, 1)
        addAll 0 += d1 like d4
        release n3
        r5 = finite 0
        results r5"
    `);
  });

  test('in a branch and in a round is written there', () => {
    expect(
      main(['real', 'bool'], (b, x, y) => {
        const one = b.inner();
        const consequent = one.block(derivative(one, 'rd', [x], (i, p) => [i.operation('sin', p)], [c(1)]));
        return b.add(['real'], { tag: 'if', condition: y, consequent, alternative: { statements: [], results: [x] } });
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, b1 : bool)
        r7 = if b1 {
          r2 = r0
          n3 = mark
          r4 = sin r2
          r5 = cos r2
          release n3
          r6 = finite r5
          results r6
        } else {
          results r0
        }
        results r7"
    `);
  });
});
