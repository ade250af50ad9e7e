import { describe, expect, test } from 'vitest';
import { after, type Options, type Round, square } from '../../testing/ir/kept-rounds';
import { boolConstant, realConstant } from '../ir/builder';
import type { Statement, Variable } from '../ir/tree';

describe('what costs less than keeping it is computed again', () => {
  test('from the index', () => {
    expect(after(({ b, index }) => b.operation('toReal', index))).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real)
        n3 = addInt n1, 2
        r8 = for n4 < n1 (r5 = r2) {
          r6 = sin r5
          r7 = toReal n4
          results r6
        }
        n9 = addInt n1, 1
        r14 = for n10 < n1 down (r11 = r2) {
          r12 = toReal n10
          r13 = multiply r11, r12
          results r13
        }
        results r14"
    `);
  });

  test('from a value that was not kept before', () => {
    const keeps: Options['keeps'] = (way, v) => [
      way.operation('add', way.operation('multiply', v, v), v),
      realConstant(1),
    ];
    expect(after(square, { keeps })).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real)
        n3 = addInt n1, 2
        r9 = for n4 < n1 (r5 = r2) {
          r6 = multiply r5, r5
          r7 = add r6, r5
          r8 = multiply r7, r7
          push r5
          results r7
        }
        n10 = addInt n1, 1
        r18 = for n11 < n1 down (r12 = r2) {
          r13 = pop
          r14 = multiply r13, r13
          r15 = add r14, r13
          r16 = multiply r15, r15
          r17 = multiply r12, r16
          results r17
        }
        results r18"
    `);
  });

  test('from what the header of a loop computes', () => {
    const keeps: Options['keeps'] = (_, v, header) => [header.operation('sin', v), v];
    expect(after(square, { loop: 'while', keeps })).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real)
        n3 = addInt n1, 2
        while (r4 = r2) {
          r5 = sin r4
          results true
        } exit {
          results 
        } body {
          r6 = multiply r5, r5
          push r5
          results r5
        }
        n7 = addInt n1, 1
        r13 = for n8 < n1 down (r9 = r2) {
          r10 = pop
          r11 = multiply r10, r10
          r12 = multiply r9, r11
          results r12
        }
        results r13"
    `);
  });

  test('with its branches', () => {
    const nothing: readonly Statement[] = [];
    const keeps: Options['keeps'] = (way, v) => {
      const consequent = way.inner();
      const condition = way.operation('less', realConstant(0), v);
      const isBetween = way.one('bool', {
        tag: 'if',
        condition,
        consequent: consequent.block([consequent.operation('less', v, realConstant(2))]),
        alternative: { statements: nothing, results: [boolConstant(false)] },
      });
      return [v, isBetween];
    };
    const write = ({ b, sine, v }: Round): Variable =>
      b.one('real', {
        tag: 'if',
        condition: v,
        consequent: { statements: nothing, results: [b.operation('multiply', sine, sine)] },
        alternative: { statements: nothing, results: [sine] },
      });
    expect(after(write, { keeps })).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real)
        n3 = addInt n1, 2
        r10 = for n4 < n1 (r5 = r2) {
          b6 = less 0, r5
          b8 = if b6 {
            b7 = less r5, 2
            results b7
          } else {
            results false
          }
          r9 = multiply r5, r5
          push r5
          results r5
        }
        n11 = addInt n1, 1
        r21 = for n12 < n1 down (r13 = r2) {
          r14 = pop
          b15 = less 0, r14
          b17 = if b15 {
            b16 = less r14, 2
            results b16
          } else {
            results false
          }
          r18 = multiply r14, r14
          r19 = if b17 {
            results r18
          } else {
            results r14
          }
          r20 = multiply r13, r19
          results r20
        }
        results r21"
    `);
  });
});
