import { describe, expect, test } from 'vitest';
import { boolConstant, Builder, intConstant, Numbers, realConstant, type Unplaced } from '../ir/builder';
import type { ArrayLayout, VariantLayout } from '../ir/kind';
import type { Atom, Data, Statement } from '../ir/tree';
import { hashOf, isTest, Known } from './known';

const numbers = new Numbers();
const array: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const list: VariantLayout = { tag: 'variant', id: 1, name: 'list', constructors: [] };
const [, x, y] = [numbers.variable('int'), numbers.variable('int'), numbers.variable('int')];

function statement(given: Unplaced, kind: 'int' | 'bool' = 'int'): Statement {
  const builder = new Builder(numbers);
  builder.one(kind, given);
  return builder.statements[0] as Statement;
}

function data(constructor_: number, parts: number): Data {
  return { constructor_, parts: Array.from({ length: parts }, () => realConstant(0)) };
}

const DATA = [data(0, 0), data(1, 11), data(12, 0), data(13, 0)];
const none = { statements: [], results: [] };

/** Returns statements that compute different things, made anew. */
function different(): readonly Statement[] {
  const length = (of: Atom): Statement => statement({ tag: 'length', array: of });
  const operation = (name: 'addInt' | 'subtractInt', ...given: readonly Atom[]): Statement =>
    statement({ tag: 'operation', operation: name, arguments: given, derivative: false });
  const field = (constructor_: number, index: number, value: Atom = x): Statement =>
    statement({ tag: 'field', value, constructor_, index });
  const spine = (of: Atom, most?: Atom): Statement => statement({ tag: 'spine', list: of, most });
  const steps = (most: Atom | undefined, ...lists: readonly (readonly [Atom, number])[]): Statement =>
    statement({ tag: 'steps', lists: lists.map(([of, ahead]) => ({ list: of, ahead })), most });
  const call = (callee: number, ...given: readonly Atom[]): Statement =>
    statement({ tag: 'call', callee, arguments: given });
  return [
    ...[call(0, x, y), call(0, x, x), call(2000, x, y), call(3000, x, y)],
    operation('addInt', x, y),
    operation('addInt', y, x),
    operation('addInt', { ...x }, x),
    operation('subtractInt', x, y),
    ...[x, y].flatMap((each) => [
      length(each),
      statement({ tag: 'tag', value: each }),
      ...[spine(each), spine(each, x), spine(each, y)],
      ...[steps(undefined, [each, 0]), steps(undefined, [each, 1]), steps(y, [each, 0])],
      statement({ tag: 'if', condition: each, consequent: none, alternative: none }),
      statement({ tag: 'item', array: each, index: x, checked: false }),
      statement({ tag: 'item', array: each, index: y, checked: false }),
    ]),
    ...[steps(undefined, [x, 0], [y, 1]), steps(undefined, [x, 0], [y, 2])],
    ...[field(0, 0), field(1, 0), field(64, 1), field(65, 1), field(0, 1), field(0, 0, y)],
    ...[intConstant(1), intConstant(2), realConstant(0.5)].map(length),
    ...DATA.map((value) => length({ tag: 'constant', kind: list, value })),
  ];
}

describe('statements', () => {
  const all = different();
  const again = different();

  test('compute the same if they are equal', () => {
    all.forEach((left, i) => {
      again.forEach((right, j) => {
        const known = new Known(0);
        known.set(0, left);
        expect(known.get(0, right), `${JSON.stringify(left)} and ${JSON.stringify(right)}`).toBe(
          i === j ? left : undefined,
        );
      });
    });
  });

  test('have the same hash if they compute the same, and else different ones', () => {
    expect(again.map(hashOf)).toEqual(all.map(hashOf));
    expect(new Set(all.map(hashOf)).size).toBe(all.length);
  });

  test('tell constants of the same value apart by their kind', () => {
    const zeros: readonly Atom[] = [realConstant(0), realConstant(-0), intConstant(0), boolConstant(false)];
    const absent = [array, list].map((kind): Atom => ({ tag: 'constant', kind, value: 0 }));
    const found = [...zeros, ...absent].map((left) =>
      [...zeros, ...absent].flatMap((right, i) => {
        const known = new Known(0);
        known.set(0, statement({ tag: 'tag', value: left }));
        return known.get(0, statement({ tag: 'tag', value: right })) === undefined ? [] : [i];
      }),
    );
    expect(found).toEqual([[0], [1], [2], [3], [4], [5]]);
  });

  test('are known in the blocks inside, the last one first', () => {
    const known = new Known(0);
    const [first, second, third] = Array.from({ length: 3 }, () => statement({ tag: 'tag', value: x }, 'bool'));
    if (first === undefined || second === undefined || third === undefined) throw new Error('three statements');
    known.set(0, first);
    known.set(0, second);
    const inside = known.inside(() => {
      const before = known.get(0, first);
      known.set(0, third);
      return [before, known.get(0, first)];
    });
    expect([...inside, known.get(0, first)]).toEqual([second, third, second]);
    expect([first, second].map(({ targets }) => known.definition(targets[0]?.id ?? -1))).toEqual([first, second]);
    const int = statement({ tag: 'tag', value: x });
    known.set(0, int);
    expect(known.definition(int.targets[0]?.id ?? -1)).toBeUndefined();
  });

  test('with hashes that share a slot are told apart, and forgotten alone', () => {
    const known = new Known(0);
    const [outer, inner] = Array.from({ length: 2 }, () => statement({ tag: 'tag', value: x }));
    if (outer === undefined || inner === undefined) throw new Error('two statements');
    known.set(0, outer);
    known.set(1, outer);
    known.inside(() => {
      known.set(1, inner);
      known.set(1 + 1024, inner);
      expect([known.get(1, outer), known.get(1 + 1024, outer)]).toEqual([inner, inner]);
    });
    expect([0, 1, 1 + 1024].map((hash) => known.get(hash, outer))).toEqual([outer, outer, undefined]);
  });
});

test('a branch that only stops the run is a test', () => {
  const fail = statement({ tag: 'fail' });
  const stops = { statements: [fail], results: [] };
  const branch = {
    tag: 'if',
    condition: x,
    consequent: stops,
    alternative: none,
    targets: [],
    origin: fail.origin,
  } as const;
  const others = [
    { ...branch, consequent: none },
    { ...branch, consequent: { ...stops, statements: [fail, fail] } },
    { ...branch, consequent: { ...stops, statements: [statement({ tag: 'mark' })] } },
    { ...branch, alternative: stops },
    { ...branch, targets: [x] },
  ];
  expect([branch, ...others].map(isTest)).toEqual([true, false, false, false, false, false]);
});
