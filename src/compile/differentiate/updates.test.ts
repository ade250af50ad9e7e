import { describe, expect, test } from 'vitest';
import { derivativesIn } from '../../testing/ir/examples';
import { INTS } from '../../testing/ir/derivatives';
import { built, c, choice, gradient, item, loop, REALS, until } from '../../testing/ir/reverse';
import { boolConstant, Builder, intConstant } from '../ir/builder';
import type { Atom, Statement, Variable } from '../ir/tree';

/** Adds an array of three numbers that is updated later. */
function fresh(b: Builder, value: Atom): Variable {
  const array = built(b, REALS, () => [value]);
  b.statements.push({ ...(b.statements.pop() as Extract<Statement, { tag: 'build' }>), updated: true });
  return array;
}

function update(b: Builder, array: Atom, index: Atom, value: Atom): Variable {
  return b.one(REALS, { tag: 'update', array, index, values: [value] });
}

function changing(b: Builder, array: Atom, index: Atom): Variable {
  return b.one('real', { tag: 'item', array, index, checked: false, changes: true });
}

describe('the way back of an update', () => {
  test('takes the adjoint of the new item, and leaves none for the old one', () => {
    expect(
      gradient(['real'], (b, x) => {
        const last = update(b, fresh(b, x), intConstant(1), b.operation('sin', x));
        return [item(b, last, intConstant(1))];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        d4, d5 = build n3 < 3 {
          results r2, 0
        }
        r6 = sin r2
        d7 = update d4[1] = r6
        r8 = item d7[1]
        accumulate d5 [1].0 += r1
        r9 = item d5[1] unchecked
        accumulate d5 [1].0 = 0
        r10 = cos r2
        r11 = multiply r9, r10
        r16 = for n12 < 3 down (r13 = 0) {
          r14 = item d5[n12] unchecked
          r15 = add r13, r14
          results r15
        }
        r17 = add r11, r16
        r18, r19 = finite r17, r8
        results r18, r19"
    `);
  });

  test('keeps the items that a round reads, and goes on in the same shadow', () => {
    expect(
      gradient(['real'], (b, x) => {
        const [last = x] = loop(b, [fresh(b, x)], (inner, index, array = x) => {
          const before = changing(inner, array, intConstant(0));
          return [update(inner, array, index, inner.operation('multiply', before, before))];
        });
        return [item(b, last, intConstant(2))];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        d4, d5 = build n3 < 3 {
          results r2, 0
        }
        d11 = for n6 < 3 (d7 = d4) {
          r8 = item d7[0] unchecked
          r9 = multiply r8, r8
          d10 = update d7[n6] = r9
          push r8
          results d10
        }
        r12 = item d11[2]
        accumulate d5 [2].0 += r1
        for n13 < 3 down () {
          r14 = pop
          r15 = item d5[n13] unchecked
          accumulate d5 [n13].0 = 0
          r16 = multiply r15, r14
          r17 = multiply r15, r14
          r18 = add r16, r17
          accumulate d5 [0].0 += r18
          results 
        }
        r23 = for n19 < 3 down (r20 = 0) {
          r21 = item d5[n19] unchecked
          r22 = add r20, r21
          results r22
        }
        r24, r25 = finite r23, r12
        results r24, r25"
    `);
  });

  test('has a shadow though the array is none of reals that matter', () => {
    expect(
      gradient(['real'], (b, x) => {
        const [last = x] = loop(b, [fresh(b, c(0))], (inner, index, array = x) => [update(inner, array, index, x)]);
        return [item(b, last, intConstant(2))];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        d4, d5 = build n3 < 3 {
          results 0, 0
        }
        d9 = for n6 < 3 (d7 = d4) {
          d8 = update d7[n6] = r2
          results d8
        }
        r10 = item d9[2]
        accumulate d5 [2].0 += r1
        r15 = for n11 < 3 down (r12 = 0) {
          r13 = item d5[n11] unchecked
          r14 = add r12, r13
          accumulate d5 [n11].0 = 0
          results r14
        }
        for n16 < 3 down () {
          r17 = item d5[n16] unchecked
          results 
        }
        r18, r19 = finite r15, r10
        results r18, r19"
    `);
  });
});

test('the way back of a loop whose header updates goes on in the same shadow', () => {
  expect(
    gradient(['real'], (b, x) =>
      until(b, [fresh(b, x), x], ({ header, body }, array = x, s = x) => {
        const next = update(header, array, intConstant(0), s);
        const read = changing(header, next, intConstant(0));
        const [goesOn = s] = choice(
          header,
          header.operation('less', s, c(3)),
          () => [boolConstant(true)],
          () => [boolConstant(false)],
        );
        return { header: goesOn, exit: [read], body: [next, body.operation('multiply', s, s)] };
      }),
    ),
  ).toMatchInlineSnapshot(`
    "function main.0(r0 : real, r1 : real)
      r2 = r0
      d4, d5 = build n3 < 3 {
        results r2, 0
      }
      d6 = update d4[0] = r2
      r7 = item d6[0] unchecked
      b8 = less r2, 3
      b9 = if b8 {
        results true
      } else {
        results false
      }
      r24, n25 = while (d10 = d4, r11 = r2, b12 = b9, d13 = d6, r14 = r7, b15 = b8, b16 = b9, n17 = 0) {
        results b12
      } exit {
        results r14, n17
      } body {
        r18 = multiply r11, r11
        d19 = update d13[0] = r18
        r20 = item d19[0] unchecked
        b21 = less r18, 3
        b22 = if b21 {
          results true
        } else {
          results false
        }
        n23 = addInt n17, 1
        push r11
        results d13, r18, b22, d19, r20, b21, b22, n23
      }
      r35, r36 = for n26 < n25 down (r27 = 0, r28 = r1) {
        r29 = pop
        accumulate d5 [0].0 += r28
        r30 = item d5[0] unchecked
        r31 = add r27, r30
        accumulate d5 [0].0 = 0
        r32 = multiply r31, r29
        r33 = multiply r31, r29
        r34 = add r32, r33
        results r34, 0
      }
      accumulate d5 [0].0 += r36
      r37 = item d5[0] unchecked
      r38 = add r35, r37
      accumulate d5 [0].0 = 0
      r43 = for n39 < 3 down (r40 = 0) {
        r41 = item d5[n39] unchecked
        r42 = add r40, r41
        results r42
      }
      r44 = add r38, r43
      r45, r46 = finite r44, r24
      results r45, r46"
  `);
});

test('an update of ints has no tangents', () => {
  expect(
    derivativesIn((numbers) => {
      const [x, at, along] = [numbers.variable('real'), numbers.variable('real'), numbers.variable('real')];
      const inner = new Builder(numbers);
      const first = inner.one(INTS, { tag: 'array', items: [[intConstant(1)]] });
      const last = inner.one(INTS, { tag: 'update', array: first, index: intConstant(0), values: [intConstant(2)] });
      const outer = new Builder(numbers);
      const targets = outer.add(['real', INTS], {
        tag: 'derivative',
        operator: 'fd',
        parameters: [x],
        body: inner.block([inner.operation('sin', x), last]),
        point: [at],
        direction: [along],
        withValue: false,
      });
      return [{ name: 'main', parameters: [at, along], body: outer.block(targets) }];
    }),
  ).toMatchInlineSnapshot(`
    "function main.0(r0 : real, r1 : real)
      r2 = r0
      d3 = array [1]
      d4 = update d3[0] = 2
      r5 = sin r2
      r6 = cos r2
      r7 = multiply r1, r6
      r8, d9 = finite r7, d4
      results r8, d9"
  `);
});

test('the forward derivative of an update updates the tangents', () => {
  expect(
    derivativesIn((numbers) => {
      const [x, at, along] = [numbers.variable('real'), numbers.variable('real'), numbers.variable('real')];
      const inner = new Builder(numbers);
      const last = update(inner, fresh(inner, c(2)), intConstant(1), inner.operation('sin', x));
      const outer = new Builder(numbers);
      const targets = outer.add([REALS], {
        tag: 'derivative',
        operator: 'fd',
        parameters: [x],
        body: inner.block([last]),
        point: [at],
        direction: [along],
        withValue: false,
      });
      return [{ name: 'main', parameters: [at, along], body: outer.block(targets) }];
    }),
  ).toMatchInlineSnapshot(`
    "function main.0(r0 : real, r1 : real)
      r2 = r0
      d4, d5 = build n3 < 3 {
        results 2, 0
      }
      r6 = sin r2
      r7 = cos r2
      r8 = multiply r1, r7
      d9 = update d4[1] = r6
      d10 = update d5[1] = r8
      d11 = shadow d9
      addAll d11 += d10 or 0 like d9
      d12 = finite d11
      results d12"
  `);
});
