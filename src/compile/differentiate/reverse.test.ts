import { describe, expect, test } from 'vitest';
import { derivativesIn } from '../../testing/ir/examples';
import { boolConstant, Builder, intConstant, type Numbers, realConstant } from '../ir/builder';
import type { ArrayLayout, Atom, IrFunction, Kind, Variable, VariantLayout } from '../ir/tree';
import { absent } from './reals';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const PAIRS: ArrayLayout = { tag: 'array', id: 1, item: ['real', 'int'] };
const ROWS: ArrayLayout = { tag: 'array', id: 2, item: [REALS] };
const LIST: VariantLayout = { tag: 'variant', id: 3, name: 'list', constructors: [] };
LIST.constructors = [
  { name: '[]', fields: [] },
  { name: '::', fields: ['real', 'int', LIST] },
];
const ROWS_AND_REALS: ArrayLayout = { tag: 'array', id: 5, item: ['real', REALS] };
const TWO_ROWS: ArrayLayout = { tag: 'array', id: 6, item: [REALS, REALS] };
const CELLS: ArrayLayout = { tag: 'array', id: 4, item: [LIST] };
const c = realConstant;

type Write = (b: Builder, x: Variable, y: Variable, z: Variable) => readonly Atom[];

/** Prints the reverse derivative of a block by all of its parameters, with its value, and the functions that it calls. */
function gradient(
  kinds: readonly Kind[],
  write: Write,
  functions: (numbers: Numbers) => readonly Pick<IrFunction, 'name' | 'parameters' | 'body'>[] = () => [],
  along?: readonly Atom[],
): string {
  return derivativesIn((numbers) => {
    const others = functions(numbers);
    const parameters = kinds.map((kind) => numbers.variable(kind));
    const inner = new Builder(numbers);
    const [x, y = x, z = y] = parameters;
    if (x === undefined || y === undefined || z === undefined) throw new Error('no parameter');
    const body = inner.block(write(inner, x, y, z));
    const point = numbers.copies(parameters);
    const given = numbers.copies(along === undefined ? body.results : []);
    const direction = along ?? given;
    const outer = new Builder(numbers);
    const results = outer.add([...kinds, ...body.results.map(({ kind }) => kind)], {
      tag: 'derivative',
      operator: 'rd',
      parameters,
      body,
      point,
      direction,
      withValue: true,
    });
    return [...others, { name: 'main', parameters: [...point, ...given], body: outer.block(results) }];
  });
}

/** A loop of three rounds. */
function loop(
  b: Builder,
  initial: readonly Atom[],
  write: (inner: Builder, index: Variable, ...own: readonly Variable[]) => readonly Atom[],
  down = false,
): readonly Variable[] {
  const parameters = initial.map(({ kind }) => b.numbers.variable(kind));
  const index = b.numbers.variable('int');
  const inner = b.inner();
  const body = inner.block(write(inner, index, ...parameters));
  return b.add(
    initial.map(({ kind }) => kind),
    { tag: 'for', index, count: intConstant(3), down, parameters, initial, body, forgets: true },
  );
}

/** A loop with a header, whose parameters and results are chosen. */
function until(
  b: Builder,
  initial: readonly Atom[],
  write: (
    blocks: { readonly header: Builder; readonly exit: Builder; readonly body: Builder },
    ...own: readonly Variable[]
  ) => { readonly header: Atom; readonly exit: readonly Atom[]; readonly body: readonly Atom[] },
): readonly Variable[] {
  const parameters = initial.map(({ kind }) => b.numbers.variable(kind));
  const blocks = { header: b.inner(), exit: b.inner(), body: b.inner() };
  const { header, exit, body } = write(blocks, ...parameters);
  return b.add(
    exit.map(({ kind }) => kind),
    {
      tag: 'while',
      parameters,
      initial,
      header: blocks.header.block([header]),
      exit: blocks.exit.block(exit),
      body: blocks.body.block(body),
      forgets: true,
    },
  );
}

function choice(
  b: Builder,
  condition: Atom,
  first: (b: Builder) => readonly Atom[],
  second: (b: Builder) => readonly Atom[],
): readonly Variable[] {
  const [one, two] = [b.inner(), b.inner()];
  const [consequent, alternative] = [one.block(first(one)), two.block(second(two))];
  return b.add(
    consequent.results.map(({ kind }) => kind),
    { tag: 'if', condition, consequent, alternative },
  );
}

function built(b: Builder, kind: Kind, write: (inner: Builder, index: Variable) => readonly Atom[]): Variable {
  const index = b.numbers.variable('int');
  const inner = b.inner();
  return b.one(kind, { tag: 'build', count: intConstant(3), index, body: inner.block(write(inner, index)) });
}

const item = (b: Builder, array: Atom, index: Atom = intConstant(0)): Variable =>
  b.one('real', { tag: 'item', array, index, checked: true });

const at = (own: readonly Variable[], i: number): Variable => {
  const found = own[i];
  if (found === undefined) throw new Error('no variable');
  return found;
};

