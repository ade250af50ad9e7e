import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { PAIRS, REALS, ROWS } from '../../testing/ir/reverse';
import { type Builder, intConstant } from '../ir/builder';
import { isArray } from '../ir/roots';
import type { Atom, Variable } from '../ir/tree';
import { addStraight } from './straight';

const shadow = (b: Builder, of: Atom): Variable => b.one(of.kind, { tag: 'shadow', of });

const accumulate = (b: Builder, to: Atom, amount: Atom, ordered = false): void => {
  const place = { tag: 'item', index: intConstant(0), part: 0 } as const;
  b.add([], { tag: 'accumulate', shadow: to, place, amount, ...(ordered ? { ordered } : {}) });
};

const addAll = (b: Builder, to: Atom, value: Atom, like: Atom, lenient = true): void => {
  b.add([], { tag: 'addAll', shadow: to, value, like, lenient });
};

const itemOf = (b: Builder, array: Atom): readonly Variable[] =>
  b.add(isArray(array.kind) ? array.kind.item : [], { tag: 'item', array, index: intConstant(0), checked: false });

const emptyLike = ({ kind }: Variable): Atom => ({
  tag: 'constant',
  kind,
  value: { constructor_: 0, parts: [], count: 0 },
});

/** Prints what becomes of a sum, like `rows`, that is added to a shadow `to` after `between`, and before `after`. */
function summing(
  between: (b: Builder, sum: Variable, to: Variable, x: Variable) => void,
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
      between(b, sum, to, x);
      addAll(b, to, sum, rows, lenient);
      return after(b, sum, to, x, rows);
    },
    addStraight,
  );
}

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
          accumulate(b, row, x, true);
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
    expect(summing(...parts)).toContain('addAll');
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

test('a derivative in each round adds to the adjoints of a table, of which it makes none', () => {
  const { before, after } = gradientAround(
    `input rows : array (array real) = [[1, 2], [3, 4]]
input w : array real = [1, 2]
let step w = subtract w (grad (fun w -> sum (map (fun r -> sin (dot r w)) rows)) w)
sum (iterate 50 step w)`,
    'straight',
  );
  expect(before.match(/addAll/g)?.length).toBeGreaterThan(after.match(/addAll/g)?.length ?? 0);
  expect(after).not.toMatch(/= shadow d0\n[^]*= shadow d0\n/);
});
