import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { Builder, realConstant } from '../ir/builder';
import type { Atom, Block, Kind, Variable } from '../ir/tree';
import { withoutDead } from './dead';
import { factorsOut } from './factors';

type Write = (builder: Builder, x: Variable, y: Variable) => Atom;

/** Prints what an expression of a derivative becomes. */
function after(write: Write, derivative = true): string {
  return blockAfter(
    ['real', 'real'],
    (outer, x, y) => {
      if (x === undefined || y === undefined) return [];
      const builder = new Builder(outer.numbers, outer.origin, derivative);
      const result = write(builder, x, y);
      outer.statements.push(...builder.statements);
      return [result];
    },
    (block: Block, numbers) => withoutDead(factorsOut(block, numbers)),
  )
    .split('\n')
    .slice(1)
    .map((line) => line.trim())
    .join('; ');
}

const c = realConstant;

describe('signs and constant factors', () => {
  test.each<[string, Write, string]>([
    [
      '(-x) * y',
      (b, x, y) => b.operation('multiply', b.operation('negate', x), y),
      'r2 = multiply r0, r1; r3 = negate r2; results r3',
    ],
    [
      '(-x) * (-y)',
      (b, x, y) => b.operation('multiply', b.operation('negate', x), b.operation('negate', y)),
      'r2 = multiply r0, r1; results r2',
    ],
    [
      '(x * 2) * 3',
      (b, x) => b.operation('multiply', b.operation('multiply', x, c(2)), c(3)),
      'r2 = multiply r0, 6; results r2',
    ],
    [
      '3 * (x * 2)',
      (b, x) => b.operation('multiply', c(3), b.operation('multiply', x, c(2))),
      'r2 = multiply r0, 6; results r2',
    ],
    [
      'x * 2 + y * 2',
      (b, x, y) => b.operation('add', b.operation('multiply', x, c(2)), b.operation('multiply', y, c(2))),
      'r2 = add r0, r1; r3 = multiply r2, 2; results r3',
    ],
    [
      'x * 2 - y * 2',
      (b, x, y) => b.operation('subtract', b.operation('multiply', x, c(2)), b.operation('multiply', y, c(2))),
      'r2 = subtract r0, r1; r3 = multiply r2, 2; results r3',
    ],
    [
      'x * 2 - y * -2',
      (b, x, y) => b.operation('subtract', b.operation('multiply', x, c(2)), b.operation('multiply', y, c(-2))),
      'r2 = add r0, r1; r3 = multiply r2, 2; results r3',
    ],
    ['x + (-y)', (b, x, y) => b.operation('add', x, b.operation('negate', y)), 'r2 = subtract r0, r1; results r2'],
    ['(-x) + y', (b, x, y) => b.operation('add', b.operation('negate', x), y), 'r2 = subtract r1, r0; results r2'],
    ['x - (-y)', (b, x, y) => b.operation('subtract', x, b.operation('negate', y)), 'r2 = add r0, r1; results r2'],
    [
      '(-x) - (-y)',
      (b, x, y) => b.operation('subtract', b.operation('negate', x), b.operation('negate', y)),
      'r2 = subtract r1, r0; results r2',
    ],
    [
      '(-x) - y',
      (b, x, y) => b.operation('subtract', b.operation('negate', x), y),
      'r2 = add r0, r1; r3 = negate r2; results r3',
    ],
    [
      '(x * 3) / y',
      (b, x, y) => b.operation('divide', b.operation('multiply', x, c(3)), y),
      'r2 = divide r0, r1; r3 = multiply r2, 3; results r3',
    ],
    ['x + x', (b, x) => b.operation('add', x, x), 'r2 = multiply r0, 2; results r2'],
    [
      'x * 3 - x',
      (b, x) => b.operation('subtract', b.operation('multiply', x, c(3)), x),
      'r2 = multiply r0, 2; results r2',
    ],
    [
      '(x * 2) * (y * 0.5)',
      (b, x, y) => b.operation('multiply', b.operation('multiply', x, c(2)), b.operation('multiply', y, c(0.5))),
      'r2 = multiply r0, r1; results r2',
    ],
  ])('move out of %s', (_, write, expected) => {
    expect(after(write)).toBe(expected);
  });

  test.each<[string, Write, string]>([
    [
      '(x * 1025) * y',
      (b, x, y) => b.operation('multiply', b.operation('multiply', x, c(1025)), y),
      'r2 = multiply r0, 1025; r3 = multiply r2, r1; results r3',
    ],
    [
      '(x * 0.0009) * y',
      (b, x, y) => b.operation('multiply', b.operation('multiply', x, c(0.0009)), y),
      'r2 = multiply r0, 0.0009; r3 = multiply r2, r1; results r3',
    ],
    [
      '(x * 100) * 100',
      (b, x) => b.operation('multiply', b.operation('multiply', x, c(100)), c(100)),
      'r2 = multiply r0, 100; r3 = multiply r2, 100; results r3',
    ],
    ['x - x, which could be undefined', (b, x) => b.operation('subtract', x, x), 'r2 = subtract r0, r0; results r2'],
    [
      'x * 2 + y * 3',
      (b, x, y) => b.operation('add', b.operation('multiply', x, c(2)), b.operation('multiply', y, c(3))),
      'r2 = multiply r0, 2; r3 = multiply r1, 3; r4 = add r2, r3; results r4',
    ],
    [
      'x / (y * 2)',
      (b, x, y) => b.operation('divide', x, b.operation('multiply', y, c(2))),
      'r2 = multiply r1, 2; r3 = divide r0, r2; results r3',
    ],
    [
      'sin (x * 2)',
      (b, x) => b.operation('sin', b.operation('multiply', x, c(2))),
      'r2 = multiply r0, 2; r3 = sin r2; results r3',
    ],
  ])('stay in %s', (_, write, expected) => {
    expect(after(write)).toBe(expected);
  });

  test('stay in what is not part of a derivative', () => {
    expect(after((b, x, y) => b.operation('multiply', b.operation('negate', x), y), false)).toBe(
      'r2 = negate r0; r3 = multiply r2, r1; results r3',
    );
  });

  test('go to the factor that is the same in every round', () => {
    const kinds: readonly Kind[] = ['real', 'int'];
    expect(
      blockAfter(
        kinds,
        (outer, x, n) => {
          if (x === undefined || n === undefined) return [];
          const builder = new Builder(outer.numbers, outer.origin, true);
          const inner = builder.inner();
          const sum = builder.numbers.variable('real');
          const index = builder.numbers.variable('int');
          const other = inner.operation('toReal', index);
          const product = inner.operation('multiply', inner.operation('multiply', other, c(-2)), x);
          const body = inner.block([inner.operation('add', sum, product)]);
          const [total] = builder.add(['real'], {
            tag: 'for',
            count: n,
            index,
            down: false,
            parameters: [sum],
            initial: [c(0)],
            body,
            forgets: false,
          });
          outer.statements.push(...builder.statements);
          return [total ?? x];
        },
        (block, numbers) => withoutDead(factorsOut(block, numbers)),
      ),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        r8 = for n2 < n1 (r3 = 0) {
          r4 = toReal n2
          r5 = multiply r0, -2
          r6 = multiply r5, r4
          r7 = add r3, r6
          results r7
        }
        results r8"
    `);
  });
});
