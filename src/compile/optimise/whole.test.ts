import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { absent } from '../differentiate/reals';
import { boolConstant, type Builder, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout, Kind, VariantLayout } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { withoutAbsence } from './whole';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const ROWS: ArrayLayout = { tag: 'array', id: 1, item: [REALS] };

/** Adds to the first item of a shadow. */
function add(b: Builder, shadow: Atom, amount: Atom = realConstant(1)): void {
  b.add([], { tag: 'accumulate', shadow, place: { tag: 'item', index: intConstant(0), part: 0 }, amount });
}

function rowOf(b: Builder, rows: Atom): Atom {
  return b.one(REALS, { tag: 'item', array: rows, index: intConstant(0), checked: false, absentIsZero: true });
}

type Write = (b: Builder, data: Variable, rows: Variable, c: Variable) => void;

const after = (write: Write): string =>
  blockAfter(
    [REALS, ROWS, 'bool'],
    (b, data, rows, c) => {
      write(b, data, rows, c);
      return [];
    },
    withoutAbsence,
  );

/** A loop that carries a shadow, whose rounds add to it. */
function carrying(b: Builder, first: Atom, next?: Atom): Atom {
  const inner = b.inner();
  const shadow = b.numbers.variable(REALS);
  add(inner, shadow);
  return b.one(REALS, {
    tag: 'for',
    index: b.numbers.variable('int'),
    count: intConstant(2),
    down: false,
    parameters: [shadow],
    initial: [first],
    body: inner.block([next ?? shadow]),
    forgets: false,
  });
}

function chosen(b: Builder, condition: Atom, first: Atom, second: Atom): Atom {
  const arm = (result: Atom): { statements: []; results: Atom[] } => ({ statements: [], results: [result] });
  return b.one(REALS, { tag: 'if', condition, consequent: arm(first), alternative: arm(second) });
}

const shadow = (b: Builder, of: Variable): Variable => b.one(of.kind, { tag: 'shadow', of });

test.each<[string, Write]>([
  [
    'that was just made',
    (b, d) => {
      add(b, shadow(b, d));
    },
  ],
  [
    'in whole data',
    (b, _, rows) => {
      add(b, rowOf(b, shadow(b, rows)));
    },
  ],
  [
    'in an array of whole ones',
    (b, d) => {
      add(b, rowOf(b, b.one(ROWS, { tag: 'array', items: [[shadow(b, d)]] })));
    },
  ],
  [
    'of both arms',
    (b, d, _, c) => {
      add(b, chosen(b, c, shadow(b, d), shadow(b, d)));
    },
  ],
  [
    'that a loop carries',
    (b, d) => {
      add(b, carrying(b, shadow(b, d)));
    },
  ],
  [
    'by another name',
    (b, d) => {
      add(b, b.one(REALS, { tag: 'move', values: [shadow(b, d)], finite: false }));
    },
  ],
])('nothing tests whether a shadow is there %s', (_, write) => {
  const text = after(write);
  expect(text).toMatch(/present/);
  expect(text).not.toMatch(/accumulate .*\+= 1$/m);
  expect(text).not.toMatch(/or 0/);
});

test.each<[string, Write]>([
  [
    'that is given',
    (b, d) => {
      add(b, d);
    },
  ],
  [
    'in data that is given',
    (b, _, rows) => {
      add(b, rowOf(b, rows));
    },
  ],
  [
    'in an array with one that is absent',
    (b, d) => {
      add(b, rowOf(b, b.one(ROWS, { tag: 'array', items: [[shadow(b, d)], [absent(REALS)]] })));
    },
  ],
  [
    'of one arm',
    (b, d, _, c) => {
      add(b, chosen(b, c, shadow(b, d), d));
    },
  ],
  [
    'of the other arm',
    (b, d, _, c) => {
      add(b, chosen(b, c, d, shadow(b, d)));
    },
  ],
  [
    'that a loop replaces',
    (b, d) => {
      add(b, carrying(b, shadow(b, d), d));
    },
  ],
  [
    'that a loop does not begin with',
    (b, d) => {
      add(b, carrying(b, d, shadow(b, d)));
    },
  ],
])('a test stays whether a shadow is there %s', (_, write) => {
  expect(after(write)).toMatch(/accumulate .*\+= 1$/m);
});

describe('what a round keeps for the way back', () => {
  function loops(b: Builder, d: Variable, kept: Atom, copies: number, pair: number | null = 1): void {
    const own = pair === null ? {} : { pair };
    for (let i = 0; i < copies; i++) {
      const there = b.inner();
      there.add([], { tag: 'push', values: [i === 0 ? kept : d] });
      const common = {
        tag: 'for',
        ...own,
        count: intConstant(2),
        parameters: [],
        initial: [],
        forgets: false,
      } as const;
      b.add([], { ...common, index: b.numbers.variable('int'), down: false, body: there.block([]) });
    }
    const back = b.inner();
    add(back, back.add([REALS], { tag: 'pop' })[0] ?? d);
    const common = { tag: 'for', ...own, count: intConstant(2), parameters: [], initial: [], forgets: false } as const;
    b.add([], { ...common, index: b.numbers.variable('int'), down: true, body: back.block([]) });
  }

  test('is as whole there', () => {
    expect(
      after((b, d) => {
        loops(b, d, shadow(b, d), 1);
      }),
    ).toMatch(/present/);
    expect(
      after((b, d) => {
        loops(b, d, d, 1);
      }),
    ).not.toMatch(/present/);
  });

  test('is unknown in loops without a number', () => {
    expect(
      after((b, d) => {
        loops(b, d, shadow(b, d), 1, null);
      }),
    ).not.toMatch(/present/);
  });

  test('is unknown if two loops have the same number', () => {
    expect(
      after((b, d) => {
        loops(b, d, shadow(b, d), 2);
      }),
    ).not.toMatch(/present/);
  });
});