describe('the way back of', () => {
  test('a product adds to both arguments', () => {
    expect(gradient(['real', 'real'], (b, x, y) => [b.operation('multiply', x, y)])).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r5 = multiply r3, r4
        r6 = multiply r2, r4
        r7 = multiply r2, r3
        r8, r9, r10 = finite r6, r7, r5
        results r8, r9, r10"
    `);
  });
  test('a value that is used twice adds up', () => {
    expect(gradient(['real'], (b, x) => [b.operation('multiply', x, b.operation('sin', x))])).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        r3 = sin r2
        r4 = multiply r2, r3
        r5 = multiply r1, r3
        r6 = multiply r1, r2
        r7 = cos r2
        r8 = multiply r6, r7
        r9 = add r5, r8
        r10, r11 = finite r9, r4
        results r10, r11"
    `);
  });
  test('what does not depend on the point is nothing', () => {
    expect(gradient(['real', 'int'], (b, x, y) => [b.operation('powerInt', x, y), b.operation('toReal', y)]))
      .toMatchInlineSnapshot(`
      "function main.0(r0 : real, n1 : int, r2 : real, r3 : real)
        r4, n5 = r0, n1
        r6 = powerInt r4, n5
        r7 = toReal n5
        r8 = toReal n5
        r9 = toReal n5
        r10 = sign r9
        r11 = toReal n5
        r12 = sign r11
        r13 = multiply r10, r12
        n14 = floor r13 untested
        n15 = subtractInt n5, n14 untested
        r16 = powerInt r4, n15
        r17 = multiply r8, r16
        r18 = multiply r2, r17
        r19, n20, r21, r22 = finite r18, n5, r6, r7
        results r19, n20, r21, r22"
    `);
  });
  test('a value that nothing uses is nothing', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) => {
        b.operation('exp', x);
        return [y];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r5 = exp r3
        r6, r7, r8 = finite 0, r2, r4
        results r6, r7, r8"
    `);
  });
  test('another name is that of the value', () => {
    expect(
      gradient(['real', REALS], (b, x, y) => b.add(['real', REALS], { tag: 'move', values: [x, y], finite: false })),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : array0, r2 : real, d3 : array0)
        r4, d5 = r0, d1
        d6 = shadow d5
        r7, d8 = r4, d5
        addAll d6 += d3 like d8
        r9, d10, r11, d12 = finite r2, d6, r7, d8
        results r9, d10, r11, d12"
    `);
  });
  test('a result that is a parameter, twice, is a sum', () => {
    expect(gradient(['real'], (_, x) => [x, x])).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3 = r0
        r4 = add r1, r2
        r5, r6, r7 = finite r4, r3, r3
        results r5, r6, r7"
    `);
  });
});

describe('data has a shadow', () => {
  test('whose real field is the adjoint of the field', () => {
    expect(
      gradient(['real', LIST], (b, x, y) => [
        b.one(LIST, { tag: 'construct', constructor_: 1, fields: [b.operation('sin', x), intConstant(2), y] }),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : list, d2 : list)
        r3, d4 = r0, d1
        d5 = shadow d4
        r6 = sin r3
        d7 = new ::(r6, 2, d4)
        d8 = new ::(0, 2, d5)
        addAll d8 += d2 like d7
        r9 = field d8 ::.0
        r10 = cos r3
        r11 = multiply r9, r10
        r12, d13, d14 = finite r11, d5, d7
        results r12, d13, d14"
    `);
  });
  test('but not if nothing in it is active', () => {
    expect(
      gradient(['real'], (b, x) => {
        const list = b.one(LIST, { tag: 'construct', constructor_: 1, fields: [c(1), intConstant(2), absent(LIST)] });
        return [b.operation('multiply', x, b.one('real', { tag: 'field', value: list, constructor_: 1, index: 0 }))];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        d3 = new ::(1, 2, 0)
        r4 = field d3 ::.0
        r5 = multiply r2, r4
        r6 = multiply r1, r4
        r7, r8 = finite r6, r5
        results r7, r8"
    `);
  });
  test('of a constant field that is 0', () => {
    expect(
      gradient([LIST], (b, x) => [
        b.one(LIST, { tag: 'construct', constructor_: 1, fields: [c(1), intConstant(2), x] }),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list, d1 : list)
        d2 = d0
        d3 = shadow d2
        d4 = new ::(1, 2, d2)
        d5 = new ::(0, 2, d3)
        addAll d5 += d1 like d4
        d6, d7 = finite d3, d4
        results d6, d7"
    `);
  });
  test('to which a field that is read adds', () => {
    expect(
      gradient([LIST], (b, x) => [
        b.operation('sin', b.one('real', { tag: 'field', value: x, constructor_: 1, index: 0 })),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list, r1 : real)
        d2 = d0
        d3 = shadow d2
        r4 = field d2 ::.0
        r5 = sin r4
        r6 = cos r4
        r7 = multiply r1, r6
        accumulate d3 ::.0 += r7
        d8, r9 = finite d3, r5
        results d8, r9"
    `);
  });
  test('to which a field that nothing uses adds nothing', () => {
    expect(
      gradient([LIST], (b, x) => {
        b.one('real', { tag: 'field', value: x, constructor_: 1, index: 0 });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list)
        d1 = d0
        d2 = shadow d1
        r3 = field d1 ::.0
        d4 = finite d2
        results d4"
    `);
  });
  test('in which a field that is data has one', () => {
    expect(
      gradient([LIST], (b, x) => {
        const rest = b.one(LIST, { tag: 'field', value: x, constructor_: 1, index: 2 });
        return [b.one('real', { tag: 'field', value: rest, constructor_: 1, index: 0 })];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list, r1 : real)
        d2 = d0
        d3 = shadow d2
        d4 = field d2 ::.2
        d5 = field d3 ::.2
        r6 = field d4 ::.0
        accumulate d5 ::.0 += r1
        d7, r8 = finite d3, r6
        results d7, r8"
    `);
  });
  test('whose real parts are the adjoints of those of an array', () => {
    expect(
      gradient(['real', 'int', 'real'], (b, x, y, z) => [
        b.one(PAIRS, {
          tag: 'array',
          items: [
            [x, y],
            [c(1), y],
            [z, intConstant(1)],
          ],
        }),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, n1 : int, r2 : real, d3 : array1)
        r4, n5, r6 = r0, n1, r2
        d7 = array [r4, n5; 1, n5; r6, 1]
        d8 = array [0, n5; 0, n5; 0, 1]
        addAll d8 += d3 like d7
        r9, n10 = item d8[0] unchecked
        r11, n12 = item d8[2] unchecked
        r13, n14, r15, d16 = finite r9, n5, r11, d7
        results r13, n14, r15, d16"
    `);
  });
  test('to which an item that is read adds', () => {
    expect(
      gradient([PAIRS, 'int'], (b, x, y) => b.add(['real', 'int'], { tag: 'item', array: x, index: y, checked: true })),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array1, n1 : int, r2 : real, n3 : int)
        d4, n5 = d0, n1
        d6 = shadow d4
        r7, n8 = item d4[n5]
        accumulate d6 [n5].0 += r2
        d9, n10, r11, n12 = finite d6, n5, r7, n8
        results d9, n10, r11, n12"
    `);
  });
  test('in which an item that is data has one', () => {
    expect(
      gradient([ROWS, 'int'], (b, x, y) => {
        const row = b.one(REALS, { tag: 'item', array: x, index: y, checked: true });
        return [item(b, row)];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array2, n1 : int, r2 : real)
        d3, n4 = d0, n1
        d5 = shadow d3
        d6 = item d3[n4]
        d7 = item d5[n4] unchecked or 0
        r8 = item d6[0]
        accumulate d7 [0].0 += r2
        d9, n10, r11 = finite d5, n4, r8
        results d9, n10, r11"
    `);
  });
  test('to which a part that nothing uses adds nothing', () => {
    expect(
      gradient([PAIRS, 'int'], (b, x, y) => {
        b.add(['real', 'int'], { tag: 'item', array: x, index: y, checked: true });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array1, n1 : int)
        d2, n3 = d0, n1
        d4 = shadow d2
        r5, n6 = item d2[n3]
        d7, n8 = finite d4, n3
        results d7, n8"
    `);
  });
  test('in which a spine has one', () => {
    expect(
      gradient([LIST], (b, x) => {
        const cells = b.one(CELLS, { tag: 'spine', list: x });
        const cell = b.one(LIST, { tag: 'item', array: cells, index: intConstant(0), checked: true });
        return [b.one('real', { tag: 'field', value: cell, constructor_: 1, index: 0 })];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : list, r1 : real)
        d2 = d0
        d3 = shadow d2
        d4 = spine d2
        d5 = spine d3
        d6 = item d4[0]
        d7 = item d5[0] unchecked or 0
        r8 = field d6 ::.0
        accumulate d7 ::.0 += r1
        d9, r10 = finite d3, r8
        results d9, r10"
    `);
  });
});

describe('data in arrays beside reals', () => {
  const both = (b: Builder, real: Atom, row: Atom): Variable =>
    b.one(ROWS_AND_REALS, { tag: 'array', items: [[real, row]] });

  test('that does not move has no adjoints to read', () => {
    expect(gradient([REALS], (b, x) => [both(b, c(1), x)])).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array5)
        d2 = d0
        d3 = shadow d2
        d4 = array [1, d2]
        d5 = array [0, d3]
        addAll d5 += d1 like d4
        d6, d7 = finite d3, d4
        results d6, d7"
    `);
  });

  test('is no summand', () => {
    expect(
      gradient(['real', REALS, 'bool'], (b, x, y, z) =>
        choice(
          b,
          z,
          (one) => [both(one, x, y)],
          (two) => [both(two, c(1), y)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : array0, b2 : bool, d3 : array5)
        r4, d5, b6 = r0, d1, b2
        d7 = shadow d5
        d12, d13 = if b6 {
          d8 = array [r4, d5]
          d9 = array [0, d7]
          push d9
          results d8, d9
        } else {
          d10 = array [1, d5]
          d11 = array [0, d7]
          results d10, d11
        }
        addAll d13 += d3 like d12
        r17 = if b6 {
          d14 = pop
          r15, d16 = item d14[0] unchecked
          results r15
        } else {
          results 0
        }
        r18, d19, b20, d21 = finite r17, d7, b6, d12
        results r18, d19, b20, d21"
    `);
  });

  test('is read with them, and its shadow with their adjoints', () => {
    expect(
      gradient([ROWS_AND_REALS], (b, x) => {
        const [real = x, row = x] = b.add(['real', REALS], {
          tag: 'item',
          array: x,
          index: intConstant(0),
          checked: true,
        });
        return [b.operation('multiply', real, item(b, row))];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array5, r1 : real)
        d2 = d0
        d3 = shadow d2
        r4, d5 = item d2[0]
        r6, d7 = item d3[0] unchecked or 0
        r8 = item d5[0]
        r9 = multiply r4, r8
        r10 = multiply r1, r8
        r11 = multiply r1, r4
        accumulate d7 [0].0 += r11
        accumulate d3 [0].0 += r10
        d12, r13 = finite d3, r9
        results d12, r13"
    `);
  });

  test('is no summand where it is built', () => {
    expect(gradient([REALS], (b, x) => [built(b, TWO_ROWS, () => [x, x])])).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array6)
        d2 = d0
        d3 = shadow d2
        d5, d6 = build n4 < 3 {
          results d2, d2, d3, d3
        }
        addAll d6 += d1 like d5
        for n7 < 3 down () {
          d8, d9 = item d6[n7] unchecked
          results 
        }
        d10, d11 = finite d3, d5
        results d10, d11"
    `);
  });
});

describe('what an adjoint alone is', () => {
  test('is kept in an arm', () => {
    expect(
      gradient(
        ['real', 'bool'],
        (b, x, y) =>
          choice(
            b,
            y,
            (one) => [one.operation('exp', x)],
            () => [c(1)],
          ),
        undefined,
        [c(1)],
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, b1 : bool)
        r2, b3 = r0, b1
        r5 = if b3 {
          r4 = exp r2
          push r4
          results r4
        } else {
          results 1
        }
        r7 = if b3 {
          r6 = pop
          results r6
        } else {
          results 0
        }
        r8, b9, r10 = finite r7, b3, r5
        results r8, b9, r10"
    `);
  });

  test('is kept in a round', () => {
    expect(
      gradient(
        ['real'],
        (b, x) => [
          item(
            b,
            built(b, REALS, (inner, index) => [
              inner.operation('exp', inner.operation('multiply', x, inner.operation('toReal', index))),
            ]),
          ),
        ],
        undefined,
        [c(1)],
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real)
        r1 = r0
        d6, d7 = build n2 < 3 {
          r3 = toReal n2
          r4 = multiply r1, r3
          r5 = exp r4
          push r5
          results r5, 0
        }
        r8 = item d6[0]
        accumulate d7 [0].0 += 1
        r17 = for n9 < 3 down (r10 = 0) {
          r11 = pop
          r12 = toReal n9
          r13 = item d7[n9] unchecked
          r14 = multiply r13, r11
          r15 = multiply r14, r12
          r16 = add r10, r15
          results r16
        }
        r18, r19 = finite r17, r8
        results r18, r19"
    `);
  });
});

describe('the way back of a branch', () => {
  test('has an arm for each', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) =>
        choice(
          b,
          b.operation('less', x, y),
          (one) => [one.operation('sin', x)],
          (two) => [two.operation('multiply', x, y)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        b5 = less r3, r4
        r8 = if b5 {
          r6 = sin r3
          results r6
        } else {
          r7 = multiply r3, r4
          results r7
        }
        r13, r14 = if b5 {
          r9 = cos r3
          r10 = multiply r2, r9
          results r10, 0
        } else {
          r11 = multiply r2, r4
          r12 = multiply r2, r3
          results r11, r12
        }
        r15, r16, r17 = finite r13, r14, r8
        results r15, r16, r17"
    `);
  });
  test('adds to what only one arm uses', () => {
    expect(
      gradient(['real', 'real', 'real'], (b, x, y, z) =>
        choice(
          b,
          b.operation('less', x, y),
          (one) => [one.operation('multiply', x, z)],
          () => [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5, r6 = r0, r1, r2
        b7 = less r4, r5
        r9 = if b7 {
          r8 = multiply r4, r6
          results r8
        } else {
          results 1
        }
        r12, r13 = if b7 {
          r10 = multiply r3, r6
          r11 = multiply r3, r4
          results r10, r11
        } else {
          results 0, 0
        }
        r14, r15, r16, r17 = finite r12, 0, r13, r9
        results r14, r15, r16, r17"
    `);
  });
  test('takes what its arms keep', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) =>
        choice(
          b,
          b.operation('less', x, y),
          (one) => [one.operation('sin', one.operation('exp', x))],
          () => [y],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        b5 = less r3, r4
        r8 = if b5 {
          r6 = exp r3
          r7 = sin r6
          push r6
          results r7
        } else {
          results r4
        }
        r13, r14 = if b5 {
          r9 = pop
          r10 = cos r9
          r11 = multiply r2, r10
          r12 = multiply r11, r9
          results r12, 0
        } else {
          results 0, r2
        }
        r15, r16, r17 = finite r13, r14, r8
        results r15, r16, r17"
    `);
  });
  test('passes shadows on', () => {
    expect(
      gradient([REALS, REALS, 'bool'], (b, x, y, z) => [
        item(
          b,
          at(
            choice(
              b,
              z,
              () => [x],
              () => [y],
            ),
            0,
          ),
        ),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array0, b2 : bool, r3 : real)
        d4, d5, b6 = d0, d1, b2
        d7 = shadow d4
        d8 = shadow d5
        d9, d10 = if b6 {
          results d4, d7
        } else {
          results d5, d8
        }
        r11 = item d9[0]
        accumulate d10 [0].0 += r3
        d12, d13, b14, r15 = finite d7, d8, b6, r11
        results d12, d13, b14, r15"
    `);
  });
  test('that has nothing to add is nothing', () => {
    expect(
      gradient(['real', 'bool'], (b, x, y) => {
        choice(
          b,
          y,
          () => [x],
          () => [c(1)],
        );
        return [x];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, b1 : bool, r2 : real)
        r3, b4 = r0, b1
        r5 = if b4 {
          results r3
        } else {
          results 1
        }
        r6, b7, r8 = finite r2, b4, r3
        results r6, b7, r8"
    `);
  });
  test('adds to shadows alone', () => {
    expect(
      gradient([REALS, 'bool'], (b, x, y) =>
        choice(
          b,
          y,
          (one) => [one.operation('sin', item(one, x))],
          () => [c(1)],
        ),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, b1 : bool, r2 : real)
        d3, b4 = d0, b1
        d5 = shadow d3
        r8 = if b4 {
          r6 = item d3[0]
          r7 = sin r6
          results r7
        } else {
          results 1
        }
        if b4 {
          r9 = item d3[0] unchecked
          r10 = cos r9
          r11 = multiply r2, r10
          accumulate d5 [0].0 += r11
          results 
        } else {
          results 
        }
        d12, b13, r14 = finite d5, b4, r8
        results d12, b13, r14"
    `);
  });
});

