import { describe, expect, it } from 'vitest';
import { checkTerm } from '../language/core/check';
import { printTerm } from '../language/core/print';
import type { VariantDeclaration } from '../language/core/tree';
import { NOWHERE } from '../language/source/span';
import { BOOL, functionType, INT, product, REAL, sequenceType, STRING, type Type, UNIT } from '../language/types/type';
import * as b from '../language/core/builders';
import { fromJson, type Json } from '../semantics/present';
import { placeholderTerm } from './placeholder';
import { reify } from './reify';

const TREE: Type = { tag: 'named', name: 'Tree', arguments: [] };
const ROSE: Type = { tag: 'named', name: 'Rose', arguments: [] };
const LOOP: Type = { tag: 'named', name: 'Loop', arguments: [] };
const MAYBE: Type = { tag: 'named', name: 'Maybe', arguments: [] };
const SUM: Type = { tag: 'sum', left: LOOP, right: STRING };
const RECORD: Type = {
  tag: 'record',
  fields: [
    { name: 'on', type: BOOL },
    { name: 'tree', type: TREE },
  ],
};
const variants: readonly VariantDeclaration[] = [
  {
    type: TREE,
    constructors: [
      { name: 'Node', payload: product([TREE, TREE]) },
      { name: 'Leaf', payload: REAL },
    ],
  },
  { type: ROSE, constructors: [{ name: 'Rose', payload: product([REAL, sequenceType('list', ROSE)]) }] },
  { type: LOOP, constructors: [{ name: 'Loop', payload: LOOP }] },
  {
    type: MAYBE,
    constructors: [
      { name: 'Just', payload: TREE },
      { name: 'Nothing', payload: undefined },
    ],
  },
];

describe('a placeholder', () => {
  it.each<[Type, number, string]>([
    [product([REAL, product([INT, BOOL]), UNIT]), 1, '(1.0, (1, true), ())'],
    [product([REAL, INT]), 0, '(0.0, 0)'],
    [BOOL, 0, 'false'],
    [TREE, 1, 'Leaf 1.0'],
    [ROSE, 0, 'Rose (0.0, [])'],
    [MAYBE, 1, 'Nothing'],
    [RECORD, 1, '{ on = true, tree = Leaf 1.0 }'],
    [SUM, 1, 'inr ""'],
    [sequenceType('array', REAL), 1, '[]'],
  ])('is the simplest value there is: %#', (type, number, text) => {
    const term = placeholderTerm(type, variants, number);
    expect(checkTerm(term, new Map(), variants)).toEqual([]);
    expect(printTerm(term).replace(/^\((.*) : (?:real|int|array|Loop).*\)$/u, '$1')).toBe(text);
  });

  it('is an internal error if the type has no value, or is not first order', () => {
    expect(() => placeholderTerm(LOOP, variants, 1)).toThrow('without finite values');
    expect(() => placeholderTerm(product([REAL, LOOP]), variants, 1)).toThrow('without finite values');
    expect(() => placeholderTerm({ tag: 'record', fields: [{ name: 'a', type: LOOP }] }, variants, 1)).toThrow();
    expect(() => placeholderTerm(functionType(REAL, REAL), variants, 1)).toThrow('not first order');
  });
});

describe('a value as a term', () => {
  it.each<[Type, Json, string]>([
    [
      TREE,
      {
        tag: 'Node',
        value: [
          { tag: 'Leaf', value: 1 },
          { tag: 'Leaf', value: -2 },
        ],
      },
      'Node (Leaf 1.0, Leaf (-2.0))',
    ],
    [
      sequenceType('list', MAYBE),
      [{ tag: 'Nothing' }, { tag: 'Just', value: { tag: 'Leaf', value: 3 } }],
      '([Nothing, Just (Leaf 3.0)] : list Maybe)',
    ],
    [RECORD, { on: false, tree: { tag: 'Leaf', value: 0.5 } }, '{ on = false, tree = Leaf 0.5 }'],
    [product([STRING, UNIT]), ['a', []], '("a", ())'],
  ])('is written as the value is: %#', (type, json, text) => {
    const reading = fromJson(json, type, variants);
    if (reading.tag !== 'ok') throw new Error(reading.message);
    const term = reify(reading.value, type, (real) => b.real(real as number), variants, NOWHERE);
    expect(checkTerm(term, new Map(), variants)).toEqual([]);
    expect(printTerm(term)).toBe(text);
  });
});
