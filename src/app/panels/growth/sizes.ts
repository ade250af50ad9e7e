/** Powers of 2 or 10, from one exponent to a greater one. */
export interface SizeRange {
  readonly base: 2 | 10;
  readonly from: number;
  readonly to: number;
}

/** The initial ranges: an added constant matters little there, and linear work takes only a moment. */
const FIRST_RANGES = {
  2: { base: 2, from: 2, to: 12 },
  10: { base: 10, from: 1, to: 4 },
} as const satisfies Readonly<Record<SizeRange['base'], SizeRange>>;

/** Returns the initial range of an input, within the bounds that the program gives it as far as these have two powers. */
export function firstRange(
  base: SizeRange['base'],
  bounds?: { readonly low: number; readonly high: number },
): SizeRange {
  const first = FIRST_RANGES[base];
  if (bounds === undefined) return first;
  const fitting = exponents(0, first.to).filter((exponent) => {
    const size = base ** exponent;
    return bounds.low <= size && size <= bounds.high;
  });
  const [least = first.from, to = least + 1] = [fitting[0], fitting.at(-1)];
  const from = Math.max(least, Math.min(first.from, to - 2));
  return { base, from, to: Math.max(to, from + 1) };
}

/** Larger sizes are for the command line, which has more time. */
const GREATEST = { 2: 16, 10: 5 } as const satisfies Readonly<Record<SizeRange['base'], number>>;

export function sizesOf({ base, from, to }: SizeRange): readonly number[] {
  return exponents(from, to).map((exponent) => base ** exponent);
}

/** The exponents that each end can have; a slope needs two sizes. */
export function choicesOf({ base, from, to }: SizeRange): {
  readonly from: readonly number[];
  readonly to: readonly number[];
} {
  return { from: exponents(0, to - 1), to: exponents(from + 1, GREATEST[base]) };
}

function exponents(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}
