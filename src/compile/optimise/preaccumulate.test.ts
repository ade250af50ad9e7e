import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { boolConstant, Builder, intConstant } from '../ir/builder';
import type { ArrayLayout, Atom, Variable } from '../ir/tree';
import { preaccumulate } from './preaccumulate';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };

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

/** What a round of the way back knows: two values that are kept for it, its index and its adjoint. */
interface Round {
  readonly b: Builder;
  readonly sine: Variable;
  readonly v: Variable;
  readonly index: Variable;
  readonly adjoint: Variable;
  readonly data: Variable;
  /** An int of the block around the loops, which is known before them, and one that is not. */
  readonly n: Variable;
  readonly late: Variable;
}

interface Options {
  readonly loop?: 'for' | 'build' | 'while';
  /** The numbers of the pairs to which the loops belong. */
  readonly pairs?: readonly [number, number];
  readonly count?: Atom;
  /** Whether `data` is a shadow. */
  readonly isShadow?: boolean;
  /** Whether a round of the way there reads the data. */
  readonly reads?: boolean;
  /** Whether the operations of the way back can stop the run. */
  readonly isTested?: boolean;
  /** Whether another operation comes before what the way back takes, and after what the way there keeps. */
  readonly isInside?: boolean;
}

/** Prints two loops after the pass. A round of the way back multiplies its adjoint by what `write` makes. */
function after(
  write: (round: Round) => Atom,
  {
    loop = 'for',
    pairs: [pair, other] = [7, 7],
    count,
    isShadow = false,
    reads = false,
    isTested = false,
    isInside = false,
  }: Options = {},
): string {
  return blockAfter(
    [REALS, 'int', 'real'],
    (b, data, n, x) => {
      if (data === undefined || n === undefined || x === undefined) return [];
      const { numbers } = b;
      const [index, v] = [numbers.variable('int'), numbers.variable('real')];
      const way = b.inner();
      if (reads) way.one('real', { tag: 'item', array: data, index: n, checked: false });
      const sine = way.operation('sin', v);
      way.add([], { tag: 'push', values: [sine, v] });
      if (isInside) way.operation('sin', x);
      const [parameters, initial] = [[v], [x]];
      const forgets = false;
      const nothing = { statements: [], results: [] };
      const body = way.block([sine]);
      if (loop === 'for') {
        b.add(['real'], { tag: 'for', index, count: n, down: false, parameters, initial, body, forgets, pair });
      } else if (loop === 'build') {
        b.add([REALS], { tag: 'build', index, count: n, body, pair });
      } else {
        const header = { statements: [], results: [boolConstant(true)] };
        b.add([], { tag: 'while', parameters, initial, header, exit: nothing, body, forgets, pair });
      }
      const late = b.operation('addInt', n, intConstant(1));
      const round = new Builder(numbers, b.origin, !isTested);
      const [at, adjoint] = [numbers.variable('int'), numbers.variable('real')];
      if (isInside) round.operation('sin', x);
      const [s, w] = round.add(['real', 'real'], { tag: 'pop' });
      if (s === undefined || w === undefined) return [];
      const factor = write({ b: round, sine: s, v: w, index: at, adjoint, data, n, late });
      const end = round.block([round.operation('multiply', adjoint, factor)]);
      return b.add(['real'], {
        tag: 'for',
        index: at,
        count: count ?? n,
        down: true,
        parameters: [adjoint],
        initial: [x],
        body: end,
        forgets,
        pair: other,
      });
    },
    (block, numbers, [data]) => preaccumulate(block, numbers, new Set(isShadow && data ? [data.id] : [])),
  );
}

/** sin v · v, of what is kept. */
const product = ({ b, sine, v }: Round): Variable => b.operation('multiply', sine, v);
const item = ({ b, data }: Round, index: Atom, checked = false, absentIsZero = false): Variable =>
  b.one('real', { tag: 'item', array: data, index, checked, absentIsZero });
const times = (round: Round, factor: Atom): Variable => round.b.operation('multiply', product(round), factor);

describe('what needs no adjoint', () => {
  test('is computed on the way there', () => {
    expect(after(product)).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real)
        r7 = for n3 < n1 (r4 = r2) {
          r5 = sin r4
          r6 = multiply r5, r4
          push r6
          results r5
        }
        n8 = addInt n1, 1
        r13 = for n9 < n1 down (r10 = r2) {
          r11 = pop
          r12 = multiply r10, r11
          results r12
        }
        results r13"
    `);
  });

  test.each<[string, (round: Round) => Atom, Options?]>([
    ['with the index', (round) => times(round, round.b.operation('toReal', round.index))],
    ['with what is known before the loops', (round) => times(round, round.b.operation('toReal', round.n))],
    ['with an item', (round) => times(round, item(round, round.index))],
    ['of a loop that makes an array', product, { loop: 'build' }],
    ['of a loop whose rounds are not counted', product, { loop: 'while' }],
    ['beside what needs the adjoint', (round) => times(round, round.b.operation('exp', round.adjoint))],
  ])('%s, moves', (_, write, options) => {
    expect(after(write, options)).toMatch(/push r\d+\n/);
  });

  test.each<[string, (round: Round) => Atom, Options?]>([
    [
      'with an adjoint',
      ({ b, sine, v, adjoint }) => b.operation('multiply', b.operation('multiply', sine, adjoint), v),
    ],
    ['with what is known after the first loop', (round) => withLast(round, round.late)],
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
    ['with an item of a shadow', (round) => chained(round, item(round, round.index)), { isShadow: true }],
    ['where the way there reads a shadow', product, { isShadow: true, reads: true }],
    ['with operations that can stop the run', product, { isTested: true }],
    ['of loops of two pairs', product, { pairs: [7, 8] }],
    ['of rounds that do not end and begin with what is kept', product, { isInside: true }],
    ['of nothing', ({ sine }) => sine],
  ])('%s, stays', (_, write, options) => {
    expect(after(write, options)).toMatch(/push r\d+, r\d+\n/);
  });
});

/** sin v · f · v, which needs both of what is kept where the factor is. */
function chained({ b, sine, v }: Round, factor: Atom): Variable {
  return b.operation('multiply', b.operation('multiply', sine, factor), v);
}

function withLast(round: Round, int: Atom): Variable {
  return chained(round, round.b.operation('toReal', int));
}
