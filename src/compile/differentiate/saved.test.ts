import { describe, expect, test } from 'vitest';
import { NOWHERE } from '../../language/source/span';
import { blockAfter, type Write } from '../../testing/ir/examples';
import { LIST, PAIRS, REALS } from '../../testing/ir/reverse';
import { kept, keptIn } from '../../testing/ir/saved';
import { boolConstant, Builder, intConstant, Numbers, realConstant } from '../ir/builder';
import type { ArrayLayout, Kind, VariantLayout } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { restore } from './saved';

const BOX: VariantLayout = { tag: 'variant', id: 7, name: 'box', constructors: [{ name: 'Box', fields: ['real'] }] };

describe('what a way back needs', () => {
  test.each<[string, readonly Kind[], Write, string]>([
    [
      'of one value is computed again',
      ['real'],
      (b, x) => [b.operation('multiply', x, x)],
      'r1 = multiply r0, r0; push r0; r2 = pop; r3 = multiply r2, r2; results r3',
    ],
    [
      'of two values is kept',
      ['real', 'real'],
      (b, x, y) => [b.operation('multiply', x, y)],
      'r2 = multiply r0, r1; push r2; r3 = pop; results r3',
    ],
    [
      'of two values is computed again if both are kept',
      ['real', 'real'],
      (b, x, y) => [x, y, b.operation('multiply', x, y)],
      'r2 = multiply r0, r1; push r0, r1; r3, r4 = pop; r5 = multiply r3, r4; results r3, r4, r5',
    ],
    [
      'is computed again in the order of the way there',
      ['real'],
      (b, x) => [b.operation('negate', b.operation('multiply', x, x))],
      'r1 = multiply r0, r0; r2 = negate r1; push r0; r3 = pop; r4 = multiply r3, r3; r5 = negate r4; results r5',
    ],
    [
      'of a value that is kept for something else is computed again',
      ['real'],
      (b, x) => {
        const sine = b.operation('sin', x);
        return [b.operation('multiply', sine, sine)];
      },
      'r1 = sin r0; r2 = multiply r1, r1; push r1; r3 = pop; r4 = multiply r3, r3; results r4',
    ],
    [
      'of a quotient that is kept is computed again',
      ['real', 'real'],
      (b, x, y) => {
        const quotient = b.operation('divide', x, y);
        return [b.operation('multiply', quotient, quotient)];
      },
      'r2 = divide r0, r1; r3 = multiply r2, r2; push r2; r4 = pop; r5 = multiply r4, r4; results r5',
    ],
    ['and is bound there is kept', ['real'], (_, x) => [x], 'push r0; r1 = pop; results r1'],
    [
      'and nothing else is kept',
      ['real'],
      (b, x) => [b.operation('sin', x), x].slice(1),
      'r1 = sin r0; push r0; r2 = pop; results r2',
    ],
    [
      'of no value is computed again',
      ['real'],
      (b) => [b.operation('toReal', intConstant(3))],
      'r1 = toReal 3; r2 = toReal 3; results r2',
    ],
  ])('%s', (_, kinds, write, expected) => {
    expect(keptIn(kinds, write)).toBe(expected);
  });

  test('of what it binds by itself is computed again', () => {
    expect(keptIn(['real', 'real'], (b, x, y) => [b.operation('multiply', x, y), x], 2)).toBe(
      'r2 = multiply r0, r1; r3 = multiply r0, r1; results r3, r0',
    );
    expect(keptIn(['real', 'real'], (b, x, y) => [b.operation('multiply', x, y), x], 1)).toBe(
      'r2 = multiply r0, r1; push r1; r3 = pop; r4 = multiply r0, r3; results r4, r0',
    );
  });

  test('of a quotient by what is outside is computed again', () => {
    const quotient: Write = (b, x, y) => [b.operation('divide', y, x)];
    expect(keptIn(['real', 'real'], quotient, 1)).toBe(
      'r2 = divide r1, r0; push r1; r3 = pop; r4 = divide r3, r0; results r4',
    );
    expect(keptIn(['real', 'real'], (b, x, y) => [b.operation('divide', x, y)], 1)).toBe(
      'r2 = divide r0, r1; push r2; r3 = pop; results r3',
    );
  });

  test('of the parts of an item is kept if one is needed, else computed again', () => {
    const item: Write = (b, x, y) => b.add(['real', 'int'], { tag: 'item', array: x, index: y, checked: true });
    expect(keptIn([PAIRS, 'int'], (...all) => item(...all).slice(0, 1))).toBe(
      'r2, n3 = item d0[n1]; push r2; r4 = pop; results r4',
    );
    expect(keptIn([PAIRS, 'int'], item)).toBe(
      'r2, n3 = item d0[n1]; push d0, n1; d4, n5 = pop; r6, n7 = item d4[n5] unchecked; results r6, n7',
    );
  });
});

