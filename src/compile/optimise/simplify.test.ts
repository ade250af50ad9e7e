import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../language/operations/names';
import { blockAfter, valueAfter } from '../../testing/ir/examples';
import { Builder, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout, Kind, Layout, VariantLayout } from '../ir/kind';
import type { Atom, Call, Constant, Operation, Variable } from '../ir/tree';
import { simplify } from './simplify';

const PAIRS: ArrayLayout = { tag: 'array', id: 0, item: ['real', 'int'] };
const LIST: VariantLayout = { tag: 'variant', id: 2, name: 'list', constructors: [] };
const CELLS: ArrayLayout = { tag: 'array', id: 3, item: [LIST] };
const SHAPE: VariantLayout = {
  tag: 'variant',
  id: 1,
  name: 'shape',
  constructors: [
    { name: 'Dot', fields: [] },
    { name: 'Disc', fields: ['real', 'int'] },
  ],
};

/** Prints a block after the pass; `shadows` are the places of the parameters that are shadows. */
function after(
  kinds: readonly Kind[],
  write: (builder: Builder, ...parameters: readonly Variable[]) => readonly Atom[],
  shadows?: readonly number[],
): string {
  return blockAfter(kinds, write, (block, numbers, parameters) =>
    shadows === undefined
      ? simplify(block, numbers)
      : simplify(block, numbers, new Set(shadows.map((i) => parameters[i]?.id ?? -1))),
  );
}

/** Adds an operation of a derivative. */
function untested(builder: Builder, operation: Operation['operation'], ...given: readonly Atom[]): Variable {
  const kind = operation.endsWith('Int') ? 'int' : 'real';
  return builder.one(kind, { tag: 'operation', operation, arguments: given, derivative: true });
}

const int = intConstant;
const real = realConstant;

