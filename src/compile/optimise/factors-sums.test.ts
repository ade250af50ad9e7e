import { describe, expect, test } from 'vitest';
import type { Write } from '../../testing/ir/examples';
import { add, factored, minus, negated, times } from '../../testing/ir/factors';

describe('sums of products', () => {
  test.each<[string, Write, string]>([
    [
      'x * y + x * z',
      (b, x, y, z) => [add(b, times(b, x, y), times(b, x, z))],
      'r4 = add r1, r2; r5 = multiply r0, r4; results r5',
    ],
    [
      'y * x + z * x',
      (b, x, y, z) => [add(b, times(b, y, x), times(b, z, x))],
      'r4 = add r1, r2; r5 = multiply r0, r4; results r5',
    ],
    [
      'x * y * z + w * y',
      (b, x, y, z, w) => [add(b, times(b, x, y, z), times(b, w, y))],
      'r4 = multiply r0, r2; r5 = add r4, r3; r6 = multiply r1, r5; results r6',
    ],
    [
      'x * y * z * w + x * x',
      (b, x, y, z, w) => [add(b, times(b, x, y, z, w), times(b, x, x))],
      'r4 = multiply r1, r2; r5 = multiply r4, r3; r6 = add r5, r0; r7 = multiply r0, r6; results r7',
    ],
    [
      'x * y + x * y',
      (b, x, y) => [add(b, times(b, x, y), times(b, x, y))],
      'r4 = add r1, r1; r5 = multiply r0, r4; results r5',
    ],
    [
      'w + x * y + x * z',
      (b, x, y, z, w) => [add(b, w, times(b, x, y), times(b, x, z))],
      'r4 = add r1, r2; r5 = multiply r0, r4; r6 = add r3, r5; results r6',
    ],
    [
      'w * (x * y + x * z) + w',
      (b, x, y, z, w) => [add(b, times(b, w, add(b, times(b, x, y), times(b, x, z))), w)],
      'r4 = add r1, r2; r5 = multiply r0, r4; r6 = multiply r3, r5; r7 = add r6, r3; results r7',
    ],
    [
      '(x * y + x * z) + x * w',
      (b, x, y, z, w) => [add(b, times(b, x, y), times(b, x, z), times(b, x, w))],
      'r4 = add r1, r2; r5 = add r4, r3; r6 = multiply r0, r5; results r6',
    ],
    [
      '(-x) * y + (-x) * z',
      (b, x, y, z) => [add(b, times(b, negated(b, x), y), times(b, negated(b, x), z))],
      'r4 = multiply r0, r1; r5 = multiply r0, r2; r6 = add r4, r5; r7 = negate r6; results r7',
    ],
  ])('of a sum, a factor that they share is taken out: %s', (_, write, expected) => {
    expect(factored(4, write)).toBe(expected);
  });

  test.each<[string, Write, string]>([
    [
      'x * y + z * w',
      (b, x, y, z, w) => [add(b, times(b, x, y), times(b, z, w))],
      'r4 = multiply r0, r1; r5 = multiply r2, r3; r6 = add r4, r5; results r6',
    ],
    ['x * y + x', (b, x, y) => [add(b, times(b, x, y), x)], 'r4 = multiply r0, r1; r5 = add r4, r0; results r5'],
    ['x + x * y', (b, x, y) => [add(b, x, times(b, x, y))], 'r4 = multiply r0, r1; r5 = add r0, r4; results r5'],
    [
      'x * y - x * z',
      (b, x, y, z) => [minus(b, times(b, x, y), times(b, x, z))],
      'r4 = multiply r0, r1; r5 = multiply r0, r2; r6 = subtract r4, r5; results r6',
    ],
    [
      'five factors',
      (b, x, y, z, w) => [add(b, times(b, x, y, z, w, w), times(b, x, y))],
      'r4 = multiply r0, r1; r5 = multiply r4, r2; r6 = multiply r5, r3; r7 = multiply r6, r3; r8 = multiply r0, r1; r9 = add r7, r8; results r9',
    ],
    [
      'a first product that is used twice',
      (b, x, y, z) => {
        const product = times(b, x, y);
        return [add(b, product, times(b, x, z)), product];
      },
      'r4 = multiply r0, r1; r5 = multiply r0, r2; r6 = add r4, r5; results r6, r4',
    ],
    [
      'a second product that is used twice',
      (b, x, y, z) => {
        const product = times(b, x, z);
        return [add(b, times(b, x, y), product), product];
      },
      'r4 = multiply r0, r2; r5 = multiply r0, r1; r6 = add r5, r4; results r6, r4',
    ],
    [
      'a sum that is used twice',
      (b, x, y, z, w) => {
        const sum = add(b, w, times(b, x, y));
        return [add(b, sum, times(b, x, z)), sum];
      },
      'r4 = multiply r0, r1; r5 = add r3, r4; r6 = multiply r0, r2; r7 = add r5, r6; results r7, r5',
    ],
    [
      'summands without a factor',
      (b, x, y, z, w) => [add(b, w, times(b, x, y), z)],
      'r4 = multiply r0, r1; r5 = add r3, r4; r6 = add r5, r2; results r6',
    ],
    [
      'a summand that shares none',
      (b, x, y, z, w) => [add(b, w, times(b, x, y), times(b, z, w))],
      'r4 = multiply r0, r1; r5 = multiply r2, r3; r6 = add r3, r4; r7 = add r6, r5; results r7',
    ],
  ])('else they stay: %s', (_, write, expected) => {
    expect(factored(4, write)).toBe(expected);
  });

  test.each<[string, Write, string]>([
    [
      'sin x * cos x * y + sin x * z * w',
      (b, x, y, z, w) => {
        const [sine, cosine] = [b.operation('sin', x), b.operation('cos', x)];
        return [add(b, times(b, sine, cosine, y), times(b, sine, z, w))];
      },
      'r12 = for n4 < 3 (r5 = 0) {; r6 = sin r0; r7 = cos r0; r8 = multiply r1, r7; r9 = multiply r2, r3; r10 = add r8, r9; r11 = multiply r6, r10; results r11; }; results r12',
    ],
    [
      'sin x * cos x * y * z + sin x * y',
      (b, x, y, z) => {
        const [sine, cosine] = [b.operation('sin', x), b.operation('cos', x)];
        return [add(b, times(b, sine, cosine, y, z), times(b, sine, y))];
      },
      'r12 = for n4 < 3 (r5 = 0) {; r6 = sin r0; r7 = cos r0; r8 = multiply r1, r2; r9 = multiply r8, r7; r10 = add r9, r1; r11 = multiply r6, r10; results r11; }; results r12',
    ],
  ])('in a loop, what changes least often is multiplied first: %s', (_, write, expected) => {
    expect(factored(4, write, 'loop')).toBe(expected);
  });
});
