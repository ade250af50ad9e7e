import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { visit } from '../ir/blocks';
import { boolConstant, Builder, intConstant, realConstant, type Unplaced } from '../ir/builder';
import type { ArrayLayout, Kind, VariantLayout } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
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

/** Prints a loop over a body after the pass; the rows, the box and the first array that is built can be shadows. Nothing if it is the same. */
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
    const shadows = new Set(r && b ? [r.id, b.id] : []);
    visit(whole, ({ tag, targets }) => {
      if (tag === 'build') for (const { id } of targets.slice(0, 1)) shadows.add(id);
    });
    const made = hoist(whole, numbers, isShadow ? shadows : new Set());
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
  /** A loop, or an array, whose rounds do something. */
  const inner =
    (tag: 'for' | 'build', round: (body: Builder, around: Given) => void) =>
    (body: Builder, around: Given): void => {
      const { x, n: count } = around;
      const made = body.inner();
      round(made, around);
      const index = body.numbers.variable('int');
      if (tag === 'build') {
        body.one(rows, { tag, index, count, body: made.block([x, count]) });
        return;
      }
      const own = body.numbers.variable('real');
      const common = { parameters: [own], initial: [x], down: false, forgets: false };
      body.one('real', { tag, index, count, ...common, body: made.block([made.operation('add', own, x)]) });
    };
  const nothing = (): void => undefined;
  const updated = (body: Builder, { x, n: count }: Given): void => {
    const index = body.numbers.variable('int');
    body.one(rows, { tag: 'build', index, count, body: { statements: [], results: [x, count] }, updated: true });
  };
  const both = (body: Builder, { x, n: count }: Given): void => {
    const index = body.numbers.variable('int');
    body.add([rows, rows], { tag: 'build', index, count, body: { statements: [], results: [x, count, x, count] } });
  };
  const keep = (body: Builder, { x }: Given): void => void body.add([], { tag: 'push', values: [x] });
  const move: Unplaced = { tag: 'move', values: [], finite: false };
  const fail: Unplaced = { tag: 'fail' };

  test.each([
    ['a length', (b: Builder, { rows: array }: Given) => b.one('int', { tag: 'length', array })],
    ['an untested sum', operation('add', true, 'x', 'x')],
    ['a comparison', operation('lessInt', false, 'n', 'n')],
  ])('moves before any loop: %s', (_, write) => {
    expect(hoistedFrom(write)).toMatch(/^.*\n {2}\w+ = .*\n.* = for/);
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
    ['a loop', inner('for', nothing)],
    ['an array', inner('build', nothing)],
    ['two arrays', both],
  ])('moves to where the loop has a round: %s', (_, write) => {
    expect(hoistedFrom(write)).toMatch(/^.*\n.*lessInt 0, n3\n[^]*if b\d+[^]*for/);
    // And not at all if the loop has no round.
    expect(hoistedFrom(write, { count: 0 })).not.toContain('for');
    expect(hoistedFrom(write, { count: 1 })).not.toContain('lessInt 0');
  });

  test.each([
    ['reals of shadows', item, true],
    ['a real of a shadow', field, true],
    ['what makes data', branch([], [move, fail]), false],
    ['what makes data otherwise', branch([], [fail, move]), false],
    ['a loop that reads reals of shadows', inner('for', item), true],
    ['an array of reals of shadows', inner('build', item), true],
    ['an array that is a shadow', inner('build', nothing), true],
    ['two arrays of which one is a shadow', both, true],
    ['an array that is updated later', updated, false],
    ['a loop that keeps values', inner('for', keep), false],
    ['an array whose items keep values', inner('build', keep), false],
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

describe('a loop inside', () => {
  /** A loop whose first sum adds sines of its index, and whose second is multiplied by what changes. */
  const sums = (b: Builder, { index, x, n }: Given): readonly Variable[] => {
    const [body, own] = [b.inner(), b.numbers.variable('int')];
    const [sum = x, product = x] = b.numbers.copies([x, x]);
    const next = body.operation('add', sum, body.operation('sin', body.operation('toReal', own)));
    const results = [next, body.operation('multiply', product, body.operation('toReal', index))];
    const common = { index: own, count: n, parameters: [sum, product], initial: [x, x], down: false, forgets: false };
    return b.add(['real', 'real'], { tag: 'for', ...common, body: body.block(results) });
  };

  test('leaves what is the same in all rounds, and what depends on that leaves, too', () => {
    const write = (b: Builder, around: Given): void => {
      for (const each of sums(b, around)) b.operation('exp', each);
    };
    expect(hoistedFrom(write)).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : box, r2 : real, n3 : int)
        b4 = lessInt 0, n3
        b5 = lessInt 0, n3
        r13, r14 = if b5 {
          r11 = for n6 < n3 (r7 = r2) {
            r8 = toReal n6
            r9 = sin r8
            r10 = add r7, r9
            results r10
          }
          r12 = exp r11
          results r11, r12
        } else {
          results 0, 0
        }
        n24 = for n15 < n3 (n16 = 0) {
          push n15
          r18 = if b4 {
            r17 = toReal n15
            results r17
          } else {
            results 0
          }
          r22 = for n19 < n3 (r20 = r2) {
            r21 = multiply r20, r18
            results r21
          }
          r23 = exp r22
          results n16
        }
        results n24"
    `);
  });

  test('leaves one table of the dearest of what its items need', () => {
    const write = (b: Builder, { index, x, n }: Given): void => {
      const [body, own] = [b.inner(), b.numbers.variable('int')];
      const products = [1, 2, 3, 4, 5].map((factor) => {
        const value = body.operation(
          'sin',
          body.operation('multiply', body.operation('toReal', own), realConstant(factor)),
        );
        return body.operation('multiply', value, body.operation('toReal', index));
      });
      const sum = products.reduce((left: Atom, right) => body.operation('add', left, right), x);
      b.one(rows, { tag: 'build', index: own, count: n, body: body.block([sum, own]) });
    };
    const text = hoistedFrom(write);
    expect(text.match(/ build /g)).toHaveLength(2);
    expect(text).toMatch(/ (r\d+, ){3}r\d+ = item/);
    // One of the sines is in the loop and in the table.
    expect(text.match(/ sin /g)).toHaveLength(6);
  });

  test('stays one loop if the number of its rounds changes', () => {
    const write = (b: Builder, around: Given): void => void sums(b, { ...around, n: around.own });
    expect(hoistedFrom(write).match(/ for /g)).toHaveLength(2);
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
