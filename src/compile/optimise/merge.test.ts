import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround, inOneLine, loopsIn, valueAfter, type Around } from '../../testing/ir/examples';
import type { Builder } from '../ir/builder';
import { intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout, Atom, Block, Variable } from '../ir/tree';
import { withoutTests } from './bounds';
import { counted } from './counted';
import { withoutDead } from './dead';
import { fuse } from './fuse';
import { listsToArrays } from './lists';
import { merge } from './merge';
import { simplify } from './simplify';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };

const simple = (block: Block, { numbers }: Around): Block => simplify(block, numbers);
const loops = (block: Block, { numbers, kinds }: Around): Block => withoutDead(counted(block, numbers, kinds));
const fused = (block: Block, { numbers }: Around): Block => fuse(block, numbers);
const arrays = (block: Block, { numbers, kinds }: Around): Block => listsToArrays(block, numbers, kinds);

/** Prints the value of a program with an array of reals `xs`, another `ys` and a list `zs`, after the pass. */
const after = (text: string): string =>
  valueAfter(
    `input xs : array real = [1]\ninput ys : array real = [1]\ninput zs : list real = [1]\n${text}`,
    simple,
    loops,
    simple,
    arrays,
    simple,
    withoutTests,
    simple,
    fused,
    simple,
    (block) => merge(block),
    simple,
  );

const count = (text: string, word: RegExp): number => text.match(new RegExp(word, 'g'))?.length ?? 0;

/** The parts from which a loop is made by hand. */
interface Given {
  readonly b: Builder;
  readonly x: Variable;
  readonly n: Variable;
  readonly data: Variable;
  /** Another array. */
  readonly other: Variable;
}

type Rounds = (inner: Builder, index: Variable, sum: Variable) => Atom;

interface Options {
  readonly down?: boolean;
  readonly pair?: number;
  readonly forgets?: boolean;
}

/** Adds a loop that carries one real. */
function loop(b: Builder, count: Atom, rounds: Rounds, options: Options = {}): Variable {
  const { down = false, forgets = true, ...pair } = options;
  const [inner, index, sum] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
  const body = inner.block([rounds(inner, index, sum)]);
  const initial: readonly Atom[] = [{ tag: 'constant', kind: 'real', value: 0 }];
  const [made] = b.add(['real'], {
    tag: 'for',
    index,
    count,
    down,
    parameters: [sum],
    initial,
    body,
    forgets,
    ...pair,
  });
  if (made === undefined) throw new Error('no loop');
  return made;
}

const item = (b: Builder, array: Atom, index: Atom, changes = false): Variable =>
  b.one('real', { tag: 'item', array, index, checked: false, ...(changes ? { changes } : {}) });

/** Adds a loop that carries two reals. */
function two(b: Builder, count: Atom, data: Atom): readonly Variable[] {
  const [inner, index] = [b.inner(), b.numbers.variable('int')];
  const initial = [realConstant(0), realConstant(1)];
  const parameters = b.numbers.copies(initial);
  const body = inner.block(parameters.map((each) => inner.operation('add', each, item(inner, data, index))));
  return b.add(['real', 'real'], { tag: 'for', index, count, down: false, parameters, initial, body, forgets: true });
}

const adding =
  (data: Atom, from: Atom = data): Rounds =>
  (inner, index, sum) =>
    inner.operation('add', sum, inner.operation('multiply', item(inner, data, index), item(inner, from, index)));

/** A constant array of so many items. */
const constant = (count: number): Atom => ({
  tag: 'constant',
  kind: REALS,
  value: { constructor_: 0, parts: Array.from({ length: count }, () => realConstant(1)), count },
});
const [ONE, OTHER] = [constant(3), constant(3)];
const THREE = intConstant(3);

const byHand = (write: (given: Given) => readonly Atom[], see: (made: Block) => void = () => undefined): string =>
  blockAfter(
    ['real', 'int', REALS, REALS],
    (b, x, n = x, data = x, other = x) => write({ b, x, n, data, other }),
    (block) => {
      const made = merge(block);
      see(made);
      return made;
    },
  );

