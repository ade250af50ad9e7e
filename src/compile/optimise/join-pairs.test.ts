import { describe, expect, test } from 'vitest';
import { blockAfter, loopsIn } from '../../testing/ir/examples';
import { REALS } from '../../testing/ir/rounds';
import { type Builder, type Numbers, realConstant } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { Kind } from '../ir/kind';
import type { Atom, Block, For, Variable } from '../ir/tree';
import { join } from './join';

/** Joins loops where no data changes. */
const joined = (block: Block, numbers: Numbers): Block => join(block, numbers, new Set());

describe('loops of one pair number', () => {
  /** A loop of three rounds that adds to a real. */
  function loop(b: Builder, first: Atom, what: 'push' | 'pop', down: boolean): Variable {
    const inner = b.inner();
    const sum = b.numbers.variable('real');
    const index = b.numbers.variable('int');
    const amount = what === 'pop' ? inner.one('real', { tag: 'pop' }) : inner.operation('toReal', index);
    const next = inner.operation('add', sum, amount);
    if (what === 'push') inner.add([], { tag: 'push', values: [amount] });
    const count = { tag: 'constant', kind: 'int', value: 3 } as const;
    const statement: Omit<For, 'targets' | 'origin'> = {
      tag: 'for',
      pair: 7,
      index,
      count,
      down,
      parameters: [sum],
      initial: [first],
      body: inner.block([next]),
      forgets: false,
    };
    return b.one('real', statement);
  }

  test('are joined if there are two', () => {
    const text = blockAfter(
      ['real'],
      (b, x) => [loop(b, x, 'push', false), loop(b, realConstant(0), 'pop', true)],
      joined,
    );
    expect(loopsIn(text)).toBe(1);
    expect(text).not.toMatch(/push|pop/);
  });

  test('are not joined with another copy if their own cannot be', () => {
    const text = blockAfter(
      ['real'],
      (b, x) => {
        const first = loop(b, x, 'push', false);
        const second = loop(b, first, 'push', false);
        // The way back of the second begins with its result; that of the first could run before the second.
        return [loop(b, second, 'pop', true), loop(b, realConstant(0), 'pop', true)];
      },
      joined,
    );
    expect(loopsIn(text)).toBe(4);
  });

  /** Prints loops of one number, or of none, in an order; the last of them are ways back. */
  function inOrder(pair: number | undefined, count: number, write?: (b: Builder, x: Variable) => Atom): string {
    return blockAfter(
      ['real', 'int'],
      (b, x, n) => {
        const begin = write?.(b, x) ?? realConstant(0);
        return Array.from({ length: count }, (_, i) => {
          const [inner, index, own] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
          const body = inner.block([inner.operation('add', own, x)]);
          const common = { tag: 'for', index, count: n, parameters: [own], body, forgets: false } as const;
          return b.one('real', {
            ...common,
            down: i > 0,
            initial: [i > 0 ? begin : x],
            ...(pair === undefined ? {} : { pair }),
          });
        });
      },
      joined,
    );
  }

  test('are not joined without a number', () => {
    expect(loopsIn(inOrder(undefined, 2))).toBe(2);
  });

  test('are joined once', () => {
    expect(loopsIn(inOrder(5, 2))).toBe(1);
    expect(loopsIn(inOrder(5, 3))).toBe(2);
  });

  test('stay after what was before them', () => {
    expect(
      inOrder(5, 2, (b, x) => {
        const sine = b.operation('sin', x);
        b.operation('exp', x);
        return sine;
      }),
    ).toMatchInlineSnapshot(`
      "main(r0 : real, n1 : int)
        r2 = sin r0
        r3 = exp r0
        r9, r10 = for n4 < n1 (r5 = r0, r6 = r2) {
          r7 = add r5, r0
          r8 = add r6, r0
          results r7, r8
        }
        results r9, r10"
    `);
  });

  test('of the inner of two pairs are joined, then those of the outer', () => {
    const text = blockAfter(
      ['real', 'int'],
      (b, x, n) => {
        const loop = (down: boolean, values: readonly Atom[], taken: number): Variable => {
          const [inner, index, own] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
          inner.add(new Array<Kind>(taken).fill('real'), { tag: 'pop' });
          if (taken === 0) inner.statements.pop();
          const next = inner.operation('add', own, x);
          if (values.length > 0) inner.add([], { tag: 'push', values });
          return b.one('real', {
            tag: 'for',
            pair: 6,
            index,
            count: n,
            down,
            parameters: [own],
            initial: [realConstant(0)],
            body: inner.block([next]),
            forgets: false,
          });
        };
        return [loop(false, [x, x], 0), loop(false, [x], 0), loop(true, [], 1), loop(true, [], 2)];
      },
      joined,
    );
    expect(loopsIn(text)).toBe(2);
    expect(text).not.toMatch(/push|pop/);
  });

  test('of two pairs that need the same are joined, which comes before both', () => {
    const text = blockAfter(
      ['real', 'int'],
      (b, x, n) => {
        const loop = (pair: number, down: boolean, begin: Atom): Variable => {
          const [inner, index, own] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
          const body = inner.block([inner.operation('add', own, x)]);
          const common = { index, count: n, down, parameters: [own], initial: [begin], forgets: false };
          return b.one('real', { tag: 'for', pair, ...common, body });
        };
        const [outer, inner] = [loop(1, false, x), loop(2, false, x)];
        const sine = b.operation('sin', x);
        return [outer, inner, loop(2, true, sine), loop(1, true, sine)];
      },
      (block, numbers, parameters) => {
        const made = joined(block, numbers);
        const main = { id: 0, name: 'main', parameters, body: made };
        expect(checkProgram({ functions: new Map([[0, main]]), entries: new Map() })).toEqual([]);
        return made;
      },
    );
    expect(loopsIn(text)).toBe(2);
    expect(text.match(/sin/g)).toHaveLength(1);
  });

  test('of which the way there carries data beside reals stay two', () => {
    const text = blockAfter(
      ['real', 'int', REALS],
      (b, x, n, data = x) => {
        const own = b.numbers.copies([x, data]);
        const common = { index: b.numbers.variable('int'), count: n, forgets: false, pair: 6 };
        const there = b.add(['real', REALS], {
          tag: 'for',
          ...common,
          down: false,
          parameters: own,
          initial: [x, data],
          body: { statements: [], results: own },
        });
        const [inner, sum] = [b.inner(), b.numbers.variable('real')];
        const body = inner.block([inner.operation('add', sum, x)]);
        const index = b.numbers.variable('int');
        return [
          ...there,
          b.one('real', { tag: 'for', ...common, index, down: true, parameters: [sum], initial: [x], body }),
        ];
      },
      joined,
    );
    expect(loopsIn(text)).toBe(2);
  });

  test('that build an array stay two', () => {
    const text = blockAfter(
      ['real', 'int'],
      (b, x, n) => {
        const array = b.one(REALS, {
          tag: 'build',
          pair: 6,
          count: n,
          index: b.numbers.variable('int'),
          body: b.inner().block([x]),
        });
        const [inner, index, own] = [b.inner(), b.numbers.variable('int'), b.numbers.variable('real')];
        const body = inner.block([inner.operation('add', own, x)]);
        return [
          array,
          b.one('real', {
            tag: 'for',
            pair: 6,
            index,
            count: n,
            down: true,
            parameters: [own],
            initial: [x],
            body,
            forgets: false,
          }),
        ];
      },
      joined,
    );
    expect(text).toContain('build');
    expect(loopsIn(text)).toBe(1);
  });
});
