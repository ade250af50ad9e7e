import { describe, expect, test } from 'vitest';
import { derivativesIn } from '../../testing/ir/examples';
import { Builder, intConstant, type Numbers, realConstant } from '../ir/builder';
import { absent } from './reals';
import type { ArrayLayout, Atom, IrFunction, Kind, Variable, VariantLayout } from '../ir/tree';
import { Unsupported } from '../unsupported';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const PAIRS: ArrayLayout = { tag: 'array', id: 1, item: ['real', 'int'] };
const BOX: VariantLayout = { tag: 'variant', id: 2, name: 'box', constructors: [] };
BOX.constructors = [{ name: 'Box', fields: ['real', 'int'] }];
const INTS: ArrayLayout = { tag: 'array', id: 3, item: ['int'] };
const ROWS: ArrayLayout = { tag: 'array', id: 4, item: [REALS] };
const c = realConstant;

type Write = (b: Builder, x: Variable, y: Variable, z: Variable) => readonly Atom[];
type Functions = (numbers: Numbers) => readonly Pick<IrFunction, 'name' | 'parameters' | 'body'>[];

/** Adds a derivative of a block at a point, along reals and data; without them, along the point itself. */
function derivative(
  b: Builder,
  operator: 'rd' | 'fd',
  point: readonly Atom[],
  write: Write,
  direction?: readonly Atom[],
  withValue = false,
): readonly Variable[] {
  const parameters = b.numbers.copies(point);
  const inner = b.inner();
  const [x, y = x, z = y] = parameters;
  if (x === undefined || y === undefined || z === undefined) throw new Error('no parameter');
  const body = inner.block(write(inner, x, y, z));
  const results = operator === 'rd' ? point : body.results;
  return b.add(
    [...results, ...(withValue ? body.results : [])].map(({ kind }) => kind),
    { tag: 'derivative', operator, parameters, body, point, direction: direction ?? point, withValue },
  );
}

/** Prints a function of parameters of these kinds, whose derivatives are written out. */
function main(kinds: readonly Kind[], write: Write, functions: Functions = () => []): string {
  return derivativesIn((numbers) => {
    const others = functions(numbers);
    const parameters = kinds.map((kind) => numbers.variable(kind));
    const [x, y = x, z = y] = parameters;
    if (x === undefined || y === undefined || z === undefined) throw new Error('no parameter');
    const b = new Builder(numbers);
    return [...others, { name: 'main', parameters, body: b.block(write(b, x, y, z)) }];
  });
}

const at = (all: readonly Variable[], i: number): Variable => {
  const found = all[i];
  if (found === undefined) throw new Error('no variable');
  return found;
};
const item = (b: Builder, array: Atom): Variable =>
  b.one('real', { tag: 'item', array, index: intConstant(0), checked: true });
const field = (b: Builder, value: Atom): Variable => b.one('real', { tag: 'field', value, constructor_: 0, index: 0 });
const box = (b: Builder, real: Atom): Variable =>
  b.one(BOX, { tag: 'construct', constructor_: 0, fields: [real, intConstant(1)] });

