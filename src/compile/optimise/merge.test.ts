import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround, inOneLine, loopsIn, valueAfter, type Around } from '../../testing/ir/examples';
import type { Builder } from '../ir/builder';
import { intConstant } from '../ir/builder';
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
}

type Rounds = (inner: Builder, index: Variable, sum: Variable) => Atom;

/** Adds a loop that carries one real. */
function loop(b: Builder, count: Atom, rounds: Rounds, options: { down?: boolean; pair?: number } = {}): Variable {
  const { down = false, ...pair } = options;
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
    forgets: true,
    ...pair,
  });
  if (made === undefined) throw new Error('no loop');
  return made;
}

const item = (b: Builder, array: Atom, index: Atom, changes = false): Variable =>
  b.one('real', { tag: 'item', array, index, checked: false, ...(changes ? { changes } : {}) });

const adding =
  (data: Atom, from: Atom = data): Rounds =>
  (inner, index, sum) =>
    inner.operation('add', sum, inner.operation('multiply', item(inner, data, index), item(inner, from, index)));

const byHand = (write: (given: Given) => readonly Atom[]): string =>
  blockAfter(['real', 'int', REALS], (b, x, n = x, data = x) => write({ b, x, n, data }), merge);

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
      `"r14, r15 = for n3 < n1 (r4 = 0, r5 = 0) {; r6 = item d2[n3] unchecked; r7 = item d2[n3] unchecked; r8 = multiply r6, r7; r9 = add r4, r8; r10 = item d2[n3] unchecked; r11 = item d2[n3] unchecked; r12 = multiply r10, r11; r13 = add r5, r12; results r9, r13; }; r16 = sin r14; results r16, r15"`,
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

  test('keep what each of them carries', () => {
    const text = byHand(({ b, n, data }) => [
      loop(b, n, adding(data)),
      loop(b, n, (inner, index) => item(inner, data, index)),
    ]);
    expect(inOneLine(text)).toMatchInlineSnapshot(
      `"r11, r12 = for n3 < n1 (r4 = 0, r5 = 0) {; r6 = item d2[n3] unchecked; r7 = item d2[n3] unchecked; r8 = multiply r6, r7; r9 = add r4, r8; r10 = item d2[n3] unchecked; results r9, r10; }; results r11, r12"`,
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
    ['if one is half of a pair', ({ b, n, data }) => [loop(b, n, adding(data)), loop(b, n, adding(data), { pair: 7 })]],
  ])('%s', (_, write) => {
    expect(loopsIn(byHand(write))).toBe(2);
  });
});
