import { describe, expect, test } from 'vitest';
import { at, built, c, choice, gradient, item, REALS } from '../../testing/ir/reverse';

describe('the way back of', () => {
  test('a product adds to both arguments', () => {
    expect(gradient(['real', 'real'], (b, x, y) => [b.operation('multiply', x, y)])).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r5 = multiply r3, r4
        r6 = multiply r2, r4
        r7 = multiply r2, r3
        r8, r9, r10 = finite r6, r7, r5
        results r8, r9, r10"
    `);
  });
  test('a value that is used twice adds up', () => {
    expect(gradient(['real'], (b, x) => [b.operation('multiply', x, b.operation('sin', x))])).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        r3 = sin r2
        r4 = multiply r2, r3
        r5 = multiply r1, r3
        r6 = multiply r1, r2
        r7 = cos r2
        r8 = multiply r6, r7
        r9 = add r5, r8
        r10, r11 = finite r9, r4
        results r10, r11"
    `);
  });
  test('what does not depend on the point is nothing', () => {
    expect(gradient(['real', 'int'], (b, x, y) => [b.operation('powerInt', x, y), b.operation('toReal', y)]))
      .toMatchInlineSnapshot(`
      "function main.0(r0 : real, n1 : int, r2 : real, r3 : real)
        r4, n5 = r0, n1
        r6 = powerInt r4, n5
        r7 = toReal n5
        r8 = toReal n5
        r9 = toReal n5
        r10 = sign r9
        r11 = toReal n5
        r12 = sign r11
        r13 = multiply r10, r12
        n14 = floor r13 untested
        n15 = subtractInt n5, n14 untested
        r16 = powerInt r4, n15
        r17 = multiply r8, r16
        r18 = multiply r2, r17
        r19, n20, r21, r22 = finite r18, n5, r6, r7
        results r19, n20, r21, r22"
    `);
  });
  test('a value that nothing uses is nothing', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) => {
        b.operation('exp', x);
        return [y];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r5 = exp r3
        r6, r7, r8 = finite 0, r2, r4
        results r6, r7, r8"
    `);
  });
  test('a value that counts 0 times is nothing', () => {
    expect(gradient(['real'], (b, x) => [b.operation('multiply', b.operation('exp', x), c(0))])).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        r3 = exp r2
        r4 = multiply r3, 0
        r5, r6 = finite 0, r4
        results r5, r6"
    `);
  });
  test('another name is that of the value', () => {
    expect(
      gradient(['real', REALS], (b, x, y) => b.add(['real', REALS], { tag: 'move', values: [x, y], finite: false })),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : array0, r2 : real, d3 : array0)
        r4, d5 = r0, d1
        d6 = shadow d5
        r7, d8 = r4, d5
        addAll d6 += d3 like d8
        r9, d10, r11, d12 = finite r2, d6, r7, d8
        results r9, d10, r11, d12"
    `);
  });
  test('a result that is a parameter, twice, is a sum', () => {
    expect(gradient(['real'], (_, x) => [x, x])).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3 = r0
        r4 = add r1, r2
        r5, r6, r7 = finite r4, r3, r3
        results r5, r6, r7"
    `);
  });
});

describe('what an adjoint alone is', () => {
  test('is kept in an arm', () => {
    expect(
      gradient(
        ['real', 'bool'],
        (b, x, y) =>
          choice(
            b,
            y,
            (one) => [one.operation('exp', x)],
            () => [c(1)],
          ),
        undefined,
        [c(1)],
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, b1 : bool)
        r2, b3 = r0, b1
        r5 = if b3 {
          r4 = exp r2
          push r4
          results r4
        } else {
          results 1
        }
        r7 = if b3 {
          r6 = pop
          results r6
        } else {
          results 0
        }
        r8, b9, r10 = finite r7, b3, r5
        results r8, b9, r10"
    `);
  });

  test('is kept in a round', () => {
    expect(
      gradient(
        ['real'],
        (b, x) => [
          item(
            b,
            built(b, REALS, (inner, index) => [
              inner.operation('exp', inner.operation('multiply', x, inner.operation('toReal', index))),
            ]),
          ),
        ],
        undefined,
        [c(1)],
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real)
        r1 = r0
        d6, d7 = build n2 < 3 {
          r3 = toReal n2
          r4 = multiply r1, r3
          r5 = exp r4
          push r5
          results r5, 0
        }
        r8 = item d6[0]
        accumulate d7 [0].0 += 1
        r17 = for n9 < 3 down (r10 = 0) {
          r11 = pop
          r12 = toReal n9
          r13 = item d7[n9] unchecked
          r14 = multiply r13, r11
          r15 = multiply r14, r12
          r16 = add r10, r15
          results r16
        }
        r18, r19 = finite r17, r8
        results r18, r19"
    `);
  });
});

