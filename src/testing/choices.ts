import fc from 'fast-check';

/**
 * A random structure is a function of a list of numbers, read from the left; when the list is spent, all further choices
 * are 0, the simplest alternative. So shrinking the list, which fast-check does well, shrinks the structure.
 */
export interface Choices {
  /** From 0 to `count` - 1. */
  readonly below: (count: number) => number;
  /** True in `percent` of the cases; false when the list is spent. */
  readonly chance: (percent: number) => boolean;
  /** One of the alternatives, by weight; the first when the list is spent. */
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
 * Choices from two lists: for the parts of a structure, and for the whole, which so never comes away empty-handed. `size`
 * is about the number of nodes.
 */
export function fromChoices<T>(size: number, build: (parts: Choices, whole: Choices) => T): fc.Arbitrary<T> {
  const numbers = (minLength: number): fc.Arbitrary<number[]> =>
    fc.array(fc.nat(RANGE - 1), { minLength, maxLength: size * 6, size: 'max' });
  return fc.tuple(numbers(0), numbers(size)).map(([parts, whole]) => build(choicesFrom(parts), choicesFrom(whole)));
}