describe('the way back of a counted loop', () => {
  test('goes the other way, with what its rounds keep', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) =>
        loop(b, [x], (inner, _, s = x) => [inner.operation('multiply', inner.operation('sin', s), y)]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r9 = for n5 < 3 (r6 = r3) {
          r7 = sin r6
          r8 = multiply r7, r4
          push r7, r6
          results r8
        }
        r20, r21 = for n10 < 3 down (r11 = r2, r12 = 0) {
          r13, r14 = pop
          r15 = multiply r11, r4
          r16 = multiply r11, r13
          r17 = add r12, r16
          r18 = cos r14
          r19 = multiply r15, r18
          results r19, r17
        }
        r22, r23, r24 = finite r20, r21, r9
        results r22, r23, r24"
    `);
  });
  test('goes up if the loop goes down', () => {
    expect(
      gradient(['real', 'real'], (b, x) =>
        loop(b, [x], (inner, index, s = x) => [inner.operation('multiply', s, inner.operation('toReal', index))], true),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r9 = for n5 < 3 down (r6 = r3) {
          r7 = toReal n5
          r8 = multiply r6, r7
          results r8
        }
        r14 = for n10 < 3 (r11 = r2) {
          r12 = toReal n10
          r13 = multiply r11, r12
          results r13
        }
        r15, r16, r17 = finite r14, 0, r9
        results r15, r16, r17"
    `);
  });
  test('carries no int, and nothing that is not active', () => {
    expect(
      gradient(['real', 'int'], (b, x, y) =>
        loop(b, [x, y, c(1)], (inner, _, s = x, n = y, t = x) => [
          inner.operation('multiply', s, t),
          inner.operation('addInt', n, n),
          inner.operation('sin', t),
        ]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, n1 : int, r2 : real, n3 : int, r4 : real)
        r5, n6 = r0, n1
        r14, n15, r16 = for n7 < 3 (r8 = r5, n9 = n6, r10 = 1) {
          r11 = multiply r8, r10
          n12 = addInt n9, n9
          r13 = sin r10
          push r10
          results r11, n12, r13
        }
        r21 = for n17 < 3 down (r18 = r2) {
          r19 = pop
          r20 = multiply r18, r19
          results r20
        }
        r22, n23, r24, n25, r26 = finite r21, n6, r14, n15, r16
        results r22, n23, r24, n25, r26"
    `);
  });
  test('carries the adjoints of all that it reaches', () => {
    expect(
      gradient(['real', 'real', 'real'], (b, x, y, z) =>
        loop(b, [x], (inner, _, s = x) => [inner.operation('add', s, inner.operation('subtract', y, z))]),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5, r6 = r0, r1, r2
        r11 = for n7 < 3 (r8 = r4) {
          r9 = subtract r5, r6
          r10 = add r8, r9
          results r10
        }
        r19, r20, r21 = for n12 < 3 down (r13 = r3, r14 = 0, r15 = 0) {
          r16 = add r14, r13
          r17 = negate r13
          r18 = add r15, r17
          results r13, r16, r18
        }
        r22, r23, r24, r25 = finite r19, r20, r21, r11
        results r22, r23, r24, r25"
    `);
  });

  test('has the shadows of data that it carries', () => {
    expect(
      gradient([REALS, REALS], (b, x, y) => [
        item(
          b,
          at(
            loop(b, [x], (inner) => [built(inner, REALS, (each, i) => [item(each, y, i)])]),
            0,
          ),
        ),
      ]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array0, r2 : real)
        d3, d4 = d0, d1
        d5 = shadow d3
        d6 = shadow d4
        d14, d15 = for n7 < 3 (d8 = d3, d9 = d5) {
          d12, d13 = build n10 < 3 {
            r11 = item d4[n10]
            results r11, 0
          }
          push d13
          results d12, d13
        }
        r16 = item d14[0]
        accumulate d15 [0].0 += r2
        for n17 < 3 down () {
          d18 = pop
          for n19 < 3 down () {
            r20 = item d18[n19] unchecked
            accumulate d6 [n19].0 += r20
            results 
          }
          results 
        }
        d21, d22, r23 = finite d5, d6, r16
        results d21, d22, r23"
    `);
  });
  test('keeps data for its shadow', () => {
    expect(
      gradient([REALS, 'real'], (b, x, y) => {
        const [array = x, sum = y] = loop(b, [x, y], (inner, index, own = x, s = y) => [
          built(inner, REALS, (each, i) => [each.operation('sin', item(each, own, i))]),
          inner.operation('multiply', s, item(inner, own, index)),
        ]);
        return [item(b, array), sum];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, r1 : real, r2 : real, r3 : real)
        d4, r5 = d0, r1
        d6 = shadow d4
        d18, r19, d20 = for n7 < 3 (d8 = d4, r9 = r5, d10 = d6) {
          d14, d15 = build n11 < 3 {
            r12 = item d8[n11]
            r13 = sin r12
            results r13, 0
          }
          r16 = item d8[n7]
          r17 = multiply r9, r16
          push r9, d10, d8, d15
          results d14, r17, d15
        }
        r21 = item d18[0]
        accumulate d20 [0].0 += r2
        r36 = for n22 < 3 down (r23 = r3) {
          r24, d25, d26, d27 = pop
          r28 = item d26[n22] unchecked
          r29 = multiply r23, r28
          r30 = multiply r23, r24
          accumulate d25 [n22].0 += r30
          for n31 < 3 down () {
            r32 = item d26[n31] unchecked
            r33 = item d27[n31] unchecked
            r34 = cos r32
            r35 = multiply r33, r34
            accumulate d25 [n31].0 += r35
            results 
          }
          results r29
        }
        d37, r38, r39, r40 = finite d6, r36, r21, r19
        results d37, r38, r39, r40"
    `);
  });
});