describe('what costs less than keeping it is computed again, without a test', () => {
  test.each<[string, readonly Kind[], Write, string]>([
    [
      'a sum of ints',
      ['int'],
      (b, x) => [b.operation('addInt', x, x)],
      'n1 = addInt n0, n0; push n0; n2 = pop; n3 = addInt n2, n2 untested; results n3',
    ],
    [
      'a quotient of ints by a constant',
      ['int'],
      (b, x) => [b.operation('div', x, intConstant(4))],
      'n1 = div n0, 4; push n0; n2 = pop; n3 = div n2, 4 untested; results n3',
    ],
    [
      'a remainder by a constant',
      ['int'],
      (b, x) => [b.operation('mod', x, intConstant(4))],
      'n1 = mod n0, 4; push n0; n2 = pop; n3 = mod n2, 4 untested; results n3',
    ],
    [
      'a square',
      ['real'],
      (b, x) => [b.operation('powerInt', x, intConstant(2))],
      'r1 = powerInt r0, 2; push r0; r2 = pop; r3 = powerInt r2, 2; results r3',
    ],
    [
      'a quotient by a constant',
      ['real'],
      (b, x) => [b.operation('divide', x, realConstant(4))],
      'r1 = divide r0, 4; push r0; r2 = pop; r3 = divide r2, 4; results r3',
    ],
    [
      'a constructor',
      [BOX],
      (b, x) => [b.one('int', { tag: 'tag', value: x })],
      'n1 = tag d0; push d0; d2 = pop; n3 = tag d2; results n3',
    ],
    [
      'a field',
      [BOX],
      (b, x) => [b.one('real', { tag: 'field', value: x, constructor_: 0, index: 0 })],
      'r1 = field d0 Box.0; push d0; d2 = pop; r3 = field d2 Box.0; results r3',
    ],
    [
      'an item',
      [REALS],
      (b, x) => [b.one('real', { tag: 'item', array: x, index: intConstant(1), checked: true })],
      'r1 = item d0[1]; push d0; d2 = pop; r3 = item d2[1] unchecked; results r3',
    ],
    [
      'the length of an array',
      [REALS],
      (b, x) => [b.one('int', { tag: 'length', array: x })],
      'n1 = length d0; push d0; d2 = pop; n3 = length d2; results n3',
    ],
  ])('%s', (_, kinds, write, expected) => {
    expect(keptIn(kinds, write)).toBe(expected);
  });
});

