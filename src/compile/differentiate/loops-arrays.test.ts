import { describe, expect, test } from 'vitest';
import { built, gradient, item, PAIRS, REALS, ROWS } from '../../testing/ir/reverse';
import { intConstant } from '../ir/builder';

describe('the way back of an array that is built', () => {
  test('reads the adjoints of its parts', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) => {
        const pairs = built(b, PAIRS, (inner, index) => [
          inner.operation(
            'multiply',
            x,
            inner.operation('exp', inner.operation('multiply', y, inner.operation('toReal', index))),
          ),
          index,
        ]);
        return b.add(['real', 'int'], { tag: 'item', array: pairs, index: intConstant(1), checked: true });
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, n3 : int)
        r4, r5 = r0, r1
        d11, d12 = build n6 < 3 {
          r7 = toReal n6
          r8 = multiply r5, r7
          r9 = exp r8
          r10 = multiply r4, r9
          push r9
          results r10, n6, 0, n6
        }
        r13, n14 = item d11[1]
        accumulate d12 [1].0 += r2
        r28, r29 = for n15 < 3 down (r16 = 0, r17 = 0) {
          r18 = pop
          r19 = toReal n15
          r20, n21 = item d12[n15] unchecked
          r22 = multiply r20, r18
          r23 = add r17, r22
          r24 = multiply r20, r4
          r25 = multiply r24, r18
          r26 = multiply r25, r19
          r27 = add r16, r26
          results r27, r23
        }
        r30, r31, r32, n33 = finite r29, r28, r13, n14
        results r30, r31, r32, n33"
    `);
  });
  test('adds to shadows', () => {
    expect(
      gradient([REALS], (b, x) => [built(b, REALS, (inner, index) => [inner.operation('sin', item(inner, x, index))])]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array0)
        d2 = d0
        d3 = shadow d2
        d7, d8 = build n4 < 3 {
          r5 = item d2[n4]
          r6 = sin r5
          results r6, 0
        }
        addAll d8 += d1 like d7
        for n9 < 3 down () {
          r10 = item d2[n9] unchecked
          r11 = item d8[n9] unchecked
          r12 = cos r10
          r13 = multiply r11, r12
          accumulate d3 [n9].0 += r13
          results 
        }
        d14, d15 = finite d3, d7
        results d14, d15"
    `);
  });
  test('has shadows of items that are data', () => {
    expect(
      gradient([REALS], (b, x) => {
        const rows = built(b, ROWS, (inner) => [
          built(inner, REALS, (each, i) => [each.operation('sin', item(each, x, i))]),
        ]);
        const row = b.one(REALS, { tag: 'item', array: rows, index: intConstant(1), checked: true });
        return [item(b, row)];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, r1 : real)
        d2 = d0
        d3 = shadow d2
        d10, d11 = build n4 < 3 {
          d8, d9 = build n5 < 3 {
            r6 = item d2[n5]
            r7 = sin r6
            results r7, 0
          }
          push d9
          results d8, d9
        }
        d12 = item d10[1]
        d13 = item d11[1] unchecked or 0
        r14 = item d12[0]
        accumulate d13 [0].0 += r1
        for n15 < 3 down () {
          d16 = pop
          d17 = item d11[n15] unchecked
          for n18 < 3 down () {
            r19 = item d2[n18] unchecked
            r20 = item d16[n18] unchecked
            r21 = cos r19
            r22 = multiply r20, r21
            accumulate d3 [n18].0 += r22
            results 
          }
          results 
        }
        d23, r24 = finite d3, r14
        results d23, r24"
    `);
  });
  test('that is not active is nothing', () => {
    expect(
      gradient(['real'], (b, x) => {
        const array = built(b, REALS, (inner, index) => [inner.operation('toReal', index)]);
        return [b.operation('multiply', x, item(b, array))];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        d5 = build n3 < 3 {
          r4 = toReal n3
          results r4
        }
        r6 = item d5[0]
        r7 = multiply r2, r6
        r8 = multiply r1, r6
        r9, r10 = finite r8, r7
        results r9, r10"
    `);
  });
});
