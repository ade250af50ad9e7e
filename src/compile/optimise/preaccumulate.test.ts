import { describe, expect, test } from 'vitest';
import { gradientAround } from '../../testing/ir/examples';
import { visit } from '../ir/blocks';
import { intConstant, realConstant } from '../ir/builder';
import type { Atom, Block, Variable } from '../ir/tree';
import {
  after,
  chained,
  checkedPass,
  item,
  type Options,
  product,
  type Round,
  square,
  withLast,
} from '../../testing/ir/kept-rounds';
import { preaccumulate } from './preaccumulate';

describe('what a round keeps for its way back', () => {
  test('is its partial derivative, if that is less', () => {
    const text = 'input x : real = 1\nfold (i, v) -> v + sin v * v over range 0 50 from x';
    const { before, after } = gradientAround(text, 'preaccumulate');
    expect(before).toMatch(/push r\d+, r\d+\n/);
    expect(after).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real)
        r10 = for n2 < 50 down (r3 = r0) {
          r4 = sin r3
          r5 = multiply r4, r3
          r6 = add r3, r5
          r7 = cos r3
          r8 = multiply r3, r7
          r9 = add r4, r8
          push r9
          results r6
        }
        r16 = for n11 < 50 (r12 = r1) {
          r13 = pop
          r14 = multiply r12, r13
          r15 = add r12, r14
          results r15
        }
        r17, r18 = finite r16, r10
        results r17, r18"
    `);
  });

  test.each([
    ['if it is one value already', 'fold (i, v) -> v + v * v over range 0 50 from x'],
    [
      'if each adjoint is multiplied by another',
      'fold (i, (v, w)) -> (sin w * v, sin v * w) over range 0 50 from (x, x)',
    ],
  ])('stays %s', (_, expression) => {
    const { before, after } = gradientAround(`input x : real = 1\n${expression}`, 'preaccumulate');
    expect(after).toBe(before);
    expect(after).toMatch(/push/);
  });
});

describe('what needs no adjoint', () => {
  test('is computed on the way back, and nothing is kept, if the round has a number that tells it', () => {
    const made = after(({ b, index }) => b.operation('toReal', index), { pass: checkedPass });
    expect(made).not.toContain('push');
    expect(made).not.toContain('pop');
  });

  test('is computed on the way there', () => {
    expect(after(product)).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real)
        n3 = addInt n1, 2
        r8 = for n4 < n1 (r5 = r2) {
          r6 = sin r5
          r7 = multiply r6, r5
          push r7
          results r6
        }
        n9 = addInt n1, 1
        r14 = for n10 < n1 down (r11 = r2) {
          r12 = pop
          r13 = multiply r11, r12
          results r13
        }
        results r14"
    `);
  });

  test.each<[string, (round: Round) => Atom, Options?]>([
    ['with a constant', (round) => chained(round, realConstant(2))],
    ['with the index', (round) => withLast(round, round.index)],
    ['with what is known before the loops', (round) => withLast(round, round.early)],
    ['with an item', (round) => chained(round, item(round, round.index))],
    ['of a loop that makes an array', product, { loop: 'build' }],
    ['of a loop whose rounds are not counted', product, { loop: 'while' }],
    [
      'beside what needs the adjoint',
      (round) => round.b.operation('multiply', product(round), round.b.operation('exp', round.adjoint)),
    ],
  ])('%s, moves', (_, write, options) => {
    expect(after(write, options)).toMatch(/push r\d+\n/);
  });

  test.each<[string, (round: Round) => Atom, Options?]>([
    [
      'with an adjoint',
      ({ b, sine, v, adjoint }) => b.operation('multiply', b.operation('multiply', sine, adjoint), v),
    ],
    ['with what is known after the first loop', (round) => withLast(round, round.late)],
    ['with what the first loop ends with', (round) => chained(round, round.last)],
    [
      'with the index, if the loops count differently',
      (round) => withLast(round, round.index),
      { count: intConstant(3) },
    ],
    [
      'with the index of a loop whose rounds are not counted',
      (round) => withLast(round, round.index),
      { loop: 'while' },
    ],
    ['with an item that is tested', (round) => chained(round, item(round, round.index, true))],
    ['with an item that may be absent', (round) => chained(round, item(round, round.index, false, true))],
    [
      'with an item that may be updated',
      (round) => {
        const { b, data: array, index } = round;
        return chained(round, b.one('real', { tag: 'item', array, index, checked: false, changes: true }));
      },
    ],
    ['with an item of a shadow', (round) => chained(round, item(round, round.index)), { isShadow: true }],
    ['where the way there reads a shadow', product, { isShadow: true, reads: true }],
    ['with operations that can stop the run', product, { isTested: true }],
    ['of loops of two pairs', product, { pairs: [7, 8] }],
    ['of rounds that do not end with what is kept', product, { isInside: 'there' }],
    [
      'of rounds that do not begin with what is taken',
      ({ b, early }) => b.operation('toReal', early),
      { isInside: 'back' },
    ],
    ['of nothing', ({ sine }) => sine],
    [
      'where as much would be kept',
      ({ b, sine, v, adjoint }) => {
        const scaled = b.operation('multiply', adjoint, b.operation('exp', sine));
        return b.operation('multiply', scaled, b.operation('exp', v));
      },
    ],
  ])('%s, stays', (_, write, options) => {
    const pass: typeof preaccumulate = (block, ...others) => {
      expect(preaccumulate(block, ...others)).toBe(block);
      return block;
    };
    after(write, { ...options, pass });
  });
});

