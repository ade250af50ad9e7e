import { describe, expect, test } from 'vitest';
import { REALS } from '../../testing/ir/reverse';
import { boolConstant, Builder, intConstant, Numbers } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { ArrayLayout } from '../ir/kind';
import type { IrFunction, IrProgram } from '../ir/program';
import type { Atom, FunctionId, Variable } from '../ir/tree';
import { USUAL } from './usual';
import { isWorth } from './worth';

/** Adds statements of a function of an array and a real. */
type Write = (b: Builder, v: Variable, x: Variable, own: FunctionId) => void;

class Programs {
  readonly numbers = new Numbers();
  readonly functions = new Map<FunctionId, IrFunction>();

  function(name: string, write: Write): FunctionId {
    const id = this.numbers.functionId();
    const [v, x] = [this.numbers.variable(REALS), this.numbers.variable('real')];
    const builder = new Builder(this.numbers);
    write(builder, v, x, id);
    this.functions.set(id, { id, name, parameters: [v, x], body: builder.block([x]) });
    return id;
  }

  of(any: Write, usual: Write): IrProgram {
    const entries = new Map([
      ['value', this.function('main', any)],
      [USUAL, this.function(USUAL, usual)],
    ]);
    const program = { functions: this.functions, entries };
    expect(checkProgram(program)).toEqual([]);
    return program;
  }
}

const worth = (any: Write, usual: Write): boolean => isWorth(new Programs().of(any, usual));

/** Adds a loop whose rounds do something. */
const loop =
  (write: Write): Write =>
  (b, v, x, own) => {
    const [index, inner] = [b.numbers.variable('int'), b.inner()];
    write(inner, v, x, own);
    const body = inner.block([]);
    b.add([], {
      tag: 'for',
      index,
      count: intConstant(9),
      down: false,
      parameters: [],
      initial: [],
      body,
      forgets: false,
    });
  };

const reading: Write = (b, array) => {
  b.one('real', { tag: 'item', array, index: intConstant(0), checked: true });
};

const adding: Write = (b, _, x) => {
  b.operation('add', x, x);
};

/** Does something so many times. */
const times =
  (count: number, write: Write): Write =>
  (b, ...rest) => {
    for (let i = 0; i < count; i++) write(b, ...rest);
  };

const all =
  (...writes: readonly Write[]): Write =>
  (b, ...rest) => {
    for (const write of writes) write(b, ...rest);
  };

const reads = (count: number): Write => loop(times(count, reading));

test.each([
  [3, 1],
  [6, 4],
  [9, 6],
  [12, 8],
])('of %d statements on arrays in rounds, %d may be left', (any, usual) => {
  expect([worth(reads(any), reads(usual)), worth(reads(any), reads(usual + 1))]).toEqual([true, false]);
});

test.each([
  [4, 300],
  [100, 300],
  [101, 303],
])('beside one of %d statements, a version may have %d', (any, usual) => {
  const of = (statements: number, items: number): Write => all(reads(items), times(statements - 1 - items, adding));
  expect([worth(of(any, 3), of(usual, 0)), worth(of(any, 3), of(usual + 1, 0))]).toEqual([true, false]);
});

test('statements in loops and in functions count, those of a function that is called twice once', () => {
  const programs = new Programs();
  const long = programs.function('long', times(148, adding));
  const calling: Write = (b, v, x) => b.call(['real'], long, [v, x]);
  const usual = (more: number): Write => all(calling, calling, loop(times(149 + more, adding)));
  expect([0, 1].map((more) => isWorth(programs.of(reads(3), usual(more))))).toEqual([true, false]);
});

describe('a version without rounds is not worth it', () => {
  const NONE: Write = adding;
  const programs = new Programs();
  const callee = programs.function('callee', NONE);

  test.each<[string, Write, boolean]>([
    ['nothing but operations', NONE, false],
    ['a branch', (b, v, x, own) => branch(b, v, x, own, NONE), false],
    ['a loop', loop(NONE), true],
    ['a loop with a test', (b) => whileLoop(b, () => undefined), true],
    ['a loop that makes an array', (b) => build(b, () => undefined), true],
    ['a call', (b, v, x) => b.call(['real'], callee, [v, x]), true],
    ['a loop in a branch', (b, v, x, own) => branch(b, v, x, own, loop(NONE)), true],
  ])('%s', (_, write, isLoop) => {
    expect(isWorth(programs.of(reads(3), write))).toBe(isLoop);
  });
});

