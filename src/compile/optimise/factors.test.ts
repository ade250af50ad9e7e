import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { visit } from '../ir/blocks';
import { boolConstant, Builder, intConstant, realConstant } from '../ir/builder';
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

describe('products and quotients', () => {
  type WriteFour = (b: Builder, x: Variable, y: Variable, z: Variable, w: Variable) => readonly Atom[];

  /** Prints what an expression of a derivative of four reals becomes, without what is left for another pass. */
  function ofFour(write: WriteFour, inside?: 'loop' | 'arm' | 'carried'): string {
    return blockAfter(
      ['real', 'real', 'real', 'real'],
      (outer, x, y, z, w) => {
        if (x === undefined || y === undefined || z === undefined || w === undefined) return [];
        const builder = new Builder(outer.numbers, outer.origin, true);
        if (inside === undefined) {
          const results = write(builder, x, y, z, w);
          outer.statements.push(...builder.statements);
          return results;
        }
        const inner = builder.inner();
        const carried = builder.numbers.variable('real');
        const results = write(inner, inside === 'carried' ? carried : x, y, z, w);
        const kinds = results.map((): Kind => 'real');
        const index = builder.numbers.variable('int');
        const parameters = inside === 'carried' ? [carried] : builder.numbers.copies(results);
        const initial = results.map(() => c(0));
        const loop = {
          tag: 'for',
          index,
          count: intConstant(3),
          down: false,
          parameters,
          initial,
          forgets: false,
        } as const;
        const body = inner.block(results);
        const made =
          inside !== 'arm'
            ? builder.add(kinds, { ...loop, body })
            : builder.add(kinds, {
                tag: 'if',
                condition: boolConstant(true),
                consequent: body,
                alternative: { statements: [], results: initial },
              });
        outer.statements.push(...builder.statements);
        return made;
      },
      (block: Block, numbers) => {
        const made = factorsOut(block, numbers);
        visit(made, (each) => {
          expect(each.tag !== 'operation' || each.derivative).toBe(true);
        });
        return withoutDead(made);
      },
    )
      .split('\n')
      .slice(1)
      .map((line) => line.trim())
      .join('; ');
  }

  const add = (b: Builder, ...all: readonly Atom[]): Atom => all.reduce((sum, each) => b.operation('add', sum, each));
  const times = (b: Builder, ...all: readonly Atom[]): Atom =>
    all.reduce((product, each) => b.operation('multiply', product, each));
  const over = (b: Builder, left: Atom, right: Atom): Atom => b.operation('divide', left, right);

  test.each<[string, WriteFour, string]>([
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
      (b, x, y, z) => [add(b, times(b, b.operation('negate', x), y), times(b, b.operation('negate', x), z))],
      'r4 = multiply r0, r1; r5 = multiply r0, r2; r6 = add r4, r5; r7 = negate r6; results r7',
    ],
  ])('of a sum, a factor that they share is taken out: %s', (_, write, expected) => {
    expect(ofFour(write)).toBe(expected);
  });

  test.each<[string, WriteFour, string]>([
    [
      'x * y + z * w',
      (b, x, y, z, w) => [add(b, times(b, x, y), times(b, z, w))],
      'r4 = multiply r0, r1; r5 = multiply r2, r3; r6 = add r4, r5; results r6',
    ],
    ['x * y + x', (b, x, y) => [add(b, times(b, x, y), x)], 'r4 = multiply r0, r1; r5 = add r4, r0; results r5'],
    ['x + x * y', (b, x, y) => [add(b, x, times(b, x, y))], 'r4 = multiply r0, r1; r5 = add r0, r4; results r5'],
    [
      'x * y - x * z',
      (b, x, y, z) => [b.operation('subtract', times(b, x, y), times(b, x, z))],
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
    expect(ofFour(write)).toBe(expected);
  });

  test.each<[string, WriteFour, string]>([
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
  ])('several quotients by the same are products with its reciprocal: %s', (_, write, expected) => {
    expect(ofFour(write)).toBe(expected);
  });

  test.each<[string, WriteFour, string]>([
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
    ['(x * 2) * 0.5', (b, x) => [times(b, x, c(2), c(0.5))], 'r4 = multiply r0, 2; r5 = multiply r4, 0.5; results r5'],
    [
      '(x * 1024) * (y * 1024)',
      (b, x, y) => [times(b, times(b, x, c(1024)), times(b, y, c(1024)))],
      'r4 = multiply r0, 1024; r5 = multiply r1, 1024; r6 = multiply r4, r5; results r6',
    ],
    [
      '(x * 1024) * y',
      (b, x, y) => [times(b, times(b, x, c(1024)), y)],
      'r4 = multiply r0, r1; r5 = multiply r4, 1024; results r5',
    ],
    [
      '(x / 1024) * y',
      (b, x, y) => [times(b, times(b, x, c(1 / 1024)), y)],
      'r4 = multiply r0, r1; r5 = multiply r4, 0.0009765625; results r5',
    ],
  ])('else they stay: %s', (_, write, expected) => {
    expect(ofFour(write)).toBe(expected);
  });

  test('a quotient that is no part of a derivative does not count', () => {
    const text = blockAfter(
      ['real', 'real'],
      (outer, x, y) => {
        if (x === undefined || y === undefined) return [];
        const builder = new Builder(outer.numbers, outer.origin, true);
        const first = outer.operation('divide', c(2), y);
        const second = over(builder, x, y);
        outer.statements.push(...builder.statements);
        return [first, second];
      },
      factorsOut,
    );
    expect(text).toContain('divide r0, r1');
  });

  test('a reciprocal of an arm is not known after it, but one before it is known in it', () => {
    const text = blockAfter(
      ['real', 'real', 'bool'],
      (outer, x, y, condition) => {
        if (x === undefined || y === undefined || condition === undefined) return [];
        const builder = new Builder(outer.numbers, outer.origin, true);
        const arm = builder.inner();
        const consequent = arm.block([over(arm, x, y)]);
        const [first] = builder.add(['real'], {
          tag: 'if',
          condition,
          consequent,
          alternative: { statements: [], results: [c(0)] },
        });
        const second = over(builder, c(2), y);
        const later = builder.inner();
        const again = later.block([over(later, c(3), y)]);
        const [third] = builder.add(['real'], {
          tag: 'if',
          condition,
          consequent: again,
          alternative: { statements: [], results: [c(0)] },
        });
        outer.statements.push(...builder.statements);
        return [first ?? x, second, third ?? x, over(builder, c(5), y)];
      },
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
        results r5, r7, r9, r8"
    `);
  });

  test('what changes least often is multiplied first', () => {
    expect(
      ofFour((b, x, y, z, w) => {
        const [sine, cosine] = [b.operation('sin', x), b.operation('cos', x)];
        return [add(b, times(b, sine, cosine, y), times(b, sine, z, w))];
      }, 'loop'),
    ).toBe(
      'r12 = for n4 < 3 (r5 = 0) {; r6 = sin r0; r7 = cos r0; r8 = multiply r1, r7; r9 = multiply r2, r3; r10 = add r8, r9; r11 = multiply r6, r10; results r11; }; results r12',
    );
    expect(
      ofFour((b, x, y, z) => {
        const [sine, cosine] = [b.operation('sin', x), b.operation('cos', x)];
        return [add(b, times(b, sine, cosine, y, z), times(b, sine, y))];
      }, 'loop'),
    ).toBe(
      'r12 = for n4 < 3 (r5 = 0) {; r6 = sin r0; r7 = cos r0; r8 = multiply r1, r2; r9 = multiply r8, r7; r10 = add r9, r1; r11 = multiply r6, r10; results r11; }; results r12',
    );
  });

  test('constants go to what changes least often in a loop, not in an arm', () => {
    const write: WriteFour = (b, x, y) => [times(b, times(b, b.operation('sin', x), c(3)), y)];
    expect(ofFour(write, 'loop')).toBe(
      'r9 = for n4 < 3 (r5 = 0) {; r6 = sin r0; r7 = multiply r1, 3; r8 = multiply r7, r6; results r8; }; results r9',
    );
    expect(ofFour((b, x, y) => [times(b, times(b, x, c(3)), y)], 'carried')).toBe(
      'r8 = for n4 < 3 (r5 = 0) {; r6 = multiply r1, 3; r7 = multiply r6, r5; results r7; }; results r8',
    );
    expect(ofFour(write, 'arm')).toBe(
      'r7 = if true {; r4 = sin r0; r5 = multiply r4, r1; r6 = multiply r5, 3; results r6; } else {; results 0; }; results r7',
    );
    expect(ofFour((b, x, y) => [times(b, y, times(b, b.operation('sin', x), c(-1)))], 'loop')).toBe(
      'r9 = for n4 < 3 (r5 = 0) {; r6 = sin r0; r7 = negate r1; r8 = multiply r7, r6; results r8; }; results r9',
    );
    expect(ofFour((b, x, y) => [times(b, times(b, x, c(3)), y)], 'loop')).toBe(
      'r8 = for n4 < 3 (r5 = 0) {; r6 = multiply r0, r1; r7 = multiply r6, 3; results r7; }; results r8',
    );
    expect(ofFour((b, x, y) => [times(b, times(b, b.operation('sin', x), c(3)), b.operation('sin', y))], 'loop')).toBe(
      'r10 = for n4 < 3 (r5 = 0) {; r6 = sin r0; r7 = sin r1; r8 = multiply r6, r7; r9 = multiply r8, 3; results r9; }; results r10',
    );
  });
});

test('a factor of a product that stays exact is not moved', () => {
  const product = (exact: boolean): string =>
    blockAfter(
      ['real', 'real'],
      (b, x, y) => {
        if (x === undefined || y === undefined) return [];
        const given = [c(3), x];
        const times = b.one('real', {
          tag: 'operation',
          operation: 'multiply',
          arguments: given,
          derivative: true,
          exact,
        });
        const derived = new Builder(b.numbers, b.origin, true);
        const result = derived.operation('multiply', times, y);
        b.statements.push(...derived.statements);
        return [result];
      },
      (block, numbers) => withoutDead(factorsOut(block, numbers)),
    );
  expect(product(true)).toMatch(/r2 = multiply 3, r0\n *r3 = multiply r2, r1/);
  expect(product(false)).not.toMatch(/multiply 3, r0/);
});