test('what is still taken keeps its number, by which shadows are known', () => {
  const taken = (block: Block): readonly number[] => {
    const found: number[] = [];
    visit(block, ({ tag, targets }) => {
      if (tag === 'pop') found.push(...targets.map(({ id }) => id));
    });
    return found;
  };
  const pass: typeof preaccumulate = (block, ...others) => {
    const made = preaccumulate(block, ...others);
    expect(taken(made)).toEqual(taken(block).slice(0, 1));
    return made;
  };
  after(square, { pass });
});

describe('what was kept although the way back knows it has its own name there', () => {
  const partly = ({ b, sine, v, adjoint }: Round): Variable => {
    const last = v.kind === 'int' ? b.operation('toReal', v) : v;
    const left = b.operation('multiply', last, b.operation('exp', adjoint));
    return b.operation('multiply', b.operation('exp', sine), left);
  };

  test.each<[string, Options]>([
    ['an int from outside', { keeps: (way, v, _, { n }) => [way.operation('sin', v), n] }],
    ['a real from outside', { keeps: (way, v, _, { x }) => [way.operation('sin', v), x] }],
    ['a real from outside twice', { keeps: (_, _v, _header, { x }) => [x, x] }],
    ['the index', { keeps: (way, v, _, { index }) => [way.operation('sin', v), index] }],
    [
      'the index of a loop that makes an array',
      { loop: 'build', keeps: (way, _, _header, { index, x }) => [way.operation('sin', x), index] },
    ],
  ])('%s', (_, options) => {
    const text = after(partly, { ...options, pass: checkedPass });
    expect(text).not.toMatch(/push .*,/);
  });

  test('and the index is kept, if the loops count differently', () => {
    const keeps: Options['keeps'] = (_, _v, _header, { index }) => [index, index];
    const write = ({ b, sine, v, adjoint }: Round): Variable => {
      const last = b.operation('multiply', b.operation('toReal', v), b.operation('exp', adjoint));
      return b.operation('multiply', b.operation('toReal', sine), last);
    };
    const text = after(write, { loop: 'build', count: intConstant(3), keeps, pass: checkedPass });
    expect(text).toMatch(/push n\d+\n/);
    expect(text).toMatch(/n\d+ = pop\n/);
  });
});
