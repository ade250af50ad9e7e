import { describe, expect, test } from 'vitest';
import { type Around, blockAfter, valueAfter } from '../../testing/ir/examples';
import { boolConstant, type Builder, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { Atom, Block, Variable } from '../ir/tree';
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
        b.one('real', { tag: 'operation', operation: 'log', arguments: [x], derivative: true });
        b.one('real', { tag: 'operation', operation: 'exp', arguments: [x], derivative: false });
        return [x];
      }),
    ).toBe('main(r0 : real)\n  r1 = exp r0\n  results r0');
  });

  test('stays if it changes memory', () => {
    expect(
      after([REALS, 'real'], (b, d, x) => {
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

test('a branch or a loop stays if something inside can stop the run, and so does what decides whether that runs', () => {
  expect(
    after(['real', REALS], (b, x, d) => {
      const stops = (): Block => {
        const inner = b.inner();
        inner.operation('exp', x);
        return inner.block([]);
      };
      const nothing: Block = { statements: [], results: [] };
      const condition = b.operation('less', x, realConstant(0));
      b.add([], { tag: 'if', condition, consequent: stops(), alternative: nothing });
      const [count, index] = [b.one('int', { tag: 'length', array: d }), b.numbers.variable('int')];
      const common = { down: false, parameters: [], initial: [], forgets: false };
      b.add([], { tag: 'for', count, index, ...common, body: stops() });
      return [];
    }),
  ).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : array0)
      b2 = less r0, 0
      if b2 {
        r3 = exp r0
        results 
      } else {
        results 
      }
      n4 = length d1
      for n5 < n4 () {
        r6 = exp r0
        results 
      }
      results"
  `);
});

test('a loop whose rounds are not counted stays without the parameters that nothing uses', () => {
  expect(
    after(['real'], (b, x) => {
      const sine = b.one('real', { tag: 'operation', operation: 'sin', arguments: [x], derivative: true });
      const [s, t] = [b.numbers.variable('real'), b.numbers.variable('real')];
      return b.add(['real'], {
        tag: 'while',
        parameters: [s, t],
        initial: [x, sine],
        header: { statements: [], results: [boolConstant(true)] },
        exit: { statements: [], results: [s] },
        body: { statements: [], results: [s, t] },
        forgets: false,
      });
    }),
  ).toMatchInlineSnapshot(`
    "main(r0 : real)
      r2 = while (r1 = r0) {
        results true
      } exit {
        results r1
      } body {
        results r1
      }
      results r2"
  `);
});

test('other names have only the values that something uses, unless these are tested', () => {
  expect(
    after(['real'], (b, x) => {
      const sine = (): Variable =>
        b.one('real', { tag: 'operation', operation: 'sin', arguments: [x], derivative: true });
      const move = (finite: boolean): readonly Atom[] =>
        b.add(['real', 'real'], { tag: 'move', values: [x, sine()], finite }).slice(0, 1);
      return [true, false].flatMap(move);
    }),
  ).toMatchInlineSnapshot(`
    "main(r0 : real)
      r1 = sin r0
      r2, r3 = finite r0, r1
      r4 = r0
      results r2, r4"
  `);
});

test('an operation that always has a value is dropped if nothing uses it', () => {
  expect(
    after(['int'], (b, n) => {
      b.operation('toReal', n);
      b.operation('lessInt', n, n);
      b.operation('addInt', n, n);
      return [];
    }),
  ).toMatch(/\) *\n *\w+ = addInt n0, n0\n *results/);
});

test('a constant keeps nothing', () => {
  expect(
    after([], (b) => {
      b.operation('toReal', intConstant(1));
      return [realConstant(0)];
    }),
  ).toBe('main()\n  results 0');
});

test('a branch has only the results that something uses, and the tests of both arms', () => {
  expect(
    after(['real', 'bool'], (b, x, c) => {
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
