import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { visit } from '../ir/blocks';
import { boolConstant, Builder, intConstant, realConstant, type Unplaced } from '../ir/builder';
import type { ArrayLayout, Atom, Kind, Variable, VariantLayout } from '../ir/tree';
import { hoist } from './hoist';

const rows: ArrayLayout = { tag: 'array', id: 0, item: ['real', 'int'] };
const box: VariantLayout = {
  tag: 'variant',
  id: 1,
  name: 'box',
  constructors: [{ name: 'Box', fields: ['real', 'int', 'bool'] }],
};

interface Given {
  readonly rows: Variable;
  readonly box: Variable;
  readonly x: Variable;
  readonly n: Variable;
  readonly index: Variable;
  /** A parameter of the loop. */
  readonly own: Variable;
}

/** Prints a loop over a body after the pass; `shadows` are the rows and the box. Nothing if it is the same. */
function hoistedFrom(
  write: (body: Builder, around: Given) => void,
  { count, isShadow = false }: { readonly count?: number; readonly isShadow?: boolean } = {},
): string {
  const block = (b: Builder, ...given: readonly Variable[]): readonly Atom[] => {
    const [array, value, x, n] = given as [Variable, Variable, Variable, Variable];
    const [index, own] = [b.numbers.variable('int'), b.numbers.variable('int')];
    const body = b.inner();
    body.add([], { tag: 'push', values: [index] });
    write(body, { rows: array, box: value, x, n, index, own });
    return b.add(['int'], {
      tag: 'for',
      index,
      count: count === undefined ? n : intConstant(count),
      down: false,
      parameters: [own],
      initial: [intConstant(0)],
      body: body.block([own]),
      forgets: false,
    });
  };
  return blockAfter([rows, box, 'real', 'int'], block, (whole, numbers, [r, b]) => {
    const made = hoist(whole, numbers, new Set(isShadow && r && b ? [r.id, b.id] : []));
    const bound: number[] = [];
    visit(made, ({ targets }) => void bound.push(...targets.map(({ id }) => id)));
    expect(new Set(bound).size).toBe(bound.length);
    return made === whole ? { statements: [], results: [] } : made;
  });
}

