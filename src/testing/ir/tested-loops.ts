/** Programs of a loop whose test makes arrays and lists, which its rounds and its end read too. */
import fc from 'fast-check';

type Sort = 'array' | 'list' | 'real';

/** Ways to make a value of others; all values stay small. */
const FORMS: readonly (readonly [Sort, (pick: (sort: Sort) => string) => string])[] = [
  ['array', (pick) => `build n (fun i -> sin (${pick('array')}[i] * ${pick('real')}))`],
  ['array', (pick) => `build n (fun i -> ${pick('real')} - ${pick('array')}[n - 1 - i])`],
  ['array', (pick) => `if ${pick('real')} > 0.1 then ${pick('array')} else build n (fun i -> ${pick('real')})`],
  ['array', (pick) => `grad (fun v -> sum (map sin v) * ${pick('real')}) ${pick('array')}`],
  [
    'array',
    (pick) =>
      `fold (i, b) -> update b i (0.5 * b[mod (i + 1) n] + ${pick('real')}) over range 0 n from ${pick('array')}`,
  ],
  ['list', (pick) => `map (fun z -> sin (z * ${pick('real')})) ${pick('list')}`],
  ['list', (pick) => `map (fun i -> sin (toReal i * ${pick('real')})) (range 0 n : list int)`],
  ['list', (pick) => `${pick('real')} :: ${pick('list')}`],
  ['real', (pick) => `sin (sum ${pick('array')} * ${pick('real')})`],
  ['real', (pick) => `fold (z, s) -> sin (s + z) over ${pick('list')} from ${pick('real')}`],
  ['real', (pick) => `match ${pick('list')} with z :: w :: _ -> sin (z * w) | _ -> ${pick('real')}`],
  ['real', (pick) => `${pick('array')}[1] * ${pick('real')}`],
];

/** Writes a program; the numbers choose among what there is. */
function written(numbers: readonly number[], size: number): string {
  let at = 0;
  const of = <T>(all: readonly T[], none: T): T => all[(numbers[at++ % numbers.length] ?? 0) % all.length] ?? none;
  const names: Readonly<Record<Sort, string[]>> = { array: ['a'], list: ['l'], real: ['y', 'x'] };
  const pick = (sort: Sort): string => of(names[sort], 'x');
  const made = Array.from({ length: size }, (_, i) => {
    const [sort, write] = of(FORMS, ['real', () => 'x']);
    const line = `let v${i} = ${write(pick)} in`;
    names[sort].push(`v${i}`);
    return line;
  });
  return `input x : real = 0.7
input n : int = 3
input a : array real = [0.3, -0.2, 0.7]
input l : list real = [0.3, 0.6, -0.4]
let rec go (k, a, l, y) = ${made.join(' ')} if k > 2 || ${pick('real')} + sum ${pick('array')} + sum ${pick('list')} > 9 then ${pick('real')} * sum ${pick('array')} + sum ${pick('list')} else go (k + 1, ${pick('array')}, ${pick('list')}, ${pick('real')})
go (0, a, l, x)
`;
}

export const testedLoops: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.nat(59), { minLength: 40, maxLength: 40 }), fc.integer({ min: 2, max: 6 }))
  .map(([numbers, size]) => written(numbers, size));
