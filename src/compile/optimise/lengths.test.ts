import { expect, test } from 'vitest';
import { type Around, blockAfter, valueAfter } from '../../testing/ir/examples';
import { LIST, REALS } from '../../testing/ir/reverse';
import type { Builder } from '../ir/builder';
import type { Layout } from '../ir/kind';
import type { Block, Variable } from '../ir/tree';
import { counted } from './counted';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => counted(block, numbers, kinds);

const HALVES = 'map (fun x -> x / 2)';

/** Whether it is known before the run that an array has as many items as `xs`. */
function hasAsMany(array: string): boolean {
  const inputs = 'input n : int = 3\ninput xs : array real = [1, 2]\ninput ys : array real = [3, 4]\n';
  const longer = 'let longer v = build (length v + 1) (fun i -> if i = 0 then 1 else v[i - 1])\n';
  const text = valueAfter(
    `${inputs}${longer}if length (${array}) = length xs then 1 else 0`,
    simple,
    loops,
    simple,
    simple,
    simple,
  );
  return text.endsWith('results 1');
}

/** Prints a value of an int, a real and an array. */
const printed = (value: string): string =>
  valueAfter(`input n : int = 1\ninput x : real = 1\ninput xs : array real = [1, 2]\n${value}`, simple, loops, simple);

test.each([
  ['a row of a table of constants', 'length ([[1, 2, 3], [4, 5, 6]] : array (array real))[n]'],
  ['what each round makes anew', 'length (fold (_, v) -> build 3 (fun i -> v[i] * x) over range 0 n from [1, x, 3])'],
])('%s has 3 items', (_, length) => {
  expect(printed(length)).toMatch(/results 3$/);
});

test.each([
  ['header', `let next = ${HALVES} v in if sum next > 9 then length v = length xs else go next`],
  ['body', `if sum v > 9 then length v = length xs else go (${HALVES} v)`],
])('a loop whose %s makes as many items knows that', (_, round) => {
  expect(printed(`let rec go v = (${round}) in go xs`)).not.toContain('equalInt');
});

/** Prints the length of what is like a given array or list, and of which a loop makes another each round. */
function lengthOfLike(kind: Layout, like: (b: Builder, array: Variable) => Variable): string {
  return blockAfter(
    [kind, 'int'],
    (b, array, n) => {
      const [carried, inner] = [b.numbers.variable(kind), b.inner()];
      const next = like(inner, carried);
      const [end] = b.add([kind], {
        tag: 'for',
        index: b.numbers.variable('int'),
        count: n,
        down: false,
        parameters: [carried],
        initial: [like(b, array)],
        body: inner.block([next]),
        forgets: false,
      });
      return end === undefined ? [] : [b.one('int', { tag: 'length', array: end })];
    },
    (block, numbers) => simplify(block, numbers),
  );
}

const tested = (b: Builder, array: Variable): Variable =>
  b.one(array.kind, { tag: 'move', values: [array], finite: true });

test.each<[string, Layout, (b: Builder, array: Variable) => Variable]>([
  ['a shadow', REALS, (b, array) => b.one(REALS, { tag: 'shadow', of: array })],
  ['an array that is tested', REALS, tested],
  ['a list that is tested', LIST, tested],
])('%s has as many items, and also if a loop carries it', (_, kind, like) => {
  expect(lengthOfLike(kind, like)).toMatch(/= length d0\n/);
});

test('of the value beside a derivative nothing is known', () => {
  const text = lengthOfLike(REALS, (b, array) => {
    const parameter = b.numbers.variable(REALS);
    const [, value = array] = b.add([REALS, REALS], {
      tag: 'derivative',
      operator: 'rd',
      parameters: [parameter],
      body: { statements: [], results: [parameter] },
      point: [array],
      direction: [array],
      withValue: true,
    });
    return value;
  });
  expect(text).not.toMatch(/= length d0\n/);
});

test.each([
  ['what a loop makes of each item', `${HALVES} xs`],
  ['a sum with an array that is tested', 'add ys xs'],
  ['a gradient', 'grad (fun v -> dot v v) xs'],
  ['a gradient of one of two arrays', 'fst (grad (fun (v, w) -> sum v * sum w) (xs, ys))'],
  ['a Hessian times a vector', 'hvp (fun v -> dot v v * sum v) xs ys'],
  ['what each round of a loop halves', `fold (_, v) -> ${HALVES} v over range 0 n from xs`],
  ['what a loop halves in some rounds', `fold (i, v) -> (if i > 2 then v else ${HALVES} v) over range 0 n from xs`],
  ['what descends', 'fold (_, v) -> subtract v (grad (fun u -> dot u u * sum u) v) over range 0 n from xs'],
  [
    'the first of two arrays that a loop carries',
    `fst (fold (_, (v, w)) -> (add v w, ${HALVES} w) over range 0 n from (xs, ys))`,
  ],
  ['the second of them', `snd (fold (_, (v, w)) -> (add v w, ${HALVES} w) over range 0 n from (ys, xs))`],
  ['a product with a derivative', 'map (fun x -> x * fd (fun v -> dot v v) xs xs) xs'],
  [
    'what a loop makes of a length',
    `(let m = length xs in fold (_, v) -> build m (fun i -> v[i]) over range 0 n from xs)`,
  ],
  ['what each round differentiates', 'fold (_, v) -> grad (fun u -> dot u u * sum u) v over range 0 n from xs'],
  [
    'the second of two gradients that a loop carries',
    'snd (fold (_, (v, w)) -> grad (fun (a, b) -> dot a a * sum b) (v, w) over range 0 n from (ys, xs))',
  ],
  ['one that trades places with another', 'fst (fold (_, (v, w)) -> (w, v) over range 0 n from (xs, xs))'],
])('%s has as many items', (_, array) => {
  expect(hasAsMany(array)).toBe(true);
});

test.each([
  ['another array', 'ys'],
  ['what has one item more', `longer xs`],
  ['one of two arrays that a loop carries', `fold (i, v) -> (if i > 2 then xs else ys) over range 0 n from xs`],
  ['the derivative of what has one item more', `fd (fun v -> longer v) xs xs`],
  ['the gradient at another array', 'snd (grad (fun (v, w) -> sum v * sum w) (xs, ys))'],
  ['what each round makes longer by a derivative', 'fold (_, v) -> fd longer v v over range 0 n from xs'],
  ['what a loop makes at its end', `(let rec go v = if sum v > 9 then longer v else go (${HALVES} v) in go xs)`],
  ['what grows in each round of a loop', `fold (_, v) -> longer v over range 0 n from xs`],
  ['what grows in some rounds', `fold (i, v) -> (if i > 2 then v else longer v) over range 0 n from xs`],
  ['what becomes another array', `fold (_, v) -> ${HALVES} ys over range 0 n from xs`],
  ['what begins as another array', `fold (_, v) -> ${HALVES} v over range 0 n from ys`],
  ['one that trades places with a longer one', `fst (fold (_, (v, w)) -> (w, v) over range 0 n from (xs, longer xs))`],
  ['one that follows a growing one', `fst (fold (_, (v, w)) -> (w, longer w) over range 0 n from (xs, xs))`],
])('of %s nothing is known', (_, array) => {
  expect(hasAsMany(array)).toBe(false);
});

test('each branch of many, one after the other, is looked at once', () => {
  const halves = Array.from({ length: 40 }, (_, i) => `let v = if v[${i}] > 1 then ${HALVES} v else v in`).join(' ');
  expect(hasAsMany(`fold (_, v) -> (${halves} v) over range 0 n from xs`)).toBe(true);
});
