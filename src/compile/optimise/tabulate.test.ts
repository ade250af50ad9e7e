import { describe, expect, test } from 'vitest';
import { added, chain, dear, first, type Loop, partsOf, type Round } from '../../testing/ir/parts';
import { op, REALS } from '../../testing/ir/rounds';
import { boolConstant, intConstant } from '../ir/builder';
import type { Atom } from '../ir/tree';

describe('what each round of an outer loop repeats', () => {
  test('and costs much becomes a table', () => {
    expect(partsOf({ write: (round) => [added(round, dear(round))] }).text).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int, n3 : int)
        d8 = build n4 < n2 {
          r5 = toReal n4
          r6 = multiply r5, r0
          r7 = exp r6
          results r7
        }
        r14 = for n9 < n2 (r10 = r1) {
          r11 = item d8[n9] unchecked
          r12 = multiply r11, r1
          r13 = add r10, r12
          results r13
        }
        results r14"
    `);
  });

  test('becomes a table of several values of several statements', () => {
    const write = (round: Round): readonly Atom[] => {
      const [e, s] = [dear(round), op(round.b, 'sin', op(round.b, 'toReal', round.index))];
      return [
        added(round, op(round.b, 'add', op(round.b, 'multiply', e, round.y), op(round.b, 'multiply', s, round.y))),
      ];
    };
    expect(partsOf({ write }).text).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int, n3 : int)
        d10 = build n4 < n2 {
          r5 = toReal n4
          r6 = multiply r5, r0
          r7 = exp r6
          r8 = toReal n4
          r9 = sin r8
          results r7, r9
        }
        r20 = for n11 < n2 (r12 = r1) {
          r13, r14 = item d10[n11] unchecked
          r15 = multiply r13, r1
          r16 = multiply r14, r1
          r17 = add r15, r16
          r18 = multiply r17, r1
          r19 = add r12, r18
          results r19
        }
        results r20"
    `);
  });

  test('becomes a table before the loop that builds an array', () => {
    expect(partsOf({ begin: 'build', write: (round) => [op(round.b, 'multiply', dear(round), round.y)] }).text)
      .toMatchInlineSnapshot(`
        "main(r0 : real, r1 : real, n2 : int, n3 : int)
          d8 = build n4 < n2 {
            r5 = toReal n4
            r6 = multiply r5, r0
            r7 = exp r6
            results r7
          }
          d12 = build n9 < n2 {
            r10 = item d8[n9] unchecked
            r11 = multiply r10, r1
            results r11
          }
          results d12"
      `);
  });

  test.each<[string, Loop]>([
    ['if it is not used', { write: (round) => [dear(round), added(round, round.x)].slice(1) }],
    ['if the number of rounds changes', { count: 'm', write: (round) => [added(round, dear(round))] }],
    ['if it costs up to 11 operations', { write: (round) => [added(round, chain(round, 11))] }],
    [
      'if no part of it costs more',
      {
        write: (round) => [
          added(round, op(round.b, 'multiply', op(round.b, 'multiply', chain(round, 8), round.y), chain(round, 8))),
        ],
      },
    ],
    [
      'if it depends on what the inner loop carries',
      { write: (round) => [added(round, op(round.b, 'exp', first(round)))] },
    ],
    ['if it depends on what changes', { write: (round) => [added(round, op(round.b, 'exp', round.y))] }],
    [
      'if it depends on what a round computes from that',
      { write: (round) => [added(round, op(round.b, 'exp', op(round.b, 'add', round.y, round.x)))] },
    ],
    [
      'if it depends on what a round takes',
      { write: (round) => [added(round, op(round.b, 'exp', round.b.one('real', { tag: 'pop' })))] },
    ],
  ])('stays %s', (_, loop) => {
    expect(partsOf(loop).parts).toHaveLength(1);
  });

  test.each<[string, Loop['write']]>([
    ['a result of the loop', (round) => [dear(round)]],
    ['12 operations', (round) => [added(round, chain(round, 12))]],
    [
      'a loop',
      (round) => {
        const { b, n, x } = round;
        const [parameters, index] = [b.numbers.copies([x]), b.numbers.variable('int')];
        const common = { index, count: n, parameters, initial: [x], down: false, forgets: true };
        return [added(round, b.one('real', { tag: 'for', ...common, body: { statements: [], results: parameters } }))];
      },
    ],
    [
      'an array',
      (round) => {
        const { b, n, x } = round;
        const array = b.one(REALS, {
          tag: 'build',
          count: n,
          index: b.numbers.variable('int'),
          body: { statements: [], results: [x] },
        });
        return [added(round, b.one('real', { tag: 'item', array, index: intConstant(0), checked: true }))];
      },
    ],
    ['a call', (round) => [added(round, round.b.one('real', { tag: 'call', callee: 1, arguments: [round.x] }))]],
    [
      'a branch with 12 operations',
      (round) => {
        const inner = round.b.inner();
        const consequent = inner.block([chain({ ...round, b: inner }, 12)]);
        const alternative = { statements: [], results: [round.x] };
        return [
          added(round, round.b.one('real', { tag: 'if', condition: boolConstant(true), consequent, alternative })),
        ];
      },
    ],
  ])('becomes a table if it is %s', (_, write) => {
    expect(partsOf({ write, count: 10 }).parts.map(({ tag }) => tag)).toEqual(['build', 'for']);
  });

  test('has a layout of its own in each table', () => {
    const write = (round: Round): readonly Atom[] => [added(round, dear(round))];
    const layouts = partsOf({ write, times: 2 }).parts.flatMap(({ tag, targets: [array] }) =>
      tag === 'build' ? [array?.kind] : [],
    );
    expect(layouts).toMatchObject([
      { id: -1, item: ['real'] },
      { id: -2, item: ['real'] },
    ]);
  });

  test('is computed again if it costs less than the dearest four', () => {
    const write = (round: Round): readonly Atom[] => {
      const values = [13, 12, 16, 14, 15].map((length) => op(round.b, 'multiply', chain(round, length), round.y));
      return [values.reduce((sum, value) => op(round.b, 'add', sum, value), first(round))];
    };
    const { text } = partsOf({ write });
    expect(text).toMatch(/r\d+, r\d+, r\d+, r\d+ = item/);
    // The loop contains only the shortest of the chains: its last addition is that of 11.
    expect(text.split('for ')[1]?.match(/add r\d+, [1-9]\d*/g)).toHaveLength(11);
  });

  test('is computed again if it is needed besides the table and costs little', () => {
    const write = (round: Round): readonly Atom[] => {
      const product = op(round.b, 'multiply', op(round.b, 'toReal', round.index), round.x);
      const exponential = op(round.b, 'exp', product);
      return [added(round, op(round.b, 'multiply', op(round.b, 'multiply', product, round.y), exponential))];
    };
    expect(partsOf({ write }).text).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real, n2 : int, n3 : int)
        d8 = build n4 < n2 {
          r5 = toReal n4
          r6 = multiply r5, r0
          r7 = exp r6
          results r7
        }
        r18 = for n9 < n2 (r10 = r1) {
          r11 = item d8[n9] unchecked
          r12 = toReal n9
          r13 = multiply r12, r0
          r14 = multiply r13, r1
          r15 = multiply r14, r11
          r16 = multiply r15, r1
          r17 = add r10, r16
          results r17
        }
        results r18"
    `);
  });

  test('is not in the table if only other parts of the same statement are used', () => {
    const write = (round: Round): readonly Atom[] => {
      const inner = round.b.inner();
      const long = chain({ ...round, b: inner }, 12);
      const [, second = round.x] = round.b.add(['real', 'real'], {
        tag: 'if',
        condition: boolConstant(true),
        consequent: inner.block([round.x, long]),
        alternative: { statements: [], results: [round.x, round.x] },
      });
      return [added(round, second)];
    };
    expect(partsOf({ write }).parts[0]?.targets[0]?.kind).toMatchObject({ item: ['real'] });
  });

  test('is read after what a round takes', () => {
    const write = (round: Round): readonly Atom[] => {
      const taken = round.b.one('real', { tag: 'pop' });
      return [added(round, op(round.b, 'multiply', op(round.b, 'multiply', dear(round), round.y), taken))];
    };
    const rest = partsOf({ write }).parts.at(-1);
    expect(rest?.tag === 'for' && rest.body.statements.slice(0, 2).map(({ tag }) => tag)).toEqual(['pop', 'item']);
  });

  test('stops the run in its table', () => {
    const write = (round: Round): readonly Atom[] => {
      const { b, n, index } = round;
      const failing = b.inner();
      failing.add([], { tag: 'fail' });
      const condition = op(b, 'lessInt', n, index);
      b.add([], { tag: 'if', condition, consequent: failing.block([]), alternative: { statements: [], results: [] } });
      return [added(round, dear(round))];
    };
    const { text } = partsOf({ write });
    expect(text.match(/fail|build|for/g)).toEqual(['build', 'fail', 'for']);
  });
});
