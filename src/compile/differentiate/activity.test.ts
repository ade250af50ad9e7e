import { describe, expect, test } from 'vitest';
import { Builder, intConstant, Numbers, realConstant } from '../ir/builder';
import type { ArrayLayout, Kind, VariantLayout } from '../ir/kind';
import type { Atom, FunctionId, Variable } from '../ir/tree';
import type { IrFunction } from '../ir/program';
import { Activity } from './activity';
import { absent } from './reals';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const INTS: ArrayLayout = { tag: 'array', id: 1, item: ['int'] };
const PAIRS: ArrayLayout = { tag: 'array', id: 2, item: ['real', 'int'] };
const BOX: VariantLayout = { tag: 'variant', id: 3, name: 'box', constructors: [] };
BOX.constructors = [{ name: 'Box', fields: ['real', 'int', BOX] }];
const CELLS: ArrayLayout = { tag: 'array', id: 4, item: [BOX] };

/** Writes a block of a real that is active, one that is not, and active data. */
type Write = (b: Builder, x: Variable, y: Variable, data: Variable) => readonly Atom[];

/** Says which results of a block are active, as 1 and 0. */
function active(write: Write, functions: ReadonlyMap<FunctionId, IrFunction> = new Map()): string {
  const numbers = new Numbers();
  const [x, y, data] = [numbers.variable('real'), numbers.variable('real'), numbers.variable(BOX)];
  const builder = new Builder(numbers);
  const block = builder.block(write(builder, x, y, data));
  return shown(new Activity(functions).block(block, new Set([x.id, data.id])));
}

function shown(which: readonly boolean[]): string {
  return which.map(Number).join('');
}

const c = realConstant;

describe('what is computed is active if what it is computed from is', () => {
  test.each<[string, Write, string]>([
    [
      'by operations',
      (b, x, y) => [b.operation('add', y, x), b.operation('add', x, y), b.operation('add', y, y)],
      '110',
    ],
    ['but not by those without a derivative', (b, x) => [b.operation('sign', x), b.operation('floor', x), x], '001'],
    ['but not by the exponent alone', (b, x, y) => [b.operation('powerInt', y, b.operation('floor', x))], '0'],
    ['by another name', (b, x, y) => b.add(['real', 'real'], { tag: 'move', values: [y, x], finite: false }), '01'],
    [
      'in data',
      (b, x, y, data) => [
        b.one(BOX, { tag: 'construct', constructor_: 0, fields: [x, intConstant(1), data] }),
        b.one(BOX, { tag: 'construct', constructor_: 0, fields: [y, intConstant(1), data] }),
        b.one(BOX, { tag: 'construct', constructor_: 0, fields: [y, intConstant(1), absent(BOX)] }),
      ],
      '110',
    ],
    [
      'in fields that hold reals',
      (b, _, __, value) => [
        b.one('real', { tag: 'field', value, constructor_: 0, index: 0 }),
        b.one('int', { tag: 'field', value, constructor_: 0, index: 1 }),
        b.one(BOX, { tag: 'field', value, constructor_: 0, index: 2 }),
      ],
      '101',
    ],
    [
      'in arrays, and items that hold reals',
      (b, x, y) => {
        const array = b.one(PAIRS, {
          tag: 'array',
          items: [
            [y, intConstant(1)],
            [x, intConstant(2)],
          ],
        });
        const other = b.one(PAIRS, { tag: 'array', items: [[y, intConstant(1)]] });
        const at = { tag: 'item', index: intConstant(0), checked: true } as const;
        const length = b.one('int', { tag: 'length', array });
        return [
          array,
          other,
          ...b.add(['real', 'int'], { ...at, array }),
          ...b.add(['real', 'int'], { ...at, array: other }),
          length,
        ];
      },
      '1010000',
    ],
    ['in the cells of a list', (b, _, __, list) => [b.one(CELLS, { tag: 'spine', list })], '1'],
    [
      'in arrays that are built',
      (b, x, y) => {
        const built = (part: Atom, kind: Kind): Atom =>
          b.one(kind, {
            tag: 'build',
            count: intConstant(2),
            index: b.numbers.variable('int'),
            body: b.inner().block([part]),
          });
        const inner = b.inner();
        const body = inner.block([inner.operation('sin', x)]);
        const sines = b.one(REALS, { tag: 'build', count: intConstant(2), index: b.numbers.variable('int'), body });
        const [index, inside] = [b.numbers.variable('int'), b.inner()];
        const pairs = b.one(PAIRS, { tag: 'build', count: intConstant(2), index, body: inside.block([x, index]) });
        return [built(x, REALS), built(y, REALS), built(intConstant(3), INTS), sines, pairs];
      },
      '10011',
    ],
    [
      'in one arm of a branch',
      (b, x, y) => {
        const [one, two] = [b.inner(), b.inner()];
        const consequent = one.block([one.operation('sin', x), y, y, intConstant(1)]);
        const alternative = two.block([y, two.operation('cos', x), y, intConstant(2)]);
        const condition = b.operation('less', x, y);
        return b.add(['real', 'real', 'real', 'int'], { tag: 'if', condition, consequent, alternative });
      },
      '1100',
    ],
  ])('%s', (_, write, expected) => {
    expect(active(write)).toBe(expected);
  });
});

