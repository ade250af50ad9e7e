import { describe, expect, test } from 'vitest';
import { type Around, blockAfter, valueAfter } from '../../testing/ir/examples';
import { CELLS, LIST, REALS, until } from '../../testing/ir/reverse';
import { Builder, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout } from '../ir/kind';
import type { Atom, Block, Call, Variable } from '../ir/tree';
import { withoutTests } from './bounds';
import { counted } from './counted';
import { withoutDead } from './dead';
import { hoist } from './hoist';
import { simplify } from './simplify';

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));
const hoisted = (block: Block, { numbers }: Around): Block => hoist(block, numbers);

const after = (text: string): string =>
  valueAfter(
    `input x : real = 1\ninput xs : array real = [1, 2]\ninput n : int = 3\n${text}`,
    simple,
    loops,
    simple,
    withoutTests,
    simple,
    hoisted,
    simple,
  );

/** What stands before the loop, and the loop. */
function parts(text: string): { readonly before: string; readonly loop: string } {
  const [before = '', ...loop] = text.split(/^ {2}[rd]\d+ = (?:for|build)/m);
  return { before, loop: loop.join('') };
}

describe('a call', () => {
  // A recursion whose test contains a loop stays a recursion.
  const text =
    'let rec half v = if v > 1 then half (v / 2) else v\nlet rec power (n : int) y = if half (toReal n) < 1 then 1 else y * power (n - 1) y\n';
  const calls = (of: string): number => of.match(/call/g)?.length ?? 0;

  test('with the same arguments is made once, and out of the loop', () => {
    const { before, loop } = parts(after(`${text}sum (build n (fun i -> toReal i * power n x + power n x))`));
    expect([calls(before), calls(loop)]).toEqual([1, 0]);
  });

  test('stays in the loop if its arguments change, or only some rounds make it', () => {
    expect(calls(parts(after(`${text}sum (build n (fun i -> power i x))`)).loop)).toBe(1);
    expect(calls(parts(after(`${text}sum (build n (fun i -> if i > 2 then power n x else x))`)).loop)).toBe(1);
  });

  test('stays in the loop if it watches or updates, and as the cells of a list do once derivatives are written out', () => {
    const loop = (shadows?: ReadonlySet<number>, own: Partial<Call> = {}): string =>
      blockAfter(
        ['real', LIST],
        (b, x, list = x) => {
          const inner = b.inner();
          const [index, sum] = [b.numbers.variable('int'), b.numbers.variable('real')];
          const result = inner.one('real', { tag: 'call', callee: 7, arguments: [x], ...own });
          inner.one(CELLS, { tag: 'spine', list });
          const body = inner.block([inner.operation('add', sum, result)]);
          const count = intConstant(3);
          return [
            b.one('real', {
              tag: 'for',
              count,
              index,
              down: false,
              parameters: [sum],
              initial: [x],
              body,
              forgets: false,
            }),
          ];
        },
        (block, numbers) => hoist(block, numbers, shadows),
      );
    expect(loop()).toMatch(/call[^]*spine[^]*for /);
    expect(loop(new Set())).toMatch(/for [^]*call[^]*spine/);
    expect(loop(undefined, { watches: true })).toMatch(/spine[^]*for [^]*call/);
    expect(loop(undefined, { updates: [{ argument: 0, result: 0, isDeep: false }] })).toMatch(/spine[^]*for [^]*call/);
  });
});