describe('what is known before the run', () => {
  test('is not computed', () => {
    expect(
      valueAfter('input x : real = 1\nlet n = 2 * 3 + 1 in if n > 6 then x * 2 ^ 2 else sin x', (block, { numbers }) =>
        simplify(block, numbers),
      ),
    ).toMatchInlineSnapshot(`
      "main(r0 : real)
        r1 = multiply r0, 4
        results r1"
    `);
  });

  test('is a number of which a negative is negative', () => {
    expect(after(['real'], (b, x) => [b.operation('negate', b.operation('negate', x))])).toBe(
      'main(r0 : real)\n  r1 = negate r0\n  results r0',
    );
  });

  test('is 0 where a shadow is absent', () => {
    const absent: Constant = { tag: 'constant', kind: PAIRS, value: 0 };
    expect(
      after(['int'], (b, index) =>
        b.add(PAIRS.item, { tag: 'item', array: absent, index, checked: false, absentIsZero: true }),
      ),
    ).toBe('main(n0 : int)\n  results 0, 0');
  });

  test('is computed in the run if it has no value', () => {
    expect(after([], (b) => [b.operation('divide', real(1), real(0)), b.operation('div', int(1), int(0))])).toMatch(
      /divide 1, 0[^]*div 1, 0/,
    );
  });

  test('is what a loop without rounds gives', () => {
    expect(
      after(['real'], (b, x) => {
        const inner = b.inner();
        const [index, parameter] = [b.numbers.variable('int'), b.numbers.variable('real')];
        const next = inner.operation('add', parameter, x);
        const body = inner.block([next]);
        const loop = {
          tag: 'for',
          count: int(0),
          index,
          down: false,
          parameters: [parameter],
          initial: [x],
          body,
          forgets: false,
        } as const;
        return b.add(['real'], loop);
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real)
        results r0"
    `);
  });
});

describe('operations', () => {
  const results = (
    operation: Operation['operation'],
    given: (x: Variable) => readonly Atom[],
    derivative: boolean,
    kind: Kind,
  ): string =>
    after([kind], (b, x) => [b.one(kind, { tag: 'operation', operation, arguments: given(x), derivative })]).split(
      'results ',
    )[1] ?? '';

  test.each([
    ['addInt', 0, true],
    ['addInt', 1, false],
    ['subtractInt', 0, true],
    ['multiplyInt', 1, true],
    ['multiplyInt', 0, false],
    ['div', 1, true],
    ['div', 2, false],
  ] as const)('%s of an int and %d: is it the int? %s', (operation, by, isSame) => {
    expect(results(operation, (x) => [x, int(by)], false, 'int')).toBe(isSame ? 'n0' : 'n1');
  });

  test.each([
    ['multiply', 1, false, 'r0'],
    ['divide', 1, false, 'r0'],
    ['multiply', 0, false, 'r1'],
    ['multiply', 0, true, '0'],
    ['multiply', 2, true, 'r1'],
    // The sum of -0 and 0 is 0.
    ['add', 0, false, 'r1'],
    ['add', 0, true, 'r0'],
    ['add', 2, true, 'r1'],
    ['subtract', 0, false, 'r1'],
    ['subtract', 0, true, 'r0'],
    ['divide', 2, true, 'r1'],
    ['powerInt', 1, false, 'r0'],
    ['powerInt', 0, false, 'r1'], // An infinite base is a fault.
    ['powerInt', 0, true, '1'],
  ] as const)('%s of a real and %d, in a derivative (%s), is %s', (operation, by, derivative, is) => {
    expect(results(operation, (x) => [x, operation === 'powerInt' ? int(by) : real(by)], derivative, 'real')).toBe(is);
  });

  test.each([
    ['addInt', 0, 'n0'],
    ['subtractInt', 0, 'n1'],
    ['multiplyInt', 1, 'n0'],
    ['div', 1, 'n1'],
  ] as const)('%s of %d and an int is %s', (operation, by, is) => {
    expect(results(operation, (x) => [int(by), x], false, 'int')).toBe(is);
  });

  test.each([
    ['add', 0, 'r0'],
    ['add', 2, 'r1'],
    ['subtract', 0, 'r1'],
    ['multiply', 0, '0'],
    ['multiply', 1, 'r0'],
    ['divide', 1, 'r1'],
  ] as const)('%s of %d and a real, in a derivative, is %s', (operation, by, is) => {
    expect(results(operation, (x) => [real(by), x], true, 'real')).toBe(is);
  });

  test.each([
    ['equalInt', 'true'],
    ['lessEqualInt', 'true'],
    ['greaterEqualInt', 'true'],
    ['lessInt', 'n1'],
    ['subtractInt', 'n1'],
  ] as const)('%s of an int and itself is %s', (operation, is) => {
    expect(results(operation, (x) => [x, x], false, 'int')).toBe(is);
  });
});

describe('equal things', () => {
  test('are computed once, in inner blocks too', () => {
    expect(
      after(['real', 'bool'], (b, x, c) => {
        const first = b.operation('sin', x);
        const second = b.operation('sin', x);
        const [consequent, alternative] = [b.inner(), b.inner()];
        const third = consequent.operation('sin', x);
        const fourth = alternative.operation('cos', x);
        const [chosen] = b.add(['real'], {
          tag: 'if',
          condition: c,
          consequent: consequent.block([third]),
          alternative: alternative.block([fourth]),
        });
        // What a branch computes is not known after it.
        return [first, second, chosen ?? first, b.operation('cos', x)];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, b1 : bool)
        r2 = sin r0
        r4 = if b1 {
          results r2
        } else {
          r3 = cos r0
          results r3
        }
        r5 = cos r0
        results r2, r2, r4, r5"
    `);
  });

  test('are not shared with one that is not tested', () => {
    expect(
      after(['int', 'int'], (b, m, n) => {
        return [untested(b, 'addInt', m, n), b.operation('addInt', m, n), untested(b, 'addInt', m, n)];
      }),
    ).toMatchInlineSnapshot(`
      "main(n0 : int, n1 : int)
        n2 = addInt n0, n1 untested
        n3 = addInt n0, n1
        results n2, n3, n3"
    `);
  });

  test('are shared by a sum and that of a derivative, which lacks an added 0', () => {
    const sums = (isDerivative = true, by: Atom = real(0), zero: OperationName = 'add', both: OperationName = 'add') =>
      [[0], [1], [0, 1]].map((places) =>
        /results (r\d+), \1$/.test(
          after(['real', 'real'], (b, ...numbers) => {
            const [left = by, right = by] = numbers.map((x, i) => (places.includes(i) ? b.operation(zero, x, by) : x));
            const first = b.operation(both, left, right);
            return [first, isDerivative ? untested(b, both, ...numbers) : b.operation(both, ...numbers)];
          }),
        ),
      );
    expect(sums()).toEqual([true, true, true]);
    const others = [sums(false), sums(true, real(1)), sums(true, real(0), 'multiply')];
    expect([...others, sums(true, real(0), 'add', 'divide')].flat()).not.toContain(true);
  });

  test('are not shared with an item that is not tested', () => {
    const item = (b: Builder, array: Atom, checked: boolean): readonly Atom[] =>
      b.add(['real', 'int'], { tag: 'item', array, index: int(0), checked });
    const items = (...checked: readonly boolean[]): string | undefined =>
      after([PAIRS], (b, d) => checked.flatMap((each) => item(b, d, each))).split('results ')[1];
    expect(items(false, true, false)).toBe('r1, n2, r3, n4, r3, n4');
    expect(items(true, false, true)).toBe('r1, n2, r1, n2, r1, n2');
  });

  test('are not shared if they are calls that watch or update, or calls or spines and derivatives are written out', () => {
    const twice = (shadows?: readonly number[], own: Partial<Call> = {}): string | undefined =>
      after(
        ['real', LIST],
        (b, x, list) => {
          const call = { tag: 'call', callee: 0, arguments: [x], ...own } as const;
          const spine = { tag: 'spine', list } as const;
          return [b.one('real', call), b.one('real', call), b.one(CELLS, spine), b.one(CELLS, spine)];
        },
        shadows,
      ).split('results ')[1];
    expect(twice()).toBe('r2, r2, d3, d3');
    expect(twice([])).toBe('r2, r3, d4, d5');
    expect(twice(undefined, { watches: true })).toBe('r2, r3, d4, d4');
    expect(twice(undefined, { updates: [{ argument: 0, result: 0, isDeep: false }] })).toBe('r2, r3, d4, d4');
  });

  test('are not shared if they read a shadow, whose reals change', () => {
    const reading = (b: Builder, d?: Variable): readonly Atom[] => {
      if (d === undefined) return [];
      const field = { tag: 'field', value: d, constructor_: 1, index: 0 } as const;
      return [b.one('real', field), b.one('real', field)];
    };
    expect(after([SHAPE], reading)).toMatch(/results r1, r1$/);
    expect(after([SHAPE], reading, [0])).toMatch(/results r1, r2$/);
    const items = (b: Builder, d?: Variable): readonly Atom[] => {
      if (d === undefined) return [];
      const item = { tag: 'item', array: d, index: int(0), checked: true } as const;
      return [...b.add(['real', 'int'], item), ...b.add(['real', 'int'], item)];
    };
    expect(after([PAIRS], items)).toMatch(/results r1, n2, r1, n2$/);
    expect(after([PAIRS], items, [0])).toMatch(/results r1, n2, r3, n4$/);
  });

  test('are not shared if an item can be absent', () => {
    const items = (b: Builder, d?: Variable): readonly Atom[] => {
      if (d === undefined) return [];
      const item = { tag: 'item', array: d, index: int(0), checked: false, absentIsZero: true } as const;
      return [...b.add(['real', 'int'], item), ...b.add(['real', 'int'], item)];
    };
    expect(after([PAIRS], items)).toMatch(/results r1, n2, r3, n4$/);
  });
});

test('what else is read from data that is absent, or as another constructor, is read in the run', () => {
  const data = (kind: Layout, value: Constant['value']): Constant => ({ tag: 'constant', kind, value });
  const read = (b: Builder, value: Constant, constructor_: number): Atom =>
    b.one('real', { tag: 'field', value, constructor_, index: 0 });
  expect(
    after([], (b) => {
      const disc = data(SHAPE, { constructor_: 1, parts: [real(2), int(3)] });
      const [absent, none] = [data(SHAPE, 0), data(PAIRS, 0)];
      return [
        read(b, disc, 1),
        read(b, disc, 0),
        b.one('int', { tag: 'tag', value: absent }),
        b.one('int', { tag: 'length', array: none }),
        ...b.add(['real', 'int'], { tag: 'item', array: none, index: int(0), checked: false }),
      ];
    }),
  ).toMatchInlineSnapshot(`
    "main()
      r0 = field Disc(2, 3) Dot.0
      n1 = tag 0
      n2 = length 0
      r3, n4 = item 0[0] unchecked
      results 2, r0, n1, n2, r3, n4"
  `);
});

describe('data that the block makes', () => {
  test('has a known constructor and known fields', () => {
    expect(
      after(['real'], (b, x) => {
        const disc = b.one(SHAPE, { tag: 'construct', constructor_: 1, fields: [x, int(7)] });
        const tag = b.one('int', { tag: 'tag', value: disc });
        const field = b.one('real', { tag: 'field', value: disc, constructor_: 1, index: 0 });
        const count = b.one('int', { tag: 'field', value: disc, constructor_: 1, index: 1 });
        return [tag, field, count];
      }),
    ).toMatch(/results 1, r0, 7$/);
  });

  test('has parts that change if it is a shadow', () => {
    const withFirstAsShadow = (write: (b: Builder, x: Variable) => readonly Atom[]): string =>
      blockAfter(['real'], write, (block, numbers) =>
        simplify(block, numbers, new Set([block.statements[0]?.targets[0]?.id ?? -1])),
      );
    expect(
      withFirstAsShadow((b, x) => {
        const disc = b.one(SHAPE, { tag: 'construct', constructor_: 1, fields: [x, int(7)] });
        return [b.one('real', { tag: 'field', value: disc, constructor_: 1, index: 0 })];
      }),
    ).toMatch(/results r2$/);
    expect(
      withFirstAsShadow((b, x) => {
        const array = b.one(PAIRS, { tag: 'array', items: [[x, int(7)]] });
        return b.add(['real', 'int'], { tag: 'item', array, index: int(0), checked: true });
      }),
    ).toMatch(/results r2, n3$/);
  });

  test('has a known length', () => {
    expect(
      after(['int', 'real'], (b, n, x) => {
        const inner = b.inner();
        const made = b.one(PAIRS, {
          tag: 'build',
          count: n,
          index: b.numbers.variable('int'),
          body: inner.block([x, n]),
        });
        const given = b.one(PAIRS, {
          tag: 'array',
          items: [
            [x, n],
            [x, n],
          ],
        });
        return [b.one('int', { tag: 'length', array: made }), b.one('int', { tag: 'length', array: given })];
      }),
    ).toMatch(/results n0, 2$/);
  });
});

test('a value that must be finite stays, and another name does not', () => {
  const text = blockAfter(
    ['real'],
    (b, x) => {
      const name = b.one('real', { tag: 'move', values: [x], finite: false });
      return b.add(['real'], { tag: 'move', values: [name], finite: true });
    },
    (block, numbers) => {
      const made = simplify(block, numbers);
      expect(simplify(made, numbers)).toBe(made);
      return made;
    },
  );
  expect(text).toBe('main(r0 : real)\n  r1 = finite r0\n  results r1');
});

test('an operation that may be regrouped does not stand for an exact one, but for one like it', () => {
  const after = (...exact: readonly boolean[]): number =>
    blockAfter(
      ['real'],
      (b, x) =>
        exact.map((each) =>
          b.one('real', { tag: 'operation', operation: 'sin', arguments: [x], derivative: true, exact: each }),
        ),
      (block, numbers) => simplify(block, numbers),
    ).split('sin').length - 1;
  expect([after(false, true), after(true, false), after(false, false), after(true, true)]).toEqual([2, 1, 1, 1]);
});
