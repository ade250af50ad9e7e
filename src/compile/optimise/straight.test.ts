import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { head, LIST, PAIRS, REALS, ROWS, ROWS_AND_REALS } from '../../testing/ir/reverse';
import { absent } from '../differentiate/reals';
import { type Builder, intConstant } from '../ir/builder';
import type { ArrayLayout, Kind } from '../ir/kind';
import { isArray } from '../ir/roots';
import type { Atom, Variable } from '../ir/tree';
import { addStraight } from './straight';

const TABLES: ArrayLayout = { tag: 'array', id: 7, item: [ROWS] };

const shadow = (b: Builder, of: Atom): Variable => b.one(of.kind, { tag: 'shadow', of });

const accumulate = (b: Builder, to: Atom, amount: Atom, how: { ordered?: true; replaces?: true } = {}): void => {
  const place = { tag: 'item', index: intConstant(0), part: 0 } as const;
  b.add([], { tag: 'accumulate', shadow: to, place, amount, ...how });
};

const addAll = (b: Builder, to: Atom, value: Atom, like: Atom, lenient = true): void => {
  b.add([], { tag: 'addAll', shadow: to, value, like, lenient });
};

const itemOf = (b: Builder, array: Atom): readonly Variable[] =>
  b.add(isArray(array.kind) ? array.kind.item : [], { tag: 'item', array, index: intConstant(0), checked: false });

const emptyLike = ({ kind }: Atom): Atom => ({
  tag: 'constant',
  kind,
  value: { constructor_: 0, parts: [], count: 0 },
});

/** Prints what becomes of a sum, like `rows`, that is added to a shadow `to` after `between`, and before `after`. */
function summing(
  between: (b: Builder, sum: Variable, to: Variable, x: Variable, rows: Variable) => void,
  after: (b: Builder, sum: Variable, to: Variable, x: Variable, rows: Variable) => readonly Atom[] = (_b, _sum, to) => [
    to,
  ],
  lenient = true,
): string {
  return blockAfter(
    [ROWS, 'real'],
    (b, rows, x) => {
      if (rows === undefined || x === undefined) return [];
      const to = shadow(b, rows);
      const sum = shadow(b, rows);
      between(b, sum, to, x, rows);
      addAll(b, to, sum, rows, lenient);
      return after(b, sum, to, x, rows);
    },
    addStraight,
  );
}

/** Prints what becomes of a sum, like data of a kind, that is added to a shadow after `between`. */
function summingLike(kind: Kind, between: (b: Builder, sum: Variable, x: Variable) => void): string {
  return blockAfter(
    [kind, 'real'],
    (b, data, x) => {
      if (data === undefined || x === undefined) return [];
      const to = shadow(b, data);
      const sum = shadow(b, data);
      between(b, sum, x);
      addAll(b, to, sum, data);
      return [to];
    },
    addStraight,
  );
}

const reads = (b: Builder, array: Atom, x: Atom): void => void b.operation('add', itemOf(b, array)[0] ?? x, x);

const addsToRow = (b: Builder, sum: Variable, _to: Variable, x: Variable): void => {
  const [row] = itemOf(b, sum);
  if (row !== undefined) accumulate(b, row, x);
};

