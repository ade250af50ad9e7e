import { describe, expect, test } from 'vitest';
import { Builder, intConstant, Numbers, realConstant } from '../ir/builder';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { Atom, Block, For, Statement, Variable } from '../ir/tree';
import { NOWHERE } from '../../language/source/span';
import { USUAL } from './runtime';
import { paysOff } from './vector-cost';
import { type Plan, vectorPlan } from './vector-plan';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const ROWS: ArrayLayout = { tag: 'array', id: 1, item: [REALS] };
const PAIRS: ArrayLayout = { tag: 'array', id: 2, item: ['real', 'int'] };

/** What the rounds of a loop can use. */
class Round {
  readonly b: Builder;
  readonly index: Variable;
  readonly a: Variable;
  readonly shadow: Variable;
  readonly other: Variable;
  readonly rows: Variable;
  readonly pairs: Variable;
  readonly x: Variable;
  /** A real that the loop carries. */
  readonly sum: Variable;
  readonly numbers = new Numbers();

  constructor() {
    const of = (kind: Kind): Variable => this.numbers.variable(kind);
    this.b = new Builder(this.numbers, NOWHERE, true);
    this.index = of('int');
    [this.a, this.shadow, this.other] = [of(REALS), of(REALS), of(REALS)];
    [this.rows, this.pairs, this.x, this.sum] = [of(ROWS), of(PAIRS), of('real'), of('real')];
  }

  /** Reads an item that is so far from the index. */
  item(offset = 0, array: Atom = this.a, checked = false): Variable {
    const index = this.at(offset);
    return this.b.one('real', { tag: 'item', array, index, checked });
  }

  at(offset: number): Variable {
    return offset === 0 ? this.index : this.b.operation('addInt', this.index, intConstant(offset));
  }

  add(amount: Atom, offset = 0, shadow: Atom = this.shadow, more: { present?: boolean; ordered?: boolean } = {}): void {
    const place = { tag: 'item', index: this.at(offset), part: 0 } as const;
    this.b.add([], { tag: 'accumulate', shadow, place, amount, present: true, ...more });
  }

  times(left: Atom, right: Atom): Variable {
    return this.b.operation('multiply', left, right);
  }

  /** Returns the plan of a loop that carries the sum, whose next value is given. */
  plan(next: Atom = this.sum, changes: Partial<For> = {}, needsTest: readonly Variable[] = []): Plan | undefined {
    const body: Block = { statements: this.b.statements, results: [next] };
    const loop: For = {
      tag: 'for',
      index: this.index,
      count: this.numbers.variable('int'),
      down: false,
      parameters: [this.sum],
      initial: [realConstant(0)],
      body,
      forgets: false,
      targets: [this.numbers.variable('real')],
      origin: NOWHERE,
      ...changes,
    };
    const plan = vectorPlan(loop, new Set(needsTest.map(({ id }) => id)));
    return plan !== undefined && paysOff(plan, loop, USUAL.share) ? plan : undefined;
  }
}

/** Writes rounds that run two at a time, and more that a test adds. */
function planWith(more: (round: Round) => void, changes?: Partial<For>): Plan | undefined {
  const round = new Round();
  let value: Atom = round.item();
  for (let i = 0; i < 8; i++) value = round.times(value, round.x);
  round.add(value);
  more(round);
  return round.plan(round.sum, changes);
}

const tagsOf = (all: readonly { readonly tag: string }[]): readonly string[] => all.map(({ tag }) => tag);