describe('by form', () => {
  const BOX: VariantLayout = { tag: 'variant', id: 2, name: 'box', constructors: [] };
  BOX.constructors = [{ name: 'Box', fields: ['real', REALS, { tag: 'array', id: 3, item: ['int'] }] }];
  const BOXES: ArrayLayout = { tag: 'array', id: 4, item: [BOX] };
  const PARTS: ArrayLayout = { tag: 'array', id: 5, item: [REALS, REALS] };
  const INTS = BOX.constructors[0]?.fields[2] ?? 'int';

  const boxOf = (b: Builder, row: Atom): Variable =>
    b.one(BOX, { tag: 'construct', constructor_: 0, fields: [realConstant(0), row, absent(INTS)] });
  const rowIn = (b: Builder, value: Atom): Variable => b.one(REALS, { tag: 'field', value, constructor_: 0, index: 1 });
  const builtOf = (
    b: Builder,
    kinds: readonly Kind[],
    write: (inner: Builder) => readonly Atom[],
  ): readonly Variable[] => {
    const [inner, index] = [b.inner(), b.numbers.variable('int')];
    return b.add(kinds, { tag: 'build', count: intConstant(2), index, body: inner.block(write(inner)) });
  };
  const until = (b: Builder, first: Atom, next: Atom, end?: Atom): Atom => {
    const parameter = b.numbers.variable(REALS);
    return b.one(REALS, {
      tag: 'while',
      parameters: [parameter],
      initial: [first],
      header: b.inner().block([boolConstant(true)]),
      exit: b.inner().block([end ?? parameter]),
      body: b.inner().block([next]),
      forgets: false,
    });
  };

  test.each<[string, (b: Builder, d: Variable, rows: Variable) => Atom, boolean]>([
    ['a field of data that is made of whole parts', (b, d) => rowIn(b, boxOf(b, shadow(b, d))), true],
    ['another name of data that is not', (b, d) => b.one(REALS, { tag: 'move', values: [d], finite: false }), false],
    ['a field of data with a part that is not', (b, d) => rowIn(b, boxOf(b, d)), false],
    ['a built array of whole items', (b, d) => rowOf(b, builtOf(b, [ROWS], () => [shadow(b, d)])[0] ?? d), true],
    ['a built array of others', (b, d) => rowOf(b, builtOf(b, [ROWS], () => [d])[0] ?? d), false],
    [
      'the first of two built arrays, the second of which is not whole',
      (b, d) => rowOf(b, builtOf(b, [ROWS, ROWS], () => [shadow(b, d), d])[0] ?? d),
      true,
    ],
    [
      'the second of two built arrays, the first of which is whole',
      (b, d) => rowOf(b, builtOf(b, [ROWS, ROWS], () => [shadow(b, d), d])[1] ?? d),
      false,
    ],
    [
      'the second of two built arrays, the first of which is not whole',
      (b, d) => rowOf(b, builtOf(b, [PARTS, ROWS], () => [d, d, shadow(b, d)])[1] ?? d),
      true,
    ],
    [
      'an item with a part that is not whole',
      (b, d) => rowOf(b, builtOf(b, [PARTS], () => [shadow(b, d), d])[0] ?? d),
      false,
    ],
    [
      'a cell of whole data',
      (b, d) => {
        const cells = b.one(BOXES, { tag: 'spine', list: boxOf(b, shadow(b, d)) });
        return rowIn(b, b.one(BOX, { tag: 'item', array: cells, index: intConstant(0), checked: false }));
      },
      true,
    ],
    [
      'what a loop that is not counted leaves',
      (b, d) => {
        const whole = shadow(b, d);
        return until(b, whole, whole);
      },
      true,
    ],
    ['what a loop replaces that is not counted', (b, d) => until(b, shadow(b, d), d), false],
    [
      'what a loop that is not counted leaves of something else',
      (b, d) => until(b, shadow(b, d), shadow(b, d), d),
      false,
    ],
    [
      'what a loop that is not counted leaves of something whole',
      (b, d) => {
        const whole = shadow(b, d);
        return until(b, d, d, whole);
      },
      true,
    ],
  ])('%s is whole: %#', (_, write, isWhole) => {
    const text = after((b, d, rows) => {
      add(b, write(b, d, rows));
    });
    expect(/\+= 1 present/.test(text)).toBe(isWhole);
  });

  test('an item without a test stays as it is', () => {
    const text = after((b, d) => {
      const whole = shadow(b, d);
      b.one('real', { tag: 'item', array: whole, index: intConstant(0), checked: false });
      b.one('real', { tag: 'item', array: d, index: intConstant(0), checked: false });
      b.one('real', { tag: 'item', array: d, index: intConstant(1), checked: false, absentIsZero: true });
    });
    expect(text.match(/or 0/g)?.length).toBe(1);
  });
});
