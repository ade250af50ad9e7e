import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { type Builder, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout } from '../ir/kind';
import type { Atom, Block, Variable } from '../ir/tree';
import { fresh } from './fresh';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const PAIRS: ArrayLayout = { tag: 'array', id: 1, item: ['real', 'real'] };

/** What a test can use: a loop, its shadow and what is around it. */
interface Round {
  readonly b: Builder;
  readonly index: Variable;
  readonly shadow: Variable;
  readonly x: Variable;
}

interface Options {
  readonly layout?: ArrayLayout;
  readonly down?: boolean;
  /** By how much the array is longer than the loop. */
  readonly longer?: number;
  /** Whether the loop builds an array too. */
  readonly builds?: boolean;
  /** Whether a loop builds the array before. */
  readonly built?: boolean;
  /** Adds what comes before the loop. */
  readonly before?: (round: Round) => void;
}

/** Prints a loop over the items of a fresh shadow, after the pass. Parameters are the array, another and a real. */
function after(
  write: (round: Round) => void,
  options: Options = {},
  see: (made: Block, given: Block) => void = () => undefined,
): string {
  const { layout = REALS, down = false, longer = 0, builds = false, built = false, before } = options;
  return blockAfter(
    [layout, 'real', ...(built ? ['int' as const] : [])],
    (outer, given, x, n = x) => {
      const array = built
        ? outer.one(layout, {
            tag: 'build',
            count: n,
            index: outer.numbers.variable('int'),
            body: { statements: [], results: [x] },
          })
        : given;
      const shadow = outer.one(layout, { tag: 'shadow', of: array });
      const length = built ? n : outer.one('int', { tag: 'length', array });
      const count = longer === 0 ? length : outer.operation('addInt', length, intConstant(-longer));
      const [b, index] = [outer.inner(), outer.numbers.variable('int')];
      before?.({ b: outer, index: length, shadow, x });
      write({ b, index, shadow, x });
      const body = b.block(builds ? [x] : []);
      if (builds) outer.add([REALS], { tag: 'build', count, index, body });
      else outer.add([], { tag: 'for', index, count, down, parameters: [], initial: [], body, forgets: false });
      return [shadow];
    },
    (block, numbers) => {
      const made = fresh(block, numbers);
      see(made, block);
      return made;
    },
  );
}

interface More {
  readonly part?: number;
  readonly present?: boolean;
  readonly ordered?: boolean;
  readonly replaces?: boolean;
}

/** Adds to the item that is so far from the index. */
const add =
  (offset = 0, { part = 0, ...more }: More = {}, amount?: Atom) =>
  ({ b, index, shadow, x }: Round): void => {
    const at = offset === 0 ? index : b.operation('addInt', index, intConstant(offset));
    const place = { tag: 'item', index: at, part } as const;
    b.add([], { tag: 'accumulate', shadow, place, amount: amount ?? x, present: true, ...more });
  };

const both =
  (...writes: readonly ((round: Round) => void)[]) =>
  (round: Round): void => {
    for (const write of writes) write(round);
  };

