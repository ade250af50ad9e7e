import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { visit } from '../ir/blocks';
import { boolConstant, Builder, intConstant, realConstant } from '../ir/builder';
import { freeOf } from '../ir/free';
import type { ArrayLayout, Atom, Block, Statement, Variable } from '../ir/tree';
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
  /** Ints of the block around the loops: the first is known before them, the other is not. */
  readonly early: Variable;
  readonly late: Variable;
}

/** Variables that a round of the way there knows beside its parameter: its index, an int and a real from outside. */
interface Known {
  readonly index: Variable;
  readonly n: Variable;
  readonly x: Variable;
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
  /** Whether another operation comes after what the way there keeps, or before what the way back takes. */
  readonly isInside?: 'there' | 'back';
  /** Returns the two values that a round of the way there keeps. */
  readonly keeps?: (way: Builder, v: Variable, header: Builder, known: Known) => readonly [Atom, Atom];
  readonly pass?: typeof preaccumulate;
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
    isInside,
    keeps = (way, v) => [way.operation('sin', v), v],
    pass = preaccumulate,
  }: Options = {},
): string {
  return blockAfter(
    [REALS, 'int', 'real'],
    (b, data, n, x) => {
      const { numbers } = b;
      const early = b.operation('addInt', n, intConstant(2));
      const [index, v] = [numbers.variable('int'), numbers.variable('real')];
      const [head, way] = [b.inner(), b.inner()];
      if (reads) way.one('real', { tag: 'item', array: data, index: n, checked: false });
      const values = keeps(way, v, head, { index, n, x });
      way.add([], { tag: 'push', values });
      if (isInside === 'there') way.operation('sin', x);
      const [parameters, initial] = [[v], [x]];
      const forgets = false;
      const nothing = { statements: [], results: [] };
      const body = way.block([values[0]]);
      if (loop === 'for') {
        b.add(['real'], { tag: 'for', index, count: n, down: false, parameters, initial, body, forgets, pair });
      } else if (loop === 'build') {
        b.add([REALS], { tag: 'build', index, count: n, body, pair });
      } else {
        const header = head.block([boolConstant(true)]);
        b.add([], { tag: 'while', parameters, initial, header, exit: nothing, body, forgets, pair });
      }
      const late = b.operation('addInt', n, intConstant(1));
      const round = new Builder(numbers, b.origin, !isTested);
      const [at, adjoint] = [numbers.variable('int'), numbers.variable('real')];
      if (isInside === 'back') round.operation('sin', x);
      const kinds = values.map(({ kind }) => kind);
      const [s, w] = round.add(kinds, { tag: 'pop' });
      if (s === undefined || w === undefined) return [];
      const factor = write({ b: round, sine: s, v: w, index: at, adjoint, data, early, late });
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
    (block, numbers, [data]) => pass(block, numbers, new Set(isShadow && data ? [data.id] : [])),
  );
}

/** The pass, which must change the block, and use no variable that is not bound. */
const checkedPass: typeof preaccumulate = (block, numbers, shadows) => {
  const unbound = ({ statements, results }: Block): ReadonlySet<number> =>
    new Set(freeOf(statements, results).map(({ id }) => id));
  const made = preaccumulate(block, numbers, shadows);
  expect(made).not.toBe(block);
  expect(unbound(made)).toEqual(unbound(block));
  return made;
};

/** sin v · v, of what is kept. */
const product = ({ b, sine, v }: Round): Variable => b.operation('multiply', sine, v);
const square = ({ b, sine }: Round): Variable => b.operation('multiply', sine, sine);
const item = ({ b, data }: Round, index: Atom, checked = false, absentIsZero = false): Variable =>
  b.one('real', { tag: 'item', array: data, index, checked, absentIsZero });

describe('what needs no adjoint', () => {
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

describe('what costs less than keeping it is computed again', () => {
  test('from the index', () => {
    expect(after(({ b, index }) => b.operation('toReal', index))).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real)
        n3 = addInt n1, 2
        r8 = for n4 < n1 (r5 = r2) {
          r6 = sin r5
          r7 = toReal n4
          results r6
        }
        n9 = addInt n1, 1
        r14 = for n10 < n1 down (r11 = r2) {
          r12 = toReal n10
          r13 = multiply r11, r12
          results r13
        }
        results r14"
    `);
  });

  test('from a value that was not kept before', () => {
    const keeps: Options['keeps'] = (way, v) => [
      way.operation('add', way.operation('multiply', v, v), v),
      realConstant(1),
    ];
    expect(after(square, { keeps })).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real)
        n3 = addInt n1, 2
        r9 = for n4 < n1 (r5 = r2) {
          r6 = multiply r5, r5
          r7 = add r6, r5
          r8 = multiply r7, r7
          push r5
          results r7
        }
        n10 = addInt n1, 1
        r18 = for n11 < n1 down (r12 = r2) {
          r13 = pop
          r14 = multiply r13, r13
          r15 = add r14, r13
          r16 = multiply r15, r15
          r17 = multiply r12, r16
          results r17
        }
        results r18"
    `);
  });

  test('from what the header of a loop computes', () => {
    const keeps: Options['keeps'] = (_, v, header) => [header.operation('sin', v), v];
    expect(after(square, { loop: 'while', keeps })).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real)
        n3 = addInt n1, 2
        while (r4 = r2) {
          r5 = sin r4
          results true
        } exit {
          results 
        } body {
          r6 = multiply r5, r5
          push r5
          results r5
        }
        n7 = addInt n1, 1
        r13 = for n8 < n1 down (r9 = r2) {
          r10 = pop
          r11 = multiply r10, r10
          r12 = multiply r9, r11
          results r12
        }
        results r13"
    `);
  });

  test('with its branches', () => {
    const nothing: readonly Statement[] = [];
    const keeps: Options['keeps'] = (way, v) => {
      const consequent = way.inner();
      const condition = way.operation('less', realConstant(0), v);
      const isBetween = way.one('bool', {
        tag: 'if',
        condition,
        consequent: consequent.block([consequent.operation('less', v, realConstant(2))]),
        alternative: { statements: nothing, results: [boolConstant(false)] },
      });
      return [v, isBetween];
    };
    const write = ({ b, sine, v }: Round): Variable =>
      b.one('real', {
        tag: 'if',
        condition: v,
        consequent: { statements: nothing, results: [b.operation('multiply', sine, sine)] },
        alternative: { statements: nothing, results: [sine] },
      });
    expect(after(write, { keeps })).toMatchInlineSnapshot(`
      "main(d0 : array0, n1 : int, r2 : real)
        n3 = addInt n1, 2
        r10 = for n4 < n1 (r5 = r2) {
          b6 = less 0, r5
          b8 = if b6 {
            b7 = less r5, 2
            results b7
          } else {
            results false
          }
          r9 = multiply r5, r5
          push r5
          results r5
        }
        n11 = addInt n1, 1
        r21 = for n12 < n1 down (r13 = r2) {
          r14 = pop
          b15 = less 0, r14
          b17 = if b15 {
            b16 = less r14, 2
            results b16
          } else {
            results false
          }
          r18 = multiply r14, r14
          r19 = if b17 {
            results r18
          } else {
            results r14
          }
          r20 = multiply r13, r19
          results r20
        }
        results r21"
    `);
  });
});

/** sin v · f · v, which needs both of what is kept where the factor is. */
function chained({ b, sine, v }: Round, factor: Atom): Variable {
  return b.operation('multiply', b.operation('multiply', sine, factor), v);
}

function withLast(round: Round, int: Atom): Variable {
  return chained(round, round.b.operation('toReal', int));
}
