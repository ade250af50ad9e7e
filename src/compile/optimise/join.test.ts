import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround, loopsIn } from '../../testing/ir/examples';
import { REALS } from '../../testing/ir/rounds';
import { visit } from '../ir/blocks';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { Kind } from '../ir/kind';
import type { Atom, Constant, Variable } from '../ir/tree';
import { join } from './join';

describe('the loops of the way there and back', () => {
  test.each([
    ['a sum', 'sum (build 20 (fun i -> sin (x * toReal i)))'],
    ['a sum that is scaled', '0.5 * sum (build 20 (fun i -> let d = x * toReal i - 1 in d * d)) / 20'],
    [
      'a sum with an array in each round',
      'sum (build 20 (fun i -> let ys = build 3 (fun j -> x * toReal (i + j)) in ys[0] * sum ys))',
    ],
  ])('of %s become one', (_, expression) => {
    const { before, after } = gradientAround(`input x : real = 1\n${expression}`, 'join');
    expect(loopsIn(after)).toBeLessThan(loopsIn(before));
  });

  test('are one loop that keeps nothing', () => {
    expect(gradientAround('input x : real = 1\nsum (build 20 (fun i -> sin (x * toReal i)))', 'join').after)
      .toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real)
        r15, r16 = for n2 < 20 down (r3 = 0, r4 = 0) {
          r5 = toReal n2
          r6 = multiply r0, r5
          r7 = sin r6
          r8 = add r7, r3
          r9 = toReal n2
          r10 = multiply r0, r9
          r11 = cos r10
          r12 = multiply r1, r11
          r13 = multiply r12, r9
          r14 = add r4, r13
          results r8, r14
        }
        r17, r18 = finite r16, r15
        results r17, r18"
    `);
  });

  test.each([
    [
      'if what the way back begins with depends on the sum',
      'let s = sum (build 20 (fun i -> sin (x * toReal i))) in s * s',
    ],
    ['if each round depends on the one before', 'fold (i, s) -> sin s * x over range 0 20 from x'],
    ['if a round multiplies what it adds to', 'fold (i, s) -> s * 0.5 + x over range 0 20 from 0'],
    [
      'if two reals depend on each other',
      'fst (fold (i, (p, v)) -> (p + 0.1 * v, v - p * x) over range 0 20 from (x, 1))',
    ],
    [
      'if the sum decides a branch',
      'let s = sum (build 20 (fun i -> sin (x * toReal i))) in if s > 1 then s else 2 * s',
    ],
  ])('stay two %s', (_, expression) => {
    const { before, after } = gradientAround(`input x : real = 1\n${expression}`, 'join');
    expect(loopsIn(after)).toBe(loopsIn(before));
  });
});

describe('two loops by hand', () => {
  const CONSTANT: Constant = {
    tag: 'constant',
    kind: REALS,
    value: { constructor_: 0, parts: [realConstant(2)], count: 1 },
  };
  const item = (b: Builder, array: Atom): Atom =>
    b.one('real', { tag: 'item', array, index: intConstant(0), checked: true });

  /** Adds to an item of a shadow, and to a sum. */
  const adding = (b: Builder, x: Atom, sum: Atom, ordered: boolean, shadow: Atom): Atom => {
    const place = { tag: 'item', index: intConstant(0), part: 0 } as const;
    b.add([], { tag: 'accumulate', shadow, place, amount: x, ordered });
    return b.operation('add', sum, x);
  };

  interface Loops {
    /** Returns what a round of the way there computes from its index, x and its parameter; it can keep values. */
    readonly there?: (inner: Builder, index: Variable, x: Variable, own: Variable) => Atom;
    /** The kind of what the way there carries. */
    readonly carried?: Kind;
    /** What the way back begins with, after statements between the loops. */
    readonly between?: (b: Builder, x: Variable, data: Variable) => Atom;
    /** What a round of the way back carries on. */
    readonly back?: (inner: Builder, index: Variable, x: Variable, sum: Variable, data: Variable) => Atom;
    readonly counts?: readonly [Atom, Atom];
    readonly down?: boolean;
    /** Whether the array is a shadow. */
    readonly isShadow?: boolean;
    /** Makes the array, which is a shadow, before the loops. */
    readonly makes?: boolean;
  }

  /** Prints the loops of a way there and back after they are joined, if they are. */
  function after(loops: Loops): string {
    const { there, carried = 'real', between, back, counts, down = false, isShadow = false, makes = false } = loops;
    const shadows = new Set<number>();
    return blockAfter(
      ['real', REALS, 'int'],
      (b, x, given, n) => {
        const data = makes ? b.one(REALS, { tag: 'array', items: [[x]] }) : given;
        if (isShadow || makes) shadows.add(data.id);
        const loop = (
          initial: Atom,
          count: Atom,
          isDown: boolean,
          write: (inner: Builder, index: Variable, own: Variable) => Atom,
        ): Variable => {
          const [inner, index, own] = [b.inner(), b.numbers.variable('int'), b.numbers.variable(initial.kind)];
          const next = write(inner, index, own);
          return b.one(initial.kind, {
            tag: 'for',
            pair: 3,
            index,
            count,
            down: isDown,
            parameters: [own],
            initial: [initial],
            body: inner.block([next]),
            forgets: true,
          });
        };
        const [first, second] = counts ?? [n, n];
        const start = carried === 'real' ? x : data;
        const sum = loop(
          start,
          first,
          down,
          (inner, index, own) => there?.(inner, index, x, own) ?? inner.operation('multiply', own, x),
        );
        const begin = between?.(b, x, data) ?? realConstant(0);
        const total = loop(
          begin,
          second,
          !down,
          (inner, index, own) => back?.(inner, index, x, own, data) ?? inner.operation('add', own, x),
        );
        return [sum, total];
      },
      (block, numbers) => {
        const made = join(block, numbers, shadows);
        visit(made, (each) => {
          if (each.tag === 'for') expect(each.forgets).toBe(each.pair !== undefined);
        });
        return made;
      },
    );
  }

  /** Adds an item of a shadow to a sum. */
  const reading = (inner: Builder, _: Variable, __: Variable, sum: Variable, shadow: Atom): Atom =>
    inner.operation('add', sum, item(inner, shadow));
  const addingTo = (b: Builder, shadow: Atom): Atom => {
    const place = { tag: 'item', index: intConstant(0), part: 0 } as const;
    b.add([], { tag: 'accumulate', shadow, place, amount: realConstant(1) });
    return realConstant(0);
  };

  const keeping = (inner: Builder, _: Variable, x: Variable, own: Variable): Atom => {
    const product = inner.operation('multiply', own, x);
    const sine = inner.operation('sin', product);
    inner.add([], { tag: 'push', values: [product, own] });
    return sine;
  };
  const taking = (inner: Builder, index: Variable, x: Variable, sum: Variable): Atom => {
    const [product = x, own = x] = inner.add(['real', 'real'], { tag: 'pop' });
    const place = inner.operation('toReal', index);
    return inner.operation('add', sum, inner.operation('multiply', product, inner.operation('multiply', own, place)));
  };

  test('are one, which keeps nothing, and what the way back begins with moves before it', () => {
    expect(
      after({
        there: keeping,
        back: taking,
        between: (b, x, data) => {
          const sine = b.operation('sin', x);
          b.operation('cos', x);
          const length = b.one('int', { tag: 'length', array: data });
          const [other = x] = b.add(['real'], { tag: 'move', values: [sine], finite: false });
          return b.operation('add', other, b.operation('toReal', length));
        },
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : array0, n2 : int)
        r3 = sin r0
        n4 = length d1
        r5 = r3
        r6 = toReal n4
        r7 = add r5, r6
        r17, r18 = for n8 < n2 (r9 = r0, r10 = r7) {
          r11 = multiply r9, r0
          r12 = sin r11
          r13 = toReal n8
          r14 = multiply r9, r13
          r15 = multiply r11, r14
          r16 = add r10, r15
          results r12, r16
        }
        r19 = cos r0
        results r17, r18"
    `);
  });

  test('are one that goes down if the way there does, and frees what its rounds make', () => {
    expect(
      after({
        down: true,
        back: (inner, _, x, sum) => {
          const array = inner.one(REALS, { tag: 'array', items: [[x]] });
          return inner.operation(
            'add',
            sum,
            inner.one('real', { tag: 'item', array, index: intConstant(0), checked: false }),
          );
        },
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : array0, n2 : int)
        r11, r12 = for n3 < n2 down (r4 = r0, r5 = 0) {
          n6 = mark
          r7 = multiply r4, r0
          d8 = array [r0]
          r9 = item d8[0] unchecked
          r10 = add r5, r9
          release n6
          results r7, r10
        }
        results r11, r12"
    `);
  });

  test.each<[string, Loops]>([
    ['whose sum is on the right', { back: (inner, _, x, sum) => inner.operation('add', x, sum) }],
    [
      'of several summands',
      {
        back: (inner, _, x, sum) =>
          inner.operation('add', inner.operation('add', x, inner.operation('add', sum, x)), x),
      },
    ],
    ['that begins with an item', { between: (b, _, array) => item(b, array) }],
    ['that begins with an item of a constant', { between: (b) => item(b, CONSTANT), isShadow: true }],
    ['that carries its beginning on', { back: (_, __, ___, sum) => sum }],
    [
      'of statements after its sum',
      {
        back: (inner, _, x, sum) => {
          const next = inner.operation('add', sum, x);
          inner.operation('sin', x);
          return next;
        },
      },
    ],
    ['that adds to a shadow from outside', { back: (inner, _, x, sum, data) => adding(inner, x, sum, false, data) }],
    [
      'that adds twice, and to a shadow',
      { back: (inner, _, x, sum, data) => inner.operation('add', x, adding(inner, x, sum, false, data)) },
    ],
    [
      'that adds in order to a shadow of its own',
      {
        back: (inner, _, x, sum) => {
          const array = inner.one(REALS, { tag: 'array', items: [[x]] });
          return adding(inner, x, sum, true, inner.one(REALS, { tag: 'shadow', of: array }));
        },
      },
    ],
    ['that reads a shadow to which nothing adds', { back: reading, isShadow: true }],
    [
      'that reads a shadow, beside additions to another one',
      { back: reading, makes: true, between: (b, x) => addingTo(b, b.one(REALS, { tag: 'array', items: [[x]] })) },
    ],
    [
      'that adds to a shadow to which others add',
      {
        back: (inner, _, x, sum, data) => adding(inner, x, sum, false, data),
        isShadow: true,
        between: (b, _, data) => addingTo(b, data),
      },
    ],
  ])('are one %s', (_, loops) => {
    expect(loopsIn(after(loops))).toBe(1);
  });

  test.each<[string, Loops]>([
    ['if the way there carries data', { carried: REALS, there: (_, __, ___, own) => own }],
    ['if their counts differ', { counts: [intConstant(2), intConstant(3)] }],
    ['if one keeps what the other does not take', { there: keeping }],
    ['if one takes what the other does not keep', { back: taking }],
    [
      'if what it begins with is tested',
      { between: (b, x) => b.add(['real'], { tag: 'move', values: [x], finite: true })[0] ?? x },
    ],
    ['if what it begins with is an item of a shadow', { between: (b, _, array) => item(b, array), isShadow: true }],
    [
      'if what it begins with is what a call gives',
      { between: (b, x) => b.one('real', { tag: 'call', callee: 0, arguments: [x] }) },
    ],
    [
      'if a round adds in order to a shadow from outside',
      { back: (inner, _, x, sum, data) => adding(inner, x, sum, true, data), isShadow: true },
    ],
    ['if a round subtracts', { back: (inner, _, x, sum) => inner.operation('subtract', sum, x) }],
    [
      'if a round adds to a product',
      { back: (inner, _, x, sum) => inner.operation('add', inner.operation('multiply', sum, x), x) },
    ],
    [
      'if a round adds the sum of two others',
      { back: (inner, _, x) => inner.operation('add', x, inner.operation('add', x, x)) },
    ],
    [
      'if a round uses the sum twice',
      { back: (inner, _, x, sum) => inner.operation('add', sum, inner.operation('multiply', sum, x)) },
    ],
    ['if a round adds the sum to itself', { back: (inner, _, __, sum) => inner.operation('add', sum, sum) }],
    [
      'if a round uses the next sum, too',
      {
        back: (inner, _, x, sum) => {
          const next = inner.operation('add', sum, x);
          return inner.operation('add', next, inner.operation('sin', next));
        },
      },
    ],
    ['if a round replaces the sum', { back: () => realConstant(1) }],
    ['if a round gives something else', { back: (_, __, x) => x }],
    [
      'if a round reads a shadow to which statements between them add',
      { back: reading, makes: true, between: (b, _, data) => addingTo(b, data) },
    ],
    [
      'if a round reads a shadow that may be one to which statements between them add',
      {
        back: reading,
        isShadow: true,
        between: (b) => addingTo(b, b.one(REALS, { tag: 'call', callee: 0, arguments: [] })),
      },
    ],
    [
      'if a round reads what rounds add',
      {
        back: (inner, index, x, sum, data) => adding(inner, x, reading(inner, index, x, sum, data), false, data),
        isShadow: true,
      },
    ],
  ])('stay two %s', (_, loops) => {
    expect(loopsIn(after(loops))).toBe(2);
  });
});
