import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { VariantDeclaration } from '../language/core/tree';
import { BOOL, INT, product, REAL, STRING, UNIT } from '../language/types/type';
import type { Type } from '../language/types/type';
import { fromJson, primal, realLeaves, showReal, showValue, toJson, withRealLeaves } from './present';
import type { Json } from './present';
import { Cell, Items, Traced, Variant } from './value';
import type { Value } from './value';

const record: Type = {
  tag: 'record',
  fields: [
    { name: 'name', type: REAL },
    { name: 'ok', type: BOOL },
  ],
};
const maybe: Type = { tag: 'named', name: 'Maybe', arguments: [REAL] };
const variants: readonly VariantDeclaration[] = [
  {
    type: maybe,
    constructors: [
      { name: 'Nothing', payload: undefined },
      { name: 'Just', payload: REAL },
    ],
  },
];
const list = (item: Type): Type => ({ tag: 'sequence', container: 'list', item });
const array = (item: Type): Type => ({ tag: 'sequence', container: 'array', item });

const samples: readonly (readonly [Value, Type, string])[] = [
  [1.5, REAL, '1.5'],
  [-0, REAL, '0'],
  [1e21, REAL, '1e21'],
  [7, INT, '7'],
  [undefined, UNIT, '()'],
  ['a"b', STRING, '"a\\"b"'],
  [[1.5, true], product([REAL, BOOL]), '(1.5, true)'],
  [[2, false], record, '{ name = 2, ok = false }'],
  [new Cell(1, new Cell(2, null)), list(REAL), '[1, 2]'],
  [null, list(REAL), '[]'],
  [new Items([[1, 2]]), array(product([INT, REAL])), '[(1, 2)]'],
  [new Variant('Just', -3), maybe, 'Just (-3)'],
  [new Variant('Nothing', undefined), maybe, 'Nothing'],
  [new Variant('inr', true), { tag: 'sum', left: REAL, right: BOOL }, 'inr true'],
];

const nat: Type = { tag: 'named', name: 'Nat', arguments: [] };
const natVariants: readonly VariantDeclaration[] = [
  {
    type: nat,
    constructors: [
      { name: 'Z', payload: undefined },
      { name: 'S', payload: product([REAL, nat]) },
    ],
  },
];

/** Returns S (1, S (1, ... Z)), and the same in JSON. */
function natOf(size: number): readonly [value: Value, json: Json] {
  let value: Value = new Variant('Z', undefined);
  let json: Json = { tag: 'Z' };
  for (let i = 0; i < size; i++) {
    value = new Variant('S', [1, value]);
    json = { tag: 'S', value: [1, json] };
  }
  return [value, json];
}

describe('values as deep as memory allows', () => {
  test('are written in JSON up to the nesting limit, and in the notation of the language beyond it', () => {
    const [value, json] = natOf(400);
    expect(toJson(value, nat, natVariants)).toEqual(json);
    expect(fromJson(json, nat, natVariants)).toEqual({ tag: 'ok', value });
    const [deep] = natOf(100_000);
    const text = showValue(deep, nat, 'full', natVariants);
    expect(toJson(deep, nat, natVariants)).toBe(text);
    expect(toJson([1, deep], product([REAL, nat]), natVariants)).toBe(`(1, ${text})`);
  });

  test('have leaves with short, distinct labels', () => {
    const [deep] = natOf(20_000);
    const labels = realLeaves(deep, nat, 't', natVariants).map(({ label }) => label);
    expect(labels[1]).toBe('t.S.2.S.1');
    expect(labels.at(-1)).toMatch(/^t\.S\.2\.S.*…20000$/u);
    expect(Math.max(...labels.map((label) => label.length))).toBeLessThan(150);
    expect(new Set(labels).size).toBe(20_000);
  });

  test('are rejected as JSON', () => {
    const [, json] = natOf(100_000);
    expect(fromJson(json, nat, natVariants)).toEqual({
      tag: 'wrong',
      message: 'a value cannot be nested more than 1000 levels deep',
    });
  });
});

