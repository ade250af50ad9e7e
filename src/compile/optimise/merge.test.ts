import { describe, expect, test } from 'vitest';
import {
  blockAfter,
  four,
  gradientAround,
  inOneLine,
  loopsIn,
  valueAfter,
  type Around,
} from '../../testing/ir/examples';
import { REALS } from '../../testing/ir/rounds';
import { adding, doubling, type Given, item, loop, type Rounds } from '../../testing/ir/sums';
import { type Builder, intConstant } from '../ir/builder';
import type { Atom, Block } from '../ir/tree';
import { withoutTests } from './bounds';
import { counted } from './counted';
import { withoutDead } from './dead';
import { fuse } from './fuse';
import { listsToArrays } from './lists';
import { merge } from './merge';
import { simplify } from './simplify';

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

const byHand = (write: (given: Given) => readonly Atom[]): string =>
  blockAfter(
    ['real', 'int', REALS],
    (b, x, n = x, data = x) => write({ b, x, n, data }),
    (block) => merge(block),
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
      return [sine, loop(b, n, doubling(data))];
    });
    expect(inOneLine(text)).toMatchInlineSnapshot(
      `"r13, r14 = for n3 < n1 (r4 = 0, r5 = 0) {; r6 = item d2[n3] unchecked; r7 = item d2[n3] unchecked; r8 = multiply r6, r7; r9 = add r4, r8; r10 = item d2[n3] unchecked; r11 = multiply 2, r10; r12 = add r5, r11; results r9, r12; }; r15 = sin r13; results r15, r14"`,
    );
  });

  test('are computed once if they are the same, whatever comes between them', () => {
    const text = byHand(({ b, n, data }) => {
      const first = loop(b, n, adding(data));
      const second = loop(b, n, doubling(data));
      return [b.operation('sin', first), second, loop(b, n, adding(data)), loop(b, n, doubling(data))];
    });
    expect(inOneLine(text)).toMatchInlineSnapshot(
      `"r13, r14 = for n3 < n1 (r4 = 0, r5 = 0) {; r6 = item d2[n3] unchecked; r7 = item d2[n3] unchecked; r8 = multiply r6, r7; r9 = add r4, r8; r10 = item d2[n3] unchecked; r11 = multiply 2, r10; r12 = add r5, r11; results r9, r12; }; r15 = sin r13; r16 = r13; r17 = r14; results r15, r14, r16, r17"`,
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

  test('a third follows to where the others were, or goes with them to a later place', () => {
    const scaled =
      (data: Atom, factor: Atom): Rounds =>
      (inner, index, sum) =>
        inner.operation('add', sum, inner.operation('multiply', factor, item(inner, data, index)));
    const tested = (b: Builder, value: Atom): Atom => b.one('real', { tag: 'move', values: [value], finite: true });
    const first = byHand(({ b, x, n, data }) => {
      const cosine = b.operation('cos', loop(b, n, adding(data)));
      const sine = b.operation('sin', x);
      const second = loop(b, n, scaled(data, sine));
      return [cosine, second, loop(b, n, scaled(data, b.operation('exp', sine)))];
    });
    expect(first.match(/sin|exp|for|cos/g)).toEqual(['sin', 'exp', 'for', 'cos']);
    const last = byHand(({ b, x, n, data }) => {
      const sum = loop(b, n, adding(data));
      const sine = b.operation('sin', x);
      const second = loop(b, n, scaled(data, sine));
      return [loop(b, n, scaled(data, tested(b, sine))), sum, second];
    });
    expect(last.match(/sin|finite|for/g)).toEqual(['sin', 'finite', 'for']);
  });

  test('a third follows by any array that they read', () => {
    const text = blockAfter(
      ['real', 'int', REALS, REALS],
      (b, ...given) => {
        const [x, n, data, other] = four(given);
        const first = loop(b, n, adding(data, other));
        const tested = b.one('real', { tag: 'move', values: [x], finite: true });
        const second = loop(b, n, (inner, ...own) => inner.operation('add', tested, adding(data)(inner, ...own)));
        return [first, second, loop(b, n, adding(other))];
      },
      (block) => merge(block),
    );
    expect(loopsIn(text)).toBe(1);
  });

  test('nothing that needs the one loop moves before it', () => {
    const text = blockAfter(
      ['real', 'int', REALS, REALS],
      (b, ...given) => {
        const [x, n, data, other] = four(given);
        const first = loop(b, n, adding(data));
        b.operation('cos', loop(b, n, adding(other)));
        const tested = b.one('real', { tag: 'move', values: [x], finite: true });
        const second = loop(b, n, (inner, index, sum) =>
          inner.operation('add', sum, inner.operation('multiply', tested, item(inner, data, index))),
        );
        const factor = b.operation('exp', first);
        const third = loop(b, n, (inner, index, sum) =>
          inner.operation('add', sum, inner.operation('multiply', factor, item(inner, other, index))),
        );
        return [second, third];
      },
      (block) => merge(block),
    );
    expect(text.match(/for|cos|finite|exp/g)).toEqual(['for', 'cos', 'finite', 'for', 'exp', 'for']);
  });

  test('run before what stands for one that is the same as the first', () => {
    const text = byHand(({ b, x, n, data }) => {
      const tested = (): Atom => b.one('real', { tag: 'move', values: [x], finite: true });
      const needing = (factor: Atom): Atom =>
        loop(b, n, (inner, index, sum) =>
          inner.operation('add', sum, inner.operation('multiply', factor, item(inner, data, index))),
        );
      const first = loop(b, n, adding(data));
      const second = needing(tested());
      const same = loop(b, n, adding(data));
      return [first, second, same, needing(tested())];
    });
    expect(text.match(/finite|for|r\d+ = r\d+/g)).toEqual(['finite', 'for', 'r16 = r14', 'finite', 'for']);
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
