import { describe, expect, test } from 'vitest';
import { derivative, main } from '../../testing/ir/derivatives';
import type { Functions, Write } from '../../testing/ir/examples';
import { REALS, at, c } from '../../testing/ir/reverse';
import { Builder, intConstant } from '../ir/builder';
import type { Atom, Variable } from '../ir/tree';

describe('a function', () => {
  const sine: Functions = (numbers) => {
    const [x, n] = [numbers.variable('real'), numbers.variable('int')];
    const b = new Builder(numbers);
    const power = b.operation('powerInt', b.operation('sin', x), n);
    const results = [b.one(REALS, { tag: 'array', items: [[x]] }), power, n, b.operation('exp', x)];
    return [{ name: 'f', parameters: [x, n], body: b.block(results) }];
  };
  const call = (b: Builder, x: Atom): readonly Variable[] =>
    b.add([REALS, 'real', 'int', 'real'], { tag: 'call', callee: 0, arguments: [x, intConstant(1)] });
  const reals = (b: Builder, x: Atom): readonly Variable[] => {
    const all = call(b, x);
    return [at(all, 1), at(all, 3)];
  };

  test('has one forward derivative for the arguments that move', () => {
    expect(
      main(
        ['real'],
        (b, x) =>
          derivative(b, 'fd', [x], (i, p) => [...call(i, p), ...call(i, i.operation('exp', p)), ...call(i, c(2))], [
            c(1),
          ]),
        sine,
      ),
    ).toMatchInlineSnapshot(`
      "function f.0(r0 : real, n1 : int)
        r2 = sin r0
        r3 = powerInt r2, n1
        d4 = array [r0]
        r5 = exp r0
        results d4, r3, n1, r5

      function main.1(r0 : real)
        r1 = r0
        d2, r3, n4, r5, d6, r7, r8 = call f_dual.2(r1, 1, 1)
        r9 = exp r1
        d10, r11, n12, r13, d14, r15, r16 = call f_dual.2(r9, 1, r9)
        d17, r18, n19, r20 = call f.0(2, 1)
        d21 = shadow d2
        addAll d21 += d6 or 0 like d2
        d22 = shadow d10
        addAll d22 += d14 or 0 like d10
        d23 = shadow d17
        d24, r25, n26, r27, d28, r29, n30, r31, d32, r33, n34, r35 = finite d21, r7, n4, r8, d22, r15, n12, r16, d23, 0, n19, 0
        results d24, r25, n26, r27, d28, r29, n30, r31, d32, r33, n34, r35

      function f_dual.2(r0 : real, n1 : int, r2 : real)
        r3 = sin r0
        r4 = cos r0
        r5 = multiply r2, r4
        r6 = powerInt r3, n1
        r7 = toReal n1
        r8 = toReal n1
        r9 = sign r8
        r10 = toReal n1
        r11 = sign r10
        r12 = multiply r9, r11
        n13 = floor r12 untested
        n14 = subtractInt n1, n13 untested
        r15 = powerInt r3, n14
        r16 = multiply r7, r15
        r17 = multiply r5, r16
        d18 = array [r0]
        d19 = array [r2]
        r20 = exp r0
        r21 = multiply r2, r20
        results d18, r6, n1, r20, d19, r17, r21"
    `);
  });

  test('has a forward derivative of its way there and of its way back', () => {
    expect(
      main(
        ['real'],
        (b, x) =>
          derivative(b, 'fd', [x], (i, p) => derivative(i, 'rd', [p], (j, q) => reals(j, q), [c(1), c(2)]), [c(1)]),
        sine,
      ),
    ).toMatchInlineSnapshot(`
      "function f.0(r0 : real, n1 : int)
        r2 = sin r0
        r3 = powerInt r2, n1
        d4 = array [r0]
        r5 = exp r0
        results d4, r3, n1, r5

      function main.1(r0 : real)
        r1 = r0
        r2 = r1
        n3 = mark
        d4, r5, n6, r7, d8, d9, r10, r11, d12 = call f_there_dual.4(r2, 1, 1)
        r13, r14 = call f_back_dual.5(1, 2, 0, 0)
        release n3
        r15 = finite r13
        r16 = finite r14
        results r16

      function f_there.2(r0 : real, n1 : int)
        r2 = sin r0
        r3 = powerInt r2, n1
        d4 = array [r0]
        d5 = array [0]
        r6 = exp r0
        push r6, d5, n1, r2, r0
        results d4, r3, n1, r6, d5

      function f_back.3(r0 : real, r1 : real)
        r2, d3, n4, r5, r6 = pop
        r7 = multiply r1, r2
        r8 = item d3[0] unchecked
        r9 = add r7, r8
        r10 = toReal n4
        r11 = toReal n4
        r12 = sign r11
        r13 = toReal n4
        r14 = sign r13
        r15 = multiply r12, r14
        n16 = floor r15 untested
        n17 = subtractInt n4, n16 untested
        r18 = powerInt r5, n17
        r19 = multiply r10, r18
        r20 = multiply r0, r19
        r21 = cos r6
        r22 = multiply r20, r21
        r23 = add r9, r22
        results r23

      function f_there_dual.4(r0 : real, n1 : int, r2 : real)
        r3 = sin r0
        r4 = cos r0
        r5 = multiply r2, r4
        r6 = powerInt r3, n1
        r7 = toReal n1
        r8 = toReal n1
        r9 = sign r8
        r10 = toReal n1
        r11 = sign r10
        r12 = multiply r9, r11
        n13 = floor r12 untested
        n14 = subtractInt n1, n13 untested
        r15 = powerInt r3, n14
        r16 = multiply r7, r15
        r17 = multiply r5, r16
        d18 = array [r0]
        d19 = array [r2]
        d20 = array [0]
        d21 = array [0]
        r22 = exp r0
        r23 = multiply r2, r22
        push r22, d20, n1, r3, r0, r23, d21, r5, r2
        results d18, r6, n1, r22, d20, d19, r17, r23, d21

      function f_back_dual.5(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, d5, n6, r7, r8, r9, d10, r11, r12 = pop
        r13 = multiply r1, r4
        r14 = multiply r3, r4
        r15 = multiply r9, r1
        r16 = add r14, r15
        r17 = item d5[0] unchecked
        r18 = item d10[0] unchecked or 0
        r19 = add r13, r17
        r20 = add r16, r18
        r21 = toReal n6
        r22 = toReal n6
        r23 = sign r22
        r24 = toReal n6
        r25 = sign r24
        r26 = multiply r23, r25
        n27 = floor r26 untested
        n28 = subtractInt n6, n27 untested
        r29 = powerInt r7, n28
        r30 = toReal n28
        r31 = toReal n28
        r32 = sign r31
        r33 = toReal n28
        r34 = sign r33
        r35 = multiply r32, r34
        n36 = floor r35 untested
        n37 = subtractInt n28, n36 untested
        r38 = powerInt r7, n37
        r39 = multiply r30, r38
        r40 = multiply r11, r39
        r41 = multiply r21, r29
        r42 = multiply r40, r21
        r43 = multiply r0, r41
        r44 = multiply r2, r41
        r45 = multiply r42, r0
        r46 = add r44, r45
        r47 = cos r8
        r48 = sin r8
        r49 = negate r48
        r50 = multiply r12, r49
        r51 = multiply r43, r47
        r52 = multiply r46, r47
        r53 = multiply r50, r43
        r54 = add r52, r53
        r55 = add r19, r51
        r56 = add r20, r54
        results r55, r56"
    `);
  });

  test.each(['rd', 'fd'] as const)('that differentiates itself by %s is refused', (operator) => {
    const endless: Functions = (numbers) => {
      const x = numbers.variable('real');
      const b = new Builder(numbers);
      const results = derivative(
        b,
        operator,
        [x],
        (i, p) => i.add(['real'], { tag: 'call', callee: 0, arguments: [p] }),
        [c(1)],
      );
      return [{ name: 'f', parameters: [x], body: b.block(results) }];
    };
    expect(() =>
      main(['real'], (b, x) => b.add(['real'], { tag: 'call', callee: 0, arguments: [x] }), endless),
    ).toThrow(expect.objectContaining({ message: 'it has derivatives of too high an order' }));
  });

  /** Reverse derivatives inside one another, and one around all. */
  const nested = (depth: number): string => {
    const write =
      (left: number): Write =>
      (b, x) =>
        left === 0 ? [b.operation('multiply', x, x)] : derivative(b, 'rd', [x], write(left - 1), [c(1)]);
    return main(['real'], write(depth));
  };

  test('has forward derivatives up to the sixth order', () => {
    const along = (order: number): string => {
      const write =
        (left: number): Write =>
        (b, x) =>
          left === 0 ? reals(b, x).slice(0, 1) : derivative(b, 'fd', [x], write(left - 1), [c(1)]);
      return main(['real'], write(order), sine);
    };
    expect(() => along(7)).toThrow('too high an order');
    expect(along(6)).toContain('function f_dual_dual_dual_dual_dual_dual.');
  });

  test('can have derivatives of the sixth order inside', () => {
    expect(() => nested(8)).toThrow('too high an order');
    expect(nested(7)).toContain('main');
  });
});
