import { describe, expect, test } from 'vitest';
import type { OperationName } from '../../language/operations/names';
import { NOWHERE } from '../../language/source/span';
import { Builder, intConstant, Numbers, realConstant } from '../ir/builder';
import type { ArrayLayout, Kind, VariantLayout } from '../ir/kind';
import type { Atom, Build, For, Variable } from '../ir/tree';
import { type Plan, vectorPlan } from './vector-plan';

/* By how much the ints of two rounds differ, and which places they write. */

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const POINT: VariantLayout = {
  tag: 'variant',
  id: 1,
  name: 'Point',
  constructors: [{ name: 'Point', fields: ['real', 'real'] }],
};

class Round {
  readonly numbers = new Numbers();
  readonly b = new Builder(this.numbers, NOWHERE, true);
  readonly tested = new Builder(this.numbers, NOWHERE);
  readonly index = this.of('int');
  readonly counter = this.of('int');
  readonly n = this.of('int');
  readonly m = this.of('int');
  readonly x = this.of('real');
  readonly sum = this.of('real');
  readonly a = this.of(REALS);
  readonly point = this.of(POINT);

  of(kind: Kind): Variable {
    return this.numbers.variable(kind);
  }

  /** Returns the plan of a loop that carries a sum and a counter. */
  loop(next: Atom, down = false): Plan | undefined {
    const { index, n, sum, counter } = this;
    const added = this.b.operation('add', sum, this.x);
    const loop: For = {
      tag: 'for',
      index,
      count: n,
      down,
      parameters: [sum, counter],
      initial: [realConstant(0), intConstant(0)],
      body: this.b.block([added, next]),
      forgets: false,
      targets: [this.of('real'), this.of('int')],
      origin: NOWHERE,
    };
    return vectorPlan(loop, new Set());
  }

  build(...results: readonly Atom[]): Plan | undefined {
    const { index, n } = this;
    const layout: ArrayLayout = { tag: 'array', id: 2, item: results.map(({ kind }) => kind) };
    const targets = [this.of(layout)];
    const loop: Build = { tag: 'build', index, count: n, body: this.b.block(results), targets, origin: NOWHERE };
    return vectorPlan(loop, new Set());
  }
}

describe('a loop that adds a constant to an int in each round', () => {
  test.each([
    { down: false, distance: 3 },
    { down: true, distance: -3 },
  ])('knows the int of both rounds (down: $down)', ({ down, distance }) => {
    const round = new Round();
    round.b.operation('toReal', round.counter);
    const plan = round.loop(round.b.operation('addInt', round.counter, intConstant(3)), down);
    expect(plan?.counters).toEqual([{ parameter: round.counter, step: 3 }]);
    expect(plan?.distances.get(round.counter.id)).toBe(distance);
    expect(plan?.carried.map(({ parameter }) => parameter)).toEqual([round.sum]);
    expect(plan?.serial.length).toBe(1);
  });

  test.each<[string, (round: Round) => Atom]>([
    ['multiplies it', ({ b, counter }) => b.operation('multiplyInt', counter, intConstant(3))],
    ['adds what is not constant', ({ b, counter, m }) => b.operation('addInt', counter, m)],
    ['adds to another int', ({ b, index }) => b.operation('addInt', index, intConstant(3))],
    ['adds to a constant', ({ b }) => b.operation('addInt', intConstant(1), intConstant(3))],
    ['gives it a constant', () => intConstant(3)],
    ['gives it what a round does not compute', ({ m }) => m],
    ['gives it a length', ({ b, a }) => b.one('int', { tag: 'length', array: a })],
    [
      'tests the sum',
      ({ b, tested, counter }) => {
        const next = tested.operation('addInt', counter, intConstant(3));
        b.statements.push(...tested.statements);
        return next;
      },
    ],
  ])('runs single rounds if it %s', (_, next) => {
    const round = new Round();
    round.b.operation('addInt', round.index, intConstant(1));
    expect(round.loop(next(round))).toBeUndefined();
  });

  test('finds the sum that is the next value among all that a round computes', () => {
    const round = new Round();
    round.b.operation('addInt', round.index, intConstant(8));
    round.b.operation('addInt', round.counter, intConstant(9));
    expect(round.loop(round.b.operation('addInt', round.counter, intConstant(2)))?.counters[0]?.step).toBe(2);
  });
});

