import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { visit } from '../ir/blocks';
import { type Builder, intConstant, type Numbers, realConstant } from '../ir/builder';
import type { ArrayLayout } from '../ir/kind';
import type { Atom, Block, Variable } from '../ir/tree';
import { neighbours } from './neighbours';

const PAIRS: ArrayLayout = { tag: 'array', id: 0, item: ['real', 'real'] };

/** What a round can use. */
interface Round {
  readonly b: Builder;
  readonly shadow: Variable;
  readonly other: Variable;
  readonly index: Variable;
  readonly carried: Variable;
  readonly n: Variable;
  readonly x: Variable;
}

type Write = (round: Round) => void;

/**
 * Prints a loop whose rounds a test writes, after the pass. Its parameters are two shadows, an int and a real; the loop
 * carries an int.
 */
function after(
  write: Write,
  { down = false, pass = neighbours }: { down?: boolean; pass?: typeof neighbours } = {},
): string {
  return blockAfter(
    [PAIRS, PAIRS, 'int', 'real'],
    (b, shadow, other, n, x) => {
      const [inner, index, carried] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('int')];
      write({ b: inner, shadow, other, index, carried, n, x });
      const body = inner.block([carried]);
      b.add(['int'], {
        tag: 'for',
        index,
        count: n,
        down,
        parameters: [carried],
        initial: [n],
        body,
        forgets: false,
      });
      return [];
    },
    pass,
  );
}

function add({ b, shadow, x }: Round, index: Atom, amount: Atom = x, part = 0, present = true, replaces = false): void {
  b.add([], { tag: 'accumulate', shadow, place: { tag: 'item', index, part }, amount, present, replaces });
}

/** Adds to an item and to the next one. */
const twice =
  (place: (round: Round) => Atom, replaces = false): Write =>
  (round) => {
    const at = place(round);
    add(round, at);
    add(round, round.b.operation('addInt', at, intConstant(1)), round.x, 0, true, replaces);
  };

/** Adds to the items that are so far from the index of the loop, for each a constant. */
const adding =
  (...offsets: readonly number[]): Write =>
  (round) => {
    offsets.forEach((offset, i) => {
      add(round, round.b.operation('addInt', round.index, intConstant(offset)), realConstant(i + 1));
    });
  };