describe('presenting values', () => {
  test('values print in the notation of the language', () => {
    for (const [value, type, text] of samples) expect(showValue(value, type, 6, variants)).toBe(text);
  });

  test('reals print with six significant digits, or exactly', () => {
    expect(showReal(71.87400000000001, 6)).toBe('71.874');
    expect(showReal(71.87400000000001, 'full')).toBe('71.87400000000001');
    expect(showReal(-1e-9, 6)).toBe('-1e-9');
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (real) => {
        expect(Number(showReal(real, 'full')) - real).toBe(0);
      }),
      { seed: 1 },
    );
  });

  test('JSON reads back to the same value', () => {
    for (const [value, type] of samples) {
      const json = toJson(value, type, variants);
      const reading = fromJson(json, type, variants);
      expect(reading.tag).toBe('ok');
      if (reading.tag === 'ok') expect(toJson(reading.value, type, variants)).toEqual(json);
    }
  });

  test('JSON of the wrong shape is an error that says what was expected and where', () => {
    const type = product([REAL, record]);
    const message = (json: Parameters<typeof fromJson>[0]): string => {
      const reading = fromJson(json, type, variants);
      return reading.tag === 'wrong' ? reading.message : '';
    };
    expect(message([1])).toBe('expected an array of 2 values, found [1]');
    expect(message([1, { name: 'a', ok: true }])).toBe('expected a finite number at 2.name, found "a"');
    expect(message([1, { name: 1 }])).toBe('the field ok is missing at 2');
    expect(message([1, { name: 1, ok: true, more: 1 }])).toBe('there is no field more at 2');
  });

  test('real leaves are labelled by their paths, and can be replaced', () => {
    const type = product([REAL, record, list(REAL)]);
    const value = [1, [2, true], new Cell(3, new Cell(new Traced(4, 0), null))];
    expect(realLeaves(value, type, 'q')).toEqual([
      { label: 'q.1', value: 1 },
      { label: 'q.2.name', value: 2 },
      { label: 'q.3[0]', value: 3 },
      { label: 'q.3[1]', value: 4 },
    ]);
    expect(showValue(withRealLeaves(value, type, [5, 6, 7, 8]), type, 6)).toBe('(5, { name = 6, ok = true }, [7, 8])');
    expect(primal(value, type)).toEqual([1, [2, true], new Cell(3, new Cell(4, null))]);
    expect(() => withRealLeaves(1, REAL, [])).toThrow('internal error');
    const some = [new Variant('Just', 1), new Variant('Nothing', undefined), new Variant('Just', 2)];
    expect(realLeaves(new Items(some), array(maybe), 'xs', variants)).toEqual([
      { label: 'xs[0].Just', value: 1 },
      { label: 'xs[2].Just', value: 2 },
    ]);
    const either: Type = { tag: 'sum', left: product([REAL, REAL]), right: BOOL };
    expect(realLeaves(new Variant('inl', [1, 2]), either, 'e').map(({ label }) => label)).toEqual([
      'e.inl.1',
      'e.inl.2',
    ]);
  });

  test('nested constructors are in parentheses, numbers only if necessary', () => {
    const type: Type = { tag: 'named', name: 'Tree', arguments: [] };
    const pair: Type = { tag: 'sum', left: type, right: INT };
    const declared: readonly VariantDeclaration[] = [
      {
        type,
        constructors: [
          { name: 'Leaf', payload: REAL },
          { name: 'Name', payload: STRING },
          { name: 'Node', payload: product([type, type]) },
          { name: 'Up', payload: type },
          { name: 'None', payload: undefined },
        ],
      },
    ];
    const shown = (value: Value, of: Type = type): string => showValue(value, of, 6, declared);
    const leaf = (value: number): Variant => new Variant('Leaf', value);
    expect(shown(new Variant('Node', [leaf(1), leaf(-1)]))).toBe('Node (Leaf 1, Leaf (-1))');
    expect(shown(new Variant('Up', leaf(2)))).toBe('Up (Leaf 2)');
    expect(shown(new Variant('Up', new Variant('None', undefined)))).toBe('Up None');
    expect(shown(new Variant('Up', new Variant('Name', 'a b')))).toBe('Up (Name "a b")');
    expect(shown(new Variant('inl', leaf(1)), pair)).toBe('inl (Leaf 1)');
    expect(shown(new Variant('inr', -2), pair)).toBe('inr (-2)');
  });

  test('values of any depth are shown, and their leaves found', () => {
    const type: Type = { tag: 'named', name: 'Chain', arguments: [] };
    const declared: readonly VariantDeclaration[] = [
      {
        type,
        constructors: [
          { name: 'End', payload: undefined },
          { name: 'More', payload: product([REAL, type]) },
        ],
      },
    ];
    let chain = new Variant('End', undefined);
    for (let i = 0; i < 20_000; i++) chain = new Variant('More', [i % 10, chain]);
    expect(showValue(chain, type, 6, declared)).toMatch(/^More \(9, More \(8, .*More \(0, End\)+$/u);
    const leaves = realLeaves(chain, type, 'c', declared);
    expect(leaves.length).toBe(20_000);
    expect(leaves[1]).toEqual({ label: 'c.More.2.More.1', value: 8 });
  });
});
