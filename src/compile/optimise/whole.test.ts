import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { absent } from '../differentiate/reals';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout, Atom, Variable } from '../ir/tree';
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
      if (data !== undefined && rows !== undefined && c !== undefined) write(b, data, rows, c);
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
  function loops(b: Builder, d: Variable, kept: Atom, copies: number): void {
    for (let i = 0; i < copies; i++) {
      const there = b.inner();
      there.add([], { tag: 'push', values: [i === 0 ? kept : d] });
      const common = {
        tag: 'for',
        pair: 1,
        count: intConstant(2),
        parameters: [],
        initial: [],
        forgets: false,
      } as const;
      b.add([], { ...common, index: b.numbers.variable('int'), down: false, body: there.block([]) });
    }
    const back = b.inner();
    add(back, back.add([REALS], { tag: 'pop' })[0] ?? d);
    const common = { tag: 'for', pair: 1, count: intConstant(2), parameters: [], initial: [], forgets: false } as const;
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

  test('is unknown if two loops have the same number', () => {
    expect(
      after((b, d) => {
        loops(b, d, shadow(b, d), 2);
      }),
    ).not.toMatch(/present/);
  });
});
