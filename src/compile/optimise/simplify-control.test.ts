import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { boolConstant, type Builder, intConstant, realConstant } from '../ir/builder';
import type { Atom, Block, Kind, Variable } from '../ir/tree';
import { simplify } from './simplify';

const EMPTY: Block = { statements: [], results: [] };
const int = intConstant;
const real = realConstant;

function after(
  kinds: readonly Kind[],
  write: (builder: Builder, ...parameters: readonly Variable[]) => readonly Atom[],
): string {
  return blockAfter(kinds, write, (block, numbers) => simplify(block, numbers));
}

describe('a branch', () => {
  const stopping = (b: Builder, condition: Atom, stops: boolean, x: Variable): Atom => {
    const [failing, going] = [b.inner(), b.inner()];
    const lost = failing.add(['real'], { tag: 'fail' });
    const kept = going.operation('sin', x);
    const arms = [failing.block(lost), going.block([kept])] as const;
    const [consequent, alternative] = stops ? arms : [arms[1], arms[0]];
    return b.add(['real'], { tag: 'if', condition, consequent, alternative })[0] ?? x;
  };

  test('of which one arm stops the run is a test', () => {
    expect(
      after(['real', 'bool'], (b, x, c) =>
        x === undefined || c === undefined ? [] : [stopping(b, c, true, x), stopping(b, c, true, x)],
      ),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, b1 : bool)
        if b1 {
          fail
          results 
        } else {
          results 
        }
        r2 = sin r0
        results r2, r2"
    `);
  });

  test('tells the rest of its block, and no more, which ints are equal', () => {
    expect(
      after(['real', 'int', 'bool'], (b, x, n, c) => {
        if (x === undefined || n === undefined || c === undefined) return [];
        const inner = b.inner();
        const same = inner.operation('equalInt', n, int(3));
        const value = stopping(inner, same, false, x);
        const [known] = b.add(['int', 'real'], {
          tag: 'if',
          condition: c,
          consequent: inner.block([n, value]),
          alternative: { statements: [], results: [int(0), x] },
        });
        return [known ?? n, n];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, b2 : bool)
        n6, r7 = if b2 {
          b3 = equalInt n1, 3
          b4 = not b3
          if b4 {
            fail
            results 
          } else {
            results 
          }
          r5 = sin r0
          results 3, r5
        } else {
          results 0, r0
        }
        results n6, n1"
    `);
  });

  test('has no results that are the same in both arms', () => {
    expect(
      after(['real', 'bool'], (b, x, c) => {
        if (x === undefined || c === undefined) return [];
        const [first, second] = [b.inner(), b.inner()];
        const arm = (each: Builder, by: number): Block => each.block([x, each.operation('add', x, real(by))]);
        return b.add(['real', 'real'], {
          tag: 'if',
          condition: c,
          consequent: arm(first, 1),
          alternative: arm(second, 2),
        });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, b1 : bool)
        r4 = if b1 {
          r2 = add r0, 1
          results r2
        } else {
          r3 = add r0, 2
          results r3
        }
        results r0, r4"
    `);
  });

  test('that is decided is the arm that runs', () => {
    expect(
      after(['real'], (b, x) => {
        if (x === undefined) return [];
        const first = b.inner();
        const value = first.operation('sin', x);
        return b.add(['real'], {
          tag: 'if',
          condition: boolConstant(true),
          consequent: first.block([value]),
          alternative: { ...EMPTY, results: [x] },
        });
      }),
    ).toMatch(/^main\(r0 : real\)\n {2}r1 = sin r0\n {2}results r1$/);
  });
});

describe('a parameter of a loop', () => {
  test('that never changes is what it begins with', () => {
    expect(
      after(['real', 'int'], (b, x, n) => {
        if (x === undefined || n === undefined) return [];
        const [fixed, moving] = [b.numbers.variable('real'), b.numbers.variable('real')];
        const inner = b.inner();
        const next = inner.operation('multiply', moving, fixed);
        return b.add(['real', 'real'], {
          tag: 'for',
          count: n,
          index: b.numbers.variable('int'),
          down: false,
          parameters: [fixed, moving],
          initial: [x, real(1)],
          body: inner.block([fixed, next]),
          forgets: false,
        });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        r5 = for n2 < n1 (r3 = 1) {
          r4 = multiply r3, r0
          results r4
        }
        results r0, r5"
    `);
  });

  test('that is exchanged with another stays', () => {
    expect(
      after(['real', 'real', 'int'], (b, x, y, n) => {
        if (x === undefined || y === undefined || n === undefined) return [];
        const [first, second] = [b.numbers.variable('real'), b.numbers.variable('real')];
        return b.add(['real', 'real'], {
          tag: 'for',
          count: n,
          index: b.numbers.variable('int'),
          down: false,
          parameters: [first, second],
          initial: [x, y],
          body: { statements: [], results: [second, first] },
          forgets: false,
        });
      }),
    ).toMatch(/for n3 < n2 \(r4 = r0, r5 = r1\)/);
  });
});