describe('an int that a round computes', () => {
  test.each<[OperationName, (round: Round) => readonly Atom[], number | undefined]>([
    ['addInt', ({ index }) => [index, intConstant(2)], 1],
    ['addInt', ({ index }) => [index, index], 2],
    ['subtractInt', ({ index, m }) => [m, index], -1],
    ['subtractInt', ({ index, m }) => [index, m], 1],
    ['subtractInt', ({ index }) => [index, index], 0],
    ['multiplyInt', ({ index }) => [index, intConstant(3)], 3],
    ['multiplyInt', ({ index }) => [intConstant(-2), index], -2],
    ['multiplyInt', ({ n, m }) => [n, m], 0],
    ['multiplyInt', ({ index, m }) => [index, m], undefined],
    ['multiplyInt', ({ index, m }) => [m, index], undefined],
    ['div', ({ index }) => [index, intConstant(2)], undefined],
    ['negateInt', ({ index }) => [index], undefined],
  ])('%s: its distance in the two rounds', (operation, given, distance) => {
    const round = new Round();
    const made = round.b.operation(operation, ...given(round));
    const plan = round.build(realConstant(1), made);
    expect(plan?.distances.get(made.id)).toBe(distance);
    expect(plan === undefined).toBe(distance === undefined);
  });

  test('is no vector from outside, but reals are', () => {
    const round = new Round();
    const { x, n, a } = round;
    const product = round.b.operation('multiply', x, realConstant(2));
    round.b.operation('toReal', n);
    expect(round.build(product, realConstant(1), n, a)?.outside).toEqual([x, realConstant(2), realConstant(1)]);
  });

  test('is the same where it is a length', () => {
    const round = new Round();
    const length = round.b.one('int', { tag: 'length', array: round.a });
    const first = round.b.operation('multiplyInt', length, round.n);
    expect(round.build(realConstant(1), first)?.distances.get(first.id)).toBe(0);
  });

  test('has no plan where it is tested, or of what has none', () => {
    const round = new Round();
    const half = round.b.operation('div', round.index, intConstant(2));
    expect(round.build(realConstant(1), round.b.operation('addInt', half, intConstant(1)))).toBeUndefined();
    const other = new Round();
    const tested = other.tested.operation('addInt', other.index, intConstant(1));
    other.b.statements.push(...other.tested.statements);
    expect(other.build(realConstant(1), tested)).toBeUndefined();
  });
});

