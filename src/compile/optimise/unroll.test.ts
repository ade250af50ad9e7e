import { describe, expect, test } from 'vitest';
import { type Around, blockAfter, valueAfter } from '../../testing/ir/examples';
import { intConstant } from '../ir/builder';
import type { ArrayLayout } from '../ir/kind';
import type { Block } from '../ir/tree';
import { simplify } from './simplify';
import { unroll } from './unroll';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const after = (text: string): string =>
  valueAfter(text, simple, (block, { numbers }) => unroll(block, numbers), simple);

describe('a loop whose number of rounds is known', () => {
  test('is written out, its arrays too, if it is small', () => {
    expect(after('input x : real = 1\nlet v = build 3 (fun i -> x * toReal i)\nv[2] + v[1]')).toMatchInlineSnapshot(`
      "main(r0 : real)
        r1 = multiply r0, 0
        r2 = multiply r0, 2
        d3 = array [r1; r0; r2]
        r4 = add r2, r0
        results r4"
    `);
    expect(after('input x : array real = [1]\nsum (build 2 (fun i -> x[i]))')).toMatchInlineSnapshot(`
      "main(d0 : array0)
        r1 = item d0[0]
        r2 = item d0[1]
        d3 = array [r1; r2]
        r4 = add r2, 0
        r5 = add r1, r4
        results r5"
    `);
  });

  test('goes down if the loop does', () => {
    expect(after('input x : real = 1\nfold (c, r) -> r * x + c over build 2 toReal from 0')).toMatchInlineSnapshot(`
      "main(r0 : real)
        d1 = array [0; 1]
        r2 = multiply 0, r0
        r3 = add r2, 1
        r4 = multiply r3, r0
        r5 = add r4, 0
        results r5"
    `);
  });

  test('stays a loop if it has many rounds, or none', () => {
    expect(after('input x : real = 1\nsum (build 16 (fun i -> x * toReal i))')).not.toContain('build');
    expect(after('input x : real = 1\nsum (build 17 (fun i -> x * toReal i))')).toContain('build');
    expect(after('input x : real = 1\nsum (build 0 (fun i -> x * toReal i))')).not.toMatch(/multiply|build/);
    expect(after('input x : real = 1\nbuild 1 (fun i -> x * toReal i)')).not.toContain('build');
    expect(after('input x : real = 1\nbuild (-1) (fun i -> x * toReal i)')).toContain('build');
  });

  /** A round of so many statements. */
  const round = (statements: number): string => `x${' * x'.repeat(statements)}`;

  test('stays a loop if all its rounds are long', () => {
    expect(after(`input x : real = 1\nbuild 8 (fun i -> ${round(32)})`)).not.toContain('build');
    expect(after(`input x : real = 1\nbuild 8 (fun i -> ${round(33)})`)).toContain('build');
  });

  test('stays a loop if all its rounds are long, counting both arms of a branch', () => {
    const branch = (statements: number): string => `if x > toReal i then ${round(statements)} else ${round(14)}`;
    expect(after(`input x : real = 1\nbuild 8 (fun i -> ${branch(15)})`)).not.toContain('build');
    expect(after(`input x : real = 1\nbuild 8 (fun i -> ${branch(16)})`)).toContain('build');
  });

  const builds = (text: string): number => after(`input x : real = 1\n(${text})`).match(/build/g)?.length ?? 0;

  test.each<[string, (i: number) => string]>([
    ['of operations', (i) => `${round(31)} * ${i + 2}`],
    ['of branches', (i) => `if x > toReal i then ${round(14)} * ${i + 2} else ${round(14)}`],
  ])('stays a loop if others have been written out that are long together: rounds %s', (_, written) => {
    const loops = (count: number): string =>
      Array.from({ length: count }, (_, i) => `build 8 (fun i -> ${written(i)})`).join(', ');
    expect([builds(loops(8)), builds(loops(9)), builds(loops(10))]).toEqual([0, 1, 2]);
  });

  test('stays a loop if all its rounds are long when the loops in them are written out', () => {
    const nested = (outer: number, inner: number, statements: number): number =>
      builds(`build ${outer} (fun i -> build ${inner} (fun j -> ${round(statements)}))`);
    expect([nested(4, 4, 15), nested(4, 4, 16)]).toEqual([0, 1]);
    expect([nested(4, 16, 3), nested(4, 16, 4)]).toEqual([0, 1]);
    expect([nested(1, 15, 17), nested(1, 16, 16)]).toEqual([0, 1]);
    // Inside these, the loop stays a loop, so it is short.
    expect([nested(4, 17, 4), nested(4, 8, 33)]).toEqual([4, 4]);
    const folds = (statements: number): number =>
      builds(`build 4 (fun i -> fold (c, r) -> r${' * x'.repeat(statements)} over [1, 2, 3, 4] from x)`);
    expect([folds(14), folds(15)]).toEqual([0, 1]);
  });
});

test('a loop whose number of rounds is computed stays', () => {
  expect(after('input n : int = 3\ninput x : real = 1\nsum (build n (fun i -> x * toReal i))')).toContain('build');
});

test('each of several arrays that a loop makes gets its own parts', () => {
  const pairs: ArrayLayout = { tag: 'array', id: 0, item: ['real', 'int'] };
  const ints: ArrayLayout = { tag: 'array', id: 1, item: ['int'] };
  const text = blockAfter(
    ['real'],
    (b, x) => {
      const [index, inner] = [b.numbers.variable('int'), b.inner()];
      const next = inner.operation('addInt', index, intConstant(1));
      const body = inner.block([x, index, next]);
      return b.add([pairs, ints], { tag: 'build', count: intConstant(2), index, body });
    },
    unroll,
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real)
      d1 = array [r0, 0; r0, 1]
      d2 = array [1; 2]
      results d1, d2"
  `);
});
