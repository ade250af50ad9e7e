/** The longest programs and deepest data: no stack overflows, and excessive work stops with a message. */
import { describe, expect, test } from 'vitest';
import { PAGE_BUDGET } from '../../semantics/outcome';
import { Variant, type Value } from '../../semantics/value';
import { combinatorOutcome } from '../../testing/combinator/runs';
import { arrayOfOnes, listOfOnes, METHODS } from '../../testing/combinator/build';
import { LONG, MUTATING } from '../../testing/runs';

/** More than the number of frames on the stack. */
const SIZE = LONG ? 100_000 : 15_000;

function left(depth: number): Variant {
  let tree = new Variant('Leaf', 1);
  for (let i = 0; i < depth; i++) tree = new Variant('Node', [tree, new Variant('Leaf', 1)]);
  return tree;
}

const TREE = 'type Tree = Leaf real | Node (Tree * Tree)\n';

interface Long {
  readonly text: string;
  readonly args: readonly Value[];
  readonly cotangent?: Value;
}

const PROGRAMS: Readonly<Record<string, () => Long>> = {
  'lets, one in another': () => {
    const lets = Array.from({ length: SIZE }, (_, i) => `let a${i + 1} = a${i} + 1`);
    return { text: ['input a0 : real = 1', ...lets, `a${SIZE}`].join('\n'), args: [1] };
  },
  'a recursion that is no loop': () => ({
    text: 'input x : real = 1\ninput n : int = 1\nlet rec go n = if n = 0 then x else go (n - 1) * 1.0000001\ngo n',
    args: [1, SIZE],
  }),
  'a fold over a list': () => ({
    text: 'input xs : list real = [1]\nfold (x, s) -> x * s over xs from 1',
    args: [listOfOnes(SIZE)],
  }),
  'a fold over an array, to a list': () => ({
    text: 'input xs : array real = [1]\nfold (x, s) -> (x * x) :: s over xs from []',
    args: [arrayOfOnes(SIZE)],
    cotangent: listOfOnes(SIZE),
  }),
  'a list, mapped by recursion': () => ({
    text: 'input xs : list real = [1]\nlet rec map (xs : list real) = match xs with [] -> [] | x :: rest -> (x * x) :: map rest\nmap xs',
    args: [listOfOnes(SIZE)],
    cotangent: listOfOnes(SIZE),
  }),
  'lists appended': () => ({
    text: 'input xs : list real = [1]\nxs ++ xs',
    args: [listOfOnes(SIZE)],
    cotangent: listOfOnes(2 * SIZE),
  }),
  'an array that is built': () => ({
    text: 'input x : real = 2\ninput n : int = 1\nbuild n (fun i -> x * toReal i)',
    args: [2, SIZE],
    cotangent: arrayOfOnes(SIZE),
  }),
  'a variant as an input': () => ({
    text: `${TREE}input t : Tree = Leaf 1\nlet rec sum (t : Tree) = match t with Leaf a -> a | Node (l, r) -> sum l + sum r\nsum t`,
    args: [left(SIZE)],
  }),
  'a variant as a result': () => ({
    text: `${TREE}input x : real = 1\ninput n : int = 1\nlet rec make n = if n = 0 then Leaf x else Node (make (n - 1), Leaf x)\nmake n`,
    args: [1, SIZE],
    cotangent: left(SIZE),
  }),
  'closures in closures': () => ({
    text: 'input x : real = 1\ninput n : int = 1\nlet rec nest n = if n = 0 then (fun y -> y * x) else (let f = nest (n - 1) in fun y -> f (y + x))\nnest n 1',
    args: [1, SIZE],
  }),
};

describe.skipIf(MUTATING).each(METHODS)('$id: deeper than the stack', (method) => {
  const budget = { seconds: LONG ? 4 : 0.5, steps: 1.5e7, bytes: 1e9 };

  test.each(Object.entries(PROGRAMS))('%s', (_, program) => {
    const { text, args, cotangent = 1 } = program();
    const outcome = combinatorOutcome(method, text, args, { cotangent, budget });
    if (outcome.tag === 'ok') return;
    expect(outcome).toMatchObject({
      tag: 'stopped',
      // `curry` can know in advance that it would take too much.
      diagnostic: { code: expect.stringMatching(/^(?:budget-(?:steps|memory|time)|too-large)$/u) as string },
    });
  });
});

describe.each(METHODS)('$id: the budget', (method) => {
  const loop = 'input x : real = 1\ninput n : int = 1\nlet rec go n = if n = 0 then x else go (n - 1) * x\ngo n';

  test('of steps, of memory and of time', () => {
    const expectStopped = (budget: Partial<typeof PAGE_BUDGET>, code: string): void => {
      const outcome = combinatorOutcome(method, loop, [1, 100_000], { budget: { ...PAGE_BUDGET, ...budget } });
      const hint = expect.any(String) as unknown;
      const span = { cell: 0, start: loop.indexOf('let rec'), end: loop.lastIndexOf('\ngo') };
      expect(outcome).toMatchObject({
        tag: 'stopped',
        diagnostic: { severity: 'error', code, hint, span, related: [] },
      });
    };
    expectStopped({ steps: 20_000 }, 'budget-steps');
    expectStopped({ bytes: 1e6 }, 'budget-memory');
    for (const seconds of [0, 0.001]) expectStopped({ seconds }, 'budget-time');
  });
});
