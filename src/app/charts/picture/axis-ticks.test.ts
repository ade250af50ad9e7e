import { expect, test } from 'vitest';
import { ticksFor } from './axis-ticks';

test('ticks of a short range far from 0 have digits that tell them apart', () => {
  expect(ticksFor([0.4992, 0.49921], false, 5).tickFormat(0.499202)).toBe('0.499202');
  expect(ticksFor([0.4992, 0.4992001], false, 5).tickFormat(0.49920002)).toBe('…920002');
  expect(ticksFor([0.4992, 0.4992001], false, 5).shared).toBe('… = 0.49');
  expect(ticksFor([0, 1], false, 5).shared).toBe('');
  expect(ticksFor([1, 1 + 1e-10], false, 5).tickFormat(1 + 4e-11)).toBe('…000004');
  expect(ticksFor([0, 1], false, 5).tickFormat(0.1 + 0.2)).toBe('0.3');
});

test('ticks of many names stand at round places, and where they have room for the names', () => {
  const ticksOf = (range: readonly [number, number], letters: number, origin?: number) =>
    ticksFor(
      range,
      false,
      6,
      (at, room) => (at < 0 || at > 999 ? undefined : `name ${at}`.slice(0, Math.floor(room * letters))),
      origin,
    ).ticks;
  expect(ticksOf([-0.5, 5.5], 10)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(ticksOf([-50, 1050], 2000)).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
  expect(ticksOf([-50, 1050], 40)).toEqual([0, 500]);
  expect(ticksOf([-50, 1050], 2000, 999)).toEqual([99, 199, 299, 399, 499, 599, 699, 799, 899, 999]);
});
