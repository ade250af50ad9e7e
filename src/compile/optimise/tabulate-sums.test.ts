import { describe, expect, test } from 'vitest';
import { type Begin, dear, type Loop, partsOf, type Round, two } from '../../testing/ir/parts';
import { op } from '../../testing/ir/rounds';
import { realConstant } from '../ir/builder';
import type { Atom } from '../ir/tree';

describe('what each round of an outer loop repeats', () => {
  test('becomes a sum of its own', () => {
    const write = two((round, total, sum) => [
      op(round.b, 'multiply', total, round.y),
      op(round.b, 'add', sum, dear(round)),
    ]);
    expect(partsOf({ write, begin: ['y', 'x'], down: true }).text).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int, n3 : int)
        r10 = for n4 < n2 down (r5 = r0) {
          r6 = toReal n4
          r7 = multiply r6, r0
          r8 = exp r7
          r9 = add r5, r8
          results r9
        }
        r14 = for n11 < n2 down (r12 = r1) {
          r13 = multiply r12, r1
          results r13
        }
        results r14, r10"
    `);
  });

  test.each<[string, Begin, Loop['write']]>([
    [
      'begins with what changes',
      ['y', 'y'],
      two((round, total, sum) => [op(round.b, 'multiply', total, round.y), op(round.b, 'add', sum, dear(round))]),
    ],
    [
      'is used by the rest',
      ['y', 'x'],
      two((round, total, sum) => [op(round.b, 'multiply', total, sum), op(round.b, 'add', sum, dear(round))]),
    ],
    [
      'is used by the rest after an addition',
      ['y', 'x'],
      two((round, total, sum) => {
        const next = op(round.b, 'add', sum, dear(round));
        return [op(round.b, 'multiply', total, next), next];
      }),
    ],
    [
      'adds what changes',
      ['y', 'x'],
      two((round, total, sum) => [
        op(round.b, 'multiply', total, round.y),
        op(round.b, 'add', sum, op(round.b, 'multiply', round.y, dear(round))),
      ]),
    ],
    [
      'adds another sum of what changes',
      ['x', 'x'],
      two((round, total, sum) => [
        op(round.b, 'add', total, op(round.b, 'multiply', round.y, dear(round))),
        op(round.b, 'add', sum, total),
      ]),
    ],
    [
      'becomes a constant',
      ['y', 'x'],
      two((round, total) => [
        op(round.b, 'multiply', total, op(round.b, 'multiply', round.y, dear(round))),
        realConstant(1),
      ]),
    ],
    [
      'becomes what changes',
      ['y', 'x'],
      two((round, total) => [op(round.b, 'multiply', total, op(round.b, 'multiply', round.y, dear(round))), round.y]),
    ],
  ])('stays a sum in the loop if it %s', (_, begin, write) => {
    const [table, rest] = partsOf({ write, begin }).parts;
    expect(table?.tag).toBe('build');
    expect(rest?.targets).toHaveLength(2);
  });

  test('stays a sum in the loop if it costs little', () => {
    const write = two((round, total, sum) => [
      op(round.b, 'multiply', total, round.y),
      op(round.b, 'add', sum, round.x),
    ]);
    expect(partsOf({ write, begin: ['y', 'x'] }).parts).toHaveLength(1);
  });

  test('becomes a sum beside those that stay', () => {
    const write = (round: Round): readonly Atom[] => {
      const [total = round.x, sum = round.x, other = round.x] = round.own;
      const [next, product] = [op(round.b, 'add', sum, dear(round)), op(round.b, 'multiply', other, round.y)];
      return [op(round.b, 'multiply', total, round.y), next, product];
    };
    const [same, rest] = partsOf({ write, begin: ['y', 'x', 'x'] }).parts;
    expect([same, rest].map((each) => each?.targets.length)).toEqual([1, 2]);
  });

  test('becomes two sums of which one adds the other', () => {
    const write = (round: Round): readonly Atom[] => {
      const [total = round.x, sum = round.x, other = round.x] = round.own;
      const next = op(round.b, 'add', sum, dear(round));
      return [op(round.b, 'multiply', total, round.y), next, op(round.b, 'add', other, next)];
    };
    const [same, rest] = partsOf({ write, begin: ['y', 0, 'x'], pair: 7 }).parts;
    expect([same, rest].map((each) => each?.targets.length)).toEqual([2, 1]);
    // The pair of the loop is that of the rest alone.
    expect([same, rest].map((each) => each?.tag === 'for' && each.pair)).toEqual([undefined, 7]);
  });

  test('becomes a sum, and a table of what the rest needs, too', () => {
    const write = two((round, total, sum) => {
      const amount = dear(round);
      return [
        op(round.b, 'multiply', total, op(round.b, 'multiply', round.y, amount)),
        op(round.b, 'add', sum, amount),
      ];
    });
    const { parts } = partsOf({ write, begin: ['y', 'x'] });
    expect(parts.map((each) => each.tag)).toEqual(['for', 'build', 'for']);
    expect(parts.flatMap(({ tag, targets }) => (tag === 'for' ? [targets.length] : []))).toEqual([1, 1]);
  });
});
