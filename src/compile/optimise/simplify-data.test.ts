import { describe, expect, test } from 'vitest';
import { type Around, blockAfter, valueAfter } from '../../testing/ir/examples';
import { CELLS, LIST } from '../../testing/ir/reverse';
import { boolConstant, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout, VariantLayout } from '../ir/kind';
import type { Accumulate, Atom, Block, Constant } from '../ir/tree';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const after = (text: string): string => valueAfter(text, simple);

test('items at a known index are known if the array is', () => {
  expect(after('input n : int = 1\ninput x : real = 2\nlet t = [(1, x), (2, 3)] in fst t[0] + snd t[1] + snd t[n]'))
    .toMatchInlineSnapshot(`
    "main(n0 : int, r1 : real)
      d2 = array [1, r1; 2, 3]
      r3, r4 = item d2[n0]
      r5 = add 4, r4
      results r5"
  `);
  expect(
    after(`input n : int = 1
let t = ([(1, 5), (2, 3)] : array (real * real))
(snd t[0] * 10 + fst t[1], t[n], t[-1], t[2])`),
  ).toMatchInlineSnapshot(`
    "main(n0 : int)
      r1, r2 = item array(1, 5, 2, 3)[n0]
      r3, r4 = item array(1, 5, 2, 3)[-1]
      r5, r6 = item array(1, 5, 2, 3)[2]
      results 52, r1, r2, r3, r4, r5, r6"
  `);
});

test('data that is known decides a match', () => {
  expect(
    after(`type Shape = Dot | Disc real
input x : real = 1
let area s = match s with Dot -> x | Disc r -> r * x
area (Disc 2) + area Dot`),
  ).toMatchInlineSnapshot(`
    "main(r0 : real)
      r1 = multiply 2, r0
      r2 = add r1, r0
      results r2"
  `);
});

test('the constructor of what is read from data is not known', () => {
  expect(after('input l : list real = [1]\nmatch l with _ :: x :: _ -> x | _ -> 0')).toMatchInlineSnapshot(`
    "main(d0 : list real)
      n1 = tag d0
      b2 = equalInt n1, 1
      r10 = if b2 {
        r3 = field d0 ::.0
        d4 = field d0 ::.1
        n5 = tag d4
        b6 = equalInt n5, 1
        r9 = if b6 {
          r7 = field d4 ::.0
          d8 = field d4 ::.1
          results r7
        } else {
          results 0
        }
        results r9
      } else {
        results 0
      }
      results r10"
  `);
});

test('lengths are known before the run, or computed once', () => {
  expect(
    after(`input t : array real = [1]
input n : int = 1
let rows = build n (fun i -> build 2 toReal)
let table = ([[1, 2, 3], [4, 5, 6]] : array (array real))
(length ([1, toReal n, 3] : array real), length table, length table[n], length rows, length rows[n], length t, length t)`),
  ).toMatchInlineSnapshot(`
    "main(d0 : array0, n1 : int)
      d6 = build n2 < n1 {
        d5 = build n3 < 2 {
          r4 = toReal n3
          results r4
        }
        results d5
      }
      r7 = toReal n1
      d8 = array [1; r7; 3]
      d9 = item array(array(1, 2, 3), array(4, 5, 6))[n1]
      d10 = item d6[n1]
      n11 = length d0
      results 3, 2, 3, n1, 2, n11, n11"
  `);
});

test('texts are compared in the run', () => {
  expect(after('input x : real = 1\nif "a" = "a" then x else 2 * x')).toMatch(/equalString "a", "a"/);
});

test('a branch that is not taken and an array without items are not computed', () => {
  expect(after('input x : real = 1\n(if 2 < 1 then x else 3 * x, build 0 (fun i -> x), build 3 (fun i -> x))'))
    .toMatchInlineSnapshot(`
    "main(r0 : real)
      r1 = multiply 3, r0
      d3 = build n2 < 3 {
        results r0
      }
      results r1, array(), d3"
  `);
});