describe('the way back of a loop', () => {
  test('goes through as many rounds', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) =>
        until(b, [x], ({ header, body }, s = x) => ({
          header: header.operation('less', y, s),
          exit: [s],
          body: [body.operation('multiply', s, s)],
        })),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        r10, n11 = while (r5 = r3, n6 = 0) {
          b7 = less r4, r5
          results b7
        } exit {
          results r5, n6
        } body {
          r8 = multiply r5, r5
          n9 = addInt n6, 1
          push r5
          results r8, n9
        }
        r19, r20 = for n12 < n11 down (r13 = r2, r14 = 0) {
          r15 = pop
          r16 = multiply r13, r15
          r17 = multiply r13, r15
          r18 = add r16, r17
          results r18, r14
        }
        r21, r22, r23 = finite r19, r20, r10
        results r21, r22, r23"
    `);
  });
  test('adds what its header and exit computed', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) => {
        return until(b, [x], ({ header, exit, body }, s = x) => {
          const sine = header.operation('multiply', s, y);
          return {
            header: header.operation('less', y, sine),
            exit: [exit.operation('exp', sine), sine],
            body: [body.operation('add', sine, y)],
          };
        });
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5 = r0, r1
        r13, r14, n15 = while (r6 = r4, n7 = 0) {
          r8 = multiply r6, r5
          b9 = less r5, r8
          results b9
        } exit {
          r10 = exp r8
          push r10, r6
          results r10, r8, n7
        } body {
          r11 = add r8, r5
          n12 = addInt n7, 1
          push r6
          results r11, n12
        }
        r16, r17 = pop
        r18 = multiply r2, r16
        r19 = add r3, r18
        r20 = multiply r19, r5
        r21 = multiply r19, r17
        r30, r31 = for n22 < n15 down (r23 = r20, r24 = r21) {
          r25 = pop
          r26 = add r24, r23
          r27 = multiply r23, r5
          r28 = multiply r23, r25
          r29 = add r26, r28
          results r27, r29
        }
        r32, r33, r34, r35 = finite r30, r31, r13, r14
        results r32, r33, r34, r35"
    `);
  });
  test('computes counters from the number of the round', () => {
    expect(
      gradient(['real', 'int'], (b, x, y) => {
        return until(
          b,
          [x, y, y, intConstant(5), y, y],
          ({ header, body }, s = x, up = y, two = y, down = y, other = y, same = y) => ({
            header: header.operation('lessInt', down, up),
            exit: [s, up],
            body: [
              body.operation(
                'multiply',
                s,
                body.operation(
                  'toReal',
                  body.operation(
                    'addInt',
                    up,
                    body.operation(
                      'addInt',
                      two,
                      body.operation('addInt', down, body.operation('addInt', other, same)),
                    ),
                  ),
                ),
              ),
              body.operation('addInt', up, intConstant(1)),
              body.operation('addInt', two, intConstant(2)),
              body.operation('subtractInt', down, intConstant(1)),
              body.operation('multiplyInt', other, intConstant(2)),
              body.operation('addInt', same, up),
            ],
          }),
        );
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, n1 : int, r2 : real, n3 : int)
        r4, n5 = r0, n1
        r26, n27, n28 = while (r6 = r4, n7 = n5, n8 = n5, n9 = 5, n10 = n5, n11 = n5, n12 = 0) {
          b13 = lessInt n9, n7
          results b13
        } exit {
          results r6, n7, n12
        } body {
          n14 = addInt n10, n11
          n15 = addInt n9, n14
          n16 = addInt n8, n15
          n17 = addInt n7, n16
          r18 = toReal n17
          r19 = multiply r6, r18
          n20 = addInt n7, 1
          n21 = addInt n8, 2
          n22 = subtractInt n9, 1
          n23 = multiplyInt n10, 2
          n24 = addInt n11, n7
          n25 = addInt n12, 1
          push r18
          results r19, n20, n21, n22, n23, n24, n25
        }
        n29 = addInt n5, n28 untested
        n30 = multiplyInt n28, 2 untested
        n31 = addInt n5, n30 untested
        n32 = subtractInt 5, n28 untested
        r41 = for n33 < n28 down (r34 = r2) {
          n35 = addInt n5, n33 untested
          n36 = multiplyInt n33, 2 untested
          n37 = addInt n5, n36 untested
          n38 = subtractInt 5, n33 untested
          r39 = pop
          r40 = multiply r34, r39
          results r40
        }
        r42, n43, r44, n45 = finite r41, n5, r26, n27
        results r42, n43, r44, n45"
    `);
  });
  test('computes counters where they are indices', () => {
    expect(
      gradient(['real', REALS, 'int'], (b, x, y, z) =>
        until(b, [x, z, z, z, z], ({ header, body }, s = x, up = z, ahead = z, first = z, length = z) => ({
          header: header.operation('lessInt', up, length),
          exit: [s],
          body: [
            [up, ahead, first, length].reduce(
              (product, each) => body.operation('multiply', product, item(body, y, each)),
              s,
            ),
            body.operation('addInt', up, intConstant(1)),
            body.operation('addInt', up, intConstant(3)),
            first,
            body.one('int', { tag: 'length', array: y }),
          ],
        })),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, d1 : array0, n2 : int, r3 : real)
        r4, d5, n6 = r0, d1, n2
        d7 = shadow d5
        r27, n28 = while (r8 = r4, n9 = n6, n10 = n6, n11 = n6, n12 = n6, n13 = 0) {
          b14 = lessInt n9, n12
          results b14
        } exit {
          results r8, n13
        } body {
          r15 = item d5[n9]
          r16 = multiply r8, r15
          r17 = item d5[n10]
          r18 = multiply r16, r17
          r19 = item d5[n11]
          r20 = multiply r18, r19
          r21 = item d5[n12]
          r22 = multiply r20, r21
          n23 = addInt n9, 1
          n24 = addInt n9, 3
          n25 = length d5
          n26 = addInt n13, 1
          push n12, n11, n10, r8
          results r22, n23, n24, n11, n25, n26
        }
        n29 = addInt n6, n28 untested
        r52 = for n30 < n28 down (r31 = r3) {
          n32 = addInt n6, n30 untested
          n33, n34, n35, r36 = pop
          r37 = item d5[n32] unchecked
          r38 = multiply r36, r37
          r39 = item d5[n35] unchecked
          r40 = multiply r38, r39
          r41 = item d5[n34] unchecked
          r42 = multiply r40, r41
          r43 = item d5[n33] unchecked
          r44 = multiply r31, r43
          r45 = multiply r31, r42
          accumulate d7 [n33].0 += r45
          r46 = multiply r44, r41
          r47 = multiply r44, r40
          accumulate d7 [n34].0 += r47
          r48 = multiply r46, r39
          r49 = multiply r46, r38
          accumulate d7 [n35].0 += r49
          r50 = multiply r48, r37
          r51 = multiply r48, r36
          accumulate d7 [n32].0 += r51
          results r50
        }
        r53, d54, n55, r56 = finite r52, d7, n6, r27
        results r53, d54, n55, r56"
    `);
  });

  test('carries the adjoints of all that it reaches', () => {
    expect(
      gradient(['real', 'real', 'real'], (b, x, y, z) =>
        until(b, [x], ({ header, body }, s = x) => ({
          header: header.operation('less', y, s),
          exit: [s],
          body: [body.operation('add', s, body.operation('subtract', y, z))],
        })),
      ),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5, r6 = r0, r1, r2
        r13, n14 = while (r7 = r4, n8 = 0) {
          b9 = less r5, r7
          results b9
        } exit {
          results r7, n8
        } body {
          r10 = subtract r5, r6
          r11 = add r7, r10
          n12 = addInt n8, 1
          results r11, n12
        }
        r22, r23, r24 = for n15 < n14 down (r16 = r3, r17 = 0, r18 = 0) {
          r19 = add r17, r16
          r20 = negate r16
          r21 = add r18, r20
          results r16, r19, r21
        }
        r25, r26, r27, r28 = finite r22, r23, r24, r13
        results r25, r26, r27, r28"
    `);
  });

  test('has the shadows of data that it carries', () => {
    expect(
      gradient([REALS, 'real'], (b, x, y) => {
        const [rest = x, value = y] = until(b, [x], ({ header, exit, body }, own = x) => {
          const first = header.operation('sin', item(header, own));
          return {
            header: header.operation('less', y, first),
            exit: [own, exit.operation('multiply', first, y)],
            body: [built(body, REALS, (each, i) => [each.operation('multiply', item(each, own, i), first)])],
          };
        });
        return [item(b, rest), value];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, r1 : real, r2 : real, r3 : real)
        d4, r5 = d0, r1
        d6 = shadow d4
        d20, r21, d22, n23 = while (d7 = d4, d8 = d6, n9 = 0) {
          r10 = item d7[0]
          r11 = sin r10
          b12 = less r5, r11
          results b12
        } exit {
          r13 = multiply r11, r5
          push r11, d8, d7
          results d7, r13, d8, n9
        } body {
          d17, d18 = build n14 < 3 {
            r15 = item d7[n14]
            r16 = multiply r15, r11
            results r16, 0
          }
          n19 = addInt n9, 1
          push d7, d18, r11, d8
          results d17, d18, n19
        }
        r24 = item d20[0]
        accumulate d22 [0].0 += r2
        r25, d26, d27 = pop
        r28 = item d27[0] unchecked
        r29 = multiply r3, r5
        r30 = multiply r3, r25
        r31 = cos r28
        r32 = multiply r29, r31
        accumulate d26 [0].0 += r32
        r50 = for n33 < n23 down (r34 = r30) {
          d35, d36, r37, d38 = pop
          r39 = item d35[0] unchecked
          r47 = for n40 < 3 down (r41 = 0) {
            r42 = item d35[n40] unchecked
            r43 = item d36[n40] unchecked
            r44 = multiply r43, r37
            r45 = multiply r43, r42
            r46 = add r41, r45
            accumulate d38 [n40].0 += r44
            results r46
          }
          r48 = cos r39
          r49 = multiply r47, r48
          accumulate d38 [0].0 += r49
          results r34
        }
        d51, r52, r53, r54 = finite d6, r50, r24, r21
        results d51, r52, r53, r54"
    `);
  });
  test('whose header has blocks begins with a copy of it', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) => {
        return until(b, [x], ({ header, body }, s = x) => {
          const [limit = x, other = y] = choice(
            header,
            header.operation('less', s, y),
            (one) => [one.operation('sin', s), s],
            () => [y, y],
          );
          return {
            header: header.operation('less', limit, s),
            exit: [limit, s],
            body: [body.operation('multiply', other, s)],
          };
        });
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, r3 : real)
        r4, r5 = r0, r1
        b6 = less r4, r5
        r8, r9 = if b6 {
          r7 = sin r4
          results r7, r4
        } else {
          results r5, r5
        }
        b10 = less r8, r4
        r25, r26, n27 = while (r11 = r4, b12 = b10, b13 = b6, r14 = r8, r15 = r9, b16 = b10, n17 = 0) {
          results b12
        } exit {
          results r14, r11, n17
        } body {
          r18 = multiply r15, r11
          b19 = less r18, r5
          r21, r22 = if b19 {
            r20 = sin r18
            results r20, r18
          } else {
            results r5, r5
          }
          b23 = less r21, r18
          n24 = addInt n17, 1
          push r11, r15
          results r18, b23, b19, r21, r22, b23, n24
        }
        r47, r48, r49, r50 = for n28 < n27 down (r29 = r3, r30 = r2, r31 = 0, r32 = 0) {
          r33, r34 = pop
          r35 = multiply r34, r33
          b36 = less r35, r5
          r41, r42 = if b36 {
            r37 = cos r35
            r38 = multiply r30, r37
            r39 = add r31, r38
            results r39, 0
          } else {
            r40 = add r30, r31
            results 0, r40
          }
          r43 = add r29, r41
          r44 = add r32, r42
          r45 = multiply r43, r33
          r46 = multiply r43, r34
          results r46, 0, r45, r44
        }
        r55, r56 = if b6 {
          r51 = cos r4
          r52 = multiply r48, r51
          r53 = add r49, r52
          results r53, 0
        } else {
          r54 = add r48, r49
          results 0, r54
        }
        r57 = add r47, r55
        r58 = add r50, r56
        r59, r60, r61, r62 = finite r57, r58, r25, r26
        results r59, r60, r61, r62"
    `);
  });
  test('whose header is a constant stays so', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) => {
        return until(b, [x], ({ header, body }, s = x) => {
          choice(
            header,
            header.operation('less', s, y),
            () => [y],
            () => [y],
          );
          return { header: boolConstant(true), exit: [s], body: [body.operation('sin', s)] };
        });
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real)
        r3, r4 = r0, r1
        b5 = less r3, r4
        r6 = if b5 {
          results r4
        } else {
          results r4
        }
        r16, n17 = while (r7 = r3, b8 = true, b9 = b5, r10 = r6, n11 = 0) {
          results true
        } exit {
          results r7, n11
        } body {
          r12 = sin r7
          b13 = less r12, r4
          r14 = if b13 {
            results r4
          } else {
            results r4
          }
          n15 = addInt n11, 1
          push r7, r12
          results r12, true, b13, r14, n15
        }
        r29, r30, r31 = for n18 < n17 down (r19 = r2, r20 = 0, r21 = 0) {
          r22, r23 = pop
          b24 = less r23, r4
          r25 = if b24 {
            results r20
          } else {
            results r20
          }
          r26 = add r21, r25
          r27 = cos r22
          r28 = multiply r19, r27
          results r28, 0, r26
        }
        r32 = if b5 {
          results r30
        } else {
          results r30
        }
        r33 = add r31, r32
        r34, r35, r36 = finite r29, r33, r16
        results r34, r35, r36"
    `);
  });
});

