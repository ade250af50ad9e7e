import { describe, expect, test } from 'vitest';
import { NOWHERE } from '../../../language/source/span';
import { arrayLiteral, Builder, intConstant, Numbers, realConstant } from '../../ir/builder';
import type { ArrayLayout, Kind } from '../../ir/kind';
import type { Atom, Block, Build, If, Item, Operation, Statement, Variable } from '../../ir/tree';
import { type Append, appendsIn } from './appends';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const PAIRS: ArrayLayout = { tag: 'array', id: 1, item: ['real', 'int'] };

/** The parts of a loop that appends two items to an array, and what a test makes of them. */
class Parts {
  readonly numbers = new Numbers();
  readonly before = new Builder(this.numbers);
  layout = REALS;
  readonly x = this.of('real');
  readonly n = this.of('int');
  readonly index = this.of('int');
  readonly free = this.of('bool');
  other = this.of(REALS);
  array: Atom = this.of(REALS);
  measured: Atom | undefined;
  length: Atom | undefined;
  items: readonly (readonly Atom[])[] = [[this.x], [realConstant(2)]];
  literal: Atom | undefined;
  count: Atom | undefined;
  test: Partial<Operation> = {};
  branch: Partial<If> = {};
  old: Partial<Item> = {};
  rest: Partial<Operation> = {};
  next: Partial<Item> = {};
  oldResults: readonly Atom[] | undefined;
  nextResults: readonly Atom[] | undefined;
  results: readonly Atom[] | undefined;
  readonly beside: { old: Statement[]; next: Statement[]; after: Statement[] } = { old: [], next: [], after: [] };

  of(kind: Kind): Variable {
    return this.numbers.variable(kind);
  }

  private operation(operation: Operation['operation'], given: readonly Atom[], kind: Kind): Operation {
    return {
      tag: 'operation',
      operation,
      arguments: given,
      derivative: true,
      targets: [this.of(kind)],
      origin: NOWHERE,
    };
  }

  statement(): Operation {
    return this.operation('addInt', [this.n, intConstant(1)], 'int');
  }

  block(): Block {
    const { before, layout } = this;
    const length = this.length ?? before.one('int', { tag: 'length', array: this.measured ?? this.array });
    const count = this.count ?? before.operation('addInt', length, intConstant(this.items.length));
    const literal = this.literal ?? arrayLiteral(layout, this.items, before);
    const test = { ...this.operation('lessInt', [this.index, length], 'bool'), ...this.test };
    const read = (array: Atom, index: Atom): Item => ({
      tag: 'item',
      array,
      index,
      checked: false,
      targets: layout.item.map((kind) => this.of(kind)),
      origin: NOWHERE,
    });
    const old = { ...read(this.array, this.index), ...this.old };
    const rest = { ...this.operation('subtractInt', [this.index, length], 'int'), ...this.rest };
    const next = { ...read(literal, rest.targets[0] ?? this.n), ...this.next };
    const branch: If = {
      tag: 'if',
      condition: test.targets[0] ?? this.free,
      consequent: { statements: [old, ...this.beside.old], results: this.oldResults ?? old.targets },
      alternative: { statements: [rest, next, ...this.beside.next], results: this.nextResults ?? next.targets },
      targets: layout.item.map((kind) => this.of(kind)),
      origin: NOWHERE,
      ...this.branch,
    };
    const build: Build = {
      tag: 'build',
      count,
      index: this.index,
      body: { statements: [test, branch, ...this.beside.after], results: this.results ?? branch.targets },
      targets: [this.of(layout)],
      origin: NOWHERE,
    };
    return { statements: [...before.statements, build], results: build.targets };
  }
}

function found(change: (parts: Parts) => unknown): { readonly parts: Parts; readonly appends: readonly Append[] } {
  const parts = new Parts();
  change(parts);
  return { parts, appends: [...appendsIn(parts.block()).values()] };
}