function branch(b: Builder, v: Variable, x: Variable, own: FunctionId, write: Write): void {
  const [first, second] = [b.inner(), b.inner()];
  write(second, v, x, own);
  b.add([], { tag: 'if', condition: boolConstant(true), consequent: first.block([]), alternative: second.block([]) });
}

function whileLoop(b: Builder, write: (header: Builder, exit: Builder, body: Builder) => void): void {
  const [header, exit, body] = [b.inner(), b.inner(), b.inner()];
  write(header, exit, body);
  b.add([], {
    tag: 'while',
    parameters: [],
    initial: [],
    header: header.block([boolConstant(true)]),
    exit: exit.block([]),
    body: body.block([]),
    forgets: false,
  });
}

function build(b: Builder, write: (body: Builder) => void, result?: Atom): void {
  const [index, body] = [b.numbers.variable('int'), b.inner()];
  write(body);
  const ints: ArrayLayout = { tag: 'array', id: 6, item: ['int'] };
  b.one(ints, { tag: 'build', count: intConstant(2), index, body: body.block([result ?? index]) });
}

describe('work on arrays is worth leaving out', () => {
  /** Whether three times a statement counts as work on arrays. */
  const counts = (write: Write): boolean => worth(times(3, write), loop(adding));

  test.each<[string, Write, boolean]>([
    ['making an array of items', (b, _, x) => b.one(REALS, { tag: 'array', items: [[x]] }), true],
    ['making an array in a loop', (b) => build(b, () => undefined), true],
    ['joining arrays', (b, v) => b.one(REALS, { tag: 'append', left: v, right: v }), true],
    ['reading an item', reading, true],
    ['a loop', loop(times(0, adding)), true],
    ['a loop with a test', (b) => whileLoop(b, () => undefined), true],
    ['an operation', adding, false],
    ['the length of an array', (b, array) => b.one('int', { tag: 'length', array }), false],
    ['another name', (b, v) => b.one(REALS, { tag: 'move', values: [v], finite: false }), false],
    ['a branch', (b, v, x, own) => branch(b, v, x, own, adding), false],
  ])('in rounds: %s', (_, write, isWork) => {
    expect([counts(loop(write)), counts(write)]).toEqual([isWork, false]);
  });

  test.each<[string, Write, boolean]>([
    ['in a round of a loop', loop(reading), true],
    ['in the test of a loop', (b, v, x, own) => whileLoop(b, (header) => reading(header, v, x, own)), true],
    [
      'in the rounds of a loop with a test',
      (b, v, x, own) => whileLoop(b, (_h, _e, body) => reading(body, v, x, own)),
      true,
    ],
    ['in a round that makes an item', (b, v, x, own) => build(b, (body) => reading(body, v, x, own)), true],
    ['in a branch in a round', loop((b, v, x, own) => branch(b, v, x, own, reading)), true],
    ['in a branch', (b, v, x, own) => branch(b, v, x, own, reading), false],
  ])('that is done again and again: %s', (_, write, isWork) => {
    expect(counts(write)).toBe(isWork);
  });

  test.each<[string, Write, boolean]>([
    ['if it works on arrays', times(3, reading), true],
    ['not if it works on none', times(3, adding), false],
    [
      'if it calls itself, too',
      (b, v, x, own) => all(times(3, reading), () => b.call(['real'], own, [v, x]))(b, v, x, own),
      true,
    ],
  ])('a function that is called counts: %s', (_, write, isWork) => {
    const programs = new Programs();
    const callee = programs.function('callee', write);
    const calling: Write = (b, v, x) => b.call(['real'], callee, [v, x]);
    expect(isWorth(programs.of(calling, loop(adding)))).toBe(isWork);
  });

  test('a function that is called twice counts once', () => {
    const programs = new Programs();
    const callee = programs.function('callee', times(2, reading));
    const calling: Write = (b, v, x) => b.call(['real'], callee, [v, x]);
    expect(isWorth(programs.of(times(2, calling), reads(1)))).toBe(false);
  });
});
