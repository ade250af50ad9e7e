import { describe, expect, test } from 'vitest';
import { type Around, valueAfter } from '../../testing/ir/examples';
import { visit } from '../ir/blocks';
import { kindProblems } from '../ir/check-kinds';
import { freeOf } from '../ir/free';
import type { Block } from '../ir/tree';
import { counted } from './counted';
import { withoutDead } from './dead';
import { simplify } from './simplify';
import { unboxed } from './unboxed';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => counted(block, numbers, kinds);
const unbound = ({ statements, results }: Block): ReadonlySet<number> =>
  new Set(freeOf(statements, results).map(({ id }) => id));

/** The pass, after which each variable still gets a value of its kind, and is bound. */
const split = (block: Block, { numbers }: Around): Block => {
  const made = unboxed(block, numbers);
  visit(made, (statement) => {
    expect(kindProblems(statement, { functions: new Map(), entries: new Map() })).toEqual([]);
  });
  expect(unbound(made)).toEqual(unbound(block));
  return made;
};

const TYPES = `type Mixed = Both (real * int) | Neither
type Account = Open { home : real, abroad : real } | Closed real | Lost
type Seven = Seven (real * real * real * real * real * real * real) | NotSeven
type Eight = Eight (real * real * real * real * real * real * real * real) | NotEight
type Chain = End | Link (real * Chain)
input x : real = 2
input n : int = 3
input c : bool = true
input account : Account = Lost
input chain : Chain = End
let worth account = match account with Open { home, abroad } -> home + abroad | Closed rest -> rest | Lost -> 0
let total chain = match chain with End -> 0 | Link (y, _) -> y
`;

function after(expression: string): string {
  return valueAfter(`${TYPES}${expression}`, simple, loops, simple, split, simple, withoutDead);
}