describe('a fresh shadow is not set to 0', () => {
  test('if a loop adds once to each item', () => {
    expect(after(add())).toMatchInlineSnapshot(`
      "main(d0 : array0, r1 : real)
        n2 = length d0
        d3 = tape n2
        n4 = length d0
        for n5 < n4 () {
          r6 = add r1, 0
          accumulate d3 [n5].0 = r6 present
          results 
        }
        results d3"
    `);
  });

  test('but for items at its ends that the loop does not write', () => {
    expect(after(add(1), { longer: 3, down: true })).toMatchInlineSnapshot(`
      "main(d0 : array0, r1 : real)
        n2 = length d0
        d3 = tape n2
        n4 = length d0
        n5 = addInt n4, -3
        accumulate d3 [0].0 = 0 present
        n6 = addInt n2, -1 untested
        accumulate d3 [n6].0 = 0 present
        n7 = addInt n2, -2 untested
        accumulate d3 [n7].0 = 0 present
        for n8 < n5 down () {
          n9 = addInt n8, 1
          r10 = add r1, 0
          accumulate d3 [n9].0 = r10 present
          results 
        }
        results d3"
    `);
  });

  test('if a loop adds once to each part', () => {
    expect(after(both(add(0, { part: 1 }), add(0, { part: 0 })), { layout: PAIRS })).toMatchInlineSnapshot(`
      "main(d0 : array1, r1 : real)
        n2 = length d0
        d3 = tape n2
        n4 = length d0
        for n5 < n4 () {
          r6 = add r1, 0
          accumulate d3 [n5].1 = r6 present
          r7 = add r1, 0
          accumulate d3 [n5].0 = r7 present
          results 
        }
        results d3"
    `);
  });

  test('if what builds an array adds once to each item', () => {
    expect(after(add(), { builds: true })).toMatch(/d3 = tape n2\n(.*\n)* {2}d\d+ = build .* \{/);
  });

  test('but for up to four items at either end', () => {
    expect(after(add(4), { longer: 8 })).not.toContain(' = shadow ');
  });

  test('if a loop adds once for each round of the loop that built the array', () => {
    expect(after(add(), { built: true })).not.toContain(' = shadow ');
  });

  test('inside a branch, beside what stays', () => {
    const text = blockAfter(
      [REALS, 'real', 'bool'],
      (b, array, x, condition = x) => {
        const arm = b.inner();
        const shadow = arm.one(REALS, { tag: 'shadow', of: array });
        const [inner, index] = [arm.inner(), arm.numbers.variable('int')];
        add()({ b: inner, index, shadow, x });
        const common = { down: false, parameters: [], initial: [], forgets: false };
        const count = arm.one('int', { tag: 'length', array });
        arm.add([], { tag: 'for', index, count, body: inner.block([]), ...common });
        const read = arm.one('real', { tag: 'item', array: shadow, index: intConstant(0), checked: false });
        const sine = b.operation('sin', x);
        const consequent = arm.block([read]);
        const alternative = { statements: [], results: [x] };
        return [sine, b.one('real', { tag: 'if', condition, consequent, alternative })];
      },
      fresh,
    );
    expect(text).not.toContain(' = shadow ');
  });

  test('beside additions to another one', () => {
    let other: Variable | undefined;
    const before = ({ b, x }: Round): void => {
      other = b.one(REALS, { tag: 'array', items: [[x]] });
    };
    const write = both(add(), (round) => {
      add()({ ...round, shadow: other ?? round.shadow });
    });
    expect(after(write, { before }).match(/ \+= | = r\d+ present/g)).toEqual([' = r7 present', ' += ']);
  });

  test('and the sums with 0 are not tested', () => {
    const untested: boolean[] = [];
    after(add(), {}, ({ statements }) => {
      for (const { statements: own } of statements.flatMap((each) => (each.tag === 'for' ? [each.body] : []))) {
        for (const each of own) if (each.tag === 'operation') untested.push(each.derivative);
      }
    });
    expect(untested).toEqual([true]);
  });

  test('in the gradient of a sum over neighbours', () => {
    const { before, after: made } = gradientAround(
      'input x : array real = [1, 2, 3]\nsum (build (length x - 1) (fun i -> (x[i + 1] - x[i] ^ 2) ^ 2))',
      'fresh',
    );
    expect(before).toContain(' = shadow ');
    expect(made).not.toContain(' = shadow ');
  });
});

describe('a fresh shadow is set to 0', () => {
  const nothing = { statements: [], results: [] };

  test.each<[string, (round: Round) => void, Options?]>([
    ['a loop adds twice to its items', both(add(), add())],
    ['a loop adds to other items', both(add(), add(1)), { longer: 1 }],
    ['a loop adds to one part only', add(), { layout: PAIRS }],
    [
      'a loop adds to its parts at different places',
      both(add(0, { part: 0 }), add(1, { part: 1 })),
      { layout: PAIRS, longer: 1 },
    ],
    ['a loop leaves out many items', add(), { longer: 5 }],
    ['what builds an array leaves out an item', add(), { longer: 1, builds: true }],
    ['a loop leaves out many items before', add(5), { longer: 5 }],
    ['a loop would add before the first item', add(-1)],
    [
      'a loop adds to one part, and reads the other',
      both(add(), ({ b, index, shadow }) => {
        b.add(['real', 'real'], { tag: 'item', array: shadow, index, checked: false });
      }),
      { layout: PAIRS },
    ],
    ['a loop adds twice to one part only', both(add(), add()), { layout: PAIRS }],
    ['the order of additions to one part matters', both(add(), add(0, { part: 1, ordered: true })), { layout: PAIRS }],
    [
      'a loop adds to another shadow, and reads this one',
      ({ b, index, shadow, x }) => {
        const other = b.one(REALS, { tag: 'shadow', of: shadow });
        add()({ b, index, shadow: other, x });
      },
    ],
    ['a loop has more rounds than the array has items', add(), { longer: -1 }],
    [
      'a loop adds to every second item',
      ({ b, index, shadow, x }) => {
        add()({ b, index: b.operation('multiplyInt', index, intConstant(2)), shadow, x });
      },
    ],
    [
      'a loop adds to items in no known order',
      ({ b, index, shadow, x }) => {
        add()({ b, index: b.operation('mod', index, intConstant(2)), shadow, x });
      },
    ],
    [
      'a loop adds in some rounds',
      ({ b, x, ...round }) => {
        const arm = b.inner();
        add()({ ...round, b: arm, x });
        const condition = b.operation('less', x, realConstant(0));
        b.add([], { tag: 'if', condition, consequent: arm.block([]), alternative: nothing });
      },
    ],
    [
      'a loop reads it',
      both(add(), ({ b, index, shadow }) => {
        b.one('real', { tag: 'item', array: shadow, index, checked: false });
      }),
    ],
    ['the item may be absent', add(0, { present: false })],
    ['the order of additions matters', add(0, { ordered: true })],
    ['a loop replaces items', add(0, { replaces: true })],
    [
      'something else adds before',
      add(),
      {
        before: ({ b, shadow, x }) => {
          add()({ b, index: b.operation('addInt', intConstant(0), intConstant(0)), shadow, x });
        },
      },
    ],
    [
      'something else reads it before',
      add(),
      {
        before: ({ b, shadow }) => {
          const arm = b.inner();
          arm.one('int', { tag: 'length', array: shadow });
          b.add([], {
            tag: 'if',
            condition: b.operation('lessInt', intConstant(0), intConstant(1)),
            consequent: arm.block([]),
            alternative: nothing,
          });
        },
      },
    ],
  ])('if %s', (_, write, options) => {
    const same = (made: Block, given: Block): void => {
      expect(made).toBe(given);
    };
    expect(after(write, options, same)).toContain(' = shadow ');
  });

  test('if its length is not known', () => {
    const text = blockAfter(
      [REALS, 'real', 'int'],
      (b, array, x, count = x) => {
        const shadow = b.one(REALS, { tag: 'shadow', of: array });
        const [inner, index] = [b.inner(), b.numbers.variable('int')];
        add()({ b: inner, index, shadow, x });
        const common = { down: false, parameters: [], initial: [], forgets: false };
        b.add([], { tag: 'for', index, count, body: inner.block([]), ...common });
        return [shadow];
      },
      fresh,
    );
    expect(text).toContain(' = shadow ');
  });
});
