import { describe, expect, test } from 'vitest';
import { forwardOf } from '../../testing/ir/dual';
import { CELLS, LIST, PAIRS, REALS, c } from '../../testing/ir/reverse';
import { intConstant } from '../ir/builder';

describe('real operations have a tangent if an argument has one', () => {
  test('of a product, both arguments of which move', () => {
    expect(forwardOf(['real', 'real'], 2, (b, x, y) => [b.operation('multiply', x, y)])).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, r2 : real, r3 : real)
        r4 = multiply r0, r1
        r5 = multiply r2, r1
        r6 = multiply r3, r0
        r7 = add r5, r6
        results r4, r7"
    `);
  });
  test('of a product, one argument of which moves', () => {
    expect(forwardOf(['real', 'real'], 1, (b, x, y) => [b.operation('multiply', x, y)])).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, r2 : real)
        r3 = multiply r0, r1
        r4 = multiply r2, r1
        results r3, r4"
    `);
  });
  test('but not an int', () => {
    expect(
      forwardOf(['real', 'real'], 1, (b, x) => {
        const n = b.operation('floor', x);
        return [b.operation('add', x, b.operation('toReal', n))];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, r2 : real)
        n3 = floor r0
        r4 = toReal n3
        r5 = add r0, r4
        results r5, r2"
    `);
  });
  test('but not where the partial derivative is 0', () => {
    expect(forwardOf(['real'], 1, (b, x) => [b.operation('sign', x)])).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real)
        r2 = sign r0
        results r2, 0"
    `);
  });
  test('of the base of a power alone', () => {
    expect(forwardOf(['real', 'int'], 2, (b, x, y) => [b.operation('powerInt', x, y)])).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, r2 : real, n3 : int)
        r4 = powerInt r0, n1
        r5 = toReal n1
        r6 = toReal n1
        r7 = sign r6
        r8 = toReal n1
        r9 = sign r8
        r10 = multiply r7, r9
        n11 = floor r10 untested
        n12 = subtractInt n1, n11 untested
        r13 = powerInt r0, n12
        r14 = multiply r5, r13
        r15 = multiply r2, r14
        results r4, r15"
    `);
  });
  test('but not of what does not move', () => {
    expect(forwardOf(['real', 'real'], 1, (b, x, y) => [b.operation('sin', y), x])).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, r2 : real)
        r3 = sin r1
        results r3, r0, 0, r2"
    `);
  });
});