describe('the way back of an array that is built', () => {
  test('reads the adjoints of its parts', () => {
    expect(
      gradient(['real', 'real'], (b, x, y) => {
        const pairs = built(b, PAIRS, (inner, index) => [
          inner.operation(
            'multiply',
            x,
            inner.operation('exp', inner.operation('multiply', y, inner.operation('toReal', index))),
          ),
          index,
        ]);
        return b.add(['real', 'int'], { tag: 'item', array: pairs, index: intConstant(1), checked: true });
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real, r2 : real, n3 : int)
        r4, r5 = r0, r1
        d11, d12 = build n6 < 3 {
          r7 = toReal n6
          r8 = multiply r5, r7
          r9 = exp r8
          r10 = multiply r4, r9
          push r9
          results r10, n6, 0, n6
        }
        r13, n14 = item d11[1]
        accumulate d12 [1].0 += r2
        r28, r29 = for n15 < 3 down (r16 = 0, r17 = 0) {
          r18 = pop
          r19 = toReal n15
          r20, n21 = item d12[n15] unchecked
          r22 = multiply r20, r18
          r23 = add r17, r22
          r24 = multiply r20, r4
          r25 = multiply r24, r18
          r26 = multiply r25, r19
          r27 = add r16, r26
          results r27, r23
        }
        r30, r31, r32, n33 = finite r29, r28, r13, n14
        results r30, r31, r32, n33"
    `);
  });
  test('adds to shadows', () => {
    expect(
      gradient([REALS], (b, x) => [built(b, REALS, (inner, index) => [inner.operation('sin', item(inner, x, index))])]),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, d1 : array0)
        d2 = d0
        d3 = shadow d2
        d7, d8 = build n4 < 3 {
          r5 = item d2[n4]
          r6 = sin r5
          results r6, 0
        }
        addAll d8 += d1 like d7
        for n9 < 3 down () {
          r10 = item d2[n9] unchecked
          r11 = item d8[n9] unchecked
          r12 = cos r10
          r13 = multiply r11, r12
          accumulate d3 [n9].0 += r13
          results 
        }
        d14, d15 = finite d3, d7
        results d14, d15"
    `);
  });
  test('has shadows of items that are data', () => {
    expect(
      gradient([REALS], (b, x) => {
        const rows = built(b, ROWS, (inner) => [
          built(inner, REALS, (each, i) => [each.operation('sin', item(each, x, i))]),
        ]);
        const row = b.one(REALS, { tag: 'item', array: rows, index: intConstant(1), checked: true });
        return [item(b, row)];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(d0 : array0, r1 : real)
        d2 = d0
        d3 = shadow d2
        d10, d11 = build n4 < 3 {
          d8, d9 = build n5 < 3 {
            r6 = item d2[n5]
            r7 = sin r6
            results r7, 0
          }
          push d9
          results d8, d9
        }
        d12 = item d10[1]
        d13 = item d11[1] unchecked or 0
        r14 = item d12[0]
        accumulate d13 [0].0 += r1
        for n15 < 3 down () {
          d16 = pop
          d17 = item d11[n15] unchecked
          for n18 < 3 down () {
            r19 = item d2[n18] unchecked
            r20 = item d16[n18] unchecked
            r21 = cos r19
            r22 = multiply r20, r21
            accumulate d3 [n18].0 += r22
            results 
          }
          results 
        }
        d23, r24 = finite d3, r14
        results d23, r24"
    `);
  });
  test('that is not active is nothing', () => {
    expect(
      gradient(['real'], (b, x) => {
        const array = built(b, REALS, (inner, index) => [inner.operation('toReal', index)]);
        return [b.operation('multiply', x, item(b, array))];
      }),
    ).toMatchInlineSnapshot(`
      "function main.0(r0 : real, r1 : real)
        r2 = r0
        d5 = build n3 < 3 {
          r4 = toReal n3
          results r4
        }
        r6 = item d5[0]
        r7 = multiply r2, r6
        r8 = multiply r1, r6
        r9, r10 = finite r8, r7
        results r9, r10"
    `);
  });
});

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
