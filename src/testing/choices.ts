import fc from 'fast-check';

/**
 * A source of random choices. A random structure is a function of a list of numbers, read from the left; when the list
 * is exhausted, all further choices are 0, the simplest alternative. So shrinking the list, which fast-check does well,
 * shrinks the structure.
 */
export interface Choices {
  /** Returns a number from 0 to `count` - 1. */
  readonly below: (count: number) => number;
  /** Returns true in `percent` of cases; false when the list is exhausted. */
  readonly chance: (percent: number) => boolean;
  /** Returns one of the alternatives, by weight; the first when the list is exhausted. */
  readonly pick: <T>(alternatives: readonly (readonly [weight: number, value: T])[]) => T;
  readonly of: <T>(items: readonly [T, ...T[]]) => T;
}

const RANGE = 2 ** 16;

export function choicesFrom(numbers: readonly number[]): Choices {
  let next = 0;
  const below = (count: number): number => Math.floor(((numbers[next++] ?? 0) * count) / RANGE);
  return {
    below,
    chance: (percent) => below(100) >= 100 - percent,
    pick: (alternatives) => {
      const open = alternatives.filter(([weight]) => weight > 0);
      let at = below(open.reduce((sum, [weight]) => sum + weight, 0));
      for (const [weight, value] of open) {
        if (at < weight) return value;
        at -= weight;
      }
      throw new Error('nothing to choose from');
    },
    of: (items) => items[below(items.length)] ?? items[0],
  };
}

/**
 * Returns structures made with choices from two lists: one for the parts, which may be empty, and one for the whole,
 * which never is. `size` is about the number of nodes.
 */
export function fromChoices<T>(size: number, build: (parts: Choices, whole: Choices) => T): fc.Arbitrary<T> {
  const numbers = (minLength: number): fc.Arbitrary<number[]> =>
    fc.array(fc.nat(RANGE - 1), { minLength, maxLength: size * 6, size: 'max' });
  return fc.tuple(numbers(0), numbers(size)).map(([parts, whole]) => build(choicesFrom(parts), choicesFrom(whole)));
}
