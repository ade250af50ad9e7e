import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { choice, LIST } from '../../testing/ir/reverse';
import { type Builder, realConstant } from '../ir/builder';
import type { Kind } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { joinBranches } from './branches';

const field = (b: Builder, value: Atom): Variable => b.one('real', { tag: 'field', value, constructor_: 1, index: 0 });

describe('a branch whose arms do the same', () => {
  type Arm = (b: Builder, list: Atom, other: Atom) => readonly Atom[];
  const chosen = (first: Arm, second: Arm): string =>
    blockAfter(
      ['bool', LIST, LIST],
      (b, flag, list, other) =>
        choice(
          b,
          flag,
          (arm) => first(arm, list, other),
          (arm) => second(arm, list, other),
        ),
      (block) => joinBranches(block, new Set()),
    );
  /** Takes what is kept, and uses none of it. */
  const kept =
    (...kinds: readonly Kind[]): Arm =>
    (b) => (b.add(kinds, { tag: 'pop' }), [realConstant(0)]);
  const taken: Arm = (b) => [field(b, b.one(LIST, { tag: 'pop' }))];

  test('is written in its place', () => {
    expect(chosen(taken, taken)).toMatchInlineSnapshot(`
      "main(b0 : bool, d1 : list, d2 : list)
        d3 = pop
        r4 = field d3 ::.0
        r5 = r4
        results r5"
    `);
  });

  test.each<[string, Arm]>([
    [
      'another field',
      (b) => [b.one('real', { tag: 'field', value: b.one(LIST, { tag: 'pop' }), constructor_: 1, index: 1 })],
    ],
    ['a field of other data', (b, list) => (b.one(LIST, { tag: 'pop' }), [field(b, list)])],
    ['another result', (b) => (field(b, b.one(LIST, { tag: 'pop' })), [realConstant(0)])],
    [
      'more',
      (b) => {
        const [made] = [field(b, b.one(LIST, { tag: 'pop' }))];
        field(b, made);
        return [made];
      },
    ],
    ['less', (b) => (b.one(LIST, { tag: 'pop' }), [realConstant(0)])],
    ['what is kept in other parts', (b) => [b.one('real', { tag: 'pop' })]],
  ])('stays if one of them takes %s', (_, other) => {
    expect(chosen(taken, other)).toMatch(/if b0/);
    expect(chosen(other, taken)).toMatch(/if b0/);
  });

  test.each<[string, Arm, Arm]>([
    ['an int, the other a real', kept('int'), kept('real')],
    ['a real and an int, the other two reals', kept('real', 'int'), kept('real', 'real')],
    ['a real, the other two', kept('real'), kept('real', 'real')],
    ['what is kept, the other a field', kept('real'), (b, list) => (field(b, list), [realConstant(0)])],
    [
      'a field, the other a constructor',
      (b, list) => (b.one('int', { tag: 'field', value: list, constructor_: 1, index: 1 }), [realConstant(0)]),
      (b, list) => (b.one('int', { tag: 'tag', value: list }), [realConstant(0)]),
    ],
  ])('stays if one arm takes %s', (_, one, other) => {
    expect(chosen(one, other)).toMatch(/if b0/);
    expect(chosen(other, one)).toMatch(/if b0/);
  });

  test('stays if it computes', () => {
    const sine: Arm = (b, list) => [b.operation('sin', field(b, list))];
    expect(chosen(sine, sine)).toMatch(/if b0/);
  });
});
