import { describe, expect, test } from 'vitest';
import { type Around, blockAfter, valueAfter } from '../../testing/ir/examples';
import { LIST, PAIRS, REALS } from '../../testing/ir/reverse';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { Layout } from '../ir/kind';
import type { Atom, Block, Variable } from '../ir/tree';
import { counted } from './counted';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => counted(block, numbers, kinds);

const HALVES = 'map (fun x -> x / 2)';

/** Whether it is known before the run that an array has as many items as `xs`. */
function hasAsMany(array: string): boolean {
  const inputs =
    'input n : int = 3\ninput xs : array real = [1, 2]\ninput ys : array real = [3, 4]\n' +
    'input table : array (array real) = [[1, 2], [3, 4]]\n';
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

/** A loop in which the rows of a table stop the run unless they have as many items as what it carries. */
const tests = (round: string, from = 'xs'): string => `fold (i, v) -> (${round}) over range 0 n from ${from}`;

test.each([
  ['the carried array comes first', 'let w = table[i] in add (add v w) w'],
  ['it comes last', 'let w = table[i] in let u = scale 2 w in add (add w v) u'],
  [
    'another row is between',
    'let (u, w) = (table[i], table[i + 1]) in let _ = add u v in let _ = add w u in scale 2 w',
  ],
])('a round that tests a length knows it at its end: %s', (_, round) => {
  expect(hasAsMany(tests(round))).toBe(true);
});

test.each([
  ['a row that is not tested', 'table[i]'],
  ['a row that is tested with another', 'let _ = add table[i] table[i + 1] in table[i]'],
  ['what is made of a row that is tested with another', 'let w = table[i] in let _ = add w table[i + 1] in scale 2 w'],
  ['a row that is tested in some rounds', 'let _ = if i > 2 then sum (add v table[i]) else 0 in table[i]'],
])('of %s nothing is known at its end', (_, round) => {
  expect(hasAsMany(tests(round))).toBe(false);
});

/** Adds a test of two ints to a round: the length of the array that the loop carries, and another. */
type Test = (b: Builder, length: Variable, other: Variable) => void;

/** Prints the length of an array after rounds that make as many items as another int says; first it has 3, or any. */
function lengthAfter(test: Test, items?: 3): string {
  return blockAfter(
    [REALS, 'int', 'real', PAIRS],
    (b, array, n, x, others) => {
      const [carried, index, inner, build] = [
        b.numbers.variable(REALS),
        b.numbers.variable('int'),
        b.inner(),
        b.inner(),
      ];
      const first = items === undefined ? array : b.one(REALS, { tag: 'array', items: [[x], [x], [x]] });
      const length = inner.one('int', { tag: 'length', array: carried });
      const [, other = n] = inner.add(['real', 'int'], { tag: 'item', array: others, index, checked: true });
      test(inner, length, other);
      const place = b.numbers.variable('int');
      const next = inner.one(REALS, { tag: 'build', count: other, index: place, body: build.block([x]) });
      const [end = array] = b.add([REALS], {
        tag: 'for',
        index,
        count: n,
        down: false,
        parameters: [carried],
        initial: [first],
        body: inner.block([next]),
        forgets: false,
      });
      return [end, b.one('int', { tag: 'length', array: end })];
    },
    (block, numbers) => simplify(block, numbers),
  );
}

/** Stops the run, or does something else, where a bool is true. */
function where(b: Builder, condition: Atom, does: 'fail' | 'push'): void {
  const arm = b.inner();
  arm.add([], does === 'fail' ? { tag: 'fail' } : { tag: 'push', values: [] });
  b.add([], { tag: 'if', condition, consequent: arm.block([]), alternative: { statements: [], results: [] } });
}

const unless = (b: Builder, condition: Atom): void => {
  where(b, b.operation('not', condition), 'fail');
};

test.each<[string, Test, 3 | undefined, RegExp]>([
  ['equal', (b, n, m) => unless(b, b.operation('equalInt', n, m)), undefined, /= length d0\n/],
  ['equal, the other way round', (b, n, m) => unless(b, b.operation('equalInt', m, n)), undefined, /= length d0\n/],
  ['equal to a constant', (b, _, m) => unless(b, b.operation('equalInt', m, intConstant(3))), 3, /, 3$/],
  ['equal to a constant before it', (b, _, m) => unless(b, b.operation('equalInt', intConstant(3), m)), 3, /, 3$/],
  [
    'equal to one of which nothing is known, and to another',
    (b, n, m) => {
      const sum = b.operation('addInt', m, m);
      unless(b, b.operation('equalInt', m, sum));
      unless(b, b.operation('equalInt', m, n));
    },
    undefined,
    /= length d0\n/,
  ],
])('an array that a loop carries keeps its length if a test finds it %s', (_, test, items, length) => {
  expect(lengthAfter(test, items)).toMatch(length);
});

test.each<[string, Test]>([
  ['less', (b, n, m) => unless(b, b.operation('lessInt', m, n))],
  ['not equal', (b, n, m) => where(b, b.operation('equalInt', m, n), 'fail')],
  ['less, or has something done', (b, n, m) => where(b, b.operation('lessInt', m, n), 'push')],
  ['equal, or has something done', (b, n, m) => where(b, b.operation('not', b.operation('equalInt', m, n)), 'push')],
])('nothing is known of its length if a test finds it %s', (_, test) => {
  expect(lengthAfter(test)).not.toMatch(/= length d0\n/);
  expect(lengthAfter(test, 3)).not.toMatch(/, 3$/);
});

test.each([
  ['header', 'let _ = add v w in if sum w > 9 then length v = length xs else go (scale 2 w, i + 1)'],
  ['body', 'if sum w > 9 then length v = length xs else let _ = add v w in go (scale 2 w, i + 1)'],
])('a loop whose %s tests a length knows it', (_, round) => {
  const table = 'input table : array (array real) = [[1, 2], [3, 4]]';
  const text = printed(`${table}\nlet rec go (v, i) = (let w = table[i] in ${round}) in go (xs, 0)`);
  expect(text).toMatch(/exit \{\n +results true\n/);
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

describe('a list to which each round adds a cell', () => {
  const none: Atom = { tag: 'constant', kind: LIST, value: { constructor_: 0, parts: [] } };
  /** Prints the length of what a loop makes of a list. */
  const lengthOf = (next: (b: Builder, rest: Variable) => Atom, begin?: Atom): string =>
    blockAfter(
      [LIST, 'int'],
      (b, given, count) => {
        const [rest, inner] = [b.numbers.variable(LIST), b.inner()];
        const body = inner.block([next(inner, rest)]);
        const array = b.one(LIST, {
          ...{ tag: 'for', index: b.numbers.variable('int'), count, down: true, forgets: false },
          ...{ parameters: [rest], initial: [begin ?? given], body },
        });
        return [b.one('int', { tag: 'length', array })];
      },
      (block, numbers) => simplify(block, numbers),
    );
  const cell = (b: Builder, rest: Atom): Variable =>
    b.one(LIST, { tag: 'construct', constructor_: 1, fields: [realConstant(1), rest] });

  test('has as many cells as there are rounds if it begins as an empty one', () => {
    expect(lengthOf(cell, none)).toMatch(/results n1$/);
  });

  test.each<[string, (b: Builder, rest: Variable) => Atom, Atom?]>([
    ['begins as another', cell],
    ['gets two cells', (b, rest) => cell(b, cell(b, rest)), none],
    ['begins anew', (b) => cell(b, none), none],
  ])('has another length if it %s', (_, next, begin) => {
    expect(lengthOf(next, begin)).toMatch(/= length /);
  });
});