describe('what each round computes again', () => {
  test('moves to where the loop has a round', () => {
    expect(after('sum (build n (fun i -> toReal i * sin x))')).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : array0, n2 : int)
        b3 = lessInt 0, n2
        r5 = if b3 {
          r4 = sin r0
          results r4
        } else {
          results 0
        }
        d9 = build n6 < n2 {
          r7 = toReal n6
          r8 = multiply r7, r5
          results r8
        }
        r14 = for n10 < n2 down (r11 = 0) {
          r12 = item d9[n10] unchecked
          r13 = add r12, r11
          results r13
        }
        results r14"
    `);
  });

  test('moves before a loop that has rounds, and out of two loops', () => {
    const { before, loop } = parts(after('sum (build 3 (fun i -> sum (build 4 (fun j -> toReal (i * j) * log x))))'));
    expect(before).toMatch(/^ {2}r\d+ = log r0$/m);
    expect(loop).not.toMatch(/log/);
  });

  test.each([
    ['if it depends on the index', 'sum (build 3 (fun i -> sin (x * toReal i)))', /sin/],
    ['if it depends on what the round before computed', 'fold (i, s) -> sin s + x over range 0 3 from x', /sin/],
    ['in a branch that not every round takes', 'sum (build 3 (fun i -> if i > 1 then log x else x))', /log/],
  ])('stays %s', (_, expression, what) => {
    expect(parts(after(expression)).loop).toMatch(what);
  });

  test('stays if it reads a shadow, whose reals change', () => {
    const layout: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
    const loop = (b: Builder, d?: Variable): readonly Atom[] => {
      if (d === undefined) return [];
      const inner = b.inner();
      const sum = b.numbers.variable('real');
      const [read] = inner.add(['real'], { tag: 'item', array: d, index: intConstant(0), checked: false });
      const length = inner.one('int', { tag: 'length', array: d });
      const amount = inner.operation('multiply', sum, inner.operation('toReal', length));
      const place = { tag: 'item', index: intConstant(0), part: 0 } as const;
      inner.add([], { tag: 'accumulate', shadow: d, place, amount });
      const body = inner.block([read ?? sum]);
      const index = b.numbers.variable('int');
      return b.add(['real'], {
        tag: 'for',
        count: intConstant(3),
        index,
        down: false,
        parameters: [sum],
        initial: [realConstant(1)],
        body,
        forgets: false,
      });
    };
    const printed = (isShadow: boolean): string =>
      blockAfter([layout], loop, (block, numbers, [d]) =>
        hoist(block, numbers, new Set(isShadow && d !== undefined ? [d.id] : [])),
      );
    expect(printed(false)).toMatch(/^ {2}r\d+ = item d0\[0\]/m);
    expect(printed(true)).toMatch(/^ {4}r\d+ = item d0\[0\]/m);
    expect(printed(true)).toMatch(/^ {2}n\d+ = length d0/m);
  });
});

describe('the spine of a list that some rounds need', () => {
  const LISTS = 'input l : list real = [1, 2]\ninput m : list real = [1, 2]\n';
  const rounds = 'sum (build n (fun i -> if x > toReal i then sum (toArray l) * toReal i else x))';

  test('moves before the loop if the list is followed outside in any case', () => {
    const { before, loop } = parts(after(`${LISTS}let other = sum (toArray l)\nother * ${rounds}`));
    expect(before).toMatch(/spine/);
    expect(loop).not.toMatch(/spine/);
  });

  test.each([
    ['nothing else follows the list', rounds],
    ['another list is followed', `sum (toArray m) * ${rounds}`],
    ['the list is followed in a branch', `(if x > 9 then sum (toArray l) else x) * ${rounds}`],
  ])('stays in the loop if %s', (_, expression) => {
    expect(after(`${LISTS}${expression}`)).toMatch(/build n\d+ < n\d+ \{[^}]*if [^}]*spine/);
  });
});

describe('the test of an index', () => {
  test('of each round is made once before the loop', () => {
    expect(after('sum (build n (fun i -> xs[i] * x))')).toMatchInlineSnapshot(`
      "main(r0 : real, d1 : array0, n2 : int)
        n3 = length d1
        b4 = lessInt n3, n2
        if b4 {
          fail
          results 
        } else {
          results 
        }
        d8 = build n5 < n2 {
          r6 = item d1[n5] unchecked
          r7 = multiply r6, r0
          results r7
        }
        r13 = for n9 < n2 down (r10 = 0) {
          r11 = item d8[n9] unchecked
          r12 = add r11, r10
          results r12
        }
        results r13"
    `);
  });

  test('at a distance is made only if the loop has a round', () => {
    const { before, loop } = parts(after('sum (build (length xs) (fun i -> xs[i + 2] * x))'));
    expect(before).toMatch(/lessInt 0, n\d+\n {2}if b\d+ \{[^]*lessInt n\d+, n\d+[^]*fail/);
    expect(loop).toMatch(/item d1\[n\d+\] unchecked/);
  });

  test.each([
    ['before the first item', 'sum (build n (fun i -> xs[i - 1]))'],
    ['counted from the end', 'sum (build n (fun i -> xs[n - i]))'],
    ['in a branch', 'sum (build n (fun i -> if x > 2 then xs[i] else x))'],
    ['of an array of the round', 'sum (build n (fun i -> let ys = build (i + 1) (fun j -> x) in ys[i - 1] + sum ys))'],
  ])('%s stays in the loop', (_, expression) => {
    expect(parts(after(expression)).loop).toMatch(/item d\d+\[n\d+\]$/m);
  });
});

describe('out of a loop whose header tells when it ends', () => {
  /** Prints a loop that halves a number until it is small, and adds what a round computes from another number. */
  const loopAfter = (
    test: (b: Builder, other: Atom) => Atom,
    round: (b: Builder, own: Atom, other: Atom) => Atom,
  ): string =>
    blockAfter(
      ['real', 'real'],
      (b, x = missing(), other = missing()) =>
        until(b, [x, realConstant(0)], ({ header, body }, own = x, sum = x) => ({
          header: header.operation('less', own, test(header, other)),
          exit: [sum],
          body: [body.operation('divide', own, realConstant(2)), body.operation('add', sum, round(body, own, other))],
        })),
      (block, numbers) => hoist(block, numbers),
    );
  const one = (): Atom => realConstant(1);
  const beforeLoop = (text: string): string => text.split('= while')[0] ?? '';

  test('moves what each round computes again, if it has a round', () => {
    expect(loopAfter(one, (b, _, other) => b.operation('log', other))).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real)
        b2 = less r0, 1
        b3 = not b2
        r5 = if b3 {
          r4 = log r1
          results r4
        } else {
          results 0
        }
        r11 = while (r6 = r0, r7 = 0) {
          b8 = less r6, 1
          results b8
        } exit {
          results r7
        } body {
          r9 = divide r6, 2
          r10 = add r7, r5
          results r9, r10
        }
        results r11"
    `);
  });

  test('moves nothing that depends on a parameter', () => {
    expect(beforeLoop(loopAfter(one, (b, own) => b.operation('log', own)))).not.toContain('log');
  });

  test('moves what the header computes again without a test', () => {
    const found = beforeLoop(
      loopAfter(
        (b, other) => b.operation('log', other),
        (_, own) => own,
      ),
    );
    expect(found).toContain('log');
    expect(found).not.toContain('if');
  });

  test.each<[string, (b: Builder, own: Atom, other: Atom) => Atom]>([
    ['nothing', (_, own) => own],
    ['little', (b, _, other) => b.operation('multiply', other, other)],
  ])('leaves a loop that computes %s again as it is', (_, round) => {
    expect(beforeLoop(loopAfter(one, round))).not.toMatch(/less|multiply/);
  });

  test('moves what each round computes again if the header tests two things', () => {
    const either = (b: Builder, other: Atom): Atom => {
      // A header can also compute what only the end needs.
      b.one(REALS, { tag: 'array', items: [[other]] });
      const [yes, no] = [b.inner(), b.inner()];
      const condition = b.operation('less', other, realConstant(2));
      const consequent = yes.block([realConstant(1)]);
      const alternative = no.block([no.operation('add', other, other)]);
      return b.add(['real'], { tag: 'if', condition, consequent, alternative })[0] ?? missing();
    };
    const text = loopAfter(either, (b, _, other) => b.operation('log', other));
    expect(beforeLoop(text)).toContain('log');
    expect(beforeLoop(text)).not.toContain('array');
  });

  test('moves nothing if the header does more than test', () => {
    const watched = (b: Builder): Atom => {
      b.add([], { tag: 'watched', watch: 0, values: [] });
      return realConstant(1);
    };
    const text = loopAfter(watched, (b, _, other) => b.operation('log', other));
    expect(beforeLoop(text)).not.toMatch(/log|watched/);
    expect(text.match(/watched/g)).toHaveLength(1);
  });

  test('moves tables of what the rounds of an inner loop compute again', () => {
    const text = after(
      'let rec go (w, size) = if size < 0.1 then w else go (w * sum (map (fun y -> w * exp y) xs), size / 2)\ngo (x, x)',
    );
    expect(beforeLoop(text)).toMatch(/build n\d+ < n\d+ \{[^]* = exp /);
    expect(text.split('= while')[1]).not.toContain('exp');
  });
});

function missing(): never {
  throw new Error('there are two numbers');
}
