import { describe, expect, test } from 'vitest';
import { NOWHERE } from '../../../language/source/span';
import { Builder, Numbers, realConstant } from '../../ir/builder';
import type { ArrayLayout, Kind } from '../../ir/kind';
import type { Atom, Block, Build, Derivative, If, Item, Operation, Variable } from '../../ir/tree';
import { type Copy, copiesIn } from './copies';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const PAIRS: ArrayLayout = { tag: 'array', id: 1, item: ['real', 'real'] };
const ROWS: ArrayLayout = { tag: 'array', id: 2, item: [REALS] };
const NOTHING: Block = { statements: [], results: [] };

/** The parts of a loop that copies an array but for one item, and what a test makes of them. */
class Parts {
  readonly numbers = new Numbers();
  readonly index = this.of('int');
  readonly at = this.of('int');
  readonly n = this.of('int');
  readonly free = this.of('bool');
  readonly x = this.of('real');
  array = this.of(REALS);
  copies: { copies?: boolean } = { copies: true };
  test: Partial<Operation> = {};
  branch: Partial<If> = {};
  consequent: Block = { statements: [], results: [this.x] };
  item: Partial<Item> = {};
  results: readonly Atom[] | undefined;
  items: readonly Atom[] | undefined;
  readonly before = new Builder(this.numbers);
  readonly after = new Builder(this.numbers);
  readonly beside = new Builder(this.numbers);

  of(kind: Kind): Variable {
    return this.numbers.variable(kind);
  }

  read(): Item {
    const targets = (this.array.kind as ArrayLayout).item.map((kind) => this.of(kind));
    return {
      tag: 'item',
      array: this.array,
      index: this.index,
      checked: false,
      targets,
      origin: NOWHERE,
      ...this.item,
    };
  }

  build(body: Block): Build {
    const { index, n: count, copies } = this;
    return { tag: 'build', index, count, body, ...copies, targets: [this.of(this.array.kind)], origin: NOWHERE };
  }

  /** Returns a loop that copies the array. */
  whole(): Build {
    const read = this.read();
    return this.build({ statements: [read, ...this.after.statements], results: this.items ?? read.targets });
  }

  /** Returns a loop that copies the array but for one item. */
  changed(): Build {
    const test: Operation = {
      tag: 'operation',
      operation: 'equalInt',
      arguments: [this.index, this.at],
      derivative: false,
      targets: [this.of('bool')],
      origin: NOWHERE,
      ...this.test,
    };
    const read = this.read();
    const branch: If = {
      tag: 'if',
      condition: test.targets[0] ?? this.free,
      consequent: this.consequent,
      alternative: { statements: [read, ...this.beside.statements], results: this.items ?? read.targets },
      targets: read.targets.map(({ kind }) => this.of(kind)),
      origin: NOWHERE,
      ...this.branch,
    };
    return this.build({
      statements: [...this.before.statements, test, branch, ...this.after.statements],
      results: this.results ?? branch.targets,
    });
  }
}

function changedBy(change: (parts: Parts) => unknown): { readonly parts: Parts; readonly found: readonly Copy[] } {
  const parts = new Parts();
  change(parts);
  return { parts, found: copiesIn({ statements: [parts.changed()], results: [] }) };
}

describe('a loop copies an array', () => {
  test.each([
    ['reals', REALS],
    ['rows', ROWS],
  ])('of %s, whole', (_, layout) => {
    const parts = new Parts();
    parts.array = parts.of(layout);
    const loop = parts.whole();
    const copy = { target: loop.targets[0], array: parts.array, change: undefined, isDeep: false };
    expect(copiesIn({ statements: [loop], results: [] })).toEqual([copy]);
  });

  test.each<[string, (parts: Parts) => unknown]>([
    ['but for one item', () => undefined],
    ['with the index last', (parts) => (parts.test = { arguments: [parts.at, parts.index] })],
  ])('%s', (_, change) => {
    const { parts, found } = changedBy(change);
    expect(found.map(({ array, change: changed }) => [array, changed])).toEqual([
      [parts.array, { index: parts.at, values: [parts.x] }],
    ]);
  });

  test('inside other statements, but not inside derivatives', () => {
    const parts = new Parts();
    const body: Block = { statements: [parts.whole(), parts.changed()], results: [] };
    const branch: If = {
      tag: 'if',
      condition: parts.free,
      consequent: NOTHING,
      alternative: body,
      targets: [],
      origin: NOWHERE,
    };
    const derivative: Derivative = {
      tag: 'derivative',
      operator: 'rd',
      parameters: [],
      body,
      point: [],
      direction: [],
      withValue: false,
      targets: [],
      origin: NOWHERE,
    };
    expect(copiesIn({ statements: [branch], results: [] }).length).toBe(2);
    expect(copiesIn({ statements: [derivative], results: [] })).toEqual([]);
  });
});

