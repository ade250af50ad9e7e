import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { Builder, intConstant, Numbers, realConstant } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { ArrayLayout, Atom, Kind, Variable, VariantLayout } from '../ir/tree';
import { Dual, type Duals } from './dual';
import { holdsReal } from './reals';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const INTS: ArrayLayout = { tag: 'array', id: 1, item: ['int'] };
const PAIRS: ArrayLayout = { tag: 'array', id: 2, item: ['real', 'int'] };
const LIST: VariantLayout = { tag: 'variant', id: 3, name: 'list', constructors: [] };
LIST.constructors = [
  { name: '[]', fields: [] },
  { name: '::', fields: ['real', 'int', LIST] },
];
const CELLS: ArrayLayout = { tag: 'array', id: 4, item: [LIST] };

const WAY_BACK = 7;

/** The functions that the last derivative asked for, with the parameters that have tangents. */
let asked: readonly string[] = [];
/** The number of shadows after the last derivative. */
let shadowsAfter = 0;

type Write = (b: Builder, ...given: readonly Variable[]) => readonly Atom[];

/** Prints the forward derivative of a block whose first parameters have tangents, which are parameters, too. */
function after(kinds: readonly Kind[], moved: number, write: Write, targetsAreShadows = false): string {
  const all = [...kinds, ...kinds.slice(0, moved)];
  return blockAfter(
    all,
    (b, ...given) => write(b, ...given.slice(0, kinds.length)),
    (block, numbers, parameters) => {
      const calls: string[] = [];
      const shadows = new Set<number>();
      if (targetsAreShadows) for (const { targets } of block.statements) for (const { id } of targets) shadows.add(id);
      const duals: Duals = {
        numbers,
        shadows,
        isHalf: (id) => id === WAY_BACK,
        function: (id, given) => {
          calls.push(`${id} ${given.map(Number).join('')}`);
          return id + 1;
        },
      };
      const dual = new Dual(duals);
      parameters.slice(kinds.length).forEach((tangent, i) => {
        const variable = parameters[i];
        if (variable !== undefined) dual.set(variable, tangent);
      });
      const builder = new Builder(numbers, undefined, true);
      dual.block(block, builder);
      const tangents = block.results.filter(({ kind }) => holdsReal(kind)).map((result) => dual.tangentOf(result));
      const made = builder.block([...block.results, ...tangents]);
      const isClosed = !made.statements.some(({ tag }) => tag === 'call' || tag === 'push' || tag === 'pop');
      const functions = new Map([[0, { id: 0, name: 'main', parameters, body: made }]]);
      if (isClosed) expect(checkProgram({ functions, entries: new Map() })).toEqual([]);
      asked = calls;
      shadowsAfter = shadows.size;
      return made;
    },
  );
}

const c = realConstant;

/** Returns four variables; fewer are repeated. */
function given(variables: readonly Variable[]): readonly [Variable, Variable, Variable, Variable] {
  const [x, y = x, z = y, w = z] = variables;
  if (x === undefined || y === undefined || z === undefined || w === undefined) throw new Error('no variable');
  return [x, y, z, w];
}

