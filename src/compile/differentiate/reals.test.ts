import { describe, expect, test } from 'vitest';
import type { ArrayLayout, Kind, Layout, VariantLayout } from '../ir/kind';
import { holdsReal } from './reals';

const array = (...item: readonly Kind[]): ArrayLayout => ({ tag: 'array', id: 0, item });
const variant = (...fields: readonly (readonly Kind[])[]): VariantLayout => ({
  tag: 'variant',
  id: 0,
  name: 'v',
  constructors: fields.map((each) => ({ name: 'C', fields: each })),
});

/** A list of items of a kind. */
function list(of: Kind): VariantLayout {
  const made = variant([], [of]);
  made.constructors = [...made.constructors.slice(0, 1), { name: '::', fields: [of, made] }];
  return made;
}

/** Two variants that contain each other, and the kinds of their other fields. */
function circle(first: Kind, second: Kind): readonly [Layout, Layout] {
  const [one, two] = [variant(), variant()];
  one.constructors = [{ name: 'One', fields: [two, first] }];
  two.constructors = [{ name: 'Two', fields: [one, second] }];
  return [one, two];
}

describe('values of a kind contain reals', () => {
  test.each<[string, () => Kind, boolean]>([
    ['a real', () => 'real', true],
    ['an int', () => 'int', false],
    ['a string', () => ({ tag: 'string' }), false],
    ['an array of reals', () => array('real'), true],
    ['an array of ints', () => array('int'), false],
    ['an array of pairs', () => array('int', 'real'), true],
    ['an array of arrays of reals', () => array(array('real')), true],
    ['an array of strings', () => array({ tag: 'string' }), false],
    ['a variant with a real in a later constructor', () => variant(['int'], ['bool', 'real']), true],
    ['a variant without', () => variant(['int'], []), false],
    ['a variant with an array of reals', () => variant(['int', array('real')]), true],
    ['a list of reals', () => list('real'), true],
    ['a list of ints', () => list('int'), false],
    ['a list of lists of reals', () => list(list('real')), true],
  ])('%s: %#', (_, kind, expected) => {
    const made = kind();
    expect(holdsReal(made)).toBe(expected);
    expect(holdsReal(made)).toBe(expected);
  });

  test('of layouts that contain each other, if one does, whichever is asked for first', () => {
    for (const [first, second, expected] of [
      ['real', 'int', true],
      ['int', 'real', true],
      ['int', 'int', false],
    ] as const) {
      for (const order of [0, 1]) {
        const both = circle(first, second);
        for (const layout of order === 0 ? both : both.toReversed()) expect(holdsReal(layout)).toBe(expected);
      }
    }
  });

  test('what is known is not looked at again', () => {
    const layout = array('int');
    expect(holdsReal(layout)).toBe(false);
    layout.item = ['real'];
    expect(holdsReal(layout)).toBe(false);
  });
});