describe('data has tangents in data of the same layout', () => {
  test('if a field moves', () => {
    expect(
      forwardOf(['real', LIST], 1, (b, x, y) => [
        b.one(LIST, { tag: 'construct', constructor_: 1, fields: [x, intConstant(2), y] }),
      ]),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list, r2 : real)
        d3 = new ::(r0, 2, d1)
        d4 = new ::(r2, 2, 0)
        results d3, d4"
    `);
  });
  test('if another field moves', () => {
    expect(
      forwardOf([LIST, 'real'], 1, (b, x, y) => [
        b.one(LIST, { tag: 'construct', constructor_: 1, fields: [y, intConstant(2), x] }),
      ]),
    ).toMatchInlineSnapshot(`
      "main(d0 : list, r1 : real, d2 : list)
        d3 = new ::(r1, 2, d0)
        d4 = new ::(0, 2, d2)
        results d3, d4"
    `);
  });
  test('but not if no field moves', () => {
    expect(
      forwardOf(['real', LIST], 0, (b, x, y) => [
        b.one(LIST, { tag: 'construct', constructor_: 1, fields: [x, intConstant(2), y] }),
      ]),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list)
        d2 = new ::(r0, 2, d1)
        results d2, 0"
    `);
  });
  test('if an item of an array moves', () => {
    expect(
      forwardOf(['real', 'int'], 1, (b, x, y) => [
        b.one(PAIRS, {
          tag: 'array',
          items: [
            [c(1), y],
            [x, intConstant(3)],
          ],
        }),
      ]),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, r2 : real)
        d3 = array [1, n1; r0, 3]
        d4 = array [0, n1; r2, 3]
        results d3, d4"
    `);
  });
  test('but not if no item moves', () => {
    expect(
      forwardOf(['real', 'int'], 0, (b, x, y) => [
        b.one(PAIRS, {
          tag: 'array',
          items: [
            [c(1), y],
            [x, intConstant(3)],
          ],
        }),
      ]),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        d2 = array [1, n1; r0, 3]
        results d2, 0"
    `);
  });
  test('which is read as the data is', () => {
    expect(forwardOf([LIST], 1, (b, x) => [b.one('real', { tag: 'field', value: x, constructor_: 1, index: 0 })]))
      .toMatchInlineSnapshot(`
      "main(d0 : list, d1 : list)
        r2 = field d0 ::.0
        r3 = field d1 ::.0
        results r2, r3"
    `);
  });
  test('of which ints are not read', () => {
    expect(forwardOf([LIST], 1, (b, x) => [b.one('int', { tag: 'field', value: x, constructor_: 1, index: 1 })]))
      .toMatchInlineSnapshot(`
      "main(d0 : list, d1 : list)
        n2 = field d0 ::.1
        results n2"
    `);
  });
  test('of which fields that are data are read', () => {
    expect(forwardOf([LIST], 1, (b, x) => [b.one(LIST, { tag: 'field', value: x, constructor_: 1, index: 2 })]))
      .toMatchInlineSnapshot(`
      "main(d0 : list, d1 : list)
        d2 = field d0 ::.2
        d3 = field d1 ::.2
        results d2, d3"
    `);
  });
  test('which is not read where there is none', () => {
    expect(forwardOf([LIST], 0, (b, x) => [b.one('real', { tag: 'field', value: x, constructor_: 1, index: 0 })]))
      .toMatchInlineSnapshot(`
      "main(d0 : list)
        r1 = field d0 ::.0
        results r1, 0"
    `);
  });
  test('whose items are read without a test', () => {
    expect(
      forwardOf([PAIRS, 'int'], 1, (b, x, y) =>
        b.add(['real', 'int'], { tag: 'item', array: x, index: y, checked: true }),
      ),
    ).toMatchInlineSnapshot(`
      "main(d0 : array1, n1 : int, d2 : array1)
        r3, n4 = item d0[n1]
        r5, n6 = item d2[n1] unchecked or 0
        results r3, n4, r5"
    `);
  });
  test('whose items are not read where there are none', () => {
    expect(
      forwardOf([PAIRS, 'int'], 0, (b, x, y) =>
        b.add(['real', 'int'], { tag: 'item', array: x, index: y, checked: true }),
      ),
    ).toMatchInlineSnapshot(`
      "main(d0 : array1, n1 : int)
        r2, n3 = item d0[n1]
        results r2, n3, 0"
    `);
  });
  test('whose spine is that of the tangents', () => {
    expect(forwardOf([LIST], 1, (b, x) => [b.one(CELLS, { tag: 'spine', list: x })])).toMatchInlineSnapshot(`
      "main(d0 : list, d1 : list)
        d2 = spine d0
        d3 = spine d1
        results d2, d3"
    `);
  });
  test('whose spine is absent where there are none', () => {
    expect(forwardOf([LIST], 0, (b, x) => [b.one(CELLS, { tag: 'spine', list: x })])).toMatchInlineSnapshot(`
      "main(d0 : list)
        d1 = spine d0
        results d1, 0"
    `);
  });
  test('and by another name, too', () => {
    expect(
      forwardOf(['real', REALS, 'real'], 2, (b, x, y, z) =>
        b.add(['real', REALS, 'real'], { tag: 'move', values: [x, y, z], finite: false }),
      ),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : array0, r2 : real, r3 : real, d4 : array0)
        r5, d6, r7 = r0, d1, r2
        results r5, d6, r7, r3, d4, 0"
    `);
  });
});

test('an int of data that moves does not move', () => {
  expect(
    forwardOf([PAIRS, LIST], 1, (b, x, y) => {
      const [, n = x] = b.add(['real', 'int'], { tag: 'item', array: x, index: intConstant(0), checked: true });
      return [b.one(LIST, { tag: 'construct', constructor_: 1, fields: [c(1), n, y] })];
    }),
  ).toMatchInlineSnapshot(`
    "main(d0 : array1, d1 : list, d2 : array1)
      r3, n4 = item d0[0]
      r5, n6 = item d2[0] unchecked or 0
      d7 = new ::(1, n4, d1)
      results d7, 0"
  `);
});