describe('real operations have a tangent if an argument has one', () => {
  test('of a product, both arguments of which move', () => {
    expect(
      after(['real', 'real'], 2, (b, ...all) => {
        const [x, y] = given(all);
        return [b.operation('multiply', x, y)];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, r2 : real, r3 : real)
        r4 = multiply r0, r1
        r5 = multiply r2, r1
        r6 = multiply r3, r0
        r7 = add r5, r6
        results r4, r7"
    `);
  });
  test('of a product, one argument of which moves', () => {
    expect(
      after(['real', 'real'], 1, (b, ...all) => {
        const [x, y] = given(all);
        return [b.operation('multiply', x, y)];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, r2 : real)
        r3 = multiply r0, r1
        r4 = multiply r2, r1
        results r3, r4"
    `);
  });
  test('but not an int', () => {
    expect(
      after(['real', 'real'], 1, (b, ...all) => {
        const [x] = given(all);
        const n = b.operation('floor', x);
        return [b.operation('add', x, b.operation('toReal', n))];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, r2 : real)
        n3 = floor r0
        r4 = toReal n3
        r5 = add r0, r4
        results r5, r2"
    `);
  });
  test('but not where the partial derivative is 0', () => {
    expect(
      after(['real'], 1, (b, ...all) => {
        const [x] = given(all);
        return [b.operation('sign', x)];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real)
        r2 = sign r0
        results r2, 0"
    `);
  });
  test('of the base of a power alone', () => {
    expect(
      after(['real', 'int'], 2, (b, ...all) => {
        const [x, y] = given(all);
        return [b.operation('powerInt', x, y)];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, r2 : real, n3 : int)
        r4 = powerInt r0, n1
        r5 = toReal n1
        r6 = toReal n1
        r7 = sign r6
        r8 = toReal n1
        r9 = sign r8
        r10 = multiply r7, r9
        n11 = floor r10 untested
        n12 = subtractInt n1, n11 untested
        r13 = powerInt r0, n12
        r14 = multiply r5, r13
        r15 = multiply r2, r14
        results r4, r15"
    `);
  });
  test('but not of what does not move', () => {
    expect(
      after(['real', 'real'], 1, (b, ...all) => {
        const [x, y] = given(all);
        return [b.operation('sin', y), x];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, r2 : real)
        r3 = sin r1
        results r3, r0, 0, r2"
    `);
  });
});

describe('data has tangents in data of the same layout', () => {
  test('if a field moves', () => {
    expect(
      after(['real', LIST], 1, (b, ...all) => {
        const [x, y] = given(all);
        return [b.one(LIST, { tag: 'construct', constructor_: 1, fields: [x, intConstant(2), y] })];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list, r2 : real)
        d3 = new ::(r0, 2, d1)
        d4 = new ::(r2, 2, 0)
        results d3, d4"
    `);
  });
  test('if another field moves', () => {
    expect(
      after([LIST, 'real'], 1, (b, ...all) => {
        const [x, y] = given(all);
        return [b.one(LIST, { tag: 'construct', constructor_: 1, fields: [y, intConstant(2), x] })];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : list, r1 : real, d2 : list)
        d3 = new ::(r1, 2, d0)
        d4 = new ::(0, 2, d2)
        results d3, d4"
    `);
  });
  test('but not if no field moves', () => {
    expect(
      after(['real', LIST], 0, (b, ...all) => {
        const [x, y] = given(all);
        return [b.one(LIST, { tag: 'construct', constructor_: 1, fields: [x, intConstant(2), y] })];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : list)
        d2 = new ::(r0, 2, d1)
        results d2, 0"
    `);
  });
  test('if an item of an array moves', () => {
    expect(
      after(['real', 'int'], 1, (b, ...all) => {
        const [x, y] = given(all);
        return [
          b.one(PAIRS, {
            tag: 'array',
            items: [
              [c(1), y],
              [x, intConstant(3)],
            ],
          }),
        ];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, r2 : real)
        d3 = array [1, n1; r0, 3]
        d4 = array [0, n1; r2, 3]
        results d3, d4"
    `);
  });
  test('but not if no item moves', () => {
    expect(
      after(['real', 'int'], 0, (b, ...all) => {
        const [x, y] = given(all);
        return [
          b.one(PAIRS, {
            tag: 'array',
            items: [
              [c(1), y],
              [x, intConstant(3)],
            ],
          }),
        ];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        d2 = array [1, n1; r0, 3]
        results d2, 0"
    `);
  });
  test('which is read as the data is', () => {
    expect(
      after([LIST], 1, (b, ...all) => {
        const [x] = given(all);
        return [b.one('real', { tag: 'field', value: x, constructor_: 1, index: 0 })];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : list, d1 : list)
        r2 = field d0 ::.0
        r3 = field d1 ::.0
        results r2, r3"
    `);
  });
  test('of which ints are not read', () => {
    expect(
      after([LIST], 1, (b, ...all) => {
        const [x] = given(all);
        return [b.one('int', { tag: 'field', value: x, constructor_: 1, index: 1 })];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : list, d1 : list)
        n2 = field d0 ::.1
        results n2"
    `);
  });
  test('of which fields that are data are read', () => {
    expect(
      after([LIST], 1, (b, ...all) => {
        const [x] = given(all);
        return [b.one(LIST, { tag: 'field', value: x, constructor_: 1, index: 2 })];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : list, d1 : list)
        d2 = field d0 ::.2
        d3 = field d1 ::.2
        results d2, d3"
    `);
  });
  test('which is not read where there is none', () => {
    expect(
      after([LIST], 0, (b, ...all) => {
        const [x] = given(all);
        return [b.one('real', { tag: 'field', value: x, constructor_: 1, index: 0 })];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : list)
        r1 = field d0 ::.0
        results r1, 0"
    `);
  });
  test('whose items are read without a test', () => {
    expect(
      after([PAIRS, 'int'], 1, (b, ...all) => {
        const [x, y] = given(all);
        return b.add(['real', 'int'], { tag: 'item', array: x, index: y, checked: true });
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array2, n1 : int, d2 : array2)
        r3, n4 = item d0[n1]
        r5, n6 = item d2[n1] unchecked or 0
        results r3, n4, r5"
    `);
  });
  test('whose items are not read where there are none', () => {
    expect(
      after([PAIRS, 'int'], 0, (b, ...all) => {
        const [x, y] = given(all);
        return b.add(['real', 'int'], { tag: 'item', array: x, index: y, checked: true });
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array2, n1 : int)
        r2, n3 = item d0[n1]
        results r2, n3, 0"
    `);
  });
  test('whose spine is that of the tangents', () => {
    expect(
      after([LIST], 1, (b, ...all) => {
        const [x] = given(all);
        return [b.one(CELLS, { tag: 'spine', list: x })];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : list, d1 : list)
        d2 = spine d0
        d3 = spine d1
        results d2, d3"
    `);
  });
  test('whose spine is absent where there are none', () => {
    expect(
      after([LIST], 0, (b, ...all) => {
        const [x] = given(all);
        return [b.one(CELLS, { tag: 'spine', list: x })];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : list)
        d1 = spine d0
        results d1, 0"
    `);
  });
  test('and by another name, too', () => {
    expect(
      after(['real', REALS, 'real'], 2, (b, ...all) => {
        const [x, y, z] = given(all);
        return b.add(['real', REALS, 'real'], { tag: 'move', values: [x, y, z], finite: false });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : array0, r2 : real, r3 : real, d4 : array0)
        r5, d6, r7 = r0, d1, r2
        results r5, d6, r7, r3, d4, 0"
    `);
  });
});

test('an int of data that moves does not move', () => {
  expect(
    after([PAIRS, LIST], 1, (b, ...all) => {
      const [x, y] = given(all);
      const [, n = x] = b.add(['real', 'int'], { tag: 'item', array: x, index: intConstant(0), checked: true });
      return [b.one(LIST, { tag: 'construct', constructor_: 1, fields: [c(1), n, y] })];
    }),
  ).toMatchInlineSnapshot(`
    "main(d0 : array2, d1 : list, d2 : array2)
      r3, n4 = item d0[0]
      r5, n6 = item d2[0] unchecked or 0
      d7 = new ::(1, n4, d1)
      results d7, 0"
  `);
});

describe('a shadow has tangents though nothing in it moves, which are a shadow', () => {
  const shadowAfter = (kinds: readonly Kind[], write: Write): string => after(kinds, 0, write, true);

  test('that is made of fields', () => {
    expect(shadowAfter([], (b) => [b.one(LIST, { tag: 'construct', constructor_: 0, fields: [] })]))
      .toMatchInlineSnapshot(`
      "main()
        d0 = new []()
        d1 = new []()
        results d0, d1"
    `);
    expect(shadowsAfter).toBe(2);
  });

  test('that is made of items', () => {
    expect(shadowAfter([], (b) => [b.one(REALS, { tag: 'array', items: [[c(0)]] })])).toMatchInlineSnapshot(`
      "main()
        d0 = array [0]
        d1 = array [0]
        results d0, d1"
    `);
    expect(shadowsAfter).toBe(2);
  });

  test('that is built', () => {
    expect(
      shadowAfter(['int'], (b, ...all) => {
        const [x] = given(all);
        const index = b.numbers.variable('int');
        return b.add([REALS, PAIRS], { tag: 'build', count: x, index, body: b.inner().block([c(0), c(0), index]) });
      }),
    ).toMatchInlineSnapshot(`
      "main(n0 : int)
        d2, d3, d4, d5 = build n1 < n0 {
          results 0, 0, n1, 0, 0, n1
        }
        results d2, d3, d4, d5"
    `);
    expect(shadowsAfter).toBe(4);
  });

  test('but a real has none', () => {
    after(['real'], 1, (b, ...all) => [b.operation('sin', given(all)[0])]);
    expect(shadowsAfter).toBe(0);
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

test('an amount that is added to tangents can lack parts', () => {
  const numbers = new Numbers();
  const [x, y] = numbers.copies([{ kind: REALS }, { kind: REALS }]);
  if (x === undefined || y === undefined) throw new Error('two variables');
  const written = new Builder(numbers);
  written.add([], { tag: 'addAll', shadow: x, value: y, like: y, lenient: false });
  const dual = new Dual({ numbers, shadows: new Set(), isHalf: () => false, function: (id) => id });
  for (const each of [x, y]) dual.set(each, numbers.variable(REALS));
  const builder = new Builder(numbers);
  dual.block(written.block([]), builder);
  expect(builder.statements.map((each) => each.tag === 'addAll' && each.lenient)).toEqual([false, true]);
});

describe('blocks compute tangents beside values', () => {
  test('of the items that are built', () => {
    expect(
      after(['real', 'int'], 1, (b, ...all) => {
        const [x, y] = given(all);
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
      after(['real', 'bool', 'real'], 1, (b, ...all) => {
        const [x, y, z] = given(all);
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
      after(['real', 'int', 'real'], 1, (b, ...all) => {
        const [x, y, z] = given(all);
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
      after(['real', 'int', 'real'], 1, (b, ...all) => {
        const [x, y, z] = given(all);
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

describe('what is done in memory is done with tangents', () => {
  test('for a shadow', () => {
    expect(
      after([REALS], 0, (b, ...all) => {
        const [x] = given(all);
        return [b.one(REALS, { tag: 'shadow', of: x })];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0)
        d1 = shadow d0
        d2 = shadow d0
        results d1, d2"
    `);
  });
  test('for an amount that is added to a field', () => {
    expect(
      after([LIST, 'real'], 2, (b, ...all) => {
        const [x, y] = given(all);
        b.add([], { tag: 'accumulate', shadow: x, place: { tag: 'field', constructor_: 1, index: 0 }, amount: y });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : list, r1 : real, d2 : list, r3 : real)
        accumulate d0 ::.0 += r1
        accumulate d2 ::.0 += r3
        results"
    `);
  });
  test('but not for an amount without one', () => {
    expect(
      after([REALS, 'int', 'real'], 2, (b, ...all) => {
        const [x, y, z] = given(all);
        b.add([], { tag: 'accumulate', shadow: x, place: { tag: 'item', index: y, part: 0 }, amount: z });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real, d3 : array0, n4 : int)
        accumulate d0 [n1].0 += r2
        results"
    `);
  });
  test('but not for an amount that is added to what has none', () => {
    expect(
      after(['real', REALS], 1, (b, ...all) => {
        const [x, y] = given(all);
        b.add([], { tag: 'accumulate', shadow: y, place: { tag: 'item', index: intConstant(0), part: 0 }, amount: x });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : array0, r2 : real)
        accumulate d1 [0].0 += r0
        results"
    `);
  });
  test('for all of a value', () => {
    expect(
      after([REALS, REALS, REALS], 2, (b, ...all) => {
        const [x, y, z] = given(all);
        b.add([], { tag: 'addAll', shadow: x, value: y, like: z, lenient: false });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : array0, d2 : array0, d3 : array0, d4 : array0)
        addAll d0 += d1 like d2
        addAll d3 += d4 or 0 like d2
        results"
    `);
  });
  test('but not for a value without one', () => {
    expect(
      after([REALS, REALS], 1, (b, ...all) => {
        const [x, y] = given(all);
        b.add([], { tag: 'addAll', shadow: x, value: y, like: x, lenient: false });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : array0, d2 : array0)
        addAll d0 += d1 like d0
        results"
    `);
  });
  test('but not for a value that is added to what has none', () => {
    expect(
      after([REALS, REALS], 1, (b, ...all) => {
        const [x, y] = given(all);
        b.add([], { tag: 'addAll', shadow: y, value: x, like: x, lenient: false });
        return [];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : array0, d2 : array0)
        addAll d1 += d0 like d0
        results"
    `);
  });
  test('for what is kept, of which reals have one always', () => {
    expect(
      after(['real', 'int', 'real', REALS], 1, (b, ...all) => {
        const [x, y, z, w] = given(all);
        b.add([], { tag: 'push', values: [x, y, z, w] });
        return b.add(['real', 'int', 'real', REALS], { tag: 'pop' });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int, r2 : real, d3 : array0, r4 : real)
        push r0, n1, r2, d3, r4, 0, 0
        r5, n6, r7, d8, r9, r10, d11 = pop
        results r5, n6, r7, d8, r9, r10, d11"
    `);
  });
  test('but not for other statements', () => {
    expect(
      after([REALS, 'real'], 1, (b, ...all) => {
        const [x] = given(all);
        return [b.one('int', { tag: 'length', array: x })];
      }),
    ).toMatchInlineSnapshot(`
      "main(d0 : array0, r1 : real, d2 : array0)
        n3 = length d0
        results n3"
    `);
  });
});

describe('a call', () => {
  test('of a function takes the tangents that there are, and returns all', () => {
    expect(
      after(['real', 'real', 'int'], 1, (b, ...all) => {
        const [x, y, z] = given(all);
        return b.add(['real', 'int', REALS], { tag: 'call', callee: 3, arguments: [x, y, z] });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int, r3 : real)
        r4, n5, d6, r7, d8 = call function.4(r0, r1, n2, r3)
        results r4, n5, d6, r7, d8"
    `);
    expect(asked).toMatchInlineSnapshot(`
      [
        "3 100",
      ]
    `);
  });
  test('without tangents stays', () => {
    expect(
      after(['real', 'real', 'int'], 0, (b, ...all) => {
        const [x, y, z] = given(all);
        return b.add(['real', 'int', REALS], { tag: 'call', callee: 3, arguments: [x, y, z] });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int)
        r3, n4, d5 = call function.3(r0, r1, n2)
        results r3, n4, d5, 0, 0"
    `);
    expect(asked).toMatchInlineSnapshot(`[]`);
  });
  test('of a way there or back takes and returns all', () => {
    expect(
      after(['real', 'real', 'int'], 1, (b, ...all) => {
        const [x, y, z] = given(all);
        return b.add(['real', 'int', REALS], { tag: 'call', callee: WAY_BACK, arguments: [x, y, z] });
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int, r3 : real)
        r4, n5, d6, r7, d8 = call function.8(r0, r1, n2, r3, 0)
        results r4, n5, d6, r7, d8"
    `);
    expect(asked).toMatchInlineSnapshot(`
      [
        "7 110",
      ]
    `);
  });
  test('of a way back without arguments is one of its derivative', () => {
    expect(
      after(['int'], 0, (b, ...all) => {
        const [x] = given(all);
        return b.add(['real'], { tag: 'call', callee: WAY_BACK, arguments: [x] });
      }),
    ).toMatchInlineSnapshot(`
      "main(n0 : int)
        r1, r2 = call function.8(n0)
        results r1, r2"
    `);
    expect(asked).toMatchInlineSnapshot(`
      [
        "7 0",
      ]
    `);
  });
});
