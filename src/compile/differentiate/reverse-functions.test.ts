import { describe, expect, test } from 'vitest';
import { c, choice, gradient, item, REALS } from '../../testing/ir/reverse';
import { Builder, intConstant, type Numbers } from '../ir/builder';
import type { Kind } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { checked, focusOf } from '../../testing/checked';
import { stagesOf } from '../../testing/ir/stages';
import { UPDATING_CALLS } from '../../testing/ir/written-calls';
import { visit } from '../ir/blocks';
import { absent } from './reals';

describe('a function becomes a way there and a way back', () => {
  const functions =
    (write: (b: Builder, x: Variable, data: Variable, n: Variable) => readonly Atom[]) =>
    (numbers: Numbers): readonly Pick<IrFunction, 'name' | 'parameters' | 'body'>[] => {
      const [x, data, n] = [numbers.variable('real'), numbers.variable(REALS), numbers.variable('int')];
      const b = new Builder(numbers);
      return [{ name: 'f', parameters: [x, data, n], body: b.block(write(b, x, data, n)) }];
    };
  const call = (b: Builder, kinds: readonly Kind[], ...given: readonly Atom[]): readonly Variable[] =>
    b.add(kinds, { tag: 'call', callee: 0, arguments: given });

  test('that keeps and takes values, with the shadows of data', () => {
    expect(
      gradient(
        ['real', REALS, 'int'],
        (b, x, data, n) => {
          const [y = x, made = data, k = n, other = x] = call(b, ['real', REALS, 'int', 'real'], x, data, n);
          return [b.operation('multiply', y, item(b, made)), k, other];
        },
        functions((b, x, data, n) => {
          const sine = b.operation('sin', item(b, data, n));
          return [b.operation('multiply', b.operation('exp', x), sine), data, n, b.operation('toReal', n)];
        }),
      ),
    ).toMatchInlineSnapshot(`
      "function f.0(r0 : real, d1 : array0, n2 : int)
        r3 = item d1[n2]
        r4 = sin r3
        r5 = exp r0
        r6 = multiply r5, r4
        r7 = toReal n2
        results r6, d1, n2, r7

      function main.1(r0 : real, d1 : array0, n2 : int, r3 : real, n4 : int, r5 : real)
        r6, d7, n8 = r0, d1, n2
        d9 = shadow d7
        r10, d11, n12, r13, d14 = call f_there.2(r6, d7, n8, d9)
        r15 = item d11[0]
        r16 = multiply r10, r15
        r17 = multiply r3, r15
        r18 = multiply r3, r10
        accumulate d14 [0].0 += r18
        r19 = call f_back.3(r17)
        r20, d21, n22, r23, n24, r25 = finite r19, d9, n8, r16, n12, r13
        results r20, d21, n22, r23, n24, r25

      function f_there.2(r0 : real, d1 : array0, n2 : int, d3 : array0)
        r4 = item d1[n2]
        r5 = sin r4
        r6 = exp r0
        r7 = multiply r6, r5
        r8 = toReal n2
        push r5, r6, d3, n2, d1
        results r7, d1, n2, r8, d3

      function f_back.3(r0 : real)
        r1, r2, d3, n4, d5 = pop
        r6 = item d5[n4] unchecked
        r7 = multiply r0, r1
        r8 = multiply r0, r2
        r9 = multiply r7, r2
        r10 = cos r6
        r11 = multiply r8, r10
        accumulate d3 [n4].0 += r11
        results r9"
    `);
  });

  test('for those arguments that are active', () => {
    expect(
      gradient(
        ['real', REALS],
        (b, x, data) => [
          ...call(b, ['real'], c(2), data, intConstant(1)),
          ...call(b, ['real'], x, absent(REALS), intConstant(1)),
          ...call(b, ['real'], b.operation('sin', x), absent(REALS), intConstant(1)),
          ...call(b, ['real'], c(2), absent(REALS), intConstant(1)),
        ],
        functions((b, x, data, n) => [b.operation('multiply', x, item(b, data, n))]),
      ),
    ).toMatchInlineSnapshot(`
      "function f.0(r0 : real, d1 : array0, n2 : int)
        r3 = item d1[n2]
        r4 = multiply r0, r3
        results r4

      function main.1(r0 : real, d1 : array0, r2 : real, r3 : real, r4 : real, r5 : real)
        r6, d7 = r0, d1
        d8 = shadow d7
        r9 = call f_there.2(2, d7, 1, d8)
        r10 = call f_there.4(r6, 0, 1)
        r11 = sin r6
        r12 = call f_there.4(r11, 0, 1)
        r13 = call f.0(2, 0, 1)
        r14 = call f_back.5(r4)
        r15 = cos r6
        r16 = multiply r14, r15
        r17 = call f_back.5(r3)
        r18 = add r16, r17
        call f_back.3(r2)
        r19, d20, r21, r22, r23, r24 = finite r18, d8, r9, r10, r12, r13
        results r19, d20, r21, r22, r23, r24

      function f_there.2(r0 : real, d1 : array0, n2 : int, d3 : array0)
        r4 = item d1[n2]
        r5 = multiply r0, r4
        push r0, d3, n2
        results r5

      function f_back.3(r0 : real)
        r1, d2, n3 = pop
        r4 = multiply r0, r1
        accumulate d2 [n3].0 += r4
        results 

      function f_there.4(r0 : real, d1 : array0, n2 : int)
        r3 = item d1[n2]
        r4 = multiply r0, r3
        push r3
        results r4

      function f_back.5(r0 : real)
        r1 = pop
        r2 = multiply r0, r1
        results r2"
    `);
  });

  test('whose way back calls that of the function itself', () => {
    expect(
      gradient(
        ['real', REALS, 'int'],
        (b, x, data, n) => call(b, ['real'], x, data, n),
        functions((b, x, data, n) => {
          const condition = b.operation('lessInt', n, intConstant(1));
          return choice(
            b,
            condition,
            () => [x],
            (two) => {
              const [deeper = x] = call(
                two,
                ['real'],
                two.operation('sin', x),
                data,
                two.operation('subtractInt', n, intConstant(1)),
              );
              return [two.operation('multiply', deeper, item(two, data, n))];
            },
          );
        }),
      ),
    ).toMatchInlineSnapshot(`
      "function f.0(r0 : real, d1 : array0, n2 : int)
        b3 = lessInt n2, 1
        r9 = if b3 {
          results r0
        } else {
          r4 = sin r0
          n5 = subtractInt n2, 1
          r6 = call f.0(r4, d1, n5)
          r7 = item d1[n2]
          r8 = multiply r6, r7
          results r8
        }
        results r9

      function main.1(r0 : real, d1 : array0, n2 : int, r3 : real)
        r4, d5, n6 = r0, d1, n2
        d7 = shadow d5
        r8 = call f_there.2(r4, d5, n6, d7)
        r9 = call f_back.3(r3, d5, n6, d7)
        r10, d11, n12, r13 = finite r9, d7, n6, r8
        results r10, d11, n12, r13

      function f_there.2(r0 : real, d1 : array0, n2 : int, d3 : array0)
        b4 = lessInt n2, 1
        r10 = if b4 {
          results r0
        } else {
          r5 = sin r0
          n6 = subtractInt n2, 1
          r7 = call f_there.2(r5, d1, n6, d3)
          r8 = item d1[n2]
          r9 = multiply r7, r8
          push r7
          results r9
        }
        push r0
        results r10

      function f_back.3(r0 : real, d1 : array0, n2 : int, d3 : array0)
        r4 = pop
        b5 = lessInt n2, 1
        r14 = if b5 {
          results r0
        } else {
          r6 = pop
          n7 = subtractInt n2, 1 untested
          r8 = item d1[n2] unchecked
          r9 = multiply r0, r8
          r10 = multiply r0, r6
          accumulate d3 [n2].0 += r10
          r11 = call f_back.3(r9, d1, n7, d3)
          r12 = cos r4
          r13 = multiply r11, r12
          results r13
        }
        results r14"
    `);
  });
});

const TWICE = `input x : real = 1
input n : int = 5
let rec f k y = if k < 1 then y else sin (f (k - 1) y) + f (k - 2) (2 * y)
f n x
`;

test.each([
  ['calls itself', TWICE, true],
  ['updates an array', `${Object.values(UPDATING_CALLS)[0]}\n`, false],
])('the halves of a function that %s say whether they only add to shadows', (_, text, onlyAdds) => {
  const { after } = stagesOf(focusOf(checked(text)).main) ?? { after: [] };
  const found: unknown[] = [];
  for (const { body } of after[0]?.program.functions.values() ?? [])
    visit(body, (each) => {
      if (each.tag === 'call' && each.onlyAdds !== undefined) found.push(each.onlyAdds);
    });
  expect(found).toContain(onlyAdds);
  expect(found).not.toContain(!onlyAdds);
});
