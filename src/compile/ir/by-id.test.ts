import { expect, test } from 'vitest';
import { intConstant } from './builder';
import { ById } from './by-id';

test('a table by number keeps what was set last, on whichever page it lies', () => {
  const table = new ById<string>();
  table.set(700, 'first');
  table.set(3, 'other');
  table.set(700, 'last');
  expect([3, 4, 255, 256, 700, 9000].map((id) => table.get(id))).toEqual([
    'other',
    undefined,
    undefined,
    undefined,
    'last',
    undefined,
  ]);
  expect([...table.entries()]).toEqual([
    [3, 'other'],
    [700, 'last'],
  ]);
  table.set(3, undefined);
  expect(table.get(3)).toBeUndefined();
  expect([...table.entries()]).toEqual([[700, 'last']]);
});

test('a constant has nothing in a table by number', () => {
  const table = new ById<string>();
  table.set(0, 'zero');
  expect(table.of({ tag: 'variable', id: 0, kind: 'int' })).toBe('zero');
  expect(table.of(intConstant(0))).toBeUndefined();
});
