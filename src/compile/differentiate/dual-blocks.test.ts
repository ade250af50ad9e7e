import { describe, expect, test } from 'vitest';
import { INTS } from '../../testing/ir/derivatives';
import { WAY_BACK, forward, forwardOf } from '../../testing/ir/dual';
import { PAIRS, REALS, c } from '../../testing/ir/reverse';
import { Builder, Numbers, intConstant } from '../ir/builder';
import { Dual } from './dual';

describe('blocks compute tangents beside values', () => {
  test('of the items that are built', () => {
    expect(
      forwardOf(['real', 'int'], 1, (b, x, y) => {
        const inner = b.inner();
        const index = b.numbers.variable('int');
        const product = inner.operation('multiply', x, inner.operation('toReal', index));
        return b.add([PAIRS, INTS, REALS], {
          tag: 'build',
          count: y,
          index,
          body: inner.block([product, index, index, c(4)]),
        });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, r2 : real)
        d7, d8, d9, d10 = build n3 < n1 {
          r4 = toReal n3
          r5 = multiply r0, r4
          r6 = multiply r2, r4
          results r5, n3, n3, 4, r6, n3
        }
        results d7, d8, d9, d10, 0"
    `);
  });
  test('in both arms of a branch', () => {
    expect(
      forwardOf(['real', 'bool', 'real'], 1, (b, x, y, z) => {
        const [one, two] = [b.inner(), b.inner()];
        const body = one.block([one.operation('sin', x), z, intConstant(1), c(3)]);
        return b.add(['real', 'real', 'int', 'real'], {
          tag: 'if',
          condition: y,
          consequent: body,
          alternative: two.block([z, x, intConstant(2), z]),
        });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, b1 : bool, r2 : real, r3 : real)
        r7, r8, n9, r10, r11, r12 = if b1 {
          r4 = sin r0
          r5 = cos r0
          r6 = multiply r3, r5
          results r4, r2, 1, 3, r6, 0
        } else {
          results r2, r0, 2, r2, 0, r3
        }
        results r7, r8, n9, r10, r11, r12, 0"
    `);
  });
  test('in the rounds of a counted loop', () => {
    expect(
      forwardOf(['real', 'int', 'real'], 1, (b, x, y, z) => {
        const inner = b.inner();
        const [index, m] = [b.numbers.variable('int'), b.numbers.variable('int')];
        const [s, t] = [b.numbers.variable('real'), b.numbers.variable('real')];
        const body = inner.block([inner.operation('multiply', s, t), m, z]);
        return b.add(['real', 'int', 'real'], {
          tag: 'for',
          count: y,
          index,
          down: true,
          parameters: [s, m, t],
          initial: [x, y, z],
          body,
          forgets: false,
        });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, r2 : real, r3 : real)
        r14, n15, r16, r17, r18 = for n4 < n1 down (r5 = r0, n6 = n1, r7 = r2, r8 = r3, r9 = 0) {
          r10 = multiply r5, r7
          r11 = multiply r8, r7
          r12 = multiply r9, r5
          r13 = add r11, r12
          results r10, n6, r2, r13, 0
        }
        results r14, n15, r16, r17, r18"
    `);
  });
  test('in the rounds of a loop', () => {
    expect(
      forwardOf(['real', 'int', 'real'], 1, (b, x, y, z) => {
        const [head, out, round] = [b.inner(), b.inner(), b.inner()];
        const [s, m, t] = [b.numbers.variable('real'), b.numbers.variable('int'), b.numbers.variable('real')];
        const square = head.operation('multiply', s, s);
        const header = head.block([head.operation('less', square, t)]);
        const exit = out.block([out.operation('sin', square), m]);
        const body = round.block([round.operation('multiply', square, t), m, z]);
        return b.add(['real', 'int'], {
          tag: 'while',
          parameters: [s, m, t],
          initial: [x, y, z],
          header,
          exit,
          body,
          forgets: false,
        });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, r2 : real, r3 : real)
        r21, n22, r23 = while (r4 = r0, n5 = n1, r6 = r2, r7 = r3, r8 = 0) {
          r9 = multiply r4, r4
          r10 = multiply r7, r4
          r11 = multiply r7, r4
          r12 = add r10, r11
          b13 = less r9, r6
          results b13
        } exit {
          r14 = sin r9
          r15 = cos r9
          r16 = multiply r12, r15
          results r14, n5, r16
        } body {
          r17 = multiply r9, r6
          r18 = multiply r12, r6
          r19 = multiply r8, r9
          r20 = add r18, r19
          results r17, n5, r2, r20, 0
        }
        results r21, n22, r23"
    `);
  });
});

test('what is computed is part of a derivative', () => {
  const numbers = new Numbers();
  const x = numbers.variable('real');
  const written = new Builder(numbers);
  written.operation('sin', x);
  const dual = new Dual({ numbers, shadows: new Set(), isHalf: () => false, function: (id) => id });
  dual.set(x, numbers.variable('real'));
  const builder = new Builder(numbers);
  dual.block(written.block([]), builder);
  expect(builder.statements.map((each) => each.tag === 'operation' && each.derivative)).toEqual([false, true, true]);
});

describe('a call', () => {
  test('of a function takes the tangents that there are, and returns all', () => {
    const { text, asked } = forward(['real', 'real', 'int'], 1, (b, x, y, z) =>
      b.add(['real', 'int', REALS], { tag: 'call', callee: 3, arguments: [x, y, z] }),
    );
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int, r3 : real)
        r4, n5, d6, r7, d8 = call function.4(r0, r1, n2, r3)
        results r4, n5, d6, r7, d8"
    `);
    expect(asked).toEqual(['3 100']);
  });
  test('without tangents stays', () => {
    const { text, asked } = forward(['real', 'real', 'int'], 0, (b, x, y, z) =>
      b.add(['real', 'int', REALS], { tag: 'call', callee: 3, arguments: [x, y, z] }),
    );
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int)
        r3, n4, d5 = call function.3(r0, r1, n2)
        results r3, n4, d5, 0, 0"
    `);
    expect(asked).toEqual([]);
  });
  test('of a way there or back takes and returns all', () => {
    const { text, asked } = forward(['real', 'real', 'int'], 1, (b, x, y, z) =>
      b.add(['real', 'int', REALS], { tag: 'call', callee: WAY_BACK, arguments: [x, y, z] }),
    );
    expect(text).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int, r3 : real)
        r4, n5, d6, r7, d8 = call function.8(r0, r1, n2, r3, 0)
        results r4, n5, d6, r7, d8"
    `);
    expect(asked).toEqual(['7 110']);
  });
  test('of a way back without arguments is one of its derivative', () => {
    const { text, asked } = forward(['int'], 0, (b, x) =>
      b.add(['real'], { tag: 'call', callee: WAY_BACK, arguments: [x] }),
    );
    expect(text).toMatchInlineSnapshot(`
      "main(n0 : int)
        r1, r2 = call function.8(n0)
        results r1, r2"
    `);
    expect(asked).toEqual(['7 0']);
  });
});