test('a function that is called twice with the same arguments is called once', () => {
  expect(after('input x : real = 1\nlet rec f (n : int) = if n < 1 then x else f (n - 1) * f (n - 2)\nf 3 + f 3'))
    .toMatchInlineSnapshot(`
    "main(r0 : real)
      r1 = call main.0(r0, 3)
      r2 = add r1, r1
      results r2"
  `);
});

test('what is computed before the run has the kind that the operation gives', () => {
  blockAfter(
    [],
    (b) => [
      b.operation('addInt', intConstant(1), intConstant(2)),
      b.operation('add', realConstant(1), realConstant(2)),
      b.operation('less', realConstant(1), realConstant(2)),
    ],
    (block, numbers) => {
      const made = simplify(block, numbers);
      expect(made.results).toEqual([intConstant(3), realConstant(3), boolConstant(true)]);
      return made;
    },
  );
});

test('a block in which nothing can be simplified is returned itself', () => {
  const again = (block: Block, { numbers }: Around): Block => {
    expect(simplify(block, numbers)).toBe(block);
    return block;
  };
  const text = `input t : array real = [1]
input n : int = 1
let rec go (m : int) v = if m < 1 then v else go (m - 1) (if v > 9 then v * t[m] else v + t[m])
go n 2 + sum (build n (fun i -> t[i] * 3))`;
  expect(valueAfter(text, simple, simple, again)).toMatch(/while[^]*if[^]*build[^]*for/);
});