describe('a forward derivative', () => {
  test('along reals follows the point', () => {
    expect(
      main(['real', 'real', 'real'], (b, x, y, z) =>
        derivative(b, 'fd', [x, y], (i, p, q) => [i.operation('multiply', p, q), c(1), intConstant(2)], [z, c(1)]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r5 = multiply r3, r4
        r6 = multiply r2, r4
        r7 = add r6, r3
        r8, r9, n10 = finite r7, 0, 2
        results r8, r9, n10"
    `);
  });

  test('has the value after it where that is asked for', () => {
    expect(main(['real'], (b, x) => derivative(b, 'fd', [x], (i, p) => [i.operation('sin', p)], [c(1)], true)))
      .toMatchInlineSnapshot(`
      "function main.0(r0 : real)
        r1 = r0
        r2 = sin r1
        r3 = cos r1
        r4, r5 = finite r3, r2
        results r4, r5"
    `);
  });

  test('along an array of reals tests its length', () => {
    expect(main([REALS, REALS], (b, x, y) => derivative(b, 'fd', [x], (i, p) => [item(i, p), p], [y])))
      .toMatchInlineSnapshot(`
        "function main.0(d0 : array0, d1 : array0)
          d2 = d0
          n3 = length d2
          n4 = length d1
          b5 = equalInt n3, n4
          if b5 {
            results 
          } else {
            fail
            results 
          }
          r6 = item d2[0]
          r7 = item d1[0] unchecked or 0
          d8 = shadow d2
          addAll d8 += d1 or 0 like d2
          r9, d10 = finite r7, d8
          results r9, d10"
      `);
  });

  test('along other data adds it to zeros of the shape of the point', () => {
    expect(main([BOX, BOX, 'int'], (b, x, y, z) => derivative(b, 'fd', [x, z], (i, p) => [field(i, p)], [y, z])))
      .toMatchInlineSnapshot(`
      "function main.0(d0 : box, d1 : box, n2 : int)
        d3, n4 = d0, n2
        d5 = shadow d3
        addAll d5 += d1 like d3
        r6 = field d3 Box.0
        r7 = field d5 Box.0
        r8 = finite r7
        results r8"
    `);
  });

  test.each<[string, ArrayLayout, RegExp]>([
    ['pairs', PAIRS, /addAll/],
    ['arrays', ROWS, /addAll/],
    ['ints', INTS, /^[^]*$/],
  ])('along an array of %s does not test its length', (_, layout, expected) => {
    const text = main([layout, layout], (b, x, y) => derivative(b, 'fd', [x], (__, p) => [p], [y]));
    expect(text).not.toContain('length');
    expect(text).toMatch(expected);
    expect(text.includes('addAll')).toBe(layout !== INTS);
  });

  test('of a forward derivative takes and returns tangents of tangents', () => {
    const square: Functions = (numbers) => {
      const [x, y] = [numbers.variable('real'), numbers.variable('real')];
      const b = new Builder(numbers);
      return [{ name: 'f', parameters: [x, y], body: b.block([b.operation('multiply', x, y)]) }];
    };
    expect(
      main(
        ['real', 'real'],
        (b, x, y) =>
          derivative(
            b,
            'fd',
            [x],
            (i, p) =>
              derivative(i, 'fd', [p], (j, q) => j.add(['real'], { tag: 'call', callee: 0, arguments: [q, y] }), [
                c(1),
              ]),
            [c(1)],
          ),
        square,
      ),
    ).toMatchInlineSnapshot(`
      "function f.0(r0 : real, r1 : real)
        r2 = multiply r0, r1
        results r2

      function main.1(r0 : real, r1 : real)
        r2 = r0
        r3 = r2
        r4, r5, r6, r7 = call f_dual_dual.3(r3, r1, 1, 1)
        r8 = finite r5
        r9 = finite r7
        results r9

      function f_dual.2(r0 : real, r1 : real, r2 : real)
        r3 = multiply r0, r1
        r4 = multiply r2, r1
        results r3, r4

      function f_dual_dual.3(r0 : real, r1 : real, r2 : real, r3 : real)
        r4 = multiply r0, r1
        r5 = multiply r3, r1
        r6 = multiply r2, r1
        results r4, r6, r5, 0"
    `);
  });

  test('of data is whole', () => {
    expect(main(['real'], (b, x) => derivative(b, 'fd', [x], (i, p) => [box(i, p), box(i, c(1))], [c(1)])))
      .toMatchInlineSnapshot(`
        "function main.0(r0 : real)
          r1 = r0
          d2 = new Box(r1, 1)
          d3 = new Box(1, 1)
          d4 = new Box(1, 1)
          d5 = shadow d2
          addAll d5 += d3 or 0 like d2
          d6 = shadow d4
          d7, d8 = finite d5, d6
          results d7, d8"
      `);
  });

  test('of the gradient by an array is the data that the gradient adds up in', () => {
    expect(
      main([REALS, REALS], (b, x, y) =>
        derivative(
          b,
          'fd',
          [x],
          (i, p) => derivative(i, 'rd', [p], (j, q) => [j.operation('sin', item(j, q))], [c(1)]),
          [y],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array0)
        d2 = d0
        n3 = length d2
        n4 = length d1
        b5 = equalInt n3, n4
        if b5 {
          results 
        } else {
          fail
          results 
        }
        d6 = d2
        d7 = shadow d6
        d8 = shadow d6
        n9 = mark
        r10 = item d6[0]
        r11 = item d1[0] unchecked or 0
        r12 = sin r10
        r13 = cos r10
        r14 = multiply r11, r13
        r15 = cos r10
        r16 = sin r10
        r17 = negate r16
        r18 = multiply r11, r17
        accumulate d7 [0].0 += r15
        accumulate d8 [0].0 += r18
        release n9
        d19 = finite d7
        d20 = finite d8
        results d20"
    `);
  });

  test('of the gradient by other data is whole', () => {
    expect(
      main([BOX, BOX], (b, x, y) =>
        derivative(
          b,
          'fd',
          [x],
          (i, p) => derivative(i, 'rd', [p], (j, q) => [j.operation('sin', field(j, q))], [c(1)]),
          [y],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : box, d1 : box)
        d2 = d0
        d3 = shadow d2
        addAll d3 += d1 like d2
        d4 = d2
        d5 = shadow d4
        d6 = shadow d4
        n7 = mark
        r8 = field d4 Box.0
        r9 = field d3 Box.0
        r10 = sin r8
        r11 = cos r8
        r12 = multiply r9, r11
        r13 = cos r8
        r14 = sin r8
        r15 = negate r14
        r16 = multiply r9, r15
        accumulate d5 Box.0 += r13
        accumulate d6 Box.0 += r16
        release n7
        d17 = finite d5
        d18 = shadow d17
        addAll d18 += d6 or 0 like d17
        d19 = finite d18
        results d19"
    `);
  });

  test('of an array that is built is whole', () => {
    expect(
      main(['real'], (b, x) =>
        derivative(
          b,
          'fd',
          [x],
          (i, p) => {
            const index = i.numbers.variable('int');
            const zeros = i.one(REALS, { tag: 'build', count: intConstant(2), index, body: i.inner().block([c(0)]) });
            const all = i.one(REALS, { tag: 'array', items: [[p]] });
            return [zeros, all];
          },
          [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real)
        r1 = r0
        d3 = build n2 < 2 {
          results 0
        }
        d4 = array [r1]
        d5 = array [1]
        d6 = shadow d3
        d7 = shadow d4
        addAll d7 += d5 or 0 like d4
        d8, d9 = finite d6, d7
        results d8, d9"
    `);
  });
});

describe('a reverse derivative', () => {
  test('without the value frees what its value took', () => {
    expect(main([REALS, 'int'], (b, x, y) => derivative(b, 'rd', [x, y], (i, p) => [item(i, p)], [c(1)])))
      .toMatchInlineSnapshot(`
      "function main.0(d0 : array0, n1 : int)
        d2, n3 = d0, n1
        d4 = shadow d2
        n5 = mark
        r6 = item d2[0]
        accumulate d4 [0].0 += 1
        release n5
        d7, n8 = finite d4, n3
        results d7, n8"
    `);
  });

  test('of data adds its cotangent', () => {
    expect(
      main(['real', BOX, PAIRS], (b, x, y, z) =>
        derivative(b, 'rd', [x, z], (i, p, q) => [box(i, p), q, intConstant(1)], [y, z, intConstant(1)]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : box, d2 : array1)
        r3, d4 = r0, d2
        d5 = shadow d4
        n6 = mark
        d7 = new Box(r3, 1)
        d8 = new Box(0, 1)
        addAll d8 += d1 like d7
        addAll d5 += d2 like d4
        r9 = field d8 Box.0
        release n6
        r10, d11 = finite r9, d5
        results r10, d11"
    `);
  });

  test('of data that does not move tests its cotangent', () => {
    expect(main(['real', BOX], (b, x, y) => derivative(b, 'rd', [x], (i) => [box(i, c(1))], [y])))
      .toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : box)
        r2 = r0
        n3 = mark
        d4 = new Box(1, 1)
        addAll 0 += d1 like d4
        release n3
        r5 = finite 0
        results r5"
    `);
  });

  test('in a branch and in a round is written there', () => {
    expect(
      main(['real', 'bool'], (b, x, y) => {
        const one = b.inner();
        const consequent = one.block(derivative(one, 'rd', [x], (i, p) => [i.operation('sin', p)], [c(1)]));
        return b.add(['real'], { tag: 'if', condition: y, consequent, alternative: { statements: [], results: [x] } });
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, b1 : bool)
        r7 = if b1 {
          r2 = r0
          n3 = mark
          r4 = sin r2
          r5 = cos r2
          release n3
          r6 = finite r5
          results r6
        } else {
          results r0
        }
        results r7"
    `);
  });
});

describe('a derivative inside a reverse derivative', () => {
  /** The reverse derivative of the derivative at x, along y, of x * x * z. */
  const ofReals = (operator: 'rd' | 'fd'): string =>
    main(['real', 'real', 'real'], (b, x, y, z) =>
      derivative(
        b,
        'rd',
        [x, y, z],
        (i, p, q, r) =>
          derivative(i, operator, [p], (j, s) => [j.operation('multiply', j.operation('multiply', s, s), r)], [q]),
        [c(1)],
      ),
    );

  /** The same of data: its real times that of an array from outside. */
  const ofData = (operator: 'rd' | 'fd'): string =>
    main([BOX, BOX, REALS], (b, x, y, z) =>
      derivative(
        b,
        'rd',
        [x, y, z],
        (i, p, q, r) => {
          const inner: Write = (j, s) => [box(j, j.operation('multiply', field(j, s), item(j, r)))];
          const [made = p] = derivative(i, operator, [p], inner, [q]);
          return [field(i, made)];
        },
        [c(1)],
      ),
    );

  test('is differentiated by its point, its direction and what it reaches, if it is reverse', () => {
    expect(ofReals('rd')).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4, r5 = r0, r1, r2
        n6 = mark
        r7 = r3
        n8 = mark
        r9 = multiply r7, r7
        r10 = multiply r9, r5
        r11 = multiply r4, r5
        r12 = multiply r11, r7
        r13 = multiply r11, r7
        r14 = add r12, r13
        release n8
        r15 = finite r14
        r16, r17 = r5, r3
        r18, r19 = r16, r17
        r20 = multiply r19, r19
        r21 = add r19, r19
        r22 = multiply r20, r18
        r23 = multiply r21, r18
        r24 = multiply r4, r18
        r25 = multiply r4, r20
        r26 = multiply r21, r4
        r27 = multiply r24, r19
        r28 = multiply r24, r19
        r29 = add r27, r28
        r30 = add r24, r24
        r31, r32, r33 = finite r25, r29, r22
        release n6
        r34, r35, r36 = finite r30, r23, r26
        results r34, r35, r36"
    `);
  });

  test('is differentiated by its point, its direction and what it reaches, if it is forward', () => {
    expect(ofReals('fd')).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4, r5 = r0, r1, r2
        n6 = mark
        r7 = r3
        r8 = multiply r7, r7
        r9 = multiply r4, r7
        r10 = multiply r4, r7
        r11 = add r9, r10
        r12 = multiply r8, r5
        r13 = multiply r11, r5
        r14 = finite r13
        r15, r16 = r5, r3
        r17, r18 = r15, r16
        r19 = multiply r18, r18
        r20 = multiply r4, r18
        r21 = multiply r4, r18
        r22 = add r20, r21
        r23 = multiply r19, r17
        r24 = multiply r22, r17
        r25 = multiply r17, r18
        r26 = multiply r4, r17
        r27 = multiply r17, r18
        r28 = multiply r4, r17
        r29 = add r25, r27
        r30 = add r26, r28
        r31, r32, r33 = finite r19, r29, r23
        release n6
        r34, r35, r36 = finite r30, r32, r22
        results r34, r35, r36"
    `);
  });

  test('has shadows of data, if it is reverse', () => {
    expect(ofData('rd')).toMatchInlineSnapshot(`
      "function main.0(d0 : box, d1 : box, d2 : array0)
        d3, d4, d5 = d0, d1, d2
        d6 = shadow d3
        d7 = shadow d4
        d8 = shadow d5
        n9 = mark
        d10 = d3
        d11 = shadow d10
        n12 = mark
        r13 = field d10 Box.0
        r14 = item d5[0]
        r15 = multiply r13, r14
        d16 = new Box(r15, 1)
        d17 = new Box(0, 1)
        addAll d17 += d4 like d16
        r18 = field d17 Box.0
        r19 = multiply r18, r14
        accumulate d11 Box.0 += r19
        release n12
        d20 = finite d11
        d21 = shadow d20
        r22 = field d20 Box.0
        accumulate d21 Box.0 += 1
        d23, d24 = d5, d3
        d25, d26 = d23, d24
        d27 = shadow d25
        d28 = shadow d25
        d29 = shadow d26
        d30 = shadow d26
        r31 = field d26 Box.0
        r32 = field d21 Box.0
        r33 = item d25[0]
        r34 = multiply r31, r33
        r35 = multiply r32, r33
        d36 = new Box(r34, 1)
        d37 = new Box(r35, 1)
        d38 = new Box(0, 1)
        d39 = new Box(0, 1)
        addAll d38 += d4 like d36
        r40 = field d38 Box.0
        r41 = field d39 Box.0
        r42 = multiply r40, r33
        r43 = multiply r41, r33
        r44 = multiply r40, r31
        r45 = multiply r41, r31
        r46 = multiply r32, r40
        r47 = add r45, r46
        accumulate d27 [0].0 += r44
        accumulate d28 [0].0 += r47
        accumulate d29 Box.0 += r42
        accumulate d30 Box.0 += r43
        d48, d49, d50 = finite d27, d29, d36
        addAll d8 += d28 or 0 like d5
        addAll d6 += d30 or 0 like d3
        addAll d7 += d37 or 0 like d4
        release n9
        d51, d52, d53 = finite d6, d7, d8
        results d51, d52, d53"
    `);
  });

  test('has shadows of data, if it is forward', () => {
    expect(ofData('fd')).toMatchInlineSnapshot(`
      "function main.0(d0 : box, d1 : box, d2 : array0)
        d3, d4, d5 = d0, d1, d2
        d6 = shadow d3
        d7 = shadow d4
        d8 = shadow d5
        n9 = mark
        d10 = d3
        d11 = shadow d10
        addAll d11 += d4 like d10
        r12 = field d10 Box.0
        r13 = field d11 Box.0
        r14 = item d5[0]
        r15 = multiply r12, r14
        r16 = multiply r13, r14
        d17 = new Box(r15, 1)
        d18 = new Box(r16, 1)
        d19 = shadow d17
        addAll d19 += d18 or 0 like d17
        d20 = finite d19
        d21 = shadow d20
        r22 = field d20 Box.0
        accumulate d21 Box.0 += 1
        d23, d24 = d5, d3
        d25, d26 = d23, d24
        d27 = shadow d25
        d28 = shadow d25
        d29 = shadow d26
        d30 = shadow d26
        r31 = field d26 Box.0
        r32 = field d4 Box.0
        r33 = item d25[0]
        r34 = multiply r31, r33
        r35 = multiply r32, r33
        d36 = new Box(r34, 1)
        d37 = new Box(r35, 1)
        d38 = new Box(0, 1)
        d39 = new Box(0, 1)
        addAll d38 += d21 like d36
        r40 = field d38 Box.0
        r41 = field d39 Box.0
        r42 = multiply r40, r33
        r43 = multiply r41, r33
        r44 = multiply r40, r31
        r45 = multiply r41, r31
        r46 = multiply r32, r40
        r47 = add r45, r46
        accumulate d27 [0].0 += r44
        accumulate d28 [0].0 += r47
        accumulate d29 Box.0 += r42
        accumulate d30 Box.0 += r43
        d48, d49, d50 = finite d27, d29, d36
        addAll d8 += d28 or 0 like d5
        addAll d6 += d30 or 0 like d3
        addAll d7 += d49 or 0 like d4
        release n9
        d51, d52, d53 = finite d6, d7, d8
        results d51, d52, d53"
    `);
  });

  test('adds nothing to data that does not move', () => {
    expect(
      main(['real', BOX], (b, x, y) =>
        derivative(
          b,
          'rd',
          [x],
          (i, p) => {
            const [made = p] = derivative(i, 'rd', [y], (j, s) => [j.operation('multiply', field(j, s), p)], [c(1)]);
            return [field(i, made)];
          },
          [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : box)
        r2 = r0
        n3 = mark
        d4 = d1
        d5 = shadow d4
        n6 = mark
        r7 = field d4 Box.0
        r8 = multiply r7, r2
        accumulate d5 Box.0 += r2
        release n6
        d9 = finite d5
        d10 = shadow d9
        r11 = field d9 Box.0
        accumulate d10 Box.0 += 1
        r12, d13 = r2, d1
        r14, d15 = r12, d13
        d16 = shadow d15
        d17 = shadow d15
        r18 = field d15 Box.0
        r19 = field d10 Box.0
        r20 = multiply r18, r14
        r21 = multiply r19, r14
        accumulate d16 Box.0 += r14
        r22, d23, r24 = finite r18, d16, r20
        release n3
        r25 = finite r19
        results r25"
    `);
  });

  test.each([
    ['rd', 2],
    ['fd', 2],
  ] as const)('%s of several parameters, one of which is an int, is differentiated by each', (operator, arrays) => {
    const text = main(['real', 'real', 'int'], (b, x, y, z) =>
      derivative(
        b,
        'rd',
        [x, y, z],
        (i, p, q, n) =>
          derivative(
            i,
            operator,
            [p, n, q],
            (j, s, m, t) => {
              const product = j.operation('multiply', j.operation('multiply', s, t), q);
              return [j.operation('powerInt', product, m), j.one(INTS, { tag: 'array', items: [[m]] })];
            },
            operator === 'rd' ? [p, absent(INTS)] : [q, n, p],
          ).slice(0, 1),
        [c(1)],
      ),
    );
    expect(text.match(/array/g)?.length).toBe(arrays);
  });

  test('can be one of many', () => {
    const sines: Write = (b, x) => {
      const all = Array.from({ length: 8 }, () =>
        at(
          derivative(b, 'rd', [x], (i, p) => [i.operation('sin', p)], [c(1)]),
          0,
        ),
      );
      return [all.reduce((sum, each) => b.operation('add', sum, each))];
    };
    expect(main(['real'], (b, x) => derivative(b, 'rd', [x], sines, [c(1)]))).toContain('main');
  });

  test('with its value passes the cotangent of that on', () => {
    expect(
      main(['real'], (b, x) =>
        derivative(b, 'rd', [x], (i, p) => derivative(i, 'rd', [p], (j, q) => [j.operation('sin', q)], [c(1)], true), [
          c(2),
          c(3),
        ]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real)
        r1 = r0
        n2 = mark
        r3 = r1
        r4 = sin r3
        r5 = cos r3
        r6, r7 = finite r5, r4
        r8 = r1
        r9 = r8
        r10 = sin r9
        r11 = cos r9
        r12 = multiply 2, r11
        r13 = cos r9
        r14 = sin r9
        r15 = negate r14
        r16 = multiply 2, r15
        r17, r18 = finite r13, r10
        release n2
        r19 = finite r16
        results r19"
    `);
  });
});

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

  test('that differentiates itself is refused', () => {
    for (const operator of ['rd', 'fd'] as const) {
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
      ).toThrow(Unsupported);
    }
  });

  /** Reverse derivatives inside one another, and one around all. */
  const nested = (depth: number): string => {
    const write =
      (left: number): Write =>
      (b, x) =>
        left === 0 ? [b.operation('multiply', x, x)] : derivative(b, 'rd', [x], write(left - 1), [c(1)]);
    return main(['real'], write(depth));
  };

  test('can have derivatives of the sixth order inside', () => {
    expect(() => nested(8)).toThrow('too high an order');
    expect(nested(7)).toContain('main');
  });
});
