import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../testing/runs';
import { threefry, uniform } from './uniform';

it('draws uniform numbers that are reproducible, inside (0, 1) and evenly spread', () => {
  expect(threefry([0, 0], [0, 0]).map((w) => w >>> 0)).toEqual([0x6b200159, 0x99ba4efe]);
  expect(threefry([-1, -1], [-1, -1]).map((w) => w >>> 0)).toEqual([0x1cb996fc, 0xbb002be7]);
  expect(uniform(1, 2)).toBe(uniform(1, 2));
  // The seed is the key, the index the counter, low words first; 26 bits of each word of the result.
  const [x, y] = threefry([5, 3], [7, -2]).map((word) => word >>> 6);
  expect(uniform(3 * 2 ** 32 + 5, 7 - 2 * 2 ** 32)).toBe((Number(x) * 2 ** 26 + Number(y) + 0.5) / 2 ** 52);
  const counts = new Array<number>(10).fill(0);
  let sum = 0;
  for (let i = 0; i < 10_000; i++) {
    const u = uniform(7, i);
    const bin = Math.floor(u * 10);
    counts[bin] = (counts[bin] ?? 0) + 1;
    sum += u;
  }
  expect(Math.abs(sum / 10_000 - 0.5)).toBeLessThan(0.01);
  for (const count of counts) expect(Math.abs(count - 1000)).toBeLessThan(120);
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), (seed, index) => {
      const u = uniform(seed, index);
      expect(u > 0 && u < 1).toBe(true);
    }),
    runs(),
  );
});