test('what a branch makes is its constructor and its fields', () => {
  expect(after('worth (if c then Open { home = x, abroad = 1 } else if x > 1 then Closed x else Lost)'))
    .toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, b2 : bool, d3 : Account, d4 : Chain)
        n8, r9, r10 = if b2 {
          results 0, 1, r0
        } else {
          b5 = greater r0, 1
          n6, r7 = if b5 {
            results 1, r0
          } else {
            results 2, 0
          }
          results n6, r7, 0
        }
        b11 = equalInt n8, 0
        r15 = if b11 {
          r12 = add r10, r9
          results r12
        } else {
          b13 = equalInt n8, 1
          r14 = if b13 {
            results r9
          } else {
            results 0
          }
          results r14
        }
        results r15"
    `);
});

test('fields of other kinds have variables of their own, and no more', () => {
  const text = after('match (if c then Both (x, n) else Neither) with Both (y, k) -> y * toReal k | Neither -> 0');
  expect(text).toMatch(/n\d+, r\d+, n\d+ = if/);
});

test('what a loop carries is, too', () => {
  expect(
    after(`let step (i, account) =
  match account with
  | Open { home, abroad } -> if home > 9 then Closed (home * abroad) else Open { home = home + x, abroad = abroad }
  | other -> other
worth (fold (i, account) -> step (i, account) over (range 0 n : list int) from Open { home = x, abroad = 1 })`),
  ).toMatchInlineSnapshot(`
    "main(r0 : real, n1 : int, b2 : bool, d3 : Account, d4 : Chain)
      b5 = lessInt n1, 0
      n6 = if b5 {
        results 0
      } else {
        results n1
      }
      d8 = build n7 < n6 {
        results n7
      }
      d13 = for n9 < n6 down (d10 = []()) {
        n11 = item d8[n9] unchecked
        d12 = new ::(n11, d10)
        results d12
      }
      d14 = spine d13
      n15 = length d14
      n30, r31, r32 = for n16 < n15 down (n17 = 0, r18 = 1, r19 = r0) {
        b20 = equalInt n17, 0
        n27, r28, r29 = if b20 {
          b21 = greater r19, 9
          n24, r25, r26 = if b21 {
            r22 = multiply r19, r18
            results 1, r22, 0
          } else {
            r23 = add r19, r0
            results 0, r18, r23
          }
          results n24, r25, r26
        } else {
          results n17, r18, r19
        }
        results n27, r28, r29
      }
      b33 = equalInt n30, 0
      r37 = if b33 {
        r34 = add r32, r31
        results r34
      } else {
        b35 = equalInt n30, 1
        r36 = if b35 {
          results r31
        } else {
          results 0
        }
        results r36
      }
      results r37"
  `);
});

describe('data is split', () => {
  test.each([
    [
      'if a loop lacks it in its last round',
      `let rec go (y, s) = if y > 9 then worth s else if y > 5 then go (y * 3, Closed y) else if y > 4 then y else go (y * 2, s)
go (x, if c then Closed x else Lost)`,
    ],
    [
      'if it is matched after a loop without an end that is known',
      'let rec go (y, s) = if y > 9 then s else go (y * 2, if c then Closed y else s) in worth (go (x, Lost))',
    ],
    ['if a branch has a constructor without fields', 'worth (if c then Closed x else Lost)'],
    ['if it is matched twice', 'let s = if c then Closed x else Lost in worth s * worth s'],
    [
      'if what made it is used elsewhere',
      'let s = Closed x in let t = if c then s else Lost in worth t + (match toArray [s] with _ -> 1)',
    ],
    ['if a derivative matches it', 'let s = if c then Closed x else Lost in deriv (fun y -> y * worth s) x'],
    [
      'if it has seven fields',
      'match (if c then Seven (x, x, x, x, x, x, x) else NotSeven) with Seven (y, _, _, _, _, _, _) -> y | _ -> 0',
    ],
  ])('%s', (_, expression) => {
    expect(after(expression)).not.toMatch(/= new |= tag d/);
  });
});

describe('data stays', () => {
  test.each([
    ['if an array holds it', 'let s = if c then Closed x else Lost in sum (map worth (toArray [s, Lost]))'],
    ['if other data holds it', 'let s = if c then Link (x, End) else End in total (if x > 2 then Link (x, s) else s)'],
    ['if it may come from an input', 'worth (if c then account else Closed x)'],
    [
      'if it may come from a field',
      'total (if c then Link (x, End) else match chain with Link (_, rest) -> rest | End -> End)',
    ],
    ['if it is the value', 'if c then Closed x else Lost'],
    [
      'if a loop gives it to itself and an array',
      'sum (map worth (toArray [fold (i, s) -> if c then Closed x else s over (range 0 n : list int) from Lost]))',
    ],
    [
      'if it has eight fields',
      'match (if c then Eight (x, x, x, x, x, x, x, x) else NotEight) with Eight (y, _, _, _, _, _, _, _) -> y | _ -> 0',
    ],
  ])('%s', (_, expression) => {
    expect(after(expression)).toMatch(/= new |= tag d/);
  });
});

test('data with an array is its parts too, under another name as well', () => {
  const text = after(`type State = State (array real * real)
let step (state, i) = match state with State (xs, t) -> State (update xs 0 (xs[i] * x), t + x)
match foldl step (State ([x, x], 1)) (range 0 n) with State (xs, t) -> t * xs[1]`);
  expect(text).not.toMatch(/State/);
});

test('arrays that a loop carries, which nothing reads, are none of this data', () => {
  const go = 'let rec go (y, a, b) = if y > 9 then y else go (y * 2, b, a) in go (x, build n toReal, build 2 toReal)';
  expect(after(go)).toMatch(/while/);
});

test('data that also goes to what stays is made', () => {
  const [passed, stays] = ['if c then Closed x else Lost', 'if x > 3 then s else account'];
  const text = after(`let s = ${passed} in let t = ${stays} in worth s * worth t`);
  expect(text).toMatch(/= new Closed/);
});