describe('sums of neighbouring items', () => {
  test('are carried upwards', () => {
    expect(after(adding(0, 1))).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : array0, n2 : int, r3 : real)
        n10, r11 = for n4 < n2 (n5 = n2, r6 = 0) {
          n7 = addInt n4, 0
          n8 = addInt n4, 1
          r9 = add r6, 1
          accumulate d0 [n7].0 += r9 present
          results n5, 2
        }
        b12 = lessInt 0, n2
        if b12 {
          n13 = addInt n2, 0 untested
          accumulate d0 [n13].0 += r11 present
          results 
        } else {
          results 
        }
        results"
    `);
  });

  test('are carried downwards', () => {
    expect(after(adding(0, 1), { down: true })).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : array0, n2 : int, r3 : real)
        n10, r11 = for n4 < n2 down (n5 = n2, r6 = 0) {
          n7 = addInt n4, 0
          n8 = addInt n4, 1
          r9 = add r6, 2
          accumulate d0 [n8].0 += r9 present
          results n5, 1
        }
        b12 = lessInt 0, n2
        if b12 {
          n13 = addInt -1, 1 untested
          accumulate d0 [n13].0 += r11 present
          results 
        } else {
          results 
        }
        results"
    `);
  });

  test('of three rounds, and several additions to one item, are carried', () => {
    expect(after(adding(1, -1, 1))).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : array0, n2 : int, r3 : real)
        n13, r14, r15 = for n4 < n2 (n5 = n2, r6 = 0, r7 = 0) {
          n8 = addInt n4, 1
          n9 = addInt n4, -1
          n10 = addInt n4, 1
          r11 = add 1, 3
          r12 = add r7, 2
          accumulate d0 [n9].0 += r12 present
          results n5, r11, r6
        }
        b16 = lessInt 0, n2
        if b16 {
          n17 = addInt n2, 1 untested
          n18 = addInt n17, -1 untested
          accumulate d0 [n18].0 += r14 present
          n19 = addInt n17, -2 untested
          accumulate d0 [n19].0 += r15 present
          results 
        } else {
          results 
        }
        results"
    `);
  });

  test('of a part of the items are carried apart from the others', () => {
    const text = after((round) => {
      for (const part of [0, 1]) {
        add(round, round.index, realConstant(part), part);
        add(round, round.b.operation('addInt', round.index, intConstant(1)), realConstant(part + 2), part);
      }
    });
    expect(text).toMatchInlineSnapshot(`
      "main(d0 : array0, d1 : array0, n2 : int, r3 : real)
        n12, r13, r14 = for n4 < n2 (n5 = n2, r6 = 0, r7 = 0) {
          n8 = addInt n4, 1
          r9 = add r6, 0
          accumulate d0 [n4].0 += r9 present
          n10 = addInt n4, 1
          r11 = add r7, 1
          accumulate d0 [n4].1 += r11 present
          results n5, 2, 3
        }
        b15 = lessInt 0, n2
        if b15 {
          n16 = addInt n2, 0 untested
          accumulate d0 [n16].0 += r13 present
          results 
        } else {
          results 
        }
        b17 = lessInt 0, n2
        if b17 {
          n18 = addInt n2, 0 untested
          accumulate d0 [n18].1 += r14 present
          results 
        } else {
          results 
        }
        results"
    `);
  });

  test.each<[string, Write]>([
    [
      'a row of a matrix in one array',
      (round) => {
        const row = round.b.operation('multiplyInt', round.n, round.n);
        const at = round.b.operation('addInt', round.index, row);
        add(round, at);
        add(round, round.b.operation('subtractInt', at, intConstant(1)));
      },
    ],
    [
      'an item beside another, which may be anywhere,',
      (round) => {
        add(round, round.index);
        add(round, round.b.operation('addInt', round.index, round.n));
        add(round, round.b.operation('addInt', round.index, intConstant(1)));
      },
    ],
    [
      'a difference with what does not change',
      (round) => {
        const at = round.b.operation('subtractInt', round.index, round.n);
        add(round, round.b.operation('addInt', at, intConstant(2)));
        add(round, at);
      },
    ],
    [
      'the item before',
      (round) => {
        add(round, round.index);
        add(round, round.b.operation('subtractInt', round.index, intConstant(4)));
      },
    ],
  ])('at %s are carried', (_, write) => {
    expect(after(write)).toMatch(/= for .* = 0\)/);
  });

  test('are not tested', () => {
    const sums: boolean[] = [];
    const pass = (block: Block, numbers: Numbers): Block => {
      const made = neighbours(block, numbers);
      visit(made, (each) => {
        if (each.tag === 'operation' && each.operation === 'add') sums.push(each.derivative);
      });
      return made;
    };
    after(adding(0, 1), { pass });
    expect(sums).toEqual([true]);
  });

  test.each<[string, Write]>([
    ['of one item', adding(1)],
    ['of one item, that is added to twice', adding(1, 1)],
    ['of items that are far apart', adding(0, 5)],
    ['of items that are too far apart for a distance', adding(2 ** 39, -(2 ** 39))],
    ['of items that move by more than one', twice(({ b, index }) => b.operation('multiplyInt', index, intConstant(2)))],
    ['of items that move against the index', twice(({ b, n, index }) => b.operation('subtractInt', n, index))],
    ['of items that do not move', twice(({ n }) => n)],
    ['of which one replaces what is there', twice(({ index }) => index, true)],
    [
      'of items that move by one and more',
      twice(({ b, n, index }) => b.operation('addInt', index, b.operation('multiplyInt', n, index))),
    ],
    [
      'of items that an int of the round before names',
      (round) => {
        const at = round.b.operation('addInt', round.index, round.carried);
        add(round, at);
        add(round, round.b.operation('addInt', at, intConstant(1)));
      },
    ],
    [
      'of items that a length names',
      (round) => {
        const length = round.b.one('int', { tag: 'length', array: round.other });
        const at = round.b.operation('addInt', round.index, length);
        add(round, at);
        add(round, round.b.operation('addInt', at, intConstant(1)));
      },
    ],
    [
      'of a shadow that may be absent',
      (round) => {
        add(round, round.index, round.x, 0, false);
        add(round, round.b.operation('addInt', round.index, intConstant(1)), round.x, 0, false);
      },
    ],
    [
      'of a shadow that is read in the round',
      (round) => {
        round.b.add(['real', 'real'], { tag: 'item', array: round.shadow, index: round.index, checked: false });
        adding(0, 1)(round);
      },
    ],
    [
      'of a shadow that is added to in an inner loop',
      (round) => {
        adding(0, 1)(round);
        const inner: Round = { ...round, b: round.b.inner(), index: round.b.numbers.variable('int') };
        add(inner, inner.index);
        const { index } = inner;
        const loop = { tag: 'for', index, count: round.n, down: false, parameters: [], initial: [] } as const;
        round.b.add([], { ...loop, body: inner.b.block([]), forgets: false });
      },
    ],
    [
      'of a shadow that the round makes',
      (round) => {
        const shadow = round.b.one(PAIRS, { tag: 'shadow', of: round.other });
        adding(0, 1)({ ...round, shadow });
      },
    ],
    [
      'of two shadows',
      (round) => {
        add(round, round.index);
        add({ ...round, shadow: round.other }, round.b.operation('addInt', round.index, intConstant(1)));
      },
    ],
    [
      'of two parts',
      (round) => {
        add(round, round.index, round.x, 0);
        add(round, round.b.operation('addInt', round.index, intConstant(1)), round.x, 1);
      },
    ],
    [
      'of items whose distance is not known',
      (round) => {
        add(round, round.index);
        add(round, round.b.operation('addInt', round.index, round.n));
      },
    ],
    [
      'of items whose distance is known in part',
      (round) => {
        add(round, round.index);
        add(round, round.b.operation('addInt', round.b.operation('addInt', round.index, intConstant(1)), round.n));
      },
    ],
    [
      'of items that data names',
      (round) => {
        const at = round.b.operation('floor', round.x);
        add(round, round.b.operation('addInt', round.index, at));
        add(round, round.b.operation('addInt', round.b.operation('floor', round.x), round.index));
      },
    ],
  ])('%s are not carried', (_, write) => {
    const pass = (block: Block, numbers: Numbers): Block => {
      expect(neighbours(block, numbers)).toBe(block);
      return block;
    };
    after(write, { pass });
  });
});

test('the way back of differences of neighbours writes one item a round', () => {
  const program = 'input x : array real = [1, 2]\nsum (build (length x - 1) (fun i -> (x[i + 1] - x[i]) ^ 2))';
  const { before, after: made } = gradientAround(program, 'neighbours');
  const inLoop = (text: string): number => text.match(/^ {4}accumulate/gm)?.length ?? 0;
  expect(inLoop(before)).toBe(2);
  expect(made).toMatchInlineSnapshot(`
    "main(d0 : array0, r1 : real)
      d2 = shadow d0
      n3 = length d0
      n4 = addInt n3, -1 untested
      b5 = lessInt n4, 0
      if b5 {
        fail
        results 
      } else {
        results 
      }
      r6 = multiply r1, 2
      r19, r20 = for n7 < n4 down (r8 = 0, r9 = 0) {
        n10 = addInt n7, 1 untested
        r11 = item d0[n10] unchecked
        r12 = item d0[n7] unchecked
        r13 = subtract r11, r12
        r14 = powerInt r13, 2
        r15 = add r14, r8
        r16 = multiply r6, r13
        r17 = negate r16
        r18 = add r9, r16
        accumulate d2 [n10].0 += r18 present
        results r15, r17
      }
      b21 = lessInt 0, n4
      if b21 {
        n22 = addInt -1, 1 untested
        accumulate d2 [n22].0 += r20 present
        results 
      } else {
        results 
      }
      d23, r24 = finite d2, r19
      results d23, r24"
  `);
});