describe('a loop appends', () => {
  test.each<[string, (parts: Parts) => unknown]>([
    ['items', () => undefined],
    ['one item', (parts) => (parts.items = [[parts.x]])],
    ['constants', (parts) => (parts.items = [[realConstant(1)], [realConstant(2)], [realConstant(3)]])],
    [
      'items of two parts',
      (parts) => {
        parts.layout = PAIRS;
        parts.array = parts.of(PAIRS);
        parts.items = [[realConstant(1), intConstant(2)]];
      },
    ],
  ])('%s', (_, change) => {
    const { parts, appends } = found(change);
    expect(appends.map(({ array, items }) => ({ array, items }))).toEqual([{ array: parts.array, items: parts.items }]);
  });

  test('to an array that a loop has made, whose length is known', () => {
    const { parts, appends } = found((each) => {
      const body = { statements: [], results: [each.x] };
      each.array = each.before.one(REALS, { tag: 'build', count: each.n, index: each.of('int'), body });
      each.length = each.n;
    });
    expect(appends.map(({ array }) => array)).toEqual([parts.array]);
  });

  test('where the number of items is a sum of several constants', () => {
    const { appends } = found((each) => {
      each.measured = each.array;
      const length = each.before.one('int', { tag: 'length', array: each.array });
      const more = each.before.operation('addInt', length, intConstant(3));
      each.length = length;
      each.count = each.before.operation('subtractInt', more, intConstant(1));
    });
    expect(appends).toHaveLength(1);
  });
});

describe('a loop does not append', () => {
  test.each<[string, (parts: Parts) => unknown]>([
    ['another number of items', (parts) => (parts.count = parts.n)],
    [
      'fewer items than there are',
      (parts) => {
        parts.length = parts.before.one('int', { tag: 'length', array: parts.array });
        parts.count = parts.before.operation('addInt', parts.length, intConstant(1));
      },
    ],
    [
      'nothing',
      (parts) => {
        parts.items = [];
      },
    ],
    ['at the length of another array', (parts) => (parts.measured = parts.other)],
    ['where the length is an int of which nothing is known', (parts) => (parts.length = parts.n)],
    ['with another test', (parts) => (parts.test = { operation: 'lessEqualInt' })],
    ['with the test turned round', (parts) => (parts.test = { arguments: [parts.n, parts.index] })],
    ['with the test of something else', (parts) => (parts.branch = { condition: parts.free })],
    ['items that are not looked at', (parts) => (parts.literal = parts.other)],
    ['what is there already at another index', (parts) => (parts.old = { index: parts.n })],
    ['what is there already with a test', (parts) => (parts.old = { checked: true })],
    ['to a constant', (parts) => (parts.old = { array: arrayLiteral(REALS, [[realConstant(1)]], parts.before) })],
    ['to another array than is measured', (parts) => (parts.old = { array: parts.other })],
    ['other results for the old items', (parts) => (parts.oldResults = [parts.x])],
    ['other results for the new items', (parts) => (parts.nextResults = [parts.x])],
    ['other results', (parts) => (parts.results = [parts.x])],
    ['new items at another index', (parts) => (parts.next = { index: parts.n })],
    ['new items with a test', (parts) => (parts.next = { checked: true })],
    ['new items at a sum', (parts) => (parts.rest = { operation: 'addInt' })],
    ['new items at another difference', (parts) => (parts.rest = { arguments: [parts.n, parts.index] })],
    ['where it computes more for old items', (parts) => parts.beside.old.push(parts.statement())],
    ['where it computes more for new items', (parts) => parts.beside.next.push(parts.statement())],
    ['where it computes more for all items', (parts) => parts.beside.after.push(parts.statement())],
  ])('%s', (_, change) => {
    expect(found(change).appends).toEqual([]);
  });

  test('if it has no branch', () => {
    const parts = new Parts();
    const body = { statements: [parts.statement(), parts.statement()], results: [parts.x] };
    const build = parts.before.one(REALS, { tag: 'build', count: parts.n, index: parts.index, body });
    const empty = parts.before.one(REALS, {
      tag: 'build',
      count: parts.n,
      index: parts.index,
      body: { statements: [], results: [parts.x] },
    });
    expect(appendsIn(parts.before.block([build, empty])).size).toBe(0);
  });
});