describe('the way back of a branch', () => {
  test('has an arm for each', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) =>
        choice(
          b,
          b.operation('less', x, y),
          (one) => [one.operation('sin', x)],
          (two) => [two.operation('multiply', x, y)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        b5 = less r3, r4
        r8 = if b5 {
          r6 = sin r3
          results r6
        } else {
          r7 = multiply r3, r4
          results r7
        }
        r13, r14 = if b5 {
          r9 = cos r3
          r10 = multiply r2, r9
          results r10, 0
        } else {
          r11 = multiply r2, r4
          r12 = multiply r2, r3
          results r11, r12
        }
        r15, r16, r17 = finite r13, r14, r8
        results r15, r16, r17"
    `);
  });
  test('adds to what only one arm uses', () => {
    expect(
      gradient(['real', 'real', 'real'], (b, x, y, z) =>
        choice(
          b,
          b.operation('less', x, y),
          (one) => [one.operation('multiply', x, z)],
          () => [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5, r6 = r0, r1, r2
        b7 = less r4, r5
        r9 = if b7 {
          r8 = multiply r4, r6
          results r8
        } else {
          results 1
        }
        r12, r13 = if b7 {
          r10 = multiply r3, r6
          r11 = multiply r3, r4
          results r10, r11
        } else {
          results 0, 0
        }
        r14, r15, r16, r17 = finite r12, 0, r13, r9
        results r14, r15, r16, r17"
    `);
  });
  test('takes what its arms keep', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) =>
        choice(
          b,
          b.operation('less', x, y),
          (one) => [one.operation('sin', one.operation('exp', x))],
          () => [y],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        b5 = less r3, r4
        r8 = if b5 {
          r6 = exp r3
          r7 = sin r6
          push r6
          results r7
        } else {
          results r4
        }
        r13, r14 = if b5 {
          r9 = pop
          r10 = cos r9
          r11 = multiply r2, r10
          r12 = multiply r11, r9
          results r12, 0
        } else {
          results 0, r2
        }
        r15, r16, r17 = finite r13, r14, r8
        results r15, r16, r17"
    `);
  });
  test('passes shadows on', () => {
    expect(
      gradient([REALS, REALS, 'bool'], (b, x, y, z) => [
        item(
          b,
          at(
            choice(
              b,
              z,
              () => [x],
              () => [y],
            ),
            0,
          ),
        ),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array0, b2 : bool, r3 : real)
        d4, d5, b6 = d0, d1, b2
        d7 = shadow d4
        d8 = shadow d5
        d9, d10 = if b6 {
          results d4, d7
        } else {
          results d5, d8
        }
        r11 = item d9[0]
        accumulate d10 [0].0 += r3
        d12, d13, b14, r15 = finite d7, d8, b6, r11
        results d12, d13, b14, r15"
    `);
  });
  test('that has nothing to add is nothing', () => {
    expect(
      gradient(['real', 'bool'], (b, x, y) => {
        choice(
          b,
          y,
          () => [x],
          () => [c(1)],
        );
        return [x];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, b1 : bool, r2 : real)
        r3, b4 = r0, b1
        r5 = if b4 {
          results r3
        } else {
          results 1
        }
        r6, b7, r8 = finite r2, b4, r3
        results r6, b7, r8"
    `);
  });
  test('adds to shadows alone', () => {
    expect(
      gradient([REALS, 'bool'], (b, x, y) =>
        choice(
          b,
          y,
          (one) => [one.operation('sin', item(one, x))],
          () => [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, b1 : bool, r2 : real)
        d3, b4 = d0, b1
        d5 = shadow d3
        r8 = if b4 {
          r6 = item d3[0]
          r7 = sin r6
          results r7
        } else {
          results 1
        }
        if b4 {
          r9 = item d3[0] unchecked
          r10 = cos r9
          r11 = multiply r2, r10
          accumulate d5 [0].0 += r11
          results 
        } else {
          results 
        }
        d12, b13, r14 = finite d5, b4, r8
        results d12, b13, r14"
    `);
  });
});
