import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { withoutDead } from './dead';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };

const after = (
  kinds: readonly Kind[],
  write: (builder: Builder, ...parameters: readonly Variable[]) => readonly Atom[],
): string => blockAfter(kinds, write, withoutDead);

describe('by form', () => {
  const PAIRS: ArrayLayout = { tag: 'array', id: 1, item: ['real', 'int'] };
  const of = (...all: readonly (Variable | undefined)[]): readonly Variable[] =>
    all.map((each) => {
      if (each === undefined) throw new Error('no variable');
      return each;
    });

  /** A loop that builds pairs, reals and pairs, of which some are used. */
  const built = (used: readonly number[]): string =>
    after(['real'], (b, x) => {
      const [inner, index] = [b.inner(), b.numbers.variable('int')];
      const unary = (operation: 'sin' | 'cos' | 'exp'): Variable =>
        inner.one('real', { tag: 'operation', operation, arguments: of(x), derivative: true });
      const results = [unary('sin'), index, unary('cos'), unary('exp'), index];
      const all = b.add([PAIRS, REALS, PAIRS], {
        tag: 'build',
        count: intConstant(2),
        index,
        body: inner.block(results),
      });
      return used.flatMap((i) => of(all[i]));
    });

  test('the arrays of a loop that are used are built', () => {
    expect(built([0])).toMatchInlineSnapshot(`
      "main(r0 : real)
        d3 = build n1 < 2 {
          r2 = sin r0
          results r2, n1
        }
        results d3"
    `);
    expect(built([1])).toMatchInlineSnapshot(`
      "main(r0 : real)
        d3 = build n1 < 2 {
          r2 = cos r0
          results r2
        }
        results d3"
    `);
    expect(built([2])).toMatchInlineSnapshot(`
      "main(r0 : real)
        d3 = build n1 < 2 {
          r2 = exp r0
          results r2, n1
        }
        results d3"
    `);
    expect(built([0, 2])).toMatchInlineSnapshot(`
      "main(r0 : real)
        d4, d5 = build n1 < 2 {
          r2 = sin r0
          r3 = exp r0
          results r2, n1, r3, n1
        }
        results d4, d5"
    `);
    expect(built([])).toBe('main(r0 : real)\n  results');
  });

  test.each([
    [intConstant(-1), true],
    [intConstant(0), false],
    [intConstant(1), false],
    [undefined, true],
  ])('an array of a length that may be negative stays: %#', (count, stays) => {
    const text = after(['int'], (b, n) => {
      const index = b.numbers.variable('int');
      b.one(REALS, {
        tag: 'build',
        count: count ?? of(n)[0] ?? intConstant(0),
        index,
        body: b.inner().block([realConstant(1)]),
      });
      return [];
    });
    expect(text.includes('build')).toBe(stays);
  });

  test('a loop that is not counted carries and leaves what is used', () => {
    expect(
      after(['real', 'real'], (b, ...given) => {
        const [x = realConstant(0), y = realConstant(0)] = of(...given);
        const [p, q, s] = [b.numbers.variable('real'), b.numbers.variable('real'), b.numbers.variable('real')];
        const [head, out, body] = [b.inner(), b.inner(), b.inner()];
        const derivative = (inner: Builder, argument: Atom): Variable =>
          inner.one('real', { tag: 'operation', operation: 'sin', arguments: [argument], derivative: true });
        const header = head.block([head.operation('less', p, y)]);
        const exit = out.block([derivative(out, q), derivative(out, s), p]);
        const next = body.block([derivative(body, p), derivative(body, q), s]);
        const [, second, third] = b.add(['real', 'real', 'real'], {
          tag: 'while',
          parameters: [p, q, s],
          initial: [x, y, x],
          header,
          exit,
          body: next,
          forgets: false,
        });
        return of(second, third);
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real)
        r7, r8 = while (r2 = r0, r3 = r0) {
          b4 = less r2, r1
          results b4
        } exit {
          r5 = sin r3
          results r5, r2
        } body {
          r6 = sin r2
          results r6, r3
        }
        results r7, r8"
    `);
  });

  test('a counted loop carries what is used', () => {
    expect(
      after(['real', 'real', 'int'], (b, x, y, n) => {
        const [p, q] = [b.numbers.variable('real'), b.numbers.variable('real')];
        const [inner, index] = [b.inner(), b.numbers.variable('int')];
        const derivative = (argument: Atom): Variable =>
          inner.one('real', { tag: 'operation', operation: 'sin', arguments: [argument], derivative: true });
        const [first, second, count] = of(x, y, n);
        const made = b.add(['real', 'real'], {
          tag: 'for',
          index,
          count: count ?? p,
          down: false,
          parameters: [p, q],
          initial: of(first, second),
          body: inner.block([derivative(p), derivative(q)]),
          forgets: false,
        });
        return of(made[1]);
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int)
        r6 = for n3 < n2 (r4 = r1) {
          r5 = sin r4
          results r5
        }
        results r6"
    `);
  });

  test('a derivative keeps its point, its direction and its body', () => {
    expect(
      after(['real'], (b, x) => {
        const derivative = (builder: Builder, argument: Atom): Variable =>
          builder.one('real', { tag: 'operation', operation: 'sin', arguments: [argument], derivative: true });
        const [point, direction] = [derivative(b, of(x)[0] ?? realConstant(0)), derivative(b, realConstant(2))];
        const [parameter, inner] = [b.numbers.variable('real'), b.inner()];
        const body = inner.block([derivative(inner, parameter)]);
        b.add(['real'], {
          tag: 'derivative',
          operator: 'fd',
          parameters: [parameter],
          body,
          point: [point],
          direction: [direction],
          withValue: false,
        });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real)
        r1 = sin r0
        r2 = sin 2
        r5 = fd (r3 : real) {
          r4 = sin r3
          results r4
        } at r1 along r2
        results"
    `);
  });
});