describe('a loop copies no array', () => {
  test.each<[string, (parts: Parts) => unknown]>([
    ['that is not made as a copy', (parts) => (parts.copies = {})],
    ['whose index is tested', (parts) => (parts.item = { checked: true })],
    ['if it reads at another index', (parts) => (parts.item = { index: parts.at })],
    ['if its items are others', (parts) => (parts.items = [parts.x])],
    ['if it has more items', (parts) => (parts.items = [])],
  ])('%s', (_, change) => {
    const parts = new Parts();
    change(parts);
    expect(copiesIn({ statements: [parts.whole()], results: [] })).toEqual([]);
    expect(changedBy(change).found).toEqual([]);
  });

  test('that computes something', () => {
    const parts = new Parts();
    const sine = { ...parts.read(), tag: 'length' } as const;
    expect(copiesIn({ statements: [parts.build({ statements: [sine], results: sine.targets })], results: [] })).toEqual(
      [],
    );
    parts.after.operation('sin', parts.x);
    expect(copiesIn({ statements: [parts.whole()], results: [] })).toEqual([]);
  });

  test.each<[string, (parts: Parts) => unknown]>([
    ['by another comparison', (parts) => (parts.test = { operation: 'lessInt' })],
    ['by a test of nothing but the index', (parts) => (parts.test = { arguments: [parts.index, parts.index] })],
    ['by another condition', (parts) => (parts.branch = { condition: parts.free })],
    ['if its items are not those of the branch', (parts) => (parts.results = [parts.x])],
    [
      'if its items lack a part',
      (parts) => {
        parts.array = parts.of(PAIRS);
        parts.consequent = { statements: [], results: [parts.x, parts.x] };
        const targets = [parts.of('real'), parts.of('real')];
        parts.branch = { targets };
        parts.results = targets.slice(0, 1);
      },
    ],
    [
      'if one part is not that of the branch',
      (parts) => {
        parts.array = parts.of(PAIRS);
        parts.consequent = { statements: [], results: [parts.x, parts.x] };
        const [target, other] = [parts.of('real'), parts.of('real')];
        parts.branch = { targets: [target, other] };
        parts.results = [target, parts.x];
      },
    ],
    ['if there is more before', (parts) => parts.before.operation('sin', parts.x)],
    ['if there is more after', (parts) => parts.after.operation('sin', parts.x)],
    ['if there is more where it reads', (parts) => parts.beside.operation('sin', parts.x)],
    [
      'if it computes the item',
      (parts) => {
        const inner = new Builder(parts.numbers);
        const made = inner.operation('sin', parts.x);
        parts.consequent = { statements: inner.statements, results: [made] };
      },
    ],
    [
      'if the item is the index',
      (parts) => {
        parts.array = parts.of({ tag: 'array', id: 3, item: ['int'] });
        parts.consequent = { statements: [], results: [parts.index] };
      },
    ],
    [
      'if a part of the item is the index',
      (parts) => {
        parts.array = parts.of({ tag: 'array', id: 3, item: ['int', 'int'] });
        parts.consequent = { statements: [], results: [parts.at, parts.index] };
      },
    ],
    [
      'if it reads nothing',
      (parts) => (parts.branch = { alternative: { statements: [], results: [realConstant(1)] } }),
    ],
  ])('but for one item, %s', (_, change) => {
    expect(changedBy(change).found).toEqual([]);
  });

  test('of pairs, if it leaves out a part', () => {
    const whole = changedBy((parts) => {
      parts.array = parts.of(PAIRS);
      parts.consequent = { statements: [], results: [parts.x, realConstant(2)] };
    });
    expect(whole.found.length).toBe(1);
    const swapped = new Parts();
    swapped.array = swapped.of(PAIRS);
    const read = swapped.read();
    const loop = swapped.build({ statements: [read], results: read.targets.toReversed() });
    expect(copiesIn({ statements: [loop], results: [] })).toEqual([]);
  });

  test('whose test and branch are other statements', () => {
    const parts = new Parts();
    const loop = parts.changed();
    const [first, second] = loop.body.statements;
    if (first === undefined || second === undefined) throw new Error('two statements');
    const length = { tag: 'length', array: parts.array, targets: first.targets, origin: NOWHERE } as const;
    const of = (...statements: Block['statements']): readonly Copy[] =>
      copiesIn({ statements: [{ ...loop, body: { ...loop.body, statements } }], results: [] });
    expect(of(first, second).length).toBe(1);
    expect(of(length, second)).toEqual([]);
    expect(of(first, { ...length, targets: second.targets })).toEqual([]);
    expect(of()).toEqual([]);
  });
});
