import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '../protocol/messages';
import { jsonText } from './json-text';
import { runs } from '../testing/runs';

test('is the text that JSON.stringify makes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const json = value as Json;
      expect([...jsonText(json)].join('')).toBe(JSON.stringify(json, undefined, 2));
    }),
    runs(),
  );
  const odd = { a: undefined, b: [], c: {}, d: [[1], [{ e: '"\n' }]] } as unknown as Json;
  expect([...jsonText(odd)].join('')).toBe(JSON.stringify(odd, undefined, 2));
});

test('a long text comes in chunks, and a field is read when its turn comes', () => {
  const read: string[] = [];
  const field = (name: string): Json => {
    read.push(name);
    return Array.from({ length: 50_000 }, (_, i) => i);
  };
  const chunks = jsonText({
    get a() {
      return field('a');
    },
    get b() {
      return field('b');
    },
  });
  expect(chunks.next().value?.length).toBeLessThan(100_000);
  expect(read).toEqual(['a']);
  expect([...chunks].length).toBeGreaterThan(5);
  expect(read).toEqual(['a', 'b']);
});
