import { describe, expect, test } from 'vitest';
import { type Around, blockAfter, valueAfter } from '../../testing/ir/examples';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout, Atom, Kind, Variable } from '../ir/tree';
import { withoutDead } from './dead';
import { simplify } from './simplify';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };

const after = (
  kinds: readonly Kind[],
  write: (builder: Builder, ...parameters: readonly Variable[]) => readonly Atom[],
): string => blockAfter(kinds, write, withoutDead);

describe('what nothing uses', () => {
  test.each<[string, string]>([
    ['a comparison', 'let b = x < 2.0 in x'],
    ['a constructor', 'let ys = [x, 2.0] in x'],
    ['an array', 'let ys = build 2 (fun i -> x) in x'],
    ['a length', 'let n = length xs in x'],
  ])('is dropped: %s', (_, expression) => {
    const text = `input x : real = 1\ninput xs : array real = [1, 2]\n${expression}`;
    expect(
      valueAfter(text, (block, { numbers }: Around) => simplify(block, numbers), withoutDead).split('\n'),
    ).toHaveLength(2);
  });

  test.each<[string, string]>([
    ['an operation that can overflow', 'let y = x * x in x'],
    ['one with a domain', 'let y = log x in x'],
    ['an index that may be outside', 'let y = xs[3] in x'],
    ['a length that may be negative', 'let ys = build (floor x) (fun i -> 1.0) in x'],
    ['a comparison with a domain', 'let b = x <. 2 in x'],
    ['a conversion to an int', 'let n = floor x in x'],
  ])('stays if it can stop the run: %s', (_, expression) => {
    const text = `input x : real = 1\ninput xs : array real = [1, 2]\n${expression}`;
    expect(
      valueAfter(text, (block, { numbers }: Around) => simplify(block, numbers), withoutDead).split('\n').length,
    ).toBeGreaterThan(2);
  });

  test('is dropped in derivatives, which are not tested', () => {
    expect(
      after(['real'], (b, x) => {
        if (x === undefined) return [];
        b.one('real', { tag: 'operation', operation: 'log', arguments: [x], derivative: true });
        b.one('real', { tag: 'operation', operation: 'exp', arguments: [x], derivative: false });
        return [x];
      }),
    ).toBe('main(r0 : real)\n  r1 = exp r0\n  results r0');
  });

  test('stays if it changes memory', () => {
    expect(
      after([REALS, 'real'], (b, d, x) => {
        if (d === undefined || x === undefined) return [];
        const mark = b.one('int', { tag: 'mark' });
        const shadow = b.one(REALS, { tag: 'shadow', of: d });
        b.one(REALS, { tag: 'shadow', of: d });
        b.add([], { tag: 'accumulate', shadow, place: { tag: 'item', index: intConstant(0), part: 0 }, amount: x });
        b.add([], { tag: 'push', values: [x] });
        b.add(['real'], { tag: 'pop' });
        b.add([], { tag: 'release', mark });
        return [x];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0, r1 : real)
        n2 = mark
        d3 = shadow d0
        accumulate d3 [0].0 += r1
        push r1
        r4 = pop
        release n2
        results r1"
    `);
  });
});

describe('a loop', () => {
  const loop = (
    used: readonly number[],
    write: (inner: Builder, s: Variable, t: Variable) => readonly Atom[],
  ): string =>
    after(['real', 'int'], (b, x, n) => {
      if (x === undefined || n === undefined) return [];
      const inner = b.inner();
      const parameters = [b.numbers.variable('real'), b.numbers.variable('real')] as const;
      const body = inner.block(write(inner, ...parameters));
      const made = b.add(['real', 'real'], {
        tag: 'for',
        count: n,
        index: b.numbers.variable('int'),
        down: false,
        parameters,
        initial: [x, realConstant(0)],
        body,
        forgets: false,
      });
      return used.map((i) => made[i] ?? x);
    });
  const untested = (b: Builder, operation: 'add' | 'sin', ...given: readonly Atom[]): Atom =>
    b.one('real', { tag: 'operation', operation, arguments: given, derivative: true });

  test('has only the parameters that something uses', () => {
    expect(loop([0], (b, s, t) => [untested(b, 'sin', s), untested(b, 'add', t, s)])).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        r5 = for n2 < n1 (r3 = r0) {
          r4 = sin r3
          results r4
        }
        results r5"
    `);
  });

  test('keeps a parameter that another one needs', () => {
    expect(loop([1], (b, s, t) => [untested(b, 'sin', s), untested(b, 'add', t, s)])).toMatch(/\(r3 = r0, r4 = 0\)/);
  });

  test('is dropped if nothing uses it, but not if a round can stop the run', () => {
    expect(loop([], (b, s, t) => [untested(b, 'sin', s), t])).not.toMatch(/for/);
    expect(loop([], (b, s, t) => [b.operation('exp', s), t])).toMatch(/\(r3 = r0\)[^]*exp/);
  });
});

test('an operation that always has a value is dropped if nothing uses it', () => {
  expect(
    after(['int'], (b, n) => {
      if (n === undefined) return [];
      b.operation('toReal', n);
      b.operation('lessInt', n, n);
      b.operation('addInt', n, n);
      return [];
    }),
  ).toMatch(/\) *\n *\w+ = addInt n0, n0\n *results/);
});

test('a branch has only the results that something uses, and the tests of both arms', () => {
  expect(
    after(['real', 'bool'], (b, x, c) => {
      if (x === undefined || c === undefined) return [];
      const [first, second] = [b.inner(), b.inner()];
      const consequent = first.block([first.operation('log', x), x]);
      const alternative = second.block([x, second.operation('exp', x)]);
      const [, used] = b.add(['real', 'real'], { tag: 'if', condition: c, consequent, alternative });
      return [used ?? x];
    }),
  ).toMatchInlineSnapshot(`
    "main(r0 : real, b1 : bool)
      r4 = if b1 {
        r2 = log r0
        results r0
      } else {
        r3 = exp r0
        results r3
      }
      results r4"
  `);
});

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