describe('the parameters of a loop are active', () => {
  /** A counted loop over reals whose results are chosen from its parameters. */
  function loop(
    b: Builder,
    initial: readonly Atom[],
    next: (...parameters: readonly Variable[]) => readonly Atom[],
  ): readonly Variable[] {
    const parameters = initial.map(({ kind }) => b.numbers.variable(kind));
    const inner = b.inner();
    return b.add(
      initial.map(({ kind }) => kind),
      {
        tag: 'for',
        index: b.numbers.variable('int'),
        count: intConstant(3),
        down: false,
        parameters,
        initial,
        body: inner.block(next(...parameters)),
        forgets: false,
      },
    );
  }

  test.each<[string, Write, string]>([
    ['that begin so', (b, x, y) => loop(b, [x, y], (_, q = y) => [y, q]), '10'],
    ['that a round makes so', (b, x, y) => loop(b, [y, y], (_, q = y) => [x, q]), '10'],
    ['that several rounds make so', (b, x, y) => loop(b, [y, y, y, y], (_, q = y, r = y) => [q, r, x, y]), '1110'],
    ['but not ints', (b, x, y) => loop(b, [x, intConstant(1)], (p = y, n = y) => [p, n]), '10'],
  ])('%s', (_, write, expected) => {
    expect(active(write)).toBe(expected);
  });

  /** A loop that is not counted, over two reals. */
  function uncounted(
    b: Builder,
    initial: readonly Atom[],
    write: (head: Builder, p: Variable, q: Variable) => { exit: readonly Atom[]; body: readonly Atom[] },
  ): readonly Variable[] {
    const [p, q] = [b.numbers.variable('real'), b.numbers.variable('real')];
    const head = b.inner();
    const { exit, body } = write(head, p, q);
    return b.add(
      exit.map(({ kind }) => kind),
      {
        tag: 'while',
        parameters: [p, q],
        initial,
        header: head.block([head.operation('less', p, q)]),
        exit: b.inner().block(exit),
        body: b.inner().block(body),
        forgets: false,
      },
    );
  }

  test.each<[string, Write, string]>([
    [
      'that begin so, and are left',
      (b, x, y) => uncounted(b, [x, y], (_, p, q) => ({ exit: [p, q, intConstant(1)], body: [p, q] })),
      '100',
    ],
    [
      'that a round makes so, before the end',
      (b, x, y) => uncounted(b, [y, y], (_, p, q) => ({ exit: [p, q], body: [q, x] })),
      '11',
    ],
    [
      'by what the header computes',
      (b, x, y) =>
        uncounted(b, [y, y], (head, p, q) => {
          const sine = head.operation('sin', x);
          return { exit: [p, q, sine], body: [sine, q] };
        }),
      '101',
    ],
  ])('%s, where the rounds are not counted', (_, write, expected) => {
    expect(active(write)).toBe(expected);
  });
});