test('the cells of a list are the items of an array if all are known', () => {
  const list: VariantLayout = { tag: 'variant', id: 0, name: 'list', constructors: [{ name: '[]', fields: [] }] };
  list.constructors = [...list.constructors, { name: '::', fields: ['real', 'real', list] }];
  const spine: ArrayLayout = { tag: 'array', id: 1, item: [list] };
  const empty: Atom = { tag: 'constant', kind: list, value: { constructor_: 0, parts: [] } };
  /** Prints the cells of a list with so many of them before another. */
  const cellsOf = (count: number, end: 'empty' | 'given', shadows?: ReadonlySet<number>): string =>
    blockAfter(
      ['real', list],
      (b, x, given) => {
        let all: Atom = end === 'given' ? given : empty;
        for (let i = 0; i < count; i++) {
          all = b.one(list, { tag: 'construct', constructor_: 1, fields: [x, x, all] });
        }
        return [b.one(spine, { tag: 'spine', list: all })];
      },
      (block, numbers) => simplify(block, numbers, shadows),
    );
  expect(cellsOf(2, 'empty')).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list)
      d2 = new ::(r0, r0, []())
      d3 = new ::(r0, r0, d2)
      d4 = array [d3; d2]
      results d4"
  `);
  expect(cellsOf(0, 'empty')).toMatch(/array \[\]/);
  expect(cellsOf(16, 'empty')).toMatch(/array \[/);
  expect(cellsOf(17, 'empty')).toMatch(/spine/);
  expect(cellsOf(2, 'given')).toMatch(/spine/);
  expect(cellsOf(0, 'given')).toMatch(/spine/);
  // Once derivatives are written out, loops are.
  expect(cellsOf(2, 'empty', new Set())).toMatch(/spine/);
});

test('what is left of a list after cells that are known is known', () => {
  const list: VariantLayout = { tag: 'variant', id: 0, name: 'list', constructors: [{ name: '[]', fields: [] }] };
  list.constructors = [...list.constructors, { name: '::', fields: ['real', list] }];
  const restOf = (count: number, shadow = false): string =>
    blockAfter(
      ['real', list],
      (b, x, given) => {
        const one = b.one(list, { tag: 'construct', constructor_: 1, fields: [x, given] });
        const two = b.one(list, { tag: 'construct', constructor_: 1, fields: [x, one] });
        const whole: Atom = shadow ? { tag: 'constant', kind: list, value: 0 } : two;
        return [b.one(list, { tag: 'rest', list: whole, after: intConstant(count) })];
      },
      (block, numbers) => simplify(block, numbers),
    );
  const results = [0, 1, 2, 3].map((count) => /results (.*)$/.exec(restOf(count))?.[1]);
  expect(results).toEqual(['d3', 'd2', 'd1', 'd4']);
  expect(restOf(3)).toContain('d4 = rest d3 after 3');
  expect(restOf(3, true)).toMatch(/results 0$/);
});

describe('data that is made of all fields of other data', () => {
  /** Prints a function of a list and of a variant whose constructors have the same fields. */
  const of = (result: string): string =>
    after(`type Row = End | Row (real * list real)
input zs : list real = [1]
input rows : list Row = []
match zs with a :: b :: rest -> (match rows with Row (c, more) :: _ -> ${result} | _ -> zs) | _ -> zs`);

  test.each([
    ['is that data', 'b :: rest', false],
    ['is that data, whole', 'a :: b :: rest', false],
    ['is new with other fields', 'a :: rest', true],
    ['is new with fields of two', 'b :: more', true],
    ['is new with a number', '1 :: rest', true],
    ['is new as data of another kind', 'c :: more', true],
  ])('%s: %s', (_, result, isNew) => {
    expect(/= new ::/.test(of(result))).toBe(isNew);
  });

  const PAIR: VariantLayout = {
    tag: 'variant',
    id: 0,
    name: 'pair',
    constructors: ['Left', 'Right'].map((name) => ({ name, fields: ['real', 'real'] })),
  };
  const pairOf = (order: readonly [number, number], constructor_: number, shadows?: ReadonlySet<number>): string =>
    blockAfter(
      [PAIR],
      (b, pair) => {
        const fields = order.map((index) => b.one('real', { tag: 'field', value: pair, constructor_: 0, index }));
        return [b.one(PAIR, { tag: 'construct', constructor_, fields })];
      },
      (block, numbers) => simplify(block, numbers, shadows),
    );

  test('is that data if the fields are in order and the constructor is the same', () => {
    expect(pairOf([0, 1], 0)).toMatch(/results d0$/);
    for (const text of [pairOf([1, 0], 0), pairOf([0, 0], 0), pairOf([0, 1], 1)]) expect(text).toMatch(/= new /);
    // Once derivatives are written out, a shadow may be made so.
    expect(pairOf([0, 1], 0, new Set())).toMatch(/= new /);
  });
});

test('nothing is added where the amount is 0, which still replaces what is there', () => {
  const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
  const adding = (amount: number, how: Pick<Accumulate, 'replaces'> = {}): string =>
    blockAfter(
      [REALS],
      (b, shadow) => {
        const place = { tag: 'item', index: intConstant(0), part: 0 } as const;
        b.add([], { tag: 'accumulate', shadow, place, amount: realConstant(amount), ...how });
        return [];
      },
      (block, numbers) => simplify(block, numbers, new Set()),
    );
  expect(adding(0)).not.toMatch(/accumulate/);
  expect(adding(1)).toMatch(/accumulate/);
  expect(adding(0, { replaces: true })).toMatch(/accumulate/);
});

test('a field of data that is absent is 0, and so are the cells and the rest of a list that is', () => {
  const list: Constant = { tag: 'constant', kind: LIST, value: 0 };
  const text = blockAfter(
    [],
    (b) => {
      const cells = b.one(CELLS, { tag: 'spine', list });
      const at = { tag: 'item', array: cells, index: intConstant(1), checked: false, absentIsZero: true } as const;
      return [b.one(LIST, at), b.one(LIST, { tag: 'rest', list, after: intConstant(2) })].flatMap((value) => [
        b.one('real', { tag: 'field', value, constructor_: 1, index: 0 }),
        b.one(LIST, { tag: 'field', value, constructor_: 1, index: 2 }),
      ]);
    },
    (block, numbers) => simplify(block, numbers),
  );
  expect(text).toMatch(/^main\(\)\n +results 0, 0, 0, 0$/);
});
