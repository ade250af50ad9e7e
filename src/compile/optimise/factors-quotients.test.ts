import { describe, expect, test } from 'vitest';
import { blockAfter, four, type Write } from '../../testing/ir/examples';
import { derived, factored, over, times } from '../../testing/ir/factors';
import { c, choice } from '../../testing/ir/reverse';
import type { Builder } from '../ir/builder';
import type { Atom } from '../ir/tree';
import { factorsOut } from './factors';

describe('quotients', () => {
  test.each<[string, Write, string]>([
    [
      'x / z and y / z',
      (b, x, y, z) => [over(b, x, z), over(b, y, z)],
      'r4 = divide 1, r2; r5 = multiply r0, r4; r6 = multiply r1, r4; results r5, r6',
    ],
    [
      '1 / z and y / z',
      (b, _, y, z) => [over(b, c(1), z), over(b, y, z)],
      'r4 = divide 1, r2; r5 = multiply r1, r4; results r4, r5',
    ],
    [
      'y / z and 1 / z',
      (b, _, y, z) => [over(b, y, z), over(b, c(1), z)],
      'r4 = divide 1, r2; r5 = multiply r1, r4; r6 = divide 1, r2; results r5, r6',
    ],
    [
      '3 / z and y / z',
      (b, _, y, z) => [over(b, c(3), z), over(b, y, z)],
      'r4 = divide 1, r2; r5 = multiply r4, 3; r6 = multiply r1, r4; results r5, r6',
    ],
    [
      '(x * 3) / z and y / z',
      (b, x, y, z) => [over(b, times(b, x, c(3)), z), over(b, y, z)],
      'r4 = divide 1, r2; r5 = multiply r0, r4; r6 = multiply r5, 3; r7 = multiply r1, r4; results r6, r7',
    ],
    [
      'x / z, y / z and w / z',
      (b, x, y, z, w) => [over(b, x, z), over(b, y, z), over(b, w, z)],
      'r4 = divide 1, r2; r5 = multiply r0, r4; r6 = multiply r1, r4; r7 = multiply r3, r4; results r5, r6, r7',
    ],
  ])('of the same divisor are products with its reciprocal: %s', (_, write, expected) => {
    expect(factored(4, write)).toBe(expected);
  });

  test.each<[string, Write, string]>([
    [
      'y / 3 and y / x',
      (b, x, y) => [over(b, y, c(3)), over(b, y, x)],
      'r4 = divide r1, 3; r5 = divide r1, r0; results r4, r5',
    ],
    [
      'x / z and y / w',
      (b, x, y, z, w) => [over(b, x, z), over(b, y, w)],
      'r4 = divide r0, r2; r5 = divide r1, r3; results r4, r5',
    ],
    [
      'x / 4 and y / 4',
      (b, x, y) => [over(b, x, c(4)), over(b, y, c(4))],
      'r4 = divide r0, 4; r5 = divide r1, 4; results r4, r5',
    ],
    [
      'x / (z * 2) and y / (z * 2)',
      (b, x, y, z) => {
        const twice = times(b, z, c(2));
        return [over(b, x, twice), over(b, y, twice)];
      },
      'r4 = multiply r2, 2; r5 = divide r0, r4; r6 = divide r1, r4; results r5, r6',
    ],
    [
      'x / z and y * z',
      (b, x, y, z) => [over(b, x, z), times(b, y, z)],
      'r4 = divide r0, r2; r5 = multiply r1, r2; results r4, r5',
    ],
    [
      'x / (z * 2), beside y / z and w / z',
      (b, x, y, z, w) => [over(b, x, times(b, z, c(2))), over(b, y, z), over(b, w, z)],
      'r4 = multiply r2, 2; r5 = divide r0, r4; r6 = divide 1, r2; r7 = multiply r1, r6; r8 = multiply r3, r6; results r5, r7, r8',
    ],
    ['max (x, y)', (b, x, y) => [b.operation('max', x, y)], 'r4 = max r0, r1; results r4'],
    [
      '1 / z twice, and y / z',
      (b, _, y, z) => [over(b, c(1), z), over(b, c(1), z), over(b, y, z)],
      'r4 = divide 1, r2; r5 = divide 1, r2; r6 = multiply r1, r4; results r4, r5, r6',
    ],
    ['1 / z alone', (b, _, __, z) => [over(b, c(1), z)], 'r4 = divide 1, r2; results r4'],
  ])('else they stay: %s', (_, write, expected) => {
    expect(factored(4, write)).toBe(expected);
  });

  test('that are no part of a derivative do not count', () => {
    const text = blockAfter(
      ['real', 'real'],
      (outer, ...all) => {
        const [x, y] = four(all);
        return [over(outer, c(2), y), derived(outer, (b) => over(b, x, y))];
      },
      factorsOut,
    );
    expect(text).toContain('divide r0, r1');
  });

  test('of an arm have a reciprocal that is not known after it, but one before it is known in it', () => {
    const text = blockAfter(
      ['real', 'real', 'bool'],
      (outer, ...all) =>
        derived(outer, (b) => {
          const [x, y, condition] = four(all);
          const orZero = (write: (arm: Builder) => Atom): readonly Atom[] =>
            choice(
              b,
              condition,
              (arm) => [write(arm)],
              () => [c(0)],
            );
          const first = orZero((arm) => over(arm, x, y));
          const second = over(b, c(2), y);
          const third = orZero((arm) => over(arm, c(3), y));
          return [...first, second, ...third, over(b, c(5), y)];
        }),
      factorsOut,
    );
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, b2 : bool)
        r5 = if b2 {
          r3 = divide 1, r1
          r4 = multiply r0, r3
          results r4
        } else {
          results 0
        }
        r6 = divide 1, r1
        r7 = multiply r6, 2
        r9 = if b2 {
          r8 = multiply r6, 3
          results r8
        } else {
          results 0
        }
        r10 = multiply r6, 5
        results r5, r7, r9, r10"
    `);
  });
});
