import { expect, test } from 'vitest';
import { BOOL, functionType, INT, product, REAL, sequenceType, UNIT } from '../../language/types/type';
import type { Kind } from '../ir/kind';
import { Kinds, STRING_LAYOUT } from './kinds';

test('lists whose items have the same parts have the same layout, and others have other layouts', () => {
  const kinds = new Kinds([]);
  const empty = kinds.listOf([]);
  const data = [kinds.array(REAL), kinds.array(INT), kinds.variant(sequenceType('list', INT)), empty];
  const parts: readonly (readonly Kind[])[] = [
    [],
    ...[...data, STRING_LAYOUT, 'real' as const, 'int' as const, 'bool' as const].map((kind) => [kind]),
    ['int', 'real'],
    ['real', 'int'],
    ['real', STRING_LAYOUT],
    [empty, kinds.array(REAL)],
  ];
  const layouts = parts.map((each) => kinds.listOf(each));
  expect(new Set(layouts).size).toBe(parts.length);
  expect(new Set([...data, ...layouts].map(({ id }) => id)).size).toBe(new Set([...data, ...layouts]).size);
  expect(new Set(layouts.map(({ name }) => name)).size).toBe(parts.length);
  for (const [i, each] of parts.entries()) {
    const layout = layouts[i];
    expect(kinds.listOf([...each])).toBe(layout);
    expect(layout !== undefined && kinds.isList(layout)).toBe(true);
    expect(layout?.constructors.map(({ name }) => name)).toEqual(['[]', '::']);
    const fields = layout?.constructors.map((constructor_) => constructor_.fields) ?? [];
    const expected = layout === undefined ? [] : [...each, layout];
    expect(fields.map(({ length }) => length)).toEqual([0, expected.length]);
    expect(fields[1]?.every((field, at) => field === expected[at])).toBe(true);
  }
});

test('units are no parts, and only lists are lists', () => {
  const kinds = new Kinds([]);
  const list = kinds.variant(sequenceType('list', product([UNIT, REAL, product([]), INT])));
  expect(list.constructors[1]?.fields).toEqual(['real', 'int', list]);
  expect(kinds.isList(list)).toBe(true);
  expect(kinds.isList(kinds.variant(functionType(REAL, REAL)))).toBe(false);
});

test('the arrays of the cells of lists and of their items have layouts of their own, one each', () => {
  const kinds = new Kinds([]);
  const lists = [kinds.listOf(['real', 'int']), kinds.listOf([]), kinds.variant(sequenceType('list', BOOL))];
  const spines = lists.map((list) => kinds.spine(list));
  const items = lists.map((list) => kinds.items(list));
  expect(spines.map(({ item }) => item[0])).toEqual(lists);
  expect(items.map(({ item }) => item)).toEqual([['real', 'int'], [], ['bool']]);
  expect(new Set([...lists, ...spines, ...items].map(({ id }) => id)).size).toBe(9);
  for (const [i, list] of lists.entries()) {
    expect(kinds.spine(list)).toBe(spines[i]);
    expect(kinds.items(list)).toBe(items[i]);
  }
});