describe('what is added up, to be added to a shadow', () => {
  test('is added to that straight away, of which parts may be absent', () => {
    expect(summing(addsToRow)).toMatchInlineSnapshot(`
      "main(d0 : array2, r1 : real)
        d2 = shadow d0
        d3 = item d2[0] unchecked or 0
        accumulate d3 [0].0 += r1
        results d2"
    `);
  });

  test('is added straight to the last of several', () => {
    const text = blockAfter(
      [REALS, 'real'],
      (b, xs, x) => {
        if (xs === undefined || x === undefined) return [];
        const to = shadow(b, xs);
        const second = shadow(b, xs);
        const first = shadow(b, xs);
        accumulate(b, first, x);
        addAll(b, second, first, xs);
        accumulate(b, second, x);
        addAll(b, to, second, xs);
        return [to];
      },
      addStraight,
    );
    expect(text).not.toContain('addAll');
    expect(text.match(/shadow/g)).toHaveLength(1);
    expect(text.match(/accumulate d2 /g)).toHaveLength(2);
  });

  test('may meet what others add to that shadow', () => {
    const text = summing((b, sum, to, x) => {
      addsToRow(b, to, to, x);
      addsToRow(b, sum, to, x);
    });
    expect(text).not.toContain('addAll');
  });

  test('may meet items of other data, which are there', () => {
    const text = summing((b, sum, to, x, rows) => {
      itemOf(b, rows);
      addsToRow(b, sum, to, x);
    });
    expect(text.match(/item .*/g)).toEqual(['item d0[0] unchecked', 'item d2[0] unchecked or 0']);
  });

  test('may have reals beside its parts that nothing uses', () => {
    const text = summingLike(ROWS_AND_REALS, (b, sum, x) => {
      const [, row = x] = itemOf(b, sum);
      accumulate(b, row, x);
    });
    expect(text).not.toContain('addAll');
  });

  test.each<[string, Parameters<typeof summing>]>([
    ['it is read', [(b, sum, _, x) => void b.operation('add', itemOf(b, itemOf(b, sum)[0] ?? x)[0] ?? x, x)]],
    [
      'a part of it is read',
      [
        (b, sum, to, x) => {
          const [row = x] = itemOf(b, sum);
          addsToRow(b, sum, to, x);
          b.operation('add', itemOf(b, row)[0] ?? x, x);
        },
      ],
    ],
    [
      'another shadow takes its shape from it',
      [
        (b, sum, to, x) => {
          addsToRow(b, sum, to, x);
          shadow(b, to);
        },
      ],
    ],
    [
      'a part of the shadow is a result of a branch',
      [
        (b, sum, to, x) => {
          addsToRow(b, sum, to, x);
          const [yes, no] = [b.inner(), b.inner()];
          const [row = x] = itemOf(yes, to);
          const condition = b.operation('less', x, x);
          b.add([REALS], { tag: 'if', condition, consequent: yes.block([row]), alternative: no.block([row]) });
        },
      ],
    ],
    [
      'a part of it is added to another shadow',
      [
        (b, sum, to, x, rows) => {
          addsToRow(b, sum, to, x);
          const [[row = x], [other = x]] = [itemOf(b, sum), itemOf(b, shadow(b, rows))];
          addAll(b, other, row, emptyLike(row));
        },
      ],
    ],
    [
      'something else that is added has its shape',
      [
        (b, sum, to, x, rows) => {
          addsToRow(b, sum, to, x);
          addAll(b, shadow(b, rows), rows, sum);
        },
      ],
    ],
    ['it is used afterwards', [addsToRow, (_, sum, to) => [to, sum]]],
    [
      'it is added to afterwards',
      [
        addsToRow,
        (b, sum, to, x) => {
          addsToRow(b, sum, to, x);
          return [to];
        },
      ],
    ],
    [
      'it is added twice',
      [
        addsToRow,
        (b, sum, to, _, rows) => {
          addAll(b, to, sum, rows);
          return [to];
        },
      ],
    ],
    [
      'the shadow is read before',
      [
        (b, sum, to, x) => {
          addsToRow(b, sum, to, x);
          b.operation('add', itemOf(b, itemOf(b, to)[0] ?? x)[0] ?? x, x);
        },
      ],
    ],
    [
      'it is kept',
      [
        (b, sum, to, x) => {
          addsToRow(b, sum, to, x);
          b.add([], { tag: 'push', values: [sum] });
        },
      ],
    ],
    [
      'its additions keep their order',
      [
        (b, sum, _, x) => {
          const [row = x] = itemOf(b, sum);
          accumulate(b, row, x, { ordered: true });
        },
      ],
    ],
    [
      'an amount replaces what is there',
      [
        (b, sum, _, x) => {
          const [row = x] = itemOf(b, sum);
          accumulate(b, row, x, { replaces: true });
        },
      ],
    ],
    ['shapes are compared', [addsToRow, undefined, false]],
    [
      'an array is updated in place',
      [
        (b, sum, to, x) => {
          addsToRow(b, sum, to, x);
          const array = b.one(REALS, { tag: 'array', items: [[x]] });
          b.add([REALS], { tag: 'update', array, index: intConstant(0), values: [x] });
        },
      ],
    ],
  ])('stays if %s', (_, parts) => {
    expect(summing(...parts)).toContain('addAll d2 += d3 ');
  });

  test('stays if a branch adds it, too', () => {
    const text = summing((b, sum, to, x) => {
      addsToRow(b, sum, to, x);
      const [yes, no] = [b.inner(), b.inner()];
      addAll(yes, to, sum, emptyLike(sum));
      const condition = b.operation('less', x, x);
      b.add([], { tag: 'if', condition, consequent: yes.block([]), alternative: no.block([]) });
    });
    expect(text.match(/addAll d2 \+= d3 /g)).toHaveLength(2);
  });

  test('stays if a part of its part is read', () => {
    const text = summingLike(TABLES, (b, sum, x) => {
      const [rows = x] = itemOf(b, sum);
      const [row = x] = itemOf(b, rows);
      accumulate(b, row, x);
      reads(b, row, x);
    });
    expect(text).toContain('addAll');
  });

  test('stays if a field of it is read', () => {
    const text = summingLike(LIST, (b, sum, x) => {
      const place = { tag: 'field', constructor_: 1, index: 0 } as const;
      b.add([], { tag: 'accumulate', shadow: sum, place, amount: x });
      b.operation('add', head(b, sum), x);
    });
    expect(text).toContain('addAll');
  });

  test.each<[string, (b: Builder, rows: Variable, table: Variable, x: Variable) => readonly [to: Atom, read: Atom]]>([
    [
      'the shadow is a part of a whole that is read',
      (b, _, table, x) => {
        const whole = shadow(b, table);
        return [itemOf(b, whole)[0] ?? x, itemOf(b, itemOf(b, whole)[0] ?? x)[0] ?? x];
      },
    ],
    [
      'the shadow is a part of a whole from elsewhere that is read',
      (b, _, table, x) => [itemOf(b, table)[0] ?? x, itemOf(b, itemOf(b, table)[0] ?? x)[0] ?? x],
    ],
    ['the shadow is from elsewhere and read', (b, rows, _, x) => [rows, itemOf(b, rows)[0] ?? x]],
  ])('stays if %s', (_, from) => {
    const text = blockAfter(
      [ROWS, ROWS, TABLES, 'real'],
      (b, data, rows, table, x) => {
        if (data === undefined || rows === undefined || table === undefined || x === undefined) return [];
        const [to, read] = from(b, rows, table, x);
        const sum = shadow(b, data);
        addsToRow(b, sum, sum, x);
        reads(b, read, x);
        addAll(b, to, sum, data);
        return [];
      },
      addStraight,
    );
    expect(text).toContain('addAll');
  });

  test('stays if only a branch adds it', () => {
    const text = blockAfter(
      [REALS, 'real'],
      (b, xs, x) => {
        if (xs === undefined || x === undefined) return [];
        const to = shadow(b, xs);
        const sum = shadow(b, xs);
        accumulate(b, sum, x);
        const [yes, no] = [b.inner(), b.inner()];
        addAll(yes, to, sum, xs);
        const condition = b.operation('less', x, x);
        b.add([], { tag: 'if', condition, consequent: yes.block([]), alternative: no.block([]) });
        return [to];
      },
      addStraight,
    );
    expect(text).toContain('addAll d2 += d3 ');
  });

  test('stays if the shadow is absent', () => {
    const text = blockAfter(
      [REALS, 'real'],
      (b, xs, x) => {
        if (xs === undefined || x === undefined) return [];
        const sum = shadow(b, xs);
        accumulate(b, sum, x);
        addAll(b, absent(REALS), sum, xs);
        return [];
      },
      addStraight,
    );
    expect(text).toContain('addAll 0 += d2 ');
  });

  test.each([
    ['it has another shape', true],
    ['the shadow is bound after it', false],
  ])('stays if %s', (_, isOther) => {
    const text = blockAfter(
      [PAIRS, PAIRS, 'real'],
      (b, xs, ys, x) => {
        if (xs === undefined || ys === undefined || x === undefined) return [];
        const early = shadow(b, xs);
        const sum = shadow(b, isOther ? ys : xs);
        const to = isOther ? early : shadow(b, xs);
        accumulate(b, sum, x);
        addAll(b, to, sum, xs);
        return [to];
      },
      addStraight,
    );
    expect(text).toContain('addAll');
  });
});

test.each([
  ['table', 'array (array real)'],
  ['list of rows', 'list (array real)'],
])('a derivative in each round adds to the adjoints of a %s, of which it makes none', (_, type) => {
  const { before, after } = gradientAround(
    `input rows : ${type} = [[1, 2], [3, 4]]
input w : array real = [1, 2]
let step w = subtract w (grad (fun w -> sum (map (fun r -> sin (dot r w)) rows)) w)
sum (iterate 50 step w)`,
    'straight',
  );
  expect(before.match(/addAll/g)?.length).toBeGreaterThan(after.match(/addAll/g)?.length ?? 0);
  expect(after).not.toMatch(/= shadow d0\n[^]*= shadow d0\n/);
});
