import { describe, expect, test } from 'vitest';
import { blockAfter, four, inOneLine, type Write } from '../../testing/ir/examples';
import { add, derived, factored, minus, negated, over, times, withoutFactors } from '../../testing/ir/factors';
import { c, loop } from '../../testing/ir/reverse';
import type { Builder } from '../ir/builder';
import type { Atom } from '../ir/tree';
import { factorsOut } from './factors';

describe('signs and constant factors', () => {
  test.each<[string, Write, string]>([
    ['(-x) * y', (b, x, y) => [times(b, negated(b, x), y)], 'r2 = multiply r0, r1; r3 = negate r2; results r3'],
    ['(-x) * (-y)', (b, x, y) => [times(b, negated(b, x), negated(b, y))], 'r2 = multiply r0, r1; results r2'],
    ['(x * 2) * 3', (b, x) => [times(b, x, c(2), c(3))], 'r2 = multiply r0, 6; results r2'],
    ['3 * (x * 2)', (b, x) => [times(b, c(3), times(b, x, c(2)))], 'r2 = multiply r0, 6; results r2'],
    [
      'x * 2 + y * 2',
      (b, x, y) => [add(b, times(b, x, c(2)), times(b, y, c(2)))],
      'r2 = add r0, r1; r3 = multiply r2, 2; results r3',
    ],
    [
      'x * 2 - y * 2',
      (b, x, y) => [minus(b, times(b, x, c(2)), times(b, y, c(2)))],
      'r2 = subtract r0, r1; r3 = multiply r2, 2; results r3',
    ],
    [
      'x * 2 - y * -2',
      (b, x, y) => [minus(b, times(b, x, c(2)), times(b, y, c(-2)))],
      'r2 = add r0, r1; r3 = multiply r2, 2; results r3',
    ],
    ['x + (-y)', (b, x, y) => [add(b, x, negated(b, y))], 'r2 = subtract r0, r1; results r2'],
    ['(-x) + y', (b, x, y) => [add(b, negated(b, x), y)], 'r2 = subtract r1, r0; results r2'],
    ['x - (-y)', (b, x, y) => [minus(b, x, negated(b, y))], 'r2 = add r0, r1; results r2'],
    ['(-x) - (-y)', (b, x, y) => [minus(b, negated(b, x), negated(b, y))], 'r2 = subtract r1, r0; results r2'],
    ['(-x) - y', (b, x, y) => [minus(b, negated(b, x), y)], 'r2 = add r0, r1; r3 = negate r2; results r3'],
    [
      '(x * 3) / y',
      (b, x, y) => [over(b, times(b, x, c(3)), y)],
      'r2 = divide r0, r1; r3 = multiply r2, 3; results r3',
    ],
    ['x + x', (b, x) => [add(b, x, x)], 'r2 = multiply r0, 2; results r2'],
    ['x * 3 - x', (b, x) => [minus(b, times(b, x, c(3)), x)], 'r2 = multiply r0, 2; results r2'],
    [
      '(x * 2) * (y * 0.5)',
      (b, x, y) => [times(b, times(b, x, c(2)), times(b, y, c(0.5)))],
      'r2 = multiply r0, r1; results r2',
    ],
    [
      '(x * 1024) * y',
      (b, x, y) => [times(b, x, c(1024), y)],
      'r2 = multiply r0, r1; r3 = multiply r2, 1024; results r3',
    ],
    [
      '(x / 1024) * y',
      (b, x, y) => [times(b, x, c(1 / 1024), y)],
      'r2 = multiply r0, r1; r3 = multiply r2, 0.0009765625; results r3',
    ],
  ])('move out of %s', (_, write, expected) => {
    expect(factored(2, write)).toBe(expected);
  });

  test.each<[string, Write, string]>([
    [
      '(x * 1025) * y',
      (b, x, y) => [times(b, x, c(1025), y)],
      'r2 = multiply r0, 1025; r3 = multiply r2, r1; results r3',
    ],
    [
      '(x * 0.0009) * y',
      (b, x, y) => [times(b, x, c(0.0009), y)],
      'r2 = multiply r0, 0.0009; r3 = multiply r2, r1; results r3',
    ],
    [
      '(x * 100) * 100',
      (b, x) => [times(b, x, c(100), c(100))],
      'r2 = multiply r0, 100; r3 = multiply r2, 100; results r3',
    ],
    ['x - x, which could be undefined', (b, x) => [minus(b, x, x)], 'r2 = subtract r0, r0; results r2'],
    [
      'x * 2 + y * 3',
      (b, x, y) => [add(b, times(b, x, c(2)), times(b, y, c(3)))],
      'r2 = multiply r0, 2; r3 = multiply r1, 3; r4 = add r2, r3; results r4',
    ],
    [
      'x / (y * 2)',
      (b, x, y) => [over(b, x, times(b, y, c(2)))],
      'r2 = multiply r1, 2; r3 = divide r0, r2; results r3',
    ],
    ['sin (x * 2)', (b, x) => [b.operation('sin', times(b, x, c(2)))], 'r2 = multiply r0, 2; r3 = sin r2; results r3'],
    ['(x * 2) * 0.5', (b, x) => [times(b, x, c(2), c(0.5))], 'r2 = multiply r0, 2; r3 = multiply r2, 0.5; results r3'],
    [
      '(x * 1024) * (y * 1024)',
      (b, x, y) => [times(b, times(b, x, c(1024)), times(b, y, c(1024)))],
      'r2 = multiply r0, 1024; r3 = multiply r1, 1024; r4 = multiply r2, r3; results r4',
    ],
  ])('stay in %s', (_, write, expected) => {
    expect(factored(2, write)).toBe(expected);
  });

  test('stay in what is not part of a derivative', () => {
    const text = blockAfter(
      ['real', 'real'],
      (b, ...all) => {
        const [x, y] = four(all);
        return [times(b, negated(b, x), y)];
      },
      withoutFactors,
    );
    expect(inOneLine(text)).toBe('r2 = negate r0; r3 = multiply r2, r1; results r3');
  });

  const sine = (b: Builder, x: Atom): Atom => b.operation('sin', x);
  test.each<[string, 'loop' | 'arm' | 'carried', Write, string]>([
    [
      'sin x * 3 * y in a loop',
      'loop',
      (b, x, y) => [times(b, sine(b, x), c(3), y)],
      'r9 = for n4 < 3 (r5 = 0) {; r6 = sin r0; r7 = multiply r1, 3; r8 = multiply r7, r6; results r8; }; results r9',
    ],
    [
      'x * 3 * y in a loop that carries x',
      'carried',
      (b, x, y) => [times(b, x, c(3), y)],
      'r8 = for n4 < 3 (r5 = 0) {; r6 = multiply r1, 3; r7 = multiply r6, r5; results r7; }; results r8',
    ],
    [
      'y * -(sin x) in a loop',
      'loop',
      (b, x, y) => [times(b, y, times(b, sine(b, x), c(-1)))],
      'r9 = for n4 < 3 (r5 = 0) {; r6 = sin r0; r7 = negate r1; r8 = multiply r7, r6; results r8; }; results r9',
    ],
    [
      'x * 3 * y in a loop, where both are the same',
      'loop',
      (b, x, y) => [times(b, x, c(3), y)],
      'r8 = for n4 < 3 (r5 = 0) {; r6 = multiply r0, r1; r7 = multiply r6, 3; results r7; }; results r8',
    ],
    [
      'sin x * 3 * sin y in a loop, where both change',
      'loop',
      (b, x, y) => [times(b, sine(b, x), c(3), sine(b, y))],
      'r10 = for n4 < 3 (r5 = 0) {; r6 = sin r0; r7 = sin r1; r8 = multiply r6, r7; r9 = multiply r8, 3; results r9; }; results r10',
    ],
    [
      'sin x * 3 * y in an arm',
      'arm',
      (b, x, y) => [times(b, sine(b, x), c(3), y)],
      'r7 = if true {; r4 = sin r0; r5 = multiply r4, r1; r6 = multiply r5, 3; results r6; } else {; results 0; }; results r7',
    ],
  ])('go to what changes least often in a loop, not in an arm: %s', (_, inside, write, expected) => {
    expect(factored(4, write, inside)).toBe(expected);
  });

  test('go to the factor that is the same in every round', () => {
    const sum: Write = (b, x) =>
      loop(b, [c(0)], (round, index, s = x) => [
        add(round, s, times(round, round.operation('toReal', index), c(-2), x)),
      ]);
    expect(factored(2, sum)).toBe(
      'r8 = for n2 < 3 (r3 = 0) {; r4 = toReal n2; r5 = multiply r0, -2; r6 = multiply r5, r4; r7 = add r3, r6; results r7; }; results r8',
    );
  });

  test('go to the factor from before the loop, on either side', () => {
    const sum =
      (isFirst: boolean): Write =>
      (b, x) => {
        const scaled = times(b, x, c(3));
        return loop(b, [c(0)], (round, index, s = x) => {
          const each = round.operation('toReal', index);
          return [add(round, s, isFirst ? times(round, scaled, each) : times(round, each, scaled))];
        });
      };
    const expected =
      'r8 = for n2 < 3 (r3 = 0) {; r4 = toReal n2; r5 = multiply r0, 3; r6 = multiply r5, r4; r7 = add r3, r6; results r7; }; results r8';
    expect(factored(2, sum(true))).toBe(expected);
    expect(factored(2, sum(false))).toBe(expected);
  });

  test.each([
    ['is not moved if it stays exact', true, 'r2 = multiply 3, r0; r3 = multiply r2, r1; results r3'],
    ['is moved else', false, 'r2 = multiply r0, r1; r3 = multiply r2, 3; results r3'],
  ])('of a product: one %s', (_, exact, expected) => {
    const write: Write = (b, x, y) => {
      const product = {
        tag: 'operation',
        operation: 'multiply',
        arguments: [c(3), x],
        derivative: true,
        exact,
      } as const;
      return [times(b, b.one('real', product), y)];
    };
    expect(factored(2, write)).toBe(expected);
  });
});

test.each<[string, Write]>([
  ['a product', (b, x, y) => [times(b, x, y)]],
  ['a sum', (b, x, y) => [add(b, x, y)]],
  ['a difference', (b, x, y) => [minus(b, x, y)]],
])('%s without signs and constant factors stays the same block', (_, write) => {
  blockAfter(
    ['real', 'real'],
    (outer, ...all) => {
      const [x, y, z, w] = four(all);
      return derived(outer, (b) => write(b, x, y, z, w));
    },
    (block, numbers) => {
      const made = factorsOut(block, numbers);
      expect(made).toBe(block);
      return made;
    },
  );
});
