import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { CELLS, LIST } from '../../testing/ir/reverse';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { withoutUnread } from './unread';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const ROWS: ArrayLayout = { tag: 'array', id: 1, item: [REALS, 'real'] };

const after = (write: (b: Builder, rows: Variable, xs: Variable, x: Variable) => readonly Atom[]): string =>
  blockAfter(
    [ROWS, REALS, 'real'],
    (b, rows, xs, x) =>
      write(b, rows ?? b.numbers.variable(ROWS), xs ?? b.numbers.variable(REALS), x ?? b.numbers.variable('real')),
    withoutUnread,
  );

const shadow = (b: Builder, of: Atom): Variable => b.one(of.kind, { tag: 'shadow', of });

const accumulate = (b: Builder, to: Atom, amount: Atom, part = 0): void => {
  b.add([], { tag: 'accumulate', shadow: to, place: { tag: 'item', index: intConstant(0), part }, amount });
};

const addAll = (b: Builder, to: Atom, value: Atom, like: Atom, lenient = true): void => {
  b.add([], { tag: 'addAll', shadow: to, value, like, lenient });
};

const itemOf = (b: Builder, array: Atom): readonly Atom[] =>
  b.add(typeof array.kind === 'object' && array.kind.tag === 'array' ? array.kind.item : [], {
    tag: 'item',
    array,
    index: intConstant(0),
    checked: false,
    absentIsZero: true,
  });

describe('what is added to a shadow of which nothing is read', () => {
  test('is dropped', () => {
    expect(
      after((b, _, xs, x) => {
        accumulate(b, shadow(b, xs), x);
        return [x];
      }),
    ).not.toContain('accumulate');
  });

  test('is dropped where it is added to a part', () => {
    expect(
      after((b, rows, _, x) => {
        const whole = shadow(b, rows);
        const [row = x] = itemOf(b, whole);
        accumulate(b, row, x);
        accumulate(b, whole, x, 1);
        return [x];
      }),
    ).not.toContain('accumulate');
  });

  test('is dropped where it is added to cells of a list', () => {
    const text = blockAfter(
      [LIST, 'real'],
      (b, list, x = list) => {
        const made = shadow(b, list);
        const cells = b.one(CELLS, { tag: 'spine', list: made });
        const rest = b.one(LIST, { tag: 'rest', list: made, after: intConstant(1) });
        for (const cell of [...itemOf(b, cells), rest]) {
          b.add([], { tag: 'accumulate', shadow: cell, place: { tag: 'field', constructor_: 1, index: 0 }, amount: x });
        }
        return [x];
      },
      withoutUnread,
    );
    expect(text).not.toContain('accumulate');
  });

  test('stays where a real of a cell is used', () => {
    const text = blockAfter(
      [LIST, 'real'],
      (b, list, x = list) => {
        const made = shadow(b, list);
        const [cell = x] = itemOf(b, b.one(CELLS, { tag: 'spine', list: made }));
        const place = { tag: 'field', constructor_: 1, index: 0 } as const;
        b.add([], { tag: 'accumulate', shadow: cell, place, amount: x });
        return [b.operation('add', x, b.one('real', { ...place, value: cell }))];
      },
      withoutUnread,
    );
    expect(text).toContain('accumulate');
  });

  test('is dropped if it goes to a shadow of which nothing is read', () => {
    const made = after((b, _, xs, x) => {
      const [from, to] = [shadow(b, xs), shadow(b, xs)];
      accumulate(b, from, x);
      addAll(b, to, from, xs);
      const [amount = x] = itemOf(b, from);
      accumulate(b, to, amount);
      return [x];
    });
    expect(made).not.toMatch(/accumulate|addAll/);
  });

  test.each<[string, (b: Builder, made: Variable, xs: Variable, x: Variable) => readonly Atom[]]>([
    ['it is a result', (_, made) => [made]],
    ['an item is used', (b, made, _, x) => [b.operation('add', itemOf(b, made)[0] ?? x, x)]],
    [
      'it is kept',
      (b, made, _, x) => {
        b.add([], { tag: 'push', values: [made] });
        return [x];
      },
    ],
    [
      'it is a result of a block',
      (b, made, xs, x) => {
        const [yes, no] = [b.inner(), b.inner()];
        const condition = b.operation('less', x, realConstant(0));
        b.add([REALS], { tag: 'if', condition, consequent: yes.block([made]), alternative: no.block([xs]) });
        return [x];
      },
    ],
    [
      'its part is a result of a block',
      (b, made, _, x) => {
        const [yes, no] = [b.inner(), b.inner()];
        const condition = b.operation('less', x, realConstant(0));
        const [part = x] = itemOf(yes, made);
        return b.add(['real'], { tag: 'if', condition, consequent: yes.block([part]), alternative: no.block([x]) });
      },
    ],
    [
      'it goes to a shadow that is read',
      (b, made, xs) => {
        const whole = shadow(b, xs);
        addAll(b, whole, made, xs);
        return [whole];
      },
    ],
    [
      'it goes to a shadow that is read before',
      (b, made, xs, x) => {
        const whole = shadow(b, xs);
        const [read = x] = itemOf(b, whole);
        const used = b.operation('add', read, x);
        addAll(b, whole, made, xs);
        return [used];
      },
    ],
    [
      'it goes to a shadow from elsewhere',
      (b, made, xs, x) => {
        addAll(b, xs, made, xs);
        return [x];
      },
    ],
    [
      'its shape is compared with that of another',
      (b, made, xs, x) => {
        addAll(b, shadow(b, xs), made, xs, false);
        return [x];
      },
    ],
  ])('stays if %s', (_, use) => {
    const made = after((b, _, xs, x) => {
      const own = shadow(b, xs);
      accumulate(b, own, x);
      return use(b, own, xs, x);
    });
    expect(made).toContain('accumulate d3 ');
  });

  test('stays if two shadows are added to each other, and one is read', () => {
    const made = after((b, _, xs, x) => {
      const [first, second] = [shadow(b, xs), shadow(b, xs)];
      accumulate(b, second, itemOf(b, first)[0] ?? x);
      accumulate(b, first, itemOf(b, second)[0] ?? x);
      return [first];
    });
    expect(made.match(/accumulate d\d/g)).toEqual(['accumulate d4', 'accumulate d3']);
  });

  test('stays if the shadow is from elsewhere', () => {
    const made = after((b, _, xs, x) => {
      accumulate(b, shadow(b, xs), x);
      accumulate(b, xs, x);
      return [x];
    });
    expect(made.match(/accumulate .*/g)).toEqual(['accumulate d1 [0].0 += r2']);
  });

  test('stays if its shape is tested', () => {
    expect(
      after((b, _, xs, x) => {
        addAll(b, shadow(b, xs), xs, xs, false);
        return [x];
      }),
    ).toContain('addAll');
  });

  test('stays if the whole of its part is read', () => {
    const made = after((b, rows, _, x) => {
      const whole = shadow(b, rows);
      const [row = x] = itemOf(b, whole);
      accumulate(b, row, x);
      return [whole];
    });
    expect(made).toContain('accumulate');
  });
});

