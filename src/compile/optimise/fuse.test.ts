import { describe, expect, test } from 'vitest';
import { type Around, blockAfter, valueAfter } from '../../testing/ir/examples';
import { type Builder, intConstant } from '../ir/builder';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { Atom, Block, Variable } from '../ir/tree';
import { withoutTests } from './bounds';
import { counted } from './counted';
import { withoutDead } from './dead';
import { fuse } from './fuse';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));
const fused = (block: Block, { numbers }: Around): Block => fuse(block, numbers);

const after = (text: string): string =>
  valueAfter(
    `input x : real = 1\ninput n : int = 3\n${text}`,
    simple,
    loops,
    simple,
    withoutTests,
    simple,
    fused,
    simple,
  );

describe('an array that one loop makes and one loop reads', () => {
  test('is not made', () => {
    expect(after('sum (build n (fun i -> x * toReal i))')).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        b2 = lessInt n1, 0
        if b2 {
          fail
          results 
        } else {
          results 
        }
        b3 = lessInt 67108864, n1
        if b3 {
          fail memory
          results 
        } else {
          results 
        }
        r9 = for n4 < n1 down (r5 = 0) {
          r6 = toReal n4
          r7 = multiply r0, r6
          r8 = add r7, r5
          results r8
        }
        results r9"
    `);
  });

  const LISTS =
    'input l : list real = [1, 2, 3, 4]\ninput m : list real = [5, 6]\nlet (a, b) = (toArray l, toArray m)\n';

  test('is not made where its items are only read from elsewhere, and the loop may count farther', () => {
    expect(after(`${LISTS}sum (build n (fun i -> a[i] * b[i] * x))`)).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, d2 : list real, d3 : list real)
        d4 = spine d2
        n5 = length d4
        b6 = lessInt n5, 0
        if b6 {
          fail
          results 
        } else {
          results 
        }
        b7 = lessInt 67108864, n5
        if b7 {
          fail memory
          results 
        } else {
          results 
        }
        d8 = spine d3
        n9 = length d8
        b10 = lessInt n9, 0
        if b10 {
          fail
          results 
        } else {
          results 
        }
        b11 = lessInt 67108864, n9
        if b11 {
          fail memory
          results 
        } else {
          results 
        }
        b12 = lessInt n9, n1
        if b12 {
          fail
          results 
        } else {
          results 
        }
        b13 = lessInt n5, n1
        if b13 {
          fail
          results 
        } else {
          results 
        }
        b14 = lessInt n1, 0
        if b14 {
          fail
          results 
        } else {
          results 
        }
        b15 = lessInt 67108864, n1
        if b15 {
          fail memory
          results 
        } else {
          results 
        }
        r25 = for n16 < n1 down (r17 = 0) {
          d18 = item d4[n16] unchecked
          r19 = field d18 ::.0
          d20 = item d8[n16] unchecked
          r21 = field d20 ::.0
          r22 = multiply r19, r21
          r23 = multiply r22, r0
          r24 = add r23, r17
          results r24
        }
        results r25"
    `);
  });

  test.each([
    ['the loop counts less far', 'sum (build (div (length a) 2) (fun i -> a[i] * x))'],
    ['they are read in another order', 'sum (build (length a) (fun i -> a[length a - 1 - i] * x))'],
    ['one leads to another', 'let c = build n (fun i -> a[i]) in sum (build (n + n) (fun i -> c[i] * x))'],
  ])('is not made where its items are only read, and %s', (_, expression) => {
    expect(after(`input l : list real = [1, 2, 3]\nlet a = toArray l\n${expression}`)).not.toMatch(/build/);
  });

  test.each([
    ['its items are computed, and the loop counts less far: one may have no value', 'map (fun y -> 1 / y) a', 'n', 'i'],
    ['its items are computed, and read in another order', 'map (fun y -> 1 / y) a', 'length c', 'length c - 1 - i'],
    ['its items are read in an order that may lead outside', 'a', 'length c', 'length c - 2 - i'],
  ])('is made where %s', (_, made, count, index) => {
    expect(after(`${LISTS}let c = ${made} in sum (build (${count}) (fun i -> c[${index}] * x))`)).toMatch(/build/);
  });

  test('is not made where a chain of arrays leads to it', () => {
    expect(after('sum (map exp (map sin (build 3 (fun i -> x * toReal i))))')).not.toMatch(/build/);
  });
});