describe('arrays that a round writes', () => {
  /** Returns the plan of rounds that read an item of each of so many arrays, and keep an item of another. */
  const reading = (count: number, again = false): Plan | undefined => {
    const round = new Round();
    const { b, index, a, x } = round;
    const arrays = again ? [a] : Array.from({ length: count }, () => round.of(REALS));
    for (const array of arrays) b.one('real', { tag: 'item', array, index, checked: false });
    b.add([], { tag: 'keep', array: a, index, values: [x] });
    return round.build(x);
  };

  test('are compared with those that it reads, if there are few', () => {
    expect(reading(8)?.apart.length).toBe(8);
    expect(reading(9)).toBeUndefined();
    const [left, right] = reading(1)?.apart[0] ?? [];
    expect([left?.id, right?.id]).toEqual([new Round().a.id, new Round().numbers.variable('int').id]);
  });

  test('are not those that it reads, and are written once', () => {
    expect(reading(1, true)).toBeUndefined();
    const round = new Round();
    const { b, index, a, x } = round;
    b.add([], { tag: 'keep', array: a, index, values: [x] });
    b.add([], { tag: 'keep', array: a, index: b.operation('addInt', index, intConstant(1)), values: [x] });
    expect(round.build(x)).toBeUndefined();
  });

  test.each([false, true])('are either kept or added to (kept last: %s)', (last) => {
    const round = new Round();
    const { b, index, a, x } = round;
    const place = { tag: 'item', index, part: 0 } as const;
    b.add([], { tag: 'accumulate', shadow: a, place, amount: x, present: true });
    b.add([], { tag: 'keep', array: a, index, values: [x] });
    if (!last) b.statements.reverse();
    expect(round.build(x)).toBeUndefined();
  });

  test('are not compared with constants, and not with other data', () => {
    const round = new Round();
    const { b, index, a, x, point } = round;
    const array: Atom = {
      tag: 'constant',
      kind: REALS,
      value: { constructor_: 0, parts: [realConstant(1)], count: 1 },
    };
    const item = b.one('real', { tag: 'item', array, index, checked: false });
    b.add([], { tag: 'keep', array: a, index, values: [item] });
    const place = { tag: 'field', constructor_: 0, index: 0 } as const;
    b.add([], { tag: 'accumulate', shadow: point, place, amount: x, present: true });
    expect(round.build(x)?.apart).toEqual([]);
  });

  test('where the amount is not known for both rounds, get it in each with the ints that differ', () => {
    const round = new Round();
    const { b, index, a, sum } = round;
    const same = b.one('int', { tag: 'length', array: round.of(REALS) });
    const differs = b.operation('subtractInt', same, index);
    for (const [part, at] of [same, differs].entries()) {
      const place = { tag: 'item', index: at, part } as const;
      b.add([], { tag: 'accumulate', shadow: a, place, amount: sum, present: true });
    }
    const plan = round.loop(b.operation('addInt', round.counter, intConstant(1)));
    expect(plan?.serial.length).toBe(3);
    expect(plan?.read).toEqual([differs]);
  });
});

describe('an operation is tested', () => {
  test.each<[string, OperationName, boolean, number]>([
    ['outside derivatives, if it has a domain', 'sqrt', false, 1],
    ['not in derivatives, whose result is', 'sqrt', true, 0],
    ['not if it has none', 'negate', false, 0],
  ])('%s', (_, operation, derivative, size) => {
    const round = new Round();
    round.b.operation('relu', round.x);
    const made = new Builder(round.numbers, NOWHERE, derivative);
    const result = made.operation(operation, round.x);
    round.b.statements.push(...made.statements);
    expect(round.build(result)?.tested.size).toBe(size);
  });
});

describe('parts of items that a round adds to', () => {
  const plan = (...parts: readonly number[]): Plan | undefined => {
    const round = new Round();
    for (const part of parts) {
      const place = { tag: 'item', index: round.index, part } as const;
      round.b.add([], { tag: 'accumulate', shadow: round.a, place, amount: round.x, present: true });
    }
    return round.build(round.x);
  };

  test('are apart if they are different parts', () => {
    expect(plan(0, 1)?.steps.length).toBe(2);
    expect(plan(1, 0, 1)).toBeUndefined();
  });
});

describe('fields that a round adds to', () => {
  const plan = (...places: readonly (number | 'item')[]): Plan | undefined => {
    const round = new Round();
    for (const at of places) {
      const place =
        at === 'item'
          ? ({ tag: 'item', index: round.index, part: 0 } as const)
          : ({ tag: 'field', constructor_: 0, index: at } as const);
      round.b.add([], { tag: 'accumulate', shadow: round.point, place, amount: round.x, present: true });
    }
    return round.build(round.x);
  };

  test('are apart if they are different fields', () => {
    expect(plan(0)?.apart).toEqual([]);
    expect(plan(0, 1)?.steps.length).toBe(2);
    expect(plan(0, 0)).toBeUndefined();
    expect(plan(0, 1, 1)).toBeUndefined();
    expect(plan(0, 'item')).toBeUndefined();
    expect(plan('item', 0)).toBeUndefined();
  });

  test('are not replaced, because each round would', () => {
    const round = new Round();
    const place = { tag: 'field', constructor_: 0, index: 0 } as const;
    const { point: shadow, x: amount } = round;
    round.b.add([], { tag: 'accumulate', shadow, place, amount, present: true, replaces: true });
    expect(round.build(round.x)).toBeUndefined();
  });
});
