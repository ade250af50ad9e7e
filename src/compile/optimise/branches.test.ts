import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { choice, LIST, REALS } from '../../testing/ir/reverse';
import { boolConstant, type Builder, intConstant, realConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { joinBranches } from './branches';

test('a round of a sum branches once, and keeps nothing for its way back', () => {
  const { before, after } = gradientAround(
    `input w : real = 2
input xs : array real = [1, -2]
sum (map (fun x -> if x > 0 then exp (w * x) else w * x) xs)`,
    'branches',
  );
  expect(before).toMatch(/push[^]*pop/);
  expect(after).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : array0, r2 : real)
      d3 = shadow d1
      n4 = length d1
      r23, r24 = for n5 < n4 down (r6 = 0, r7 = 0) {
        r8 = item d1[n5] unchecked
        b9 = greater r8, 0
        r18, r19, r20 = if b9 {
          r10 = multiply r0, r8
          r11 = exp r10
          r12 = multiply r2, r11
          r13 = multiply r12, r8
          r14 = multiply r12, r0
          results r11, r13, r14
        } else {
          r15 = multiply r0, r8
          r16 = multiply r2, r8
          r17 = multiply r2, r0
          results r15, r16, r17
        }
        r21 = add r18, r6
        r22 = add r7, r19
        accumulate d3 [n5].0 += r20
        results r21, r22
      }
      r25, d26, r27 = finite r24, d3, r23
      results r25, d26, r27"
  `);
});

interface Example {
  /** Writes an arm of the first branch; returns a real. */
  readonly first?: (b: Builder, x: Variable) => Atom;
  /** Writes what is between the branches; returns a real for the second. */
  readonly between?: (
    b: Builder,
    made: Variable,
    x: Variable,
    data: { readonly list: Variable; readonly array: Variable },
  ) => Atom;
  /** Writes an arm of the second branch; returns a real. */
  readonly second?: (b: Builder, made: Variable, given: Atom) => Atom;
  readonly condition?: (b: Builder, condition: Variable) => Atom;
  readonly shadows?: boolean;
}

/** Prints two branches after the pass. */
function after({
  first = (b, x) => b.operation('sin', x),
  between = (_, __, x) => x,
  second = (b, made, given) => b.operation('multiply', made, given),
  condition = (_, flag) => flag,
  shadows = false,
}: Example): string {
  return blockAfter(
    ['bool', 'real', LIST, REALS],
    (b, flag, x, list, array) => {
      const [made = x] = choice(
        b,
        flag,
        (arm) => [first(arm, x)],
        () => [x],
      );
      const given = between(b, made, x, { list, array });
      return [
        made,
        ...choice(
          b,
          condition(b, flag),
          (arm) => [second(arm, made, given)],
          () => [made],
        ),
      ];
    },
    (block, _, [, , list, array]) =>
      joinBranches(block, new Set(shadows && list !== undefined && array !== undefined ? [list.id, array.id] : [])),
  );
}

const ZERO = intConstant(0);
const field = (b: Builder, value: Atom): Variable => b.one('real', { tag: 'field', value, constructor_: 1, index: 0 });
const item = (b: Builder, array: Atom): Variable => b.one('real', { tag: 'item', array, index: ZERO, checked: false });

describe('two branches of a condition', () => {
  test('become one, whose arms know the results of the first', () => {
    expect(after({})).toMatchInlineSnapshot(`
      "main(b0 : bool, r1 : real, d2 : list, d3 : array0)
        r6, r7 = if b0 {
          r4 = sin r1
          r5 = multiply r4, r1
          results r4, r5
        } else {
          results r1, r1
        }
        results r6, r7"
    `);
  });

  test('become one after what the second needs, and before what needs the first', () => {
    const between = (b: Builder, made: Variable, x: Variable): Atom => {
      b.operation('cos', made);
      return b.operation('add', b.operation('exp', x), x);
    };
    expect(after({ between })).toMatchInlineSnapshot(`
      "main(b0 : bool, r1 : real, d2 : list, d3 : array0)
        r4 = exp r1
        r5 = add r4, r1
        r8, r9 = if b0 {
          r6 = sin r1
          r7 = multiply r6, r5
          results r6, r7
        } else {
          results r1, r1
        }
        r10 = cos r8
        results r8, r9"
    `);
  });

  test('become one after what the second needs in part', () => {
    const between = (b: Builder, _: Variable, x: Variable): Atom =>
      b.add(['real', 'real'], { tag: 'move', values: [x, x], finite: false })[0] ?? x;
    expect(after({ between })).toMatch(/r4, r5 = r1, r1\n.* = if/);
  });

  test('become one with those that follow', () => {
    const made = blockAfter(
      ['bool', 'real'],
      (b, flag, x) => {
        return [1, 2, 3].flatMap(() =>
          choice(
            b,
            flag,
            (arm) => [arm.operation('sin', x)],
            () => [x],
          ),
        );
      },
      (block) => joinBranches(block, new Set()),
    );
    expect(made.match(/if/g)).toHaveLength(1);
  });

  test('become one inside others', () => {
    const inner = (b: Builder, x: Variable): Atom => {
      const [one = x] = choice(
        b,
        boolConstant(true),
        () => [x],
        () => [realConstant(0)],
      );
      return (
        choice(
          b,
          boolConstant(true),
          () => [one],
          () => [x],
        )[0] ?? one
      );
    };
    expect(after({ first: inner, second: (_, made) => made }).match(/if/g)).toHaveLength(2);
  });

  test('do not keep values for one another', () => {
    const kept = (b: Builder, x: Variable): Atom => {
      const made = b.operation('sin', x);
      b.add([], { tag: 'push', values: [made, x] });
      return made;
    };
    const taken = (b: Builder): Atom => b.operation('add', ...b.add(['real', 'real'], { tag: 'pop' }));
    expect(after({ first: kept, second: taken })).toMatchInlineSnapshot(`
      "main(b0 : bool, r1 : real, d2 : list, d3 : array0)
        r6, r7 = if b0 {
          r4 = sin r1
          r5 = add r4, r1
          results r4, r5
        } else {
          results r1, r1
        }
        results r6, r7"
    `);
  });

  test.each<[string, Example]>([
    [
      'of fields and items',
      { between: (b, _, __, { list, array }) => b.operation('add', field(b, list), item(b, array)) },
    ],
    [
      'of constructors and lengths',
      {
        between: (b, _, x, { list, array }) => {
          b.one('int', { tag: 'tag', value: list });
          b.one('int', { tag: 'length', array });
          return x;
        },
      },
    ],
    [
      'of data in shadows',
      {
        shadows: true,
        between: (b, _, x, { list }) => {
          b.one(LIST, { tag: 'field', value: list, constructor_: 1, index: 2 });
          return x;
        },
      },
    ],
    ['of other names', { between: (b, _, x) => b.add(['real'], { tag: 'move', values: [x], finite: false })[0] ?? x }],
  ])('become one in spite %s between them', (_, example) => {
    expect(after(example).match(/if/g)).toHaveLength(1);
  });

  test.each<[string, Example]>([
    ['if the conditions differ', { condition: (b, flag) => b.operation('not', flag) }],
    ['if the second needs what is made of the first', { between: (b, made) => b.operation('cos', made) }],
    ['if it needs it with something else', { between: (b, made, x) => b.operation('multiply', made, x) }],
    ['if it needs it by others', { between: (b, made, x) => b.operation('add', b.operation('cos', made), x) }],
    ['if a field of a shadow is read between', { shadows: true, between: (b, _, __, { list }) => field(b, list) }],
    [
      'if an item of a shadow with ints is read between',
      {
        shadows: true,
        between: (b, _, x, { array }) =>
          b.add(['real', 'int'], { tag: 'item', array, index: ZERO, checked: false })[0] ?? x,
      },
    ],
    [
      'if an item is read between that may be updated later',
      {
        between: (b, _, __, { array }) =>
          b.one('real', { tag: 'item', array, index: ZERO, checked: false, changes: true }),
      },
    ],
    ['if an item of a shadow is read between', { shadows: true, between: (b, _, __, { array }) => item(b, array) }],
    [
      'if a value is tested between',
      { between: (b, _, x) => b.add(['real'], { tag: 'move', values: [x], finite: true })[0] ?? x },
    ],
    [
      'if something is added between',
      {
        between: (b, _, x, { array }) => {
          b.add([], { tag: 'accumulate', shadow: array, place: { tag: 'item', index: ZERO, part: 0 }, amount: x });
          return x;
        },
      },
    ],
  ])('stay two %s', (_, example) => {
    expect(after(example).match(/if/g)).toHaveLength(2);
  });
});

describe('the way back of a list that tests part', () => {
  test('does not test again: what is added goes the same way in both arms', () => {
    const text = `input xs : list real = [1, -2]
fold (x, total) -> total * x over filter (fun x -> x < 0) xs ++ filter (fun x -> x >= 0) xs from 1`;
    const backOf = (printed: string): string => printed.slice(printed.lastIndexOf('for '));
    expect(backOf(gradientAround(text, 'branches').before)).toMatch(/\bif\b/);
    expect(backOf(gradientAround(text, 'walks').after)).not.toMatch(/\bif\b/);
  });
});

describe('a sum of two results of a branch', () => {
  const sums = (
    results: readonly (readonly [number | undefined, number | undefined])[],
    {
      derivative = true,
      together = true,
      swapped = false,
      operation = 'add',
    }: { derivative?: boolean; together?: boolean; swapped?: boolean; operation?: 'add' | 'multiply' } = {},
  ): string =>
    blockAfter(
      ['bool', 'real', 'real'],
      (b, flag, x, y) => {
        const [first = [], second = []] = results.map(([left, right]): readonly Atom[] => [
          left === undefined ? x : realConstant(left),
          right === undefined ? y : realConstant(right),
        ]);
        const [left = x, right = y] = choice(
          b,
          flag,
          () => first,
          () => second,
        );
        b.operation('sin', x);
        const added = [left, together ? right : x];
        if (swapped) added.reverse();
        return [b.one('real', { tag: 'operation', operation, arguments: added, derivative })];
      },
      (block) => joinBranches(block, new Set()),
    );

  test('one of which is 0 in either arm is one result', () => {
    const given = [
      [0, undefined],
      [undefined, 0],
    ] as const;
    expect(sums(given)).toMatchInlineSnapshot(`
      "main(b0 : bool, r1 : real, r2 : real)
        r3, r4, r5 = if b0 {
          results 0, r2, r2
        } else {
          results r1, 0, r1
        }
        r6 = sin r1
        results r5"
    `);
    expect(sums(given, { swapped: true })).not.toMatch(/add/);
    expect(sums(given, { operation: 'multiply' })).toMatch(/multiply/);
    expect(sums(given, { derivative: false })).toMatch(/add/);
    expect(sums(given, { together: false })).toMatch(/add/);
  });

  test.each([
    [
      'first',
      [
        [undefined, undefined],
        [undefined, 0],
      ],
    ],
    [
      'second',
      [
        [0, undefined],
        [undefined, undefined],
      ],
    ],
    [
      'second, where one is 1',
      [
        [0, undefined],
        [1, undefined],
      ],
    ],
    [
      'second, where the other is 1',
      [
        [0, undefined],
        [undefined, 1],
      ],
    ],
  ] as const)('stays if there is no 0 in the %s arm', (_, given) => {
    expect(sums(given)).toMatch(/add/);
  });
});
