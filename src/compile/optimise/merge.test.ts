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
const ROWS: ArrayLayout = { tag: 'array', id: 1, item: [REALS] };

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
  blockAfter(
    ['real', 'int', REALS],
    (b, x, n = x, data = x) => write({ b, x, n, data }),
    (block) => merge(block),
  );

/** Puts a shadow into data, by which it is known too. */
function shadowInData(b: Builder, shadow: Atom): void {
  b.one(ROWS, { tag: 'array', items: [[shadow]] });
}

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

  test('run where the earlier one was, after what the later one needs', () => {
    const text = byHand(({ b, x, n, data }) => {
      const cosine = b.operation('cos', loop(b, n, adding(data)));
      const [sine, square] = [b.operation('sin', x), b.operation('multiply', x, x)];
      const factor = b.operation('add', sine, square);
      const scaled: Rounds = (inner, index, sum) =>
        inner.operation('add', sum, inner.operation('multiply', factor, item(inner, data, index)));
      return [cosine, loop(b, n, scaled), b.operation('add', sine, cosine)];
    });
    expect(inOneLine(text)).toMatchInlineSnapshot(
      `"r3 = sin r0; r4 = multiply r0, r0; r5 = add r3, r4; r16, r17 = for n6 < n1 (r7 = 0, r8 = 0) {; r9 = item d2[n6] unchecked; r10 = item d2[n6] unchecked; r11 = multiply r9, r10; r12 = add r7, r11; r13 = item d2[n6] unchecked; r14 = multiply r5, r13; r15 = add r8, r14; results r12, r15; }; r18 = cos r16; r19 = add r3, r18; results r18, r17, r19"`,
    );
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

/** How a second loop adds to a shadow, and what happens around it. */
interface Adding {
  /** Runs before the first loop. */
  readonly before?: (b: Builder, shadow: Atom) => void;
  /** Runs between the loops. */
  readonly between?: (b: Builder, shadow: Atom) => void;
  readonly isOld?: boolean;
  readonly of?: 'data' | 'shadow';
  readonly ordered?: boolean;
  readonly makes?: boolean;
}

/** Merges two loops once derivatives are written out; the second adds to a shadow. */
function withShadow({ before, between, isOld = false, of = 'data', ordered, makes = false }: Adding): string {
  const shadows = new Set<number>();
  return blockAfter(
    ['real', 'int', REALS],
    (b, _, n = _, data = _) => {
      const shadowOf = (array: Atom): Variable => {
        const made = b.one(REALS, { tag: 'shadow', of: array });
        shadows.add(made.id);
        return made;
      };
      const other = shadowOf(data);
      const old = isOld ? shadowOf(data) : undefined;
      if (old !== undefined) before?.(b, old);
      const first = loop(b, n, adding(data));
      const shadow = old ?? shadowOf(of === 'data' ? data : other);
      b.operation('sin', first);
      between?.(b, shadow);
      const second = loop(b, n, (inner, index, sum) => {
        const read = item(inner, data, index);
        if (makes) inner.one(REALS, { tag: 'array', items: [[read]] });
        inner.add([], {
          tag: 'accumulate',
          shadow,
          place: { tag: 'item', index, part: 0 },
          amount: read,
          ...(ordered === undefined ? {} : { ordered }),
        });
        return inner.operation('add', sum, read);
      });
      return [first, second, item(b, shadow, intConstant(0))];
    },
    (block) => merge(block, shadows),
  );
}

describe('where derivatives are written out', () => {
  test('a loop that adds to a new shadow moves with it', () => {
    const text = withShadow({});
    expect(loopsIn(text)).toBe(1);
    expect(text.lastIndexOf('shadow')).toBeLessThan(text.indexOf('for'));
  });

  test('it moves if memory is freed that is taken after the earlier loop', () => {
    const between = (b: Builder): void => {
      b.add([], { tag: 'release', mark: b.one('int', { tag: 'mark' }) });
    };
    expect(loopsIn(withShadow({ between }))).toBe(1);
  });

  test.each<[string, Adding]>([
    ['the shadow is older than the earlier loop and known by another name', { isOld: true, before: shadowInData }],
    ['the shadow is read before', { between: (b, shadow) => void item(b, shadow, intConstant(0)) }],
    ['the shadow is that of another', { of: 'shadow' }],
    ['it adds in an order', { ordered: true }],
    ['it makes data', { makes: true }],
  ])('two loops stay two if %s', (_, given) => {
    expect(loopsIn(withShadow(given))).toBe(2);
  });

  test('two loops stay two if the memory of the shadow would be freed', () => {
    const text = blockAfter(
      ['real', 'int', REALS],
      (b, x, n = x, data = x) => {
        const mark = b.one('int', { tag: 'mark' });
        const first = loop(b, n, adding(data));
        b.operation('sin', first);
        b.add([], { tag: 'release', mark });
        const shadow = b.one(REALS, { tag: 'shadow', of: data });
        const second = loop(b, n, (inner, index, sum) => {
          const read = item(inner, data, index);
          inner.add([], { tag: 'accumulate', shadow, place: { tag: 'item', index, part: 0 }, amount: read });
          return inner.operation('add', sum, read);
        });
        return [first, second];
      },
      (block) => merge(block, new Set()),
    );
    expect(loopsIn(text)).toBe(2);
  });

  test('two derivatives of a loss at one point read the data once, and compute what they share once', () => {
    const text = gradientAround(
      `input xs : array real = [1, 2]
let loss (a, b) = sum (map (fun x -> tanh (a * x + b) ^ 2) xs)
let (da, db) = grad loss (0.5, 0.1)
let (daa, _) = grad (fun p -> let (u, _) = grad loss p in u) (0.5, 0.1)
da + db / daa`,
      'tape',
    ).after;
    expect(loopsIn(text)).toBe(2);
    expect(count(text, /= tanh /)).toBe(2);
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
        const cosine = b.operation('cos', first);
        const tested = b.one('real', { tag: 'move', values: [x], finite: true });
        const second = loop(b, n, (inner, index, sum) =>
          inner.operation('add', sum, inner.operation('multiply', tested, item(inner, data, index))),
        );
        return [cosine, second];
      },
    ],
    [
      'if the later needs an item that changes between them, and something between them needs the earlier',
      ({ b, n, data }) => {
        const cosine = b.operation('cos', loop(b, n, adding(data)));
        const factor = item(b, data, intConstant(0), true);
        const second = loop(b, n, (inner, index, sum) =>
          inner.operation('add', sum, inner.operation('multiply', factor, item(inner, data, index))),
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
