import { expect, test } from 'vitest';
import { sameAtom } from './atoms';
import type { ArrayLayout, VariantLayout } from './kind';
import type { Constant, Data } from './tree';

const LIST: VariantLayout = { tag: 'variant', id: 0, name: 'list', constructors: [] };
const UNITS: ArrayLayout = { tag: 'array', id: 1, item: [] };

const constant = (kind: Constant['kind'], value: Constant['value']): Constant => ({ tag: 'constant', kind, value });
const list = (data: Partial<Data> = {}): Constant => constant(LIST, { constructor_: 0, parts: [], ...data });
const units = (count: number): Constant => constant(UNITS, { constructor_: 0, parts: [], count });

test.each<[string, Constant, Constant, boolean]>([
  ['two empty lists', list(), list(), true],
  ['other constructors', list(), list({ constructor_: 1 }), false],
  ['data with parts', list({ parts: [list()] }), list({ parts: [list()] }), false],
  ['the same data', ...((data): [Constant, Constant] => [data, data])(list({ parts: [list()] })), true],
  ['texts', list({ text: 'a' }), list({ text: 'b' }), false],
  ['arrays of nothing', units(2), units(2), true],
  ['arrays of nothing of other lengths', units(2), units(3), false],
  ['absent data and an empty list', constant(LIST, 0), list(), false],
  ['0 and -0', constant('real', 0), constant('real', -0), false],
  ['a real and an int', constant('real', 0), constant('int', 0), false],
])('%s are compared as constants', (_, left, right, isSame) => {
  expect(sameAtom(left, right)).toBe(isSame);
});