describe('a statement of a round', () => {
  const operation =
    (name: Parameters<Builder['operation']>[0], derivative: boolean, ...of: readonly ('x' | 'n')[]) =>
    (body: Builder, around: Given): void => {
      const made = new Builder(body.numbers, body.origin, derivative);
      made.operation(name, ...of.map((each) => around[each]));
      body.statements.push(...made.statements);
    };
  const branch =
    (kinds: readonly Kind[], arms: readonly [Unplaced, Unplaced]) =>
    (body: Builder): void => {
      const [consequent, alternative] = arms.map((each) => {
        const inner = body.inner();
        inner.add([], { tag: 'fail' });
        return inner.block(inner.add(kinds, each));
      });
      if (consequent === undefined || alternative === undefined) return;
      body.add(kinds, { tag: 'if', condition: boolConstant(true), consequent, alternative });
    };
  const item = (body: Builder, around: Given): void => {
    body.add(['real', 'int'], { tag: 'item', array: around.rows, index: intConstant(0), checked: false });
  };
  const field = (body: Builder, around: Given): void => {
    body.one('real', { tag: 'field', value: around.box, constructor_: 0, index: 0 });
  };
  const intField = (body: Builder, around: Given): void => {
    body.one('int', { tag: 'field', value: around.box, constructor_: 0, index: 1 });
  };
  const move: Unplaced = { tag: 'move', values: [], finite: false };
  const fail: Unplaced = { tag: 'fail' };

  test.each([
    ['a length', (b: Builder, { rows: array }: Given) => b.one('int', { tag: 'length', array })],
    ['an untested sum', operation('add', true, 'x', 'x')],
    ['a comparison', operation('lessInt', false, 'n', 'n')],
  ])('moves before any loop: %s', (_, write) => {
    expect(hoistedFrom((b, around) => void write(b, around))).toMatch(/^.*\n {2}\w+ = .*\n.* = for/);
  });

  test.each([
    ['a tested sum', operation('add', false, 'x', 'x')],
    ['a comparison with a domain', operation('lessSmooth', false, 'x', 'x')],
    ['floor', operation('floor', true, 'x')],
    ['div', operation('div', true, 'n', 'n')],
    ['mod', operation('mod', true, 'n', 'n')],
    ['a tag', (b: Builder, { box: value }: Given) => b.one('int', { tag: 'tag', value })],
    ['an item', item],
    ['a field', field],
    [
      'a bool',
      (b: Builder, { box: value }: Given) => b.one('bool', { tag: 'field', value, constructor_: 0, index: 2 }),
    ],
    ['a branch that stops', branch([], [fail, fail])],
  ])('moves to where the loop has a round: %s', (_, write) => {
    expect(hoistedFrom((b, around) => void write(b, around))).toMatch(/^.*\n.*lessInt 0, n3\n[^]*if b\d+[^]*for/);
    // And not at all if the loop has no round.
    expect(hoistedFrom((b, around) => void write(b, around), { count: 0 })).not.toContain('for');
    expect(hoistedFrom((b, around) => void write(b, around), { count: 1 })).not.toContain('lessInt 0');
  });

  test.each([
    ['reals of shadows', item, true],
    ['a real of a shadow', field, true],
    ['what makes data', branch([], [move, fail]), false],
    ['what makes data otherwise', branch([], [fail, move]), false],
    ['the result of what stops', branch(['real'], [fail, fail]), false],
  ])('stays: %s', (_, write, isShadow) => {
    expect(hoistedFrom(write, { isShadow })).not.toContain('for');
  });

  test('moves if it reads an int of a shadow', () => {
    expect(hoistedFrom(intField, { isShadow: true })).toContain('for');
  });

  test('moves with the blocks inside it', () => {
    const write = (b: Builder, { x }: Given): void => {
      const [consequent, alternative] = [b.inner(), b.inner()];
      const condition = b.operation('less', x, realConstant(1));
      const tested = b.operation('log', x);
      const results = [consequent, alternative].map((arm) => arm.operation('exp', arm.operation('sin', tested)));
      const [first = x, second = x] = results;
      b.one('real', {
        tag: 'if',
        condition,
        consequent: consequent.block([first]),
        alternative: alternative.block([second]),
      });
    };
    expect(hoistedFrom(write)).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : box, r2 : real, n3 : int)
        b4 = less r2, 1
        b5 = lessInt 0, n3
        r12, r13 = if b5 {
          r6 = log r2
          r11 = if b4 {
            r7 = sin r6
            r8 = exp r7
            results r8
          } else {
            r9 = sin r6
            r10 = exp r9
            results r10
          }
          results r6, r11
        } else {
          results 0, 0
        }
        n16 = for n14 < n3 (n15 = 0) {
          push n14
          results n15
        }
        results n16"
    `);
  });

  test('stays if a block inside it reads what changes', () => {
    const write = (b: Builder, { index }: Given): void => {
      const [consequent, alternative] = [b.inner(), b.inner()];
      const made = consequent.operation('toReal', index);
      b.one('real', {
        tag: 'if',
        condition: boolConstant(true),
        consequent: consequent.block([made]),
        alternative: alternative.block([realConstant(0)]),
      });
      b.one('int', {
        tag: 'if',
        condition: boolConstant(true),
        consequent: { statements: [], results: [intConstant(1)] },
        alternative: { statements: [], results: [index] },
      });
    };
    expect(hoistedFrom(write)).not.toContain('for');
  });
});

describe('the test of an item', () => {
  type Index = (sum: (left: Atom, right: Atom) => Atom, around: Given) => Atom;
  const reads = (write: Index): string =>
    hoistedFrom((body, around) => {
      const sum = (left: Atom, right: Atom): Atom => {
        const made = new Builder(body.numbers, body.origin, true);
        const result = made.operation('addInt', left, right);
        body.statements.push(...made.statements);
        return result;
      };
      body.add(['real', 'int'], { tag: 'item', array: around.rows, index: write(sum, around), checked: true });
    });

  test('at a distance that is known at run time is made before the loop', () => {
    expect(reads((sum, { index, n }) => sum(n, index))).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : box, r2 : real, n3 : int)
        b4 = lessInt 0, n3
        if b4 {
          n5 = addInt n3, n3 untested
          n6 = length d0
          b7 = lessInt n6, n5
          if b7 {
            fail
            results 
          } else {
            results 
          }
          b8 = lessInt n3, 0
          if b8 {
            fail
            results 
          } else {
            results 
          }
          results 
        } else {
          results 
        }
        n14 = for n9 < n3 (n10 = 0) {
          push n9
          n11 = addInt n3, n9 untested
          r12, n13 = item d0[n11] unchecked
          results n10
        }
        results n14"
    `);
  });

  test.each<[string, Index]>([
    ['a parameter', (_, { own }) => own],
    ['near a parameter', (sum, { own }) => sum(own, intConstant(1))],
    ['at a distance that changes', (sum, { own, index }) => sum(index, own)],
    ['at twice the index', (sum, { index }) => sum(index, index)],
  ])('stays in the loop: %s', (_, write) => {
    expect(reads(write)).not.toContain('for');
  });

  test('at a constant distance needs no test that it is not negative', () => {
    const text = reads((sum, { index }) => sum(index, intConstant(1)));
    expect(text.match(/ fail$/gm)).toHaveLength(1);
  });

  test('at no distance needs no room', () => {
    expect(reads((sum, { index }) => sum(index, intConstant(0)))).toContain('unchecked');
  });
});