describe('an array is made', () => {
  test.each([
    ['if it is read twice', 'let ys = build n (fun i -> x * toReal i) in sum ys * sum (map exp ys)', 1],
    ['if it is the result, too', 'let ys = build n (fun i -> x * toReal i) in (sum ys, ys)', 1],
    [
      'if a round reads it at another index',
      'let ys = build 4 (fun i -> x * toReal i) in sum (build 3 (fun i -> ys[i + 1]))',
      1,
    ],
    [
      'if a round reads it twice',
      'let ys = build 3 (fun i -> x * toReal i) in sum (build 3 (fun i -> ys[i] * ys[2 - i]))',
      1,
    ],
    [
      'if a round goes through all of it',
      'let ys = build 3 (fun i -> x * toReal i) in sum (build 3 (fun i -> sum ys * x))',
      1,
    ],
    [
      'if it is longer than the loop',
      'let ys = build 4 (fun i -> x * toReal i) in sum (build 3 (fun i -> ys[i] * x))',
      1,
    ],
    [
      'if the test of a loop makes it, and its rounds read it, too',
      'let rec go y = let ys = build n (fun i -> y * toReal i) in if sum ys > 9 then y else go (ys[1] + x) in go x',
      2,
    ],
    [
      'if the test of a loop makes it, and its end reads it, too',
      'let rec go y = let ys = build n (fun i -> y * toReal i) in if sum ys > 9 then ys[1] else go (y + x) in go x',
      2,
    ],
    ['if a branch reads it', 'let ys = build n (fun i -> x * toReal i) in if x > 0 then sum ys else 0', 1],
  ])('%s', (_, expression, times) => {
    expect(after(expression).match(/build/g)?.length ?? 0).toBeGreaterThanOrEqual(times);
  });

  test('and a length that is negative still stops the run', () => {
    expect(after('sum (build n (fun i -> x))')).toMatch(/lessInt n1, 0\n.*if .* \{\n +fail/);
  });
});

describe('an array by hand', () => {
  const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
  const build = (
    b: Builder,
    count: Atom,
    write: (inner: Builder, index: Variable) => readonly Atom[],
    arrays = 1,
  ): readonly Variable[] => {
    const [inner, index] = [b.inner(), b.numbers.variable('int')];
    const kinds = new Array<Kind>(arrays).fill(REALS);
    return b.add(kinds, { tag: 'build', count, index, body: inner.block(write(inner, index)) });
  };
  const item = (b: Builder, array: Atom, index: Atom, checked = false): Variable =>
    b.one('real', { tag: 'item', array, index, checked });
  const first = (all: readonly Variable[]): Variable => {
    const [found] = all;
    if (found === undefined) throw new Error('no array');
    return found;
  };
  const after = (write: (b: Builder, x: Variable, n: Variable) => readonly Atom[]): string =>
    blockAfter(['real', 'int'], write, fuse);

  test('is computed where its item is read, at its place', () => {
    expect(
      after((b, x, n) => {
        const array = first(
          build(b, n, (inner, index) => [inner.operation('multiply', x, inner.operation('toReal', index))]),
        );
        return build(b, n, (inner, index) => {
          const sine = inner.operation('sin', x);
          const read = item(inner, array, index);
          return [inner.operation('add', inner.operation('cos', sine), read)];
        });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        b2 = lessInt n1, 0
        if b2 {
          fail
          results 
        } else {
          results 
        }
        b3 = lessInt 67108864, n1
        if b3 {
          fail memory
          results 
        } else {
          results 
        }
        d11 = build n4 < n1 {
          r5 = sin r0
          r6 = toReal n4
          r7 = multiply r0, r6
          r8 = r7
          r9 = cos r5
          r10 = add r9, r8
          results r10
        }
        results d11"
    `);
  });

  test('and those that it is computed from are not made', () => {
    const text = after((b, x) => {
      const [one, three] = [intConstant(3), intConstant(3)];
      const all = first(build(b, one, (inner) => [inner.operation('sin', x)]));
      const doubled = first(
        build(b, three, (inner, index) => [inner.operation('multiply', item(inner, all, index), x)]),
      );
      return build(b, three, (inner, index) => [inner.operation('exp', item(inner, doubled, index))]);
    });
    expect(text.match(/build/g)?.length).toBe(1);
    expect(text).not.toContain('fail');
  });

  test.each([
    [-1, true],
    [0, false],
    [2, false],
    [2 ** 26, false],
    [2 ** 26 + 1, true],
  ])('of the length %d stops the run if that is negative or too long', (length, fails) => {
    const text = after((b, x) => {
      const all = first(build(b, intConstant(length), () => [x]));
      return build(b, intConstant(length), (inner, index) => [item(inner, all, index)]);
    });
    expect(text.includes('fail')).toBe(fails);
    expect(text.match(/build/g)?.length).toBe(1);
  });

  test.each<[string, (b: Builder, x: Variable, n: Variable) => readonly Atom[], number]>([
    [
      'with another',
      (b, x, n) => {
        const all = build(b, n, () => [x, x], 2);
        return build(b, n, (inner, index) => [item(inner, first(all), index)]);
      },
      2,
    ],
    [
      'whose length is asked for',
      (b, x, n) => {
        const all = first(build(b, n, () => [x]));
        return [
          b.one('int', { tag: 'length', array: all }),
          ...build(b, n, (inner, index) => [item(inner, all, index)]),
        ];
      },
      2,
    ],
    [
      'whose length is asked for beside another atom',
      (b, x, n) => {
        const all = first(build(b, n, () => [x]));
        const read = item(b, all, n, true);
        return [read, ...build(b, n, (inner, index) => [item(inner, all, index)])];
      },
      2,
    ],
    [
      'that one round reads twice',
      (b, x, n) => {
        const all = first(build(b, n, () => [x]));
        return build(b, n, (inner, index) => [
          inner.operation('add', item(inner, all, index), item(inner, all, index)),
        ]);
      },
      2,
    ],
    [
      'that two loops read',
      (b, x, n) => {
        const all = first(build(b, n, () => [x]));
        return [
          ...build(b, n, (inner, index) => [item(inner, all, index)]),
          ...build(b, n, (inner, index) => [item(inner, all, index)]),
        ];
      },
      3,
    ],
    [
      'that one loop reads once and another twice',
      (b, x, n) => {
        const all = first(build(b, n, () => [x]));
        return [
          ...build(b, n, (inner, index) => [item(inner, all, index)]),
          ...build(b, n, (inner, index) => [inner.operation('add', item(inner, all, index), item(inner, all, index))]),
        ];
      },
      3,
    ],
    [
      'whose items are tested',
      (b, x, n) => {
        const all = first(build(b, n, () => [x]));
        return build(b, n, (inner, index) => [item(inner, all, index, true)]);
      },
      2,
    ],
    [
      'of items that may be updated before it is read',
      (b, x, n) => {
        const given = first(build(b, n, () => [x]));
        const all = first(
          build(b, n, (inner, index) => [
            inner.one('real', { tag: 'item', array: given, index, checked: false, changes: true }),
          ]),
        );
        return [...build(b, n, (inner, index) => [item(inner, all, index)]), given];
      },
      3,
    ],
    [
      'whose rounds watch',
      (b, x, n) => {
        const all = first(
          build(b, n, (inner) => {
            inner.add([], { tag: 'watched', watch: 0, values: [x] });
            return [x];
          }),
        );
        return build(b, n, (inner, index) => [item(inner, all, index)]);
      },
      2,
    ],
    [
      'that nothing reads',
      (b, x, n) => {
        build(b, n, () => [x]);
        return [];
      },
      1,
    ],
  ])('%s is made', (_, write, builds) => {
    expect(after(write).match(/build/g)?.length).toBe(builds);
  });
});