describe('two rounds of a loop run at once', () => {
  test('if they read and add to neighbouring items', () => {
    const plan = planWith(() => undefined);
    expect(tagsOf(plan?.steps ?? []).filter((tag) => tag !== 'operation')).toEqual(['item', 'accumulate']);
    expect(plan?.serial).toEqual([]);
  });

  test.each([
    ['neighbouring', 0],
    ['the next', 1],
  ])('if they replace or keep %s items', (_, offset) => {
    const plan = planWith((round) => {
      const { b, other, rows, x } = round;
      const place = { tag: 'item', index: round.at(offset), part: 0 } as const;
      b.add([], { tag: 'accumulate', shadow: other, place, amount: x, present: true, replaces: true });
      b.add([], { tag: 'keep', array: rows, index: round.at(offset), values: [x] });
    });
    expect(tagsOf(plan?.steps ?? []).filter((tag) => tag !== 'operation')).toEqual([
      'item',
      'accumulate',
      'accumulate',
      'keep',
    ]);
  });

  test('but for the sum of all rounds, which is computed for one after the other', () => {
    const round = new Round();
    let value: Atom = round.item();
    for (let i = 0; i < 30; i++) value = round.times(value, round.x);
    const sum = round.b.operation('add', round.sum, value);
    const plan = round.plan(sum);
    expect(plan?.serial.map(({ targets }) => targets[0]?.id)).toEqual([sum.id]);
    expect(plan?.carried.map(({ parameter }) => parameter.id)).toEqual([round.sum.id]);
    expect(plan?.read.map(({ id }) => id)).toEqual([(value as Variable).id]);
  });

  test('with what the round before computed, if that needs no round before', () => {
    const round = new Round();
    const value = round.times(round.item(), round.x);
    const both = round.b.operation('add', value, round.sum);
    let sum = both;
    for (let i = 0; i < 8; i++) sum = round.times(sum, round.x);
    round.add(sum);
    const plan = round.plan(value);
    const shift = plan?.steps.find(({ tag }) => tag === 'shift');
    expect(shift).toEqual({ tag: 'shift', parameter: round.sum, from: value });
    expect(plan?.carried).toEqual([]);
    // The value of the round before is there before it is used.
    const at = (wanted: Statement | typeof shift): number => plan?.steps.indexOf(wanted as Statement) ?? -1;
    const user = plan?.steps.find(
      ({ tag, ...step }) => tag === 'operation' && 'targets' in step && step.targets[0] === both,
    );
    expect(at(shift)).toBeLessThan(at(user as Statement));
  });

  test('with reals that are tested', () => {
    const round = new Round();
    let value: Variable = round.item();
    for (let i = 0; i < 8; i++) value = round.times(value, round.x);
    round.add(value);
    expect(round.plan(round.sum, {}, [value])?.tested.size).toBe(1);
  });

  test('if other arrays are not the same memory', () => {
    const plan = planWith((round) => {
      round.add(round.item(0, round.pairs), 1, round.other);
    });
    expect(plan?.apart.length).toBe(5);
  });
});

describe('rounds run one after the other', () => {
  test('if nothing but the sum takes time', () => {
    const round = new Round();
    const product = round.times(round.item(), round.x);
    expect(round.plan(round.b.operation('add', round.sum, product))).toBeUndefined();
  });

  test.each<[string, (round: Round) => void]>([
    ['read what they write', (round) => round.item(0, round.shadow)],
    [
      'add to an item that other rounds add to',
      (round) => {
        round.add(round.x, 1);
      },
    ],
    [
      'keep the order of additions',
      (round) => {
        round.add(round.x, 0, round.other, { ordered: true });
      },
    ],
    [
      'add to what may be absent',
      (round) => {
        round.add(round.x, 0, round.other, { present: false });
      },
    ],
    ['test an index', (round) => round.item(0, round.a, true)],
    [
      'read what may be absent',
      ({ b, a: array, index }) => b.one('real', { tag: 'item', array, index, checked: false, absentIsZero: true }),
    ],
    ['keep ints', ({ b, pairs: array, x, index }) => b.add([], { tag: 'keep', array, index, values: [x, index] })],
    ['count by a bool', ({ b, index, x }) => b.operation('equalInt', index, b.operation('floor', x))],
    [
      'read from an array of their own',
      (round) => {
        const row = round.b.one(REALS, { tag: 'item', array: round.rows, index: round.index, checked: false });
        round.b.one('real', { tag: 'item', array: row, index: intConstant(0), checked: false });
      },
    ],
    [
      'read ints',
      (round) => round.b.add(['real', 'int'], { tag: 'item', array: round.pairs, index: round.index, checked: false }),
    ],
    [
      'branch',
      (round) => {
        const nothing: Block = { statements: [], results: [] };
        const condition = round.b.operation('less', round.x, round.sum);
        round.b.add([], { tag: 'if', condition, consequent: nothing, alternative: nothing });
      },
    ],
    ['call functions', (round) => round.b.operation('sin', round.x)],
    ['keep values on the stack', (round) => round.b.add([], { tag: 'push', values: [round.x] })],
    [
      'replace the same item in each round',
      (round) => {
        const place = { tag: 'item', index: intConstant(0), part: 0 } as const;
        const { b, other: shadow, x: amount } = round;
        b.add([], { tag: 'accumulate', shadow, place, amount, present: true, replaces: true });
      },
    ],
    [
      'write the same item in each round',
      (round) => round.b.add([], { tag: 'keep', array: round.other, index: intConstant(0), values: [round.x] }),
    ],
    [
      'test an int',
      ({ b, index, numbers }) => {
        const program = new Builder(numbers);
        program.operation('addInt', index, index);
        b.statements.push(...program.statements);
      },
    ],
  ])('if they %s', (_, more) => {
    expect(planWith(more)).toBeUndefined();
  });

  test('if a loop has few', () => {
    expect(planWith(() => undefined, { count: intConstant(3) })).toBeUndefined();
    expect(planWith(() => undefined, { count: intConstant(4) })).toBeDefined();
  });

  test('if a loop carries an array, or an int that grows by what is not constant', () => {
    const [array, int] = [new Numbers().variable(REALS), { tag: 'variable', id: 900, kind: 'int' } as const];
    for (const parameter of [array, int])
      expect(planWith(() => undefined, { parameters: [parameter] })).toBeUndefined();
  });
});
