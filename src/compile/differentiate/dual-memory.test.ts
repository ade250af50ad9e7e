import { describe, expect, test } from 'vitest';
import { forward, forwardOf } from '../../testing/ir/dual';
import type { Write } from '../../testing/ir/examples';
import { LIST, PAIRS, REALS, c } from '../../testing/ir/reverse';
import { Builder, Numbers, intConstant } from '../ir/builder';
import type { Kind } from '../ir/kind';
import { Dual } from './dual';

describe('a shadow has tangents though nothing in it moves, which are a shadow', () => {
  const shadowAfter = (kinds: readonly Kind[], write: Write): ReturnType<typeof forward> =>
    forward(kinds, 0, write, true);

  test('that is made of fields', () => {
    const made = shadowAfter(['real'], (b) => [b.one(LIST, { tag: 'construct', constructor_: 0, fields: [] })]);
    expect(made.text).toMatchInlineSnapshot(`
      "main(r0 : real)
        d1 = new []()
        d2 = new []()
        results d1, d2"
    `);
    expect(made.shadows).toBe(2);
  });

  test('that is made of items', () => {
    const made = shadowAfter(['real'], (b) => [b.one(REALS, { tag: 'array', items: [[c(0)]] })]);
    expect(made.text).toMatchInlineSnapshot(`
      "main(r0 : real)
        d1 = array [0]
        d2 = array [0]
        results d1, d2"
    `);
    expect(made.shadows).toBe(2);
  });

  test('that is built', () => {
    const made = shadowAfter(['int'], (b, x) => {
      const index = b.numbers.variable('int');
      return b.add([REALS, PAIRS], { tag: 'build', count: x, index, body: b.inner().block([c(0), c(0), index]) });
    });
    expect(made.text).toMatchInlineSnapshot(`
      "main(n0 : int)
        d2, d3, d4, d5 = build n1 < n0 {
          results 0, 0, n1, 0, 0, n1
        }
        results d2, d3, d4, d5"
    `);
    expect(made.shadows).toBe(4);
  });

  test('but a real has none', () => {
    expect(forward(['real'], 1, (b, x) => [b.operation('sin', x)]).shadows).toBe(0);
  });
});

describe('what is done in memory is done with tangents', () => {
  test('for a shadow', () => {
    expect(forwardOf([REALS], 0, (b, x) => [b.one(REALS, { tag: 'shadow', of: x })])).toMatchInlineSnapshot(`
      "main(d0 : array0)
        d1 = shadow d0
        d2 = shadow d0
        results d1, d2"
    `);
  });
  test('for an amount that is added to a field', () => {
    expect(
      forwardOf([LIST, 'real'], 2, (b, x, y) => {
        b.add([], { tag: 'accumulate', shadow: x, place: { tag: 'field', constructor_: 1, index: 0 }, amount: y });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : list, r1 : real, d2 : list, r3 : real)
        accumulate d0 ::.0 += r1
        accumulate d2 ::.0 += r3
        results"
    `);
  });
  test('but not for an amount without one', () => {
    expect(
      forwardOf([REALS, 'int', 'real'], 2, (b, x, y, z) => {
        b.add([], { tag: 'accumulate', shadow: x, place: { tag: 'item', index: y, part: 0 }, amount: z });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real, d3 : array0, n4 : int)
        accumulate d0 [n1].0 += r2
        results"
    `);
  });
  test('but not for an amount that is added to what has none', () => {
    expect(
      forwardOf(['real', REALS], 1, (b, x, y) => {
        b.add([], { tag: 'accumulate', shadow: y, place: { tag: 'item', index: intConstant(0), part: 0 }, amount: x });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : array0, r2 : real)
        accumulate d1 [0].0 += r0
        results"
    `);
  });
  test('for all of a value', () => {
    expect(
      forwardOf([REALS, REALS, REALS], 2, (b, x, y, z) => {
        b.add([], { tag: 'addAll', shadow: x, value: y, like: z, lenient: false });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : array0, d2 : array0, d3 : array0, d4 : array0)
        addAll d0 += d1 like d2
        addAll d3 += d4 or 0 like d2
        results"
    `);
  });
  test('but not for a value without one', () => {
    expect(
      forwardOf([REALS, REALS], 1, (b, x, y) => {
        b.add([], { tag: 'addAll', shadow: x, value: y, like: x, lenient: false });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : array0, d2 : array0)
        addAll d0 += d1 like d0
        results"
    `);
  });
  test('but not for a value that is added to what has none', () => {
    expect(
      forwardOf([REALS, REALS], 1, (b, x, y) => {
        b.add([], { tag: 'addAll', shadow: y, value: x, like: x, lenient: false });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : array0, d2 : array0)
        addAll d1 += d0 like d0
        results"
    `);
  });
  test('for what is kept, of which reals have one always', () => {
    expect(
      forwardOf(['real', 'int', 'real', REALS], 1, (b, x, y, z, w) => {
        b.add([], { tag: 'push', values: [x, y, z, w] });
        return b.add(['real', 'int', 'real', REALS], { tag: 'pop' });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, r2 : real, d3 : array0, r4 : real)
        push r0, n1, r2, d3, r4, 0, 0
        r5, n6, r7, d8, r9, r10, d11 = pop
        results r5, n6, r7, d8, r9, r10, d11"
    `);
  });
  test('but not for other statements', () => {
    expect(forwardOf([REALS, 'real'], 1, (b, x) => [b.one('int', { tag: 'length', array: x })])).toMatchInlineSnapshot(`
      "main(d0 : array0, r1 : real, d2 : array0)
        n3 = length d0
        results n3"
    `);
  });
});

test('an amount that is added to tangents can lack parts', () => {
  const numbers = new Numbers();
  const [x, y] = numbers.copies([{ kind: REALS }, { kind: REALS }]);
  if (x === undefined || y === undefined) throw new Error('two variables');
  const written = new Builder(numbers);
  written.add([], { tag: 'addAll', shadow: x, value: y, like: y, lenient: false });
  const dual = new Dual({ numbers, shadows: new Set(), isHalf: () => false, function: (id) => id });
  for (const each of [x, y]) dual.set(each, numbers.variable(REALS));
  const builder = new Builder(numbers);
  dual.block(written.block([]), builder);
  expect(builder.statements.map((each) => each.tag === 'addAll' && each.lenient)).toEqual([false, true]);
});
