import { describe, expect, test } from 'vitest';
import { boolConstant, Builder, intConstant, Numbers, realConstant, type Unplaced } from './builder';
import { NOWHERE } from '../../language/source/span';
import { checkProgram } from './check';
import type { ArrayLayout, Kind, VariantLayout } from './kind';
import type { Atom, Block, Statement, Variable } from './tree';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const SHAPE: VariantLayout = {
  tag: 'variant',
  id: 1,
  name: 'shape',
  constructors: [{ name: 'Disc', fields: ['real'] }],
};
const KINDS: readonly Kind[] = ['real', 'int', 'bool', REALS, SHAPE];

/** Returns what is wrong with a function of a real, an int, a bool, an array of reals and a variant. */
function problems(write: (b: Builder, ...given: readonly Variable[]) => readonly Atom[]): readonly string[] {
  const numbers = new Numbers();
  const parameters = numbers.copies(KINDS.map((kind) => ({ kind })));
  const builder = new Builder(numbers);
  const body = builder.block(write(builder, ...parameters));
  return checkProgram({ functions: new Map([[0, { id: 0, name: 'f', parameters, body }]]), entries: new Map() });
}

/** Adds a statement with targets of these kinds, and returns what is wrong with it. */
function wrong(kinds: readonly Kind[], statement: (...given: readonly Variable[]) => Unplaced): readonly string[] {
  return problems((b, ...given) => {
    b.add(kinds, statement(...given));
    return [];
  });
}

const none: Block = { statements: [], results: [] };
const results = (...atoms: readonly Atom[]): Block => ({ statements: [], results: atoms });
const [one, zero] = [intConstant(1), realConstant(0)];
const index: Variable = { tag: 'variable', id: 100, kind: 'int' };
const parameter: Variable = { tag: 'variable', id: 101, kind: 'real' };

type Case = readonly [string, readonly Kind[], (...given: readonly Variable[]) => Unplaced];

const at = (given: readonly Variable[], i: number): Variable => given[i] ?? index;

test.each<Case>([
  [
    'an operation on another kind',
    ['real'],
    (...g) => ({ tag: 'operation', operation: 'sin', arguments: [at(g, 1)], derivative: false }),
  ],
  [
    'an operation with another result',
    ['int'],
    (...g) => ({ tag: 'operation', operation: 'sin', arguments: [at(g, 0)], derivative: false }),
  ],
  [
    'an operation with too few arguments',
    ['real'],
    (...g) => ({ tag: 'operation', operation: 'add', arguments: [at(g, 0)], derivative: false }),
  ],
  ['a move to another kind', ['int'], (...g) => ({ tag: 'move', values: [at(g, 0)], finite: false })],
  ['fields of other kinds', [SHAPE], (...g) => ({ tag: 'construct', constructor_: 0, fields: [at(g, 1)] })],
  ['a constructor that is not there', [SHAPE], (...g) => ({ tag: 'construct', constructor_: 1, fields: [at(g, 0)] })],
  ['the tag of an array', ['int'], (...g) => ({ tag: 'tag', value: at(g, 3) })],
  ['a field that is not there', ['real'], (...g) => ({ tag: 'field', value: at(g, 4), constructor_: 0, index: 1 })],
  ['a field of another kind', ['int'], (...g) => ({ tag: 'field', value: at(g, 4), constructor_: 0, index: 0 })],
  ['items of another kind', [REALS], (...g) => ({ tag: 'array', items: [[at(g, 0)], [at(g, 1)]] })],
  ['the length of a number', ['int'], (...g) => ({ tag: 'length', array: at(g, 0) })],
  ['an index that is a real', ['real'], (...g) => ({ tag: 'item', array: at(g, 3), index: at(g, 0), checked: true })],
  [
    'two parts of an item of one',
    ['real', 'real'],
    (...g) => ({ tag: 'item', array: at(g, 3), index: one, checked: true }),
  ],
  ['a count that is a real', [REALS], (...g) => ({ tag: 'build', count: at(g, 0), index, body: results(zero) })],
  ['a build of ints as reals', [REALS], () => ({ tag: 'build', count: one, index, body: results(one) })],
  ['a build without parts', [REALS], () => ({ tag: 'build', count: one, index, body: none })],
  ['an int as a condition', [], (...g) => ({ tag: 'if', condition: at(g, 1), consequent: none, alternative: none })],
  [
    'arms with other results',
    ['real'],
    (...g) => ({ tag: 'if', condition: at(g, 2), consequent: results(zero), alternative: results(one) }),
  ],
  [
    'a loop with other results',
    ['real'],
    () => ({
      tag: 'for',
      index,
      count: one,
      down: false,
      parameters: [parameter],
      initial: [zero],
      body: results(one),
      forgets: false,
    }),
  ],
  [
    'a loop that begins with an int',
    ['real'],
    () => ({
      tag: 'for',
      index,
      count: one,
      down: false,
      parameters: [parameter],
      initial: [one],
      body: results(zero),
      forgets: false,
    }),
  ],
  [
    'a header without a result',
    [],
    () => ({ tag: 'while', parameters: [], initial: [], header: none, exit: none, body: none, forgets: false }),
  ],
  ['a call of nothing', [], () => ({ tag: 'call', callee: 9, arguments: [] })],
  ['a call with too few arguments', [], () => ({ tag: 'call', callee: 0, arguments: [] })],
  ['a shadow of another kind', [SHAPE], (...g) => ({ tag: 'shadow', of: at(g, 3) })],
  [
    'an int added to a shadow',
    [],
    (...g) => ({ tag: 'accumulate', shadow: at(g, 3), place: { tag: 'item', index: one, part: 0 }, amount: one }),
  ],
  [
    'a place that is not there',
    [],
    (...g) => ({ tag: 'accumulate', shadow: at(g, 3), place: { tag: 'item', index: one, part: 1 }, amount: zero }),
  ],
  [
    'a sum of different data',
    [],
    (...g) => ({ tag: 'addAll', shadow: at(g, 3), value: at(g, 4), like: at(g, 3), lenient: false }),
  ],
  ['a mark that is a real', ['real'], () => ({ tag: 'mark' })],
  ['a tape of a variant', [SHAPE], () => ({ tag: 'tape', count: one })],
  ['an int as an update of reals', [REALS], (...g) => ({ tag: 'update', array: at(g, 3), index: one, values: [one] })],
  ['an update of another kind', [SHAPE], (...g) => ({ tag: 'update', array: at(g, 3), index: one, values: [zero] })],
  ['an int kept on a tape of reals', [], (...g) => ({ tag: 'keep', array: at(g, 3), index: one, values: [one] })],
])('finds %s', (_, kinds, statement) => {
  expect(wrong(kinds, statement)).not.toEqual([]);
});

