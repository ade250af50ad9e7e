import { threefry, uniform } from '../language/operations/uniform';

/** Where the formulas of elementary functions change. */
const EDGES = [
  0,
  1,
  2,
  6.75,
  19.5,
  22,
  709.782712893384,
  745.1332191019411,
  708,
  708.3964185322641,
  0.3465735912322998,
  0.1732867956161499,
  1.0397205352783203,
  0.4142136573791504,
  Math.SQRT1_2,
  Math.SQRT2,
  2 ** -20,
  2 ** -28,
  2 ** -29,
  2 ** -54,
  2 ** -1022,
  2 ** -1074,
  Number.MAX_VALUE,
  Infinity,
  NaN,
];
const RANGES = [
  [-1, 1],
  [-30, 30],
  [-745, 710],
  [1 - 2 ** -19, 1 + 2 ** -19],
] as const;
const RANDOM = 40_000;

/** Some 300,000 reals at which functions from reals to reals show whether they have the same bits. */
export function elementaryArguments(): Float64Array {
  const found: number[] = [];
  const real = new Float64Array(1);
  const words = new Int32Array(real.buffer);
  const bits = new BigInt64Array(real.buffer);
  const around = (x: number, count: number): void => {
    for (let i = -count; i <= count; i++) {
      real[0] = x;
      bits[0] = (bits[0] ?? 0n) + BigInt(i);
      found.push(real[0], -real[0]);
    }
  };
  for (let i = 0; i < RANDOM; i++) {
    words.set(threefry([1, 2], [i, 0]));
    found.push(real[0] ?? 0);
    RANGES.forEach(([low, high], seed) => found.push(low + uniform(seed, i) * (high - low)));
  }
  for (let i = 0; i < 2200; i++) around((i * Math.LN2) / 2, 8);
  for (const edge of EDGES) around(edge, 200);
  return Float64Array.from(found);
}

/** Returns where two functions differ in a bit, and how: the first ten arguments. */
export function differences(
  ours: (x: number) => number,
  theirs: (x: number) => number,
  given: Float64Array,
): readonly (readonly [number, number, number])[] {
  const found: (readonly [number, number, number])[] = [];
  for (const x of given) {
    const [left, right] = [ours(x), theirs(x)];
    if (!Object.is(left, right) && found.length < 10) found.push([x, left, right]);
  }
  return found;
}