describe('a call', () => {
  /** Functions of two reals; those that they call follow them. */
  function functions(
    ...all: readonly ((b: Builder, x: Variable, y: Variable) => readonly Atom[])[]
  ): ReadonlyMap<FunctionId, IrFunction> {
    const numbers = new Numbers();
    return new Map(
      all.map((write, id) => {
        const parameters = [numbers.variable('real'), numbers.variable('real')] as const;
        const builder = new Builder(numbers);
        const body = builder.block(write(builder, ...parameters));
        return [id, { id, name: `f${id}`, parameters, body }];
      }),
    );
  }
  const call = (b: Builder, callee: number, given: readonly Atom[]): readonly Variable[] =>
    b.add(['real', 'real'], { tag: 'call', callee, arguments: given });
  const chosen = (b: Builder, first: readonly Atom[], second: readonly Atom[]): readonly Variable[] => {
    const condition = b.operation('less', c(0), c(1));
    return b.add(['real', 'real'], {
      tag: 'if',
      condition,
      consequent: b.inner().block(first),
      alternative: b.inner().block(second),
    });
  };

  test('has the active results of the function', () => {
    const swap = functions((_, x, y) => [y, x]);
    expect(active((b, x, y) => call(b, 0, [x, y]), swap)).toBe('01');
    expect(active((b, x, y) => call(b, 0, [y, x]), swap)).toBe('10');
    expect(active((b, x) => call(b, 0, [x, x]), swap)).toBe('11');
    expect(active((b, _, y) => call(b, 0, [y, y]), swap)).toBe('00');
    expect(active((b, x, y) => [...call(b, 0, [x, y]), ...call(b, 0, [y, x]), ...call(b, 0, [x, y])], swap)).toBe(
      '011001',
    );
  });

  test('of a function that calls itself has what all its rounds reach', () => {
    const turning = functions((b, x, y) => chosen(b, [x, c(0)], call(b, 0, [y, x])));
    expect(active((b, x, y) => call(b, 0, [x, y]), turning)).toBe('10');
    expect(active((b, x, y) => call(b, 0, [y, x]), turning)).toBe('10');
  });

  test('of functions that call one another has what all of them reach', () => {
    const both = functions(
      (b, x, y) => chosen(b, [c(0), y], call(b, 1, [x, y])),
      (b, x, y) => chosen(b, [c(0), c(0)], call(b, 2, [y, x])),
      (b, x, y) => chosen(b, [y, c(0)], call(b, 0, [x, y])),
    );
    expect(active((b, x, y) => call(b, 0, [x, y]), both)).toBe('11');
    expect(active((b, x, y) => call(b, 0, [y, x]), both)).toBe('11');
    expect(active((b, x, y) => [...call(b, 1, [x, y]), ...call(b, 2, [x, y])], both)).toBe('1111');
  });

  test('has what only the second round of the search finds', () => {
    const chain = functions(
      (b, x, y) => call(b, 1, [x, y]),
      (b, x, y) => call(b, 2, [x, y]),
      (_, x, y) => [y, x],
    );
    expect(active((b, x, y) => call(b, 0, [x, y]), chain)).toBe('01');
  });
});

describe('an array that is updated', () => {
  const update = (b: Builder, array: Variable, ...values: readonly Atom[]): Variable =>
    b.one(array.kind, { tag: 'update', array, index: intConstant(0), values });
  const built = (b: Builder, kind: Kind, ...results: readonly Atom[]): Variable =>
    b.one(kind, {
      tag: 'build',
      count: intConstant(2),
      index: b.numbers.variable('int'),
      body: b.inner().block(results),
    });

  test('is active if it was before or a new part is', () => {
    const both: ArrayLayout = { tag: 'array', id: 5, item: ['real', 'real'] };
    const all = active((b, x, y) => [
      update(b, built(b, both, x, y), y, y),
      update(b, built(b, both, y, y), x, y),
      update(b, built(b, both, y, y), y, x),
      update(b, built(b, both, y, y), y, y),
    ]);
    expect(all).toBe('1110');
  });

  test('is active under all names or none', () => {
    const builder = new Builder(new Numbers());
    const [x, y] = [builder.numbers.variable('real'), builder.numbers.variable('real')];
    const [first, second] = [built(builder, REALS, y), built(builder, REALS, y)];
    const names = [first, update(builder, first, x), second, update(builder, second, y)];
    const found = new Activity(new Map()).between([x], builder.block(names));
    expect(shown(names.map(({ id }) => found.has(id)))).toBe('1100');
  });
});

describe('a derivative inside', () => {
  /** A derivative of p * q + r at one point along one direction; r is from outside. */
  function derivative(
    b: Builder,
    operator: 'rd' | 'fd',
    point: Atom,
    direction: Atom,
    outside: Atom,
  ): readonly Variable[] {
    const parameter = b.numbers.variable('real');
    const inner = b.inner();
    const body = inner.block([inner.operation('multiply', inner.operation('sin', parameter), outside)]);
    return b.add(['real'], {
      tag: 'derivative',
      operator,
      parameters: [parameter],
      body,
      point: [point],
      direction: [direction],
      withValue: false,
    });
  }

  test.each(['rd', 'fd'] as const)('%s is active if its point, its direction or what it reaches is', (operator) => {
    const all = active((b, x, y) => [
      ...derivative(b, operator, x, y, y),
      ...derivative(b, operator, y, x, y),
      ...derivative(b, operator, y, y, x),
      ...derivative(b, operator, y, y, y),
    ]);
    expect(all).toBe('1110');
  });

  test('reaches what its result is', () => {
    const all = active((b, x, y) => {
      const parameter = b.numbers.variable('real');
      const body = b.inner().block([x]);
      return b.add(['real'], {
        tag: 'derivative',
        operator: 'rd',
        parameters: [parameter],
        body,
        point: [y],
        direction: [y],
        withValue: false,
      });
    });
    expect(all).toBe('1');
  });
});
