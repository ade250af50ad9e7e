import { describe, expect, test } from 'vitest';
import { blockAfter, valueAfter } from '../../testing/ir/examples';
import { op } from '../../testing/ir/rounds';
import { type Builder, intConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';
import { shareCalls } from './shared-calls';

const after = (definitions: string, call: string): string =>
  valueAfter(`input x : real = 1\ninput xs : list real = [1, 2]\nlet rec ${definitions}\n${call}`);

test('a function that calls itself where several patterns fail becomes a loop', () => {
  const text = after(
    'f (k, ys) = match ys with [only] -> only * k | _ -> f (k + 1, map (fun y -> y * x) ys)',
    'f (x, xs)',
  );
  expect(text).toMatchInlineSnapshot(`
    "main(r0 : real, d1 : list real)
      n2 = tag d1
      b3 = equalInt n2, 1
      b11, r12 = if b3 {
        r4 = field d1 ::.0
        d5 = field d1 ::.1
        n6 = tag d5
        b7 = equalInt n6, 0
        b9, r10 = if b7 {
          r8 = multiply r4, r0
          results true, r8
        } else {
          results false, 0
        }
        results b9, r10
      } else {
        results false, 0
      }
      r48 = if b11 {
        results r12
      } else {
        r13 = add r0, 1
        d14 = spine d1
        n15 = length d14
        d22 = for n16 < n15 down (d17 = []()) {
          d18 = item d14[n16] unchecked
          r19 = field d18 ::.0
          r20 = multiply r19, r0
          d21 = new ::(r20, d17)
          results d21
        }
        r47 = while (r23 = r0, r24 = r13, d25 = d22) {
          n26 = tag d25
          b27 = equalInt n26, 1
          b35, r36 = if b27 {
            r28 = field d25 ::.0
            d29 = field d25 ::.1
            n30 = tag d29
            b31 = equalInt n30, 0
            b33, r34 = if b31 {
              r32 = multiply r28, r24
              results true, r32
            } else {
              results false, 0
            }
            results b33, r34
          } else {
            results false, 0
          }
          results b35
        } exit {
          results r36
        } body {
          r37 = add r24, 1
          d38 = spine d25
          n39 = length d38
          d46 = for n40 < n39 down (d41 = []()) {
            d42 = item d38[n40] unchecked
            r43 = field d42 ::.0
            r44 = multiply r43, r23
            d45 = new ::(r44, d41)
            results d45
          }
          results r23, r37, d46
        }
        results r47
      }
      results r48"
  `);
});

test.each([
  [
    'gets other arguments',
    'f ys = match ys with y :: z :: _ -> g [y] | y :: _ -> g [] | [] -> g [x] and g ys = f (x :: map sin ys) + x',
  ],
  ['does not recurse', 'f ys = match ys with y :: _ :: _ -> y + f [] | _ -> sin (exp (x * x))'],
])('a call at several ends stays if it %s', (_, definitions) => {
  expect(after(definitions, 'f xs')).not.toMatch(/results (true|false)/);
});

describe('the calls at both ends of a branch', () => {
  interface Given {
    readonly n: Variable;
    readonly flag: Variable;
    /** A value that is computed before the branch. */
    readonly half: Variable;
  }
  type End = (arm: Builder, given: Given) => Atom;

  const call =
    (callee: number, more: (given: Given) => readonly Atom[] = () => []): End =>
    (arm, given) =>
      arm.one('int', { tag: 'call', callee, arguments: [given.n, ...more(given)] });

  const branch = (b: Builder, given: Given, first: End, second: End): Variable => {
    const [one, other] = [b.inner(), b.inner()];
    const consequent = one.block([first(one, given)]);
    const alternative = other.block([second(other, given)]);
    return b.one('int', { tag: 'if', condition: given.flag, consequent, alternative });
  };

  /** Prints a function whose branch ends in two ways after the pass; `same` if it returns the same function. */
  function after(first: End, second: End, last = (_: Builder, branch: Variable): Atom => branch): string {
    const seen = { isSame: false };
    const text = blockAfter(
      ['int', 'bool'],
      (b, n, flag) => {
        const half = op(b, 'div', op(b, 'addInt', n, n), intConstant(4));
        return [last(b, branch(b, { n, flag, half }, first, second))];
      },
      (body, numbers, parameters) => {
        const given = { id: 0, name: 'f', parameters, body };
        const made = shareCalls(given, (callee) => callee < 3, numbers);
        seen.isSame = made === given;
        return made.body;
      },
    );
    return seen.isSame ? 'same' : text;
  }

  test('become one if they get what is known before the branch, and constants', () => {
    const end = call(1, ({ half }) => [half, intConstant(5)]);
    expect(after(end, end)).toMatchInlineSnapshot(`
      "main(n0 : int, b1 : bool)
        n2 = addInt n0, n0
        n3 = div n2, 4
        b4, n5 = if b1 {
          results false, 0
        } else {
          results false, 0
        }
        n7 = if b4 {
          results n5
        } else {
          n6 = call function.1(n0, n3, 5)
          results n6
        }
        results n7"
    `);
  });

  test.each<[string, End, End]>([
    ['are of several functions', call(1), call(2)],
    ['are not worth it', call(3), call(3)],
    ['get other arguments', call(1, ({ half }) => [half]), call(1, () => [intConstant(5)])],
    ['are not the last act of an arm', (arm, given) => op(arm, 'addInt', call(1)(arm, given), given.n), call(1)],
    ['are not there', (_, { n }) => n, call(1)],
    [
      'get what only an arm knows',
      (arm, given) => {
        const own = op(arm, 'addInt', given.n, intConstant(1));
        return branch(
          arm,
          given,
          call(1, () => [own]),
          call(1, () => [own]),
        );
      },
      (_, { n }) => n,
    ],
  ])('stay if they %s', (_, first, second) => {
    expect(after(first, second)).toBe('same');
  });

  test('stay if the branch is not the last act', () => {
    expect(after(call(1), call(1), (b, branch) => op(b, 'negateInt', branch))).toBe('same');
  });
});