describe('what costs more is kept', () => {
  test.each<[string, readonly Kind[], Write, string]>([
    [
      'a quotient',
      ['real'],
      (b, x) => [b.operation('divide', x, x)],
      'r1 = divide r0, r0; push r1; r2 = pop; results r2',
    ],
    [
      'a cube',
      ['real'],
      (b, x) => [b.operation('powerInt', x, intConstant(3))],
      'r1 = powerInt r0, 3; push r1; r2 = pop; results r2',
    ],
    [
      'a power whose exponent is computed',
      ['real'],
      (b, x) => [b.operation('powerInt', x, b.operation('floor', x))],
      'n1 = floor r0; r2 = powerInt r0, n1; push r2; r3 = pop; results r3',
    ],
    ['a root', ['real'], (b, x) => [b.operation('sqrt', x)], 'r1 = sqrt r0; push r1; r2 = pop; results r2'],
    [
      'a quotient of ints',
      ['int'],
      (b, x) => [b.operation('div', x, x)],
      'n1 = div n0, n0; push n1; n2 = pop; results n2',
    ],
    ['a remainder', ['int'], (b, x) => [b.operation('mod', x, x)], 'n1 = mod n0, n0; push n1; n2 = pop; results n2'],
    [
      'a quotient of a constant',
      ['int'],
      (b, x) => [b.operation('div', intConstant(4), x)],
      'n1 = div 4, n0; push n1; n2 = pop; results n2',
    ],
    [
      'a function of the host',
      ['real'],
      (b, x) => [b.operation('exp', x)],
      'r1 = exp r0; push r1; r2 = pop; results r2',
    ],
    [
      'data',
      ['real'],
      (b, x) => [b.one(BOX, { tag: 'construct', constructor_: 0, fields: [x] })],
      'd1 = new Box(r0); push d1; d2 = pop; results d2',
    ],
    [
      'the length of a list',
      [BOX],
      (b, x) => [b.one('int', { tag: 'length', array: x })],
      'n1 = length d0; push n1; n2 = pop; results n2',
    ],
  ])('%s', (_, kinds, write, expected) => {
    expect(keptIn(kinds, write)).toBe(expected);
  });
});

describe('of a sum of many values', () => {
  /** Returns what is kept of a sum of `count` variables, if the way back needs `keptToo` of them by themselves too. */
  const keptOf = (
    count: number,
    keptToo: number,
    ends: (b: Builder, sum: Atom, ...values: readonly Variable[]) => Atom = (_, sum) => sum,
  ): string => {
    const text = blockAfter(
      new Array<Kind>(count).fill('real'),
      (b, ...values) => {
        const [first, ...more] = values;
        if (first === undefined) return [];
        const sum = more.reduce((all, each) => b.operation('add', all, each), first);
        return [
          ends(b, sum, ...values),
          ...values.slice(0, keptToo).map((each) => b.operation('multiply', each, each)),
        ];
      },
      (block, _, parameters) => kept(block, parameters),
    );
    return /push (.*)/.exec(text)?.[1] ?? '';
  };

  test.each([
    [2, 0, 'r2'],
    [2, 1, 'r0, r1'],
    [3, 1, 'r0, r4'],
    [8, 6, 'r0, r1, r2, r3, r4, r5, r14'],
    [8, 7, 'r0, r1, r2, r3, r4, r5, r6, r7'],
    [9, 8, 'r0, r1, r2, r3, r4, r5, r6, r7, r8'],
    [10, 8, 'r0, r1, r2, r3, r4, r5, r6, r7, r18'],
    [10, 9, 'r0, r1, r2, r3, r4, r5, r6, r7, r8, r9'],
    [12, 12, 'r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11'],
    [12, 0, 'r22'],
  ])('%d, %d of which are kept, the rest or the sum is kept', (count, keptToo, expected) => {
    expect(sorted(keptOf(count, keptToo))).toBe(expected);
  });

  test.each([
    [9, 8, 'r0, r1, r2, r3, r4, r5, r6, r7, r8'],
    [10, 8, 'r0, r1, r2, r3, r4, r5, r6, r7, r19'],
  ])('%d, %d of which are kept, so is what depends on the sum alone', (count, keptToo, expected) => {
    expect(sorted(keptOf(count, keptToo, (b, sum) => b.operation('negate', sum)))).toBe(expected);
  });

  test('that are kept, and of two that are dear, it is kept', () => {
    const withSines = keptOf(10, 10, (b, sum, x, y) =>
      [x, y].reduce((all, each) => b.operation('add', all, b.operation('sin', each)), sum),
    );
    expect(sorted(withSines)).toBe('r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r22');
  });
});

/** Sorts names like `r12` by their number. */
function sorted(names: string): string {
  return names
    .split(', ')
    .sort((a, b) => Number(a.slice(1)) - Number(b.slice(1)))
    .join(', ');
}

test('a source that two of the values share counts once', () => {
  expect(
    keptIn(['real', 'real'], (b, x, y) => [
      b.operation('add', b.operation('multiply', x, x), b.operation('negate', x)),
      y,
    ]),
  ).toBe(
    'r2 = multiply r0, r0; r3 = negate r0; r4 = add r2, r3; push r1, r0; r5, r6 = pop; r7 = multiply r6, r6; r8 = negate r6; r9 = add r7, r8; results r9, r5',
  );
});

