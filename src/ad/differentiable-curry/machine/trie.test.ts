import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../testing/runs';
import { below, forEach, single, union, valueAt, type Trie } from './trie';

const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 2 ** 30 - 1 }).chain(near), fc.string({ maxLength: 2 })), {
  maxLength: 40,
});

/** Indices that share long prefixes, as those of an environment do, and others. */
function near(index: number): fc.Arbitrary<number> {
  return fc.oneof(fc.constant(index), fc.integer({ min: 0, max: 70 }));
}

type Pairs = readonly (readonly [number, string])[];

function trieOf(from: Pairs): Trie<string> | undefined {
  return from.reduce<Trie<string> | undefined>(
    (trie, [index, value]) => (trie ? union(trie, single(index, value), (a, b) => a + b) : single(index, value)),
    undefined,
  );
}

function mapOf(...from: readonly Pairs[]): readonly (readonly [number, string])[] {
  const map = new Map<number, string>();
  for (const [index, value] of from.flat()) map.set(index, (map.get(index) ?? '') + value);
  return [...map].sort(([a], [b]) => a - b);
}

function listed(trie: Trie<string> | undefined): readonly (readonly [number, string])[] {
  const found: (readonly [number, string])[] = [];
  if (trie !== undefined) forEach(trie, (value, index) => found.push([index, value]));
  expect(trie?.size ?? 0).toBe(found.length);
  return found;
}

test('a trie is a map in the order of its indices, and unions add what both have, in order', () => {
  fc.assert(
    fc.property(pairs, pairs, fc.nat(80), (first, second, end) => {
      const [a, b] = [trieOf(first), trieOf(second)];
      expect(listed(a)).toEqual(mapOf(first));
      if (a === undefined || b === undefined) return;
      const separately = [...mapOf(first), ...mapOf(second)];
      expect(listed(union(a, b, (x, y) => x + y))).toEqual(mapOf(separately));
      // Neither has changed.
      expect(listed(a)).toEqual(mapOf(first));
      expect(listed(b)).toEqual(mapOf(second));
      for (const [index] of second) expect(valueAt(a, index)).toBe(new Map(mapOf(first)).get(index));
      expect(listed(below(a, end))).toEqual(mapOf(first).filter(([index]) => index < end));
    }),
    runs(5),
  );
});