test('the shape of a shadow is that of the data it is of', () => {
  expect(
    after((b, _, xs, x) => {
      const first = shadow(b, xs);
      const second = shadow(b, first);
      addAll(b, second, xs, first);
      return [second, b.one('int', { tag: 'length', array: first }), x];
    }),
  ).toMatchInlineSnapshot(`
    "main(d0 : array1, d1 : array0, r2 : real)
      d3 = shadow d1
      d4 = shadow d1
      addAll d4 += d1 or 0 like d1
      n5 = length d1
      results d4, n5, r2"
  `);
});

test('the shape of a shadow is its own where an array is updated in place', () => {
  const made = after((b, _, xs, x) => {
    const first = shadow(b, xs);
    b.one(REALS, { tag: 'update', array: xs, index: intConstant(0), values: [x] });
    return [b.one('int', { tag: 'length', array: first })];
  });
  expect(made).toContain('length d3');
});

test('the gradient of a sum of second derivatives has no adjoints that only they would need', () => {
  const { before, after } = gradientAround(
    'input w : array real = [1, 2]\ninput v : array real = [0.5, 0.2]\nlet f (w : array real) = sum (map (fun x -> exp (x * w[0])) w)\ndot (hvp f w v) v',
    'unread',
  );
  const added = (text: string): number => text.match(/accumulate|addAll/g)?.length ?? 0;
  expect(added(after)).toBeLessThan(added(before));
});