test('a value from outside is not kept', () => {
  expect(keptIn(['real', 'real'], (b, x, y) => [b.operation('multiply', b.operation('multiply', x, y), x)], 2)).toBe(
    'r2 = multiply r0, r1; r3 = multiply r2, r0; r4 = multiply r0, r1; r5 = multiply r4, r0; results r5',
  );
});

test('what is computed again for something else that is stays exact', () => {
  const numbers = new Numbers();
  const x = numbers.variable('real');
  const there = new Builder(numbers);
  const double = there.operation('add', x, x);
  const square = there.operation('multiply', double, double);
  const again = restore(there.statements, [x], [{ tag: 'push', values: [square], targets: [], origin: NOWHERE }]);
  const isExact = (variable: Variable): boolean[] =>
    again.flatMap((each) => (each.tag === 'operation' && each.targets[0] === variable ? [each.exact === true] : []));
  expect([isExact(double), isExact(square)]).toEqual([[true], [false]]);
});

test('a condition that is computed again is exact in its arms', () => {
  const numbers = new Numbers();
  const x = numbers.variable('real');
  const there = new Builder(numbers);
  const arm = there.inner();
  const consequent = arm.block([arm.operation('less', arm.operation('multiply', x, x), x)]);
  const alternative = { statements: [], results: [boolConstant(false)] };
  const condition = there.operation('less', x, realConstant(3));
  const both = there.one('bool', { tag: 'if', condition, consequent, alternative });
  const again = restore(there.statements, [x], [{ tag: 'push', values: [both], targets: [], origin: NOWHERE }]);
  const arms = again.flatMap((each) => (each.tag === 'if' ? each.consequent.statements : []));
  expect(arms).toMatchObject([
    { operation: 'multiply', exact: true },
    { operation: 'less', exact: true },
  ]);
});

describe('the cells of a list that the way back goes through', () => {
  const CELLS: ArrayLayout = { tag: 'array', id: 8, item: [LIST] };
  interface Reading {
    readonly down?: boolean;
    /** The loop is the body of another. */
    readonly isInner?: boolean;
    /** Where a round reads a cell. */
    readonly at?: (b: Builder, index: Variable) => Atom;
    /** Adds what the way back reads before. */
    readonly before?: (b: Builder, cells: Variable, count: Variable) => void;
  }
  /** Returns the tags of what comes before the way back, which goes through a list. */
  const restored = ({
    down = false,
    isInner = false,
    at = (_, index) => index,
    before,
  }: Reading): readonly string[] => {
    const numbers = new Numbers();
    const list = numbers.variable(LIST);
    const there = new Builder(numbers);
    const cells = there.one(CELLS, { tag: 'spine', list });
    const count = there.one('int', { tag: 'length', array: cells });
    const [back, inner, index] = [new Builder(numbers), new Builder(numbers), numbers.variable('int')];
    before?.(back, cells, count);
    inner.one(LIST, { tag: 'item', array: cells, index: at(inner, index), checked: false });
    const loop = { tag: 'for', index, count, down, parameters: [], initial: [], forgets: false } as const;
    const around = isInner ? back.inner() : back;
    around.add([], { ...loop, body: inner.block([]) });
    if (isInner) back.add([], { ...loop, index: numbers.variable('int'), body: around.block([]) });
    const again = restore(there.statements, [list], back.statements);
    return again.map((each) => `${each.tag} ${each.targets.map(({ kind }) => (kind === 'int' ? 'n' : 'd')).join()}`);
  };

  test('from the first on are found again, and their number is kept', () => {
    expect(restored({})).toEqual(['pop n,d', 'spine d']);
  });

  test.each<[string, Reading]>([
    ['from the last on', { down: true }],
    ['again and again', { isInner: true }],
    ['in another order', { at: (b, index) => b.operation('subtractInt', intConstant(3), index) }],
    [
      'and reads elsewhere, too',
      { before: (b, array, index) => b.one(LIST, { tag: 'item', array, index, checked: false }) },
    ],
  ])('%s are kept', (_, reading) => {
    expect(restored(reading)).not.toContain('spine d');
  });
});
