/** Programs of a function that calls itself once for the rest of lists, or for the next int. */
import fc from 'fast-check';
import { valueAfter } from './examples';

/** Prints what a function `f`, with a real `x` and a list `xs` around it, becomes before its derivatives are written out. */
export function afterRecursion(definition: string, call: string): string {
  return valueAfter(`input x : real = 1\ninput xs : list real = [1, 2]\nlet rec f ${definition}\n${call}`);
}

/** Ways to make a real of others; all values stay small. */
const FORMS: readonly ((pick: () => string) => string)[] = [
  (pick) => `sin (${pick()} * ${pick()})`,
  (pick) => `0.5 * ${pick()} + 0.4 * ${pick()}`,
  (pick) => `tanh (${pick()} - ${pick()})`,
  (pick) => `(if ${pick()} > ${pick()} then ${pick()} else 0.3 * ${pick()})`,
  (pick) => `min (${pick()}) (0.9 * ${pick()})`,
  (pick) => pick(),
];

/** The arguments that a call can pass on for the int. */
const INTS = ['n', 'n + 1', 'n - 1', '2 * n', '3', 'm', 'n + m'];

/** Writes a program; the numbers choose among what there is. */
function written(numbers: readonly number[]): string {
  let at = 0;
  const next = (): number => numbers[at++ % numbers.length] ?? 0;
  const of = <T>(all: readonly [T, ...T[]] | readonly T[], none: T): T => all[next() % all.length] ?? none;
  const counts = next() % 3 === 0;
  const isPair = !counts && next() % 2 === 0;
  const isList = next() % 3 === 0;
  const names = ['a', 'b', 't', 'toReal n * 0.1', ...(counts ? [] : isPair ? ['x', 'y'] : ['x'])];
  const real = (): string => of(FORMS, () => '0')(() => of(names, '0'));
  const ends = ['a', 'b', 't', 'a * b + toReal n'];
  const end = isList ? `[${of(ends, '0')}]` : of(ends, '0');
  const up = of(['n + 1', 'n - 1'], 'n + 1');
  const int = counts ? up : of(INTS, 'n');
  const other = of(['m', 'n', 'm + 1'], 'm');
  const before = `let u = ${real()} in`;
  names.push('u');
  // Without numbers that change, one loop does it.
  const isPlain = counts && next() % 2 === 0;
  // The second list of some must have a cell where the first one has; some of these pass all of it on.
  const isDemanded = isPair && next() % 3 === 0;
  const isStill = isDemanded && next() % 2 === 0;
  // Calls can take several cells, and look at more.
  const stride = counts || isDemanded ? 1 : of([1, 1, 1, 2, 3], 1);
  const otherStride = isPair && stride > 1 && next() % 3 === 0 ? 1 : stride;
  const ahead = stride > 1 && next() % 3 === 0 ? 1 : 0;
  if (stride + ahead > 1) names.push('o');
  const rest = ahead > 0 ? '(o :: r)' : 'r';
  const lead = counts ? '' : isPair ? (isStill ? 'r, ys, ' : `${rest}, s, `) : `${rest}, `;
  const isSame = !counts && next() % (isStill ? 2 : 4) === 0;
  const call = (): string => {
    if (isPlain) return `f (a, b, ${int}, m)`;
    if (isSame) return `f (${lead}a, b, n, m)`;
    return `f (${lead}${real()}, ${real()}, ${counts ? up : of(INTS, 'n')}, ${other})`;
  };
  const bound =
    up === 'n + 1'
      ? of(['n > 6', 'n = 5', 'n >= length ls + 2', ...(isPlain ? ['n >= m + 4'] : [])], 'n > 6')
      : of(['n < 0 - 4', 'n = 0 - 3'], 'n < 0');
  const test = counts
    ? next() % 3 === 0
      ? `${bound} || a > 2`
      : bound
    : of([undefined, undefined, 'n > 6', 'n < 0 - 4', 'a > 2'], undefined);
  // The list itself is kept, too, and so is its shadow.
  names.push('0.2 * sum xs');
  const going = (): string => {
    const own = call();
    if (isList) return `let z = ${own} in ${real()} :: z`;
    names.push('z');
    const made = `let z = ${own} in ${real()} + 0.5 * z`;
    names.pop();
    return made;
  };
  // An arm can end with its call.
  const branch = (): string =>
    `if ${real()} > ${real()} then (let w = ${real()} in ${going()}) else ${next() % 3 === 0 ? call() : going()}`;
  const after = next() % 3 === 0 ? branch() : going();
  const round = `${before} ${test === undefined ? after : `if ${test} then ${end} else ${after}`}`;
  // The last cell of `xs` that a call looks at, but does not take, is `o`.
  const cells = (first: string, count: number, rest: string): string => {
    const others = Array.from({ length: count - 1 }, (_, i) => (i === count - 2 ? (first === 'x' ? 'o' : '_') : '_'));
    return [first, ...others, rest].join(' :: ');
  };
  const lists = counts ? '' : isPair ? 'xs, ys, ' : 'xs, ';
  const demand = `let y = (match ys with q :: _ -> q) in${isStill ? '' : ' let s = (match ys with _ :: q -> q) in'}`;
  const branched = counts
    ? round
    : isDemanded
      ? `match xs with [] -> ${end} | x :: r -> ${demand} ${round}`
      : isPair
        ? `match (xs, ys) with (${cells('x', stride + ahead, 'r')}, ${cells('y', otherStride, 's')}) -> ${round} | _ -> ${end}`
        : stride > 1
          ? `match xs with ${cells('x', stride + ahead, 'r')} -> ${round} | _ -> ${end}`
          : `match xs with [] -> ${end} | x :: r -> ${round}`;
  const body =
    next() % 3 === 0 ? `let w = (${branched}) in ${isList ? 'a * 0.7 :: w' : 'a * 0.7 + 0.5 * w'}` : branched;
  return `input t : real = 0.7
input xs : list real = [0.3, -0.6, 0.4, 0.9, -0.2, 0.7, 0.1]
input ys : list real = [0.2, 0.8, -0.5, 0.6, -0.3]
let ls = toArray ys
let rec f (${lists}a, b, n : int, m : int) = ${body}
f (${isDemanded ? 'ys, xs, ' : lists}t, 0.5, 1, 2)
`;
}

/**
 * Programs of functions that go through one list or two, or that count, and pass on numbers that change. A few stop if `xs`,
 * their second list, is shorter.
 */
export const recursions: fc.Arbitrary<string> = fc
  .array(fc.nat(839), { minLength: 40, maxLength: 40 })
  .map((numbers) => written(numbers));