describe('two loops over one array', () => {
  test('become one, which reads it once', () => {
    expect(inOneLine(after('sum xs / sum (map exp xs)'))).toMatchInlineSnapshot(
      `"n3 = length d0; r11, r12 = for n4 < n3 down (r5 = 0, r6 = 0) {; r7 = item d0[n4] unchecked; r8 = add r7, r5; r9 = exp r7; r10 = add r9, r6; results r8, r10; }; b13 = lessInt n3, 0; if b13 {; fail; results; } else {; results; }; b14 = lessInt 67108864, n3; if b14 {; fail memory; results; } else {; results; }; r15 = divide r11, r12; results r15"`,
    );
  });

  test('become one where they filter a list', () => {
    const text = after('(filter (fun x -> x < 1) zs, filter (fun x -> x > 1) zs)');
    expect(loopsIn(text)).toBe(1);
    expect(count(text, /= item /)).toBe(1);
  });

  test('and a third and a fourth become one', () => {
    expect(loopsIn(after('sum xs + sum (map exp xs) + sum (map sin xs) * sum (map cos xs)'))).toBe(1);
  });

  test('become one inside another loop', () => {
    expect(
      loopsIn(
        after(
          'fold (y, acc) -> acc + y * sum (map (fun x -> x + y) xs) / sum (map (fun x -> x * y) xs) over ys from 0',
        ),
      ),
    ).toBe(2);
  });

  test('add once to the adjoint of an item on the way back', () => {
    const { after: text } = gradientAround(
      'input xs : array real = [1, 2]\nsum (map sin xs) / sum (map (fun x -> exp x * x) xs)',
      'tape',
    );
    expect(loopsIn(text)).toBe(2);
    expect(count(text, /accumulate/)).toBe(1);
  });

  test('run where the earlier one was', () => {
    const text = byHand(({ b, n, data }) => {
      const first = loop(b, n, adding(data));
      const sine = b.operation('sin', first);
      return [sine, loop(b, n, adding(data))];
    });
    expect(inOneLine(text)).toMatchInlineSnapshot(
      `"r15, r16 = for n4 < n1 (r5 = 0, r6 = 0) {; r7 = item d2[n4] unchecked; r8 = item d2[n4] unchecked; r9 = multiply r7, r8; r10 = add r5, r9; r11 = item d2[n4] unchecked; r12 = item d2[n4] unchecked; r13 = multiply r11, r12; r14 = add r6, r13; results r10, r14; }; r17 = sin r15; results r17, r16"`,
    );
  });

  test('run where the later one was, if it needs what lies between them', () => {
    const text = byHand(({ b, x, n, data }) => {
      const first = loop(b, n, adding(data));
      const sine = b.operation('sin', x);
      const second = loop(b, n, (inner, index, sum) =>
        inner.operation('add', sum, inner.operation('multiply', sine, item(inner, data, index))),
      );
      return [first, second, b.operation('cos', first)];
    });
    expect(loopsIn(text)).toBe(1);
    expect(text.indexOf('sin')).toBeLessThan(text.indexOf('for'));
    expect(text.indexOf('for')).toBeLessThan(text.indexOf('cos'));
  });

  test('become one if the later one reads another array before', () => {
    const text = byHand(({ b, n, data, other }) => [loop(b, n, adding(data)), loop(b, n, adding(other, data))]);
    expect(loopsIn(text)).toBe(1);
  });

  test('become one if the array is constant', () => {
    const text = byHand(({ b }) => [loop(b, THREE, adding(ONE)), loop(b, THREE, adding(ONE))]);
    expect(loopsIn(text)).toBe(1);
  });

  test.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('free what a round makes if both do: %s, %s', (first, second) => {
    let isFreed: boolean | undefined;
    byHand(
      ({ b, n, data }) => [loop(b, n, adding(data), { forgets: first }), loop(b, n, adding(data), { forgets: second })],
      ({ statements: [made] }) => {
        isFreed = made?.tag === 'for' && made.forgets;
      },
    );
    expect(isFreed).toBe(first && second);
  });

  test('keep what each of them carries', () => {
    const text = byHand(({ b, n, data }) => [
      loop(b, n, adding(data)),
      loop(b, n, (inner, index) => item(inner, data, index)),
    ]);
    expect(inOneLine(text)).toMatchInlineSnapshot(
      `"r12, r13 = for n4 < n1 (r5 = 0, r6 = 0) {; r7 = item d2[n4] unchecked; r8 = item d2[n4] unchecked; r9 = multiply r7, r8; r10 = add r5, r9; r11 = item d2[n4] unchecked; results r10, r11; }; results r12, r13"`,
    );
  });
});