describe('finds a variable', () => {
  test('outside its scope', () => {
    const inner: Statement = { tag: 'mark', targets: [index], origin: NOWHERE };
    const block: Block = { statements: [inner], results: [] };
    expect(
      problems((b, _, __, condition) => {
        b.add([], { tag: 'if', condition, consequent: block, alternative: none });
        return [index];
      }),
    ).toEqual(['f.0: results uses variable 100 outside its scope']);
  });

  test('that is bound twice', () => {
    const statement: Statement = { tag: 'mark', targets: [index], origin: NOWHERE };
    expect(
      problems((b) => {
        b.statements.push(statement, statement);
        return [];
      }),
    ).toEqual(['f.0: variable 100 is bound twice']);
  });

  test('that a loop keeps and its partner does not take', () => {
    const moving = (inner: Builder, what: 'push' | 'pop', kind: Kind): void => {
      if (what === 'push') inner.add([], { tag: 'push', values: [kind === 'real' ? zero : one] });
      else inner.add([kind], { tag: 'pop' });
    };
    const loop = (b: Builder, what: 'push' | 'pop', kind: Kind, other?: Kind): void => {
      const inner = b.inner();
      if (other === undefined) moving(inner, what, kind);
      else {
        const arms = [kind, other].map((each) => {
          const arm = b.inner();
          moving(arm, what, each);
          return arm.block([]);
        });
        const [consequent = inner.block([]), alternative = consequent] = arms;
        inner.add([], { tag: 'if', condition: boolConstant(true), consequent, alternative });
      }
      b.add([], {
        tag: 'for',
        pair: 3,
        index: b.numbers.variable('int'),
        count: one,
        down: false,
        parameters: [],
        initial: [],
        body: inner.block([]),
        forgets: false,
      });
    };
    const both = (there: Kind, back: Kind, other?: Kind): readonly string[] =>
      problems((b) => {
        loop(b, 'push', there, other);
        loop(b, 'pop', back);
        return [];
      });
    expect(both('real', 'real')).toEqual([]);
    expect(both('real', 'int')).toEqual(['loops of pair 3: one keeps real, the other takes int']);
    // Arms that do the same can be one arm on the way back.
    expect(both('real', 'real', 'real')).toEqual([]);
    expect(both('real', 'int', 'real')).toEqual(['loops of pair 3: one keeps real, the other takes int']);
    expect(both('real', 'int', 'int')).toEqual([]);
  });
});

describe('an array that is updated', () => {
  const updated = (b: Builder, array: Atom): Variable =>
    b.one(REALS, { tag: 'update', array, index: one, values: [zero] });
  const read = (b: Builder, array: Atom): Variable => b.one('real', { tag: 'item', array, index: one, checked: true });

  test('is not read by its old name', () => {
    expect(
      problems((b, _, __, ___, array) => {
        const made = updated(b, array);
        return [read(b, made), read(b, array)];
      }),
    ).toEqual(['f.0: item uses array 3 by an old name']);
  });

  test('is not updated by its old name', () => {
    expect(problems((b, _, __, ___, array) => [updated(b, array), updated(b, array)])).toEqual([
      'f.0: update uses array 3 by an old name',
    ]);
  });

  test('can be read in the other arm of a branch by the same test, not in the same arm', () => {
    const reading = (at: 0 | 1): readonly string[] =>
      problems((b, _, __, condition, array) => {
        const none = { statements: [], results: [] };
        const first = b.inner();
        updated(first, array);
        b.add([], { tag: 'if', condition, consequent: first.block([]), alternative: none });
        const second = b.inner();
        read(second, array);
        const arms = [none, none].map((each, i) => (i === at ? second.block([]) : each));
        b.add([], { tag: 'if', condition, consequent: arms[0] ?? none, alternative: arms[1] ?? none });
        return [];
      });
    expect(reading(1)).toEqual([]);
    expect(reading(0)).toEqual(['f.0: item uses array 3 by an old name']);
  });

  test('can be read in the other arm, and its length always', () => {
    expect(
      problems((b, _, __, condition, array) => {
        const [first, second] = [b.inner(), b.inner()];
        const consequent = first.block([updated(first, array)]);
        const alternative = second.block([read(second, array)]);
        b.add([REALS], { tag: 'if', condition, consequent, alternative: { ...alternative, results: [array] } });
        return [b.one('int', { tag: 'length', array })];
      }),
    ).toEqual([]);
  });
});
