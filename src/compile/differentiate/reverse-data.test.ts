import { describe, expect, test } from 'vitest';
import {
  built,
  c,
  CELLS,
  choice,
  gradient,
  item,
  LIST,
  PAIRS,
  REALS,
  ROWS,
  ROWS_AND_REALS,
  TWO_ROWS,
} from '../../testing/ir/reverse';
import { Builder, intConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { absent } from './reals';

describe('data has a shadow', () => {
  test('whose real field is the adjoint of the field', () => {
    expect(
      gradient(['real', LIST], (b, x, y) => [
        b.one(LIST, { tag: 'construct', constructor_: 1, fields: [b.operation('sin', x), intConstant(2), y] }),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : list, d2 : list)
        r3, d4 = r0, d1
        d5 = shadow d4
        r6 = sin r3
        d7 = new ::(r6, 2, d4)
        d8 = new ::(0, 2, d5)
        addAll d8 += d2 like d7
        r9 = field d8 ::.0
        r10 = cos r3
        r11 = multiply r9, r10
        r12, d13, d14 = finite r11, d5, d7
        results r12, d13, d14"
    `);
  });
  test('but not if nothing in it is active', () => {
    expect(
      gradient(['real'], (b, x) => {
        const list = b.one(LIST, { tag: 'construct', constructor_: 1, fields: [c(1), intConstant(2), absent(LIST)] });
        return [b.operation('multiply', x, b.one('real', { tag: 'field', value: list, constructor_: 1, index: 0 }))];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        d3 = new ::(1, 2, 0)
        r4 = field d3 ::.0
        r5 = multiply r2, r4
        r6 = multiply r1, r4
        r7, r8 = finite r6, r5
        results r7, r8"
    `);
  });
  test('of a constant field that is 0', () => {
    expect(
      gradient([LIST], (b, x) => [
        b.one(LIST, { tag: 'construct', constructor_: 1, fields: [c(1), intConstant(2), x] }),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list, d1 : list)
        d2 = d0
        d3 = shadow d2
        d4 = new ::(1, 2, d2)
        d5 = new ::(0, 2, d3)
        addAll d5 += d1 like d4
        d6, d7 = finite d3, d4
        results d6, d7"
    `);
  });
  test('to which a field that is read adds', () => {
    expect(
      gradient([LIST], (b, x) => [
        b.operation('sin', b.one('real', { tag: 'field', value: x, constructor_: 1, index: 0 })),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list, r1 : real)
        d2 = d0
        d3 = shadow d2
        r4 = field d2 ::.0
        r5 = sin r4
        r6 = cos r4
        r7 = multiply r1, r6
        accumulate d3 ::.0 += r7
        d8, r9 = finite d3, r5
        results d8, r9"
    `);
  });
  test('to which a field that nothing uses adds nothing', () => {
    expect(
      gradient([LIST], (b, x) => {
        b.one('real', { tag: 'field', value: x, constructor_: 1, index: 0 });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list)
        d1 = d0
        d2 = shadow d1
        r3 = field d1 ::.0
        d4 = finite d2
        results d4"
    `);
  });
  test('to which a field that counts 0 times adds nothing', () => {
    expect(
      gradient([LIST], (b, x) => [
        b.operation('multiply', b.one('real', { tag: 'field', value: x, constructor_: 1, index: 0 }), c(0)),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list, r1 : real)
        d2 = d0
        d3 = shadow d2
        r4 = field d2 ::.0
        r5 = multiply r4, 0
        d6, r7 = finite d3, r5
        results d6, r7"
    `);
  });
  test('in which a field that is data has one', () => {
    expect(
      gradient([LIST], (b, x) => {
        const rest = b.one(LIST, { tag: 'field', value: x, constructor_: 1, index: 2 });
        return [b.one('real', { tag: 'field', value: rest, constructor_: 1, index: 0 })];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list, r1 : real)
        d2 = d0
        d3 = shadow d2
        d4 = field d2 ::.2
        d5 = field d3 ::.2
        r6 = field d4 ::.0
        accumulate d5 ::.0 += r1
        d7, r8 = finite d3, r6
        results d7, r8"
    `);
  });
  test('whose real parts are the adjoints of those of an array', () => {
    expect(
      gradient(['real', 'int', 'real'], (b, x, y, z) => [
        b.one(PAIRS, {
          tag: 'array',
          items: [
            [x, y],
            [c(1), y],
            [z, intConstant(1)],
          ],
        }),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, n1 : int, r2 : real, d3 : array1)
        r4, n5, r6 = r0, n1, r2
        d7 = array [r4, n5; 1, n5; r6, 1]
        d8 = array [0, n5; 0, n5; 0, 1]
        addAll d8 += d3 like d7
        r9, n10 = item d8[0] unchecked
        r11, n12 = item d8[2] unchecked
        r13, n14, r15, d16 = finite r9, n5, r11, d7
        results r13, n14, r15, d16"
    `);
  });
  test('to which an item that is read adds', () => {
    expect(
      gradient([PAIRS, 'int'], (b, x, y) => b.add(['real', 'int'], { tag: 'item', array: x, index: y, checked: true })),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array1, n1 : int, r2 : real, n3 : int)
        d4, n5 = d0, n1
        d6 = shadow d4
        r7, n8 = item d4[n5]
        accumulate d6 [n5].0 += r2
        d9, n10, r11, n12 = finite d6, n5, r7, n8
        results d9, n10, r11, n12"
    `);
  });
  test('in which an item that is data has one', () => {
    expect(
      gradient([ROWS, 'int'], (b, x, y) => {
        const row = b.one(REALS, { tag: 'item', array: x, index: y, checked: true });
        return [item(b, row)];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array2, n1 : int, r2 : real)
        d3, n4 = d0, n1
        d5 = shadow d3
        d6 = item d3[n4]
        d7 = item d5[n4] unchecked or 0
        r8 = item d6[0]
        accumulate d7 [0].0 += r2
        d9, n10, r11 = finite d5, n4, r8
        results d9, n10, r11"
    `);
  });
  test('to which a part that nothing uses adds nothing', () => {
    expect(
      gradient([PAIRS, 'int'], (b, x, y) => {
        b.add(['real', 'int'], { tag: 'item', array: x, index: y, checked: true });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array1, n1 : int)
        d2, n3 = d0, n1
        d4 = shadow d2
        r5, n6 = item d2[n3]
        d7, n8 = finite d4, n3
        results d7, n8"
    `);
  });
  test('in which a spine has one', () => {
    expect(
      gradient([LIST], (b, x) => {
        const cells = b.one(CELLS, { tag: 'spine', list: x });
        const cell = b.one(LIST, { tag: 'item', array: cells, index: intConstant(0), checked: true });
        return [b.one('real', { tag: 'field', value: cell, constructor_: 1, index: 0 })];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list, r1 : real)
        d2 = d0
        d3 = shadow d2
        d4 = spine d2
        d5 = spine d3
        d6 = item d4[0]
        d7 = item d5[0] unchecked or 0
        r8 = field d6 ::.0
        accumulate d7 ::.0 += r1
        d9, r10 = finite d3, r8
        results d9, r10"
    `);
  });
});

describe('data in arrays beside reals', () => {
  const both = (b: Builder, real: Atom, row: Atom): Variable =>
    b.one(ROWS_AND_REALS, { tag: 'array', items: [[real, row]] });

  test('that does not move has no adjoints to read', () => {
    expect(gradient([REALS], (b, x) => [both(b, c(1), x)])).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array5)
        d2 = d0
        d3 = shadow d2
        d4 = array [1, d2]
        d5 = array [0, d3]
        addAll d5 += d1 like d4
        d6, d7 = finite d3, d4
        results d6, d7"
    `);
  });

  test('is no summand', () => {
    expect(
      gradient(['real', REALS, 'bool'], (b, x, y, z) =>
        choice(
          b,
          z,
          (one) => [both(one, x, y)],
          (two) => [both(two, c(1), y)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : array0, b2 : bool, d3 : array5)
        r4, d5, b6 = r0, d1, b2
        d7 = shadow d5
        d12, d13 = if b6 {
          d8 = array [r4, d5]
          d9 = array [0, d7]
          push d9
          results d8, d9
        } else {
          d10 = array [1, d5]
          d11 = array [0, d7]
          results d10, d11
        }
        addAll d13 += d3 like d12
        r17 = if b6 {
          d14 = pop
          r15, d16 = item d14[0] unchecked
          results r15
        } else {
          results 0
        }
        r18, d19, b20, d21 = finite r17, d7, b6, d12
        results r18, d19, b20, d21"
    `);
  });

  test('is read with them, and its shadow with their adjoints', () => {
    expect(
      gradient([ROWS_AND_REALS], (b, x) => {
        const [real = x, row = x] = b.add(['real', REALS], {
          tag: 'item',
          array: x,
          index: intConstant(0),
          checked: true,
        });
        return [b.operation('multiply', real, item(b, row))];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array5, r1 : real)
        d2 = d0
        d3 = shadow d2
        r4, d5 = item d2[0]
        r6, d7 = item d3[0] unchecked or 0
        r8 = item d5[0]
        r9 = multiply r4, r8
        r10 = multiply r1, r8
        r11 = multiply r1, r4
        accumulate d7 [0].0 += r11
        accumulate d3 [0].0 += r10
        d12, r13 = finite d3, r9
        results d12, r13"
    `);
  });

  test('is no summand where it is built', () => {
    expect(gradient([REALS], (b, x) => [built(b, TWO_ROWS, () => [x, x])])).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array6)
        d2 = d0
        d3 = shadow d2
        d5, d6 = build n4 < 3 {
          results d2, d2, d3, d3
        }
        addAll d6 += d1 like d5
        for n7 < 3 down () {
          d8, d9 = item d6[n7] unchecked
          results 
        }
        d10, d11 = finite d3, d5
        results d10, d11"
    `);
  });
});