describe('two loops stay two', () => {
  test.each([
    ['if the later one needs the earlier', 'let m = sum xs in sum (map (fun x -> (x - m) ^ 2) xs)', 2],
    ['if they read different arrays', 'sum xs * sum ys', 2],
    ['if one goes up and one down', 'sum xs * foldl (fun (a, x) -> a + x * a) 1 xs', 2],
    ['if one makes an array', '(map exp xs, sum xs)', 1],
  ])('%s', (_, text, loops) => {
    expect(loopsIn(after(text))).toBe(loops);
  });

  test.each<[string, (given: Given) => readonly Atom[]]>([
    [
      'if they have different numbers of rounds',
      ({ b, n, data }) => [loop(b, n, adding(data)), loop(b, intConstant(3), adding(data))],
    ],
    [
      'if something between them needs the earlier and the later needs that',
      ({ b, n, data }) => {
        const sine = b.operation('sin', loop(b, n, adding(data)));
        return [
          loop(b, n, (inner, index, sum) =>
            inner.operation('add', sum, inner.operation('multiply', sine, item(inner, data, index))),
          ),
        ];
      },
    ],
    [
      'if the later needs something between them, and something between them needs the earlier',
      ({ b, x, n, data }) => {
        const first = loop(b, n, adding(data));
        const [cosine, sine] = [b.operation('cos', first), b.operation('sin', x)];
        const second = loop(b, n, (inner, index, sum) =>
          inner.operation('add', sum, inner.operation('multiply', sine, item(inner, data, index))),
        );
        return [cosine, second];
      },
    ],
    [
      'if a round reads the array elsewhere only',
      ({ b, n, data }) => [
        loop(b, n, adding(data)),
        loop(b, n, (inner, _, sum) => inner.operation('add', sum, item(inner, data, intConstant(0)))),
      ],
    ],
    [
      'if the array is updated later',
      ({ b, n, data }) => [
        loop(b, n, (inner, index, sum) => inner.operation('add', sum, item(inner, data, index, true))),
        loop(b, n, adding(data)),
      ],
    ],
    [
      'if the array is updated in a branch of the later one',
      ({ b, n, data }) => [
        loop(b, n, adding(data)),
        loop(b, n, (inner, index, sum) => {
          const read = item(inner, data, index);
          const [updating, other] = [inner.inner(), inner.inner()];
          updating.add([REALS], { tag: 'update', array: data, index, values: [read] });
          inner.add([], {
            tag: 'if',
            condition: { tag: 'constant', kind: 'bool', value: true },
            consequent: updating.block([]),
            alternative: other.block([]),
          });
          return inner.operation('add', sum, read);
        }),
      ],
    ],
    ['if they read different arrays', ({ b, n, data, other }) => [loop(b, n, adding(data)), loop(b, n, adding(other))]],
    ['if they read different constants', ({ b }) => [loop(b, THREE, adding(ONE)), loop(b, THREE, adding(OTHER))]],
    [
      'if one watches a value',
      ({ b, n, data }) => [
        loop(b, n, adding(data)),
        loop(b, n, (inner, index, sum) => {
          inner.add([], { tag: 'watched', watch: 0, values: [sum] });
          return adding(data)(inner, index, sum);
        }),
      ],
    ],
    [
      'if what is between needs one of the results of the earlier, which is used later too',
      ({ b, x, n, data }) => {
        const [first = x, second = x] = two(b, n, data);
        const [sine, cosine] = [b.operation('sin', x), b.operation('cos', second)];
        const last = loop(b, n, (inner, index, sum) =>
          inner.operation('add', sum, inner.operation('multiply', sine, item(inner, data, index))),
        );
        return [b.operation('sin', first), b.operation('sin', second), cosine, last];
      },
    ],
    ['if one is half of a pair', ({ b, n, data }) => [loop(b, n, adding(data)), loop(b, n, adding(data), { pair: 7 })]],
  ])('%s', (_, write) => {
    expect(loopsIn(byHand(write))).toBe(2);
  });
});
