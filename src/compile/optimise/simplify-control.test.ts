import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../language/operations/names';
import { blockAfter } from '../../testing/ir/examples';
import { choice } from '../../testing/ir/reverse';
import { boolConstant, type Builder, intConstant, realConstant } from '../ir/builder';
import type { Kind } from '../ir/kind';
import type { Atom, Block, Variable } from '../ir/tree';
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
    expect(after(['real', 'bool'], (b, x, c) => [stopping(b, c, true, x), stopping(b, c, true, x)]))
      .toMatchInlineSnapshot(`
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

  test('that only chooses is shared with one that chooses the same, and with no other', () => {
    const results = (
      one: (x: Atom, y: Atom, c: Atom, d: Atom) => readonly [Atom, Atom, Atom],
      other: (x: Atom, y: Atom, c: Atom, d: Atom) => readonly [Atom, Atom, Atom],
      work?: true,
    ): string | undefined =>
      after(['real', 'real', 'bool', 'bool'], (b, x, y, c, d) => {
        if (y === undefined || c === undefined || d === undefined) return [];
        return [one, other].map((of) => {
          const [condition, yes, no] = of(x, y, c, d);
          const inner = b.inner();
          const consequent = inner.block([work === undefined ? yes : inner.operation('sin', yes)]);
          return b.one('real', { tag: 'if', condition, consequent, alternative: { statements: [], results: [no] } });
        });
      })
        .split('results ')
        .at(-1);
    expect(
      results(
        (x, y, c) => [c, x, y],
        (x, y, c) => [c, x, y],
      ),
    ).toBe('r4, r4');
    expect(
      results(
        (x, y, c) => [c, x, y],
        (x, y, c) => [c, y, x],
      ),
    ).toBe('r4, r5');
    expect(
      results(
        (x, y, c) => [c, x, y],
        (x, _, c) => [c, x, real(0)],
      ),
    ).toBe('r4, r5');
    expect(
      results(
        (x, y, c) => [c, x, y],
        (x, y, _, d) => [d, x, y],
      ),
    ).toBe('r4, r5');
    expect(
      results(
        (x, y, c) => [c, x, y],
        (x, y, c) => [c, x, y],
        true,
      ),
    ).not.toMatch(/(r\d+), \1/);
  });

  test('that chooses nothing is not there, and is no test', () => {
    const made = after(['real', 'bool'], (b, x, c) => {
      b.add([], { tag: 'if', condition: c ?? x, consequent: EMPTY, alternative: EMPTY });
      return [stopping(b, c ?? x, true, x)];
    });
    expect(made.match(/if /g)).toHaveLength(1);
    expect(made).toContain('fail');
  });

  test('tells the rest of its block, and no more, which ints are equal', () => {
    expect(
      after(['real', 'int', 'bool'], (b, x, n, c) => {
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

  type Condition = (b: Builder, m: Atom, n: Atom, given: Atom) => Atom;
  const equal: Condition = (b, m, n) => b.operation('equalInt', m, n);

  test.each<[string, Condition, boolean, string]>([
    ['unless m = n', equal, false, 'n0, n0'],
    ['unless 3 = n', (b, _, n) => equal(b, int(3), n, n), false, 'n0, 3'],
    ['if m = n', equal, true, 'n0, n1'],
    ['unless m < n', (b, m, n) => b.operation('lessInt', m, n), false, 'n0, n1'],
    ['unless a given condition holds', (_b, _m, _n, given) => given, false, 'n0, n1'],
  ])('that stops the run %s', (_, condition, stops, results) => {
    const text = after(['int', 'int', 'bool', 'real'], (b, m, n, given, x) => {
      stopping(b, condition(b, m, n, given), stops, x);
      return [m, n];
    });
    expect(text.split('results ').at(-1)).toBe(results);
  });

  test.each([
    ['m = n', [0, 1]],
    ['n = m', [1, 0]],
  ])('that was there before tells that %s: the later goes', (_, order) => {
    const text = after(['int', 'int'], (b, ...ints) => {
      const [m, n] = order.map((i) => ints[i] ?? int(0));
      if (m === undefined || n === undefined) return [];
      const failing = b.inner();
      failing.add([], { tag: 'fail' });
      const condition = b.operation('not', b.operation('equalInt', m, n));
      b.add([], { tag: 'if', condition, consequent: failing.block([]), alternative: EMPTY });
      return ints;
    });
    expect(text).toMatch(/results n0, n0$/);
  });

  test.each(['checkSide', 'checkRow', 'checkLength'] as const)('%s tells that its two ints are equal', (operation) => {
    const checked = (first: number, second: number): string =>
      after(['int', 'int'], (b, ...ints) => {
        const made = b.operation(operation, ints[first] ?? int(0), ints[second] ?? int(0));
        return [made, ...ints];
      });
    expect(checked(0, 1)).toMatch(/results n0, n0, n0$/);
    expect(checked(1, 0)).toMatch(/results n\d, n0, n0$/);
    expect(checked(1, 0)).toMatch(/check/);
    expect(checked(0, 0)).not.toMatch(/check/);
  });

  test.each([
    ['less', 'greaterEqual', 'real'],
    ['greater', 'lessEqual', 'real'],
    ['lessInt', 'greaterEqualInt', 'int'],
    ['greaterInt', 'lessEqualInt', 'int'],
  ] as const)('by %s decides one by %s, with its arms the other way round', (one, other, kind) => {
    const twice = (first: OperationName, second: OperationName, flips = false): string =>
      after([kind, kind, 'real'], (b, x, y, z) => {
        const choose = (condition: Atom): readonly Atom[] =>
          choice(
            b,
            condition,
            (arm) => [arm.operation('sin', z)],
            () => [z],
          );
        const operands = flips ? [y, x] : [x, y];
        return [...choose(b.operation(first, x, y)), ...choose(b.operation(second, ...operands))];
      });
    const areOpposite = /if (b\d+) \{\s+r\d+ = sin[^]*if \1 \{\s+results/;
    expect(twice(one, other)).toMatch(areOpposite);
    expect(twice(other, one)).toMatch(areOpposite);
    expect(twice(one, other, true)).not.toMatch(areOpposite);
    expect(twice(one, one)).not.toMatch(areOpposite);
  });

  test('tells what is computed again after it', () => {
    const text = after(['int', 'int'], (b, m, n) => {
      const sum = b.operation('addInt', m, n);
      const failing = b.inner();
      failing.add([], { tag: 'fail' });
      const condition = b.operation('not', b.operation('equalInt', m, sum));
      b.add([], { tag: 'if', condition, consequent: failing.block([]), alternative: EMPTY });
      return [b.operation('addInt', m, n)];
    });
    expect(text).toMatch(/results n0$/);
  });

  test('tells nothing outside its block, even if it tells two things of one int', () => {
    const text = after(['int', 'int', 'int', 'bool', 'real'], (b, k, m, n, c, x) => {
      const tests = [equal(b, m, n, c), equal(b, k, m, c), equal(b, n, int(5), c)];
      const inner = b.inner();
      for (const each of tests) stopping(inner, each, false, x);
      const consequent = inner.block([m]);
      const [known] = b.add(['int'], { tag: 'if', condition: c, consequent, alternative: { ...EMPTY, results: [k] } });
      return [known ?? k, k, m, n];
    });
    expect(text).toMatch(/results 5\n[^]*results n\d+, n0, n1, n2$/);
  });

  test('has no results that are the same in both arms', () => {
    expect(
      after(['real', 'bool'], (b, x, c) => {
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

  test('computes in each arm what the other arm computes', () => {
    const text = after(['real', 'bool'], (b, x, c) => {
      const arm = (each: Builder): readonly Atom[] => [each.operation('sin', x)];
      return choice(b, c, arm, arm);
    });
    expect(text.match(/sin r0/g)).toHaveLength(2);
  });

  test('that is decided is the arm that runs', () => {
    expect(
      after(['real'], (b, x) => {
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
      after(['real', 'real', 'int'], (b, x, y, n) => {
        const [fixed, moving, same] = ['real', 'real', 'real'].map(() => b.numbers.variable('real'));
        if (fixed === undefined || moving === undefined || same === undefined) return [];
        const inner = b.inner();
        const next = inner.operation('multiply', moving, fixed);
        return b.add(['real', 'real', 'real'], {
          tag: 'for',
          count: n,
          index: b.numbers.variable('int'),
          down: false,
          parameters: [fixed, moving, same],
          initial: [x, real(1), y],
          body: inner.block([fixed, next, y]),
          forgets: false,
        });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int)
        r6 = for n3 < n2 (r4 = 1) {
          r5 = multiply r4, r0
          results r5
        }
        results r0, r6, r1"
    `);
  });

  test('of a loop with a test is the same in all of its blocks, which know what the test computes', () => {
    expect(
      after(['real', 'real'], (b, x, y) => {
        const [moving, fixed] = [b.numbers.variable('real'), b.numbers.variable('real')];
        const [header, exit, body] = [b.inner(), b.inner(), b.inner()];
        const isLast = header.operation(
          'less',
          header.operation('sin', y),
          header.operation('multiply', moving, fixed),
        );
        const result = exit.operation('add', exit.operation('sin', y), exit.operation('exp', fixed));
        const next = body.operation('add', body.operation('sin', y), body.operation('exp', fixed));
        const [last] = b.add(['real'], {
          tag: 'while',
          parameters: [fixed, moving],
          initial: [y, x],
          header: header.block([isLast]),
          exit: exit.block([result]),
          body: body.block([fixed, next]),
          forgets: false,
        });
        return [last ?? x, b.operation('sin', y)];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real)
        r10 = while (r2 = r0) {
          r3 = sin r1
          r4 = multiply r2, r1
          b5 = less r3, r4
          results b5
        } exit {
          r6 = exp r1
          r7 = add r3, r6
          results r7
        } body {
          r8 = exp r1
          r9 = add r3, r8
          results r9
        }
        r11 = sin r1
        results r10, r11"
    `);
  });

  test('that is exchanged with another stays', () => {
    expect(
      after(['real', 'real', 'int'], (b, x, y, n) => {
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
