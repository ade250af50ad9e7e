import { describe, expect, test } from 'vitest';
import { blockAfter, gradientAround } from '../../testing/ir/examples';
import { boolConstant, type Builder, intConstant, realConstant } from '../ir/builder';
import { checkProgram } from '../ir/check';
import type { ArrayLayout } from '../ir/kind';
import type { Atom, Statement, Variable } from '../ir/tree';
import { tapes } from './tape';

describe('what the rounds of a counted loop keep', () => {
  test('lies in an array, by the number of the round', () => {
    const { after } = gradientAround('input x : real = 1\nfold (i, s) -> sin s * x over range 0 50 from x', 'tape');
    expect(after).toMatchInlineSnapshot(`
      "main(r0 : real, r1 : real)
        d2 = tape 50
        r7 = for n3 < 50 down (r4 = r0) {
          r5 = sin r4
          r6 = multiply r5, r0
          keep d2[n3] = r5, r4
          results r6
        }
        r18, r19 = for n8 < 50 (r9 = r1, r10 = 0) {
          r11, r12 = item d2[n8] unchecked
          r13 = multiply r9, r0
          r14 = multiply r9, r11
          r15 = add r10, r14
          r16 = cos r12
          r17 = multiply r13, r16
          results r17, r15
        }
        r20 = add r18, r19
        r21, r22 = finite r20, r7
        results r21, r22"
    `);
  });

  test.each([
    ['in a loop whose rounds are not counted', 'let rec go v = if v > 3 then v else go (v * v * x) in go x'],
    [
      'in a function that calls itself',
      'let rec go (n : int) v = if n < 1 then v else sin (go (n - 1) (v * x)) * go (n - 2) v in go 3 x',
    ],
    [
      'if the loop of the way back is in another block',
      'let y = if x > 0 then (fold (i, s) -> sin s * x over range 0 50 from x) else x in y * y',
    ],
  ])('stays on the stack %s', (_, expression) => {
    const { before, after } = gradientAround(`input x : real = 1\n${expression}`, 'tape');
    expect(after).toBe(before);
    expect(after).toMatch(/push|call/);
  });
});

describe('two loops of one pair number', () => {
  /** The loop of the way there, or back, with a count. */
  function loop(b: Builder, what: 'push' | 'pop', count: Atom, x: Variable, first: Statement['tag'] = what): Variable {
    const inner = b.inner();
    const sum = b.numbers.variable('real');
    const index = b.numbers.variable('int');
    if (what === 'push') {
      inner.add([], { tag: 'push', values: [sum] });
      if (first === 'operation') inner.operation('sin', sum);
    } else {
      if (first === 'operation') inner.operation('sin', sum);
      inner.add(['real'], { tag: 'pop' });
    }
    const body = inner.block([
      inner.statements.length > 0 && what === 'pop' ? (inner.statements.at(-1)?.targets[0] ?? sum) : x,
    ]);
    return b.one('real', {
      tag: 'for',
      pair: 4,
      index,
      count,
      down: what === 'pop',
      parameters: [sum],
      initial: [realConstant(0)],
      body,
      forgets: false,
    });
  }
  const after = (write: (b: Builder, n: Variable, x: Variable) => readonly Atom[]): string =>
    blockAfter(['int', 'real'], write, tapes);

  test('share a tape', () => {
    const text = after((b, n, x) => [loop(b, 'push', n, x), loop(b, 'pop', n, x)]);
    expect(text).toMatch(/d2 = tape n0\n[^]*keep d2\[n3\] = r4\n[^]*r\d+ = item d2\[n\d+\] unchecked/);
    expect(text).not.toMatch(/push|pop/);
  });

  test.each<[string, (b: Builder, n: Variable, x: Variable) => readonly Atom[]]>([
    ['if their counts differ', (b, n, x) => [loop(b, 'push', n, x), loop(b, 'pop', intConstant(3), x)]],
    [
      'if there are more',
      (b, n, x) => [loop(b, 'push', n, x), loop(b, 'push', n, x), loop(b, 'pop', n, x), loop(b, 'pop', n, x)],
    ],
    ['if one does not end with what it keeps', (b, n, x) => [loop(b, 'push', n, x, 'operation'), loop(b, 'pop', n, x)]],
    [
      'if one does not begin with what it takes',
      (b, n, x) => [loop(b, 'push', n, x), loop(b, 'pop', n, x, 'operation')],
    ],
    ['if one has no partner', (b, n, x) => [loop(b, 'push', n, x)]],
  ])('keep on the stack %s', (_, write) => {
    expect(after(write)).not.toMatch(/tape/);
    expect(after(write)).toMatch(/push/);
  });
});

describe('a tape', () => {
  const loop = (
    b: Builder,
    tag: 'for' | 'build' | 'while',
    what: 'push' | 'pop',
    pair: number | undefined,
    kept: readonly Atom[],
  ): readonly Variable[] => {
    const [inner, index] = [b.inner(), b.numbers.variable('int')];
    const [taken] =
      what === 'pop'
        ? inner.add(
            kept.map(({ kind }) => kind),
            { tag: 'pop' },
          )
        : [];
    if (what === 'push') inner.add([], { tag: 'push', values: kept });
    const common = { count: intConstant(3), index, ...(pair === undefined ? {} : { pair }) };
    const [head, out] = [b.inner(), b.inner()];
    switch (tag) {
      case 'for':
        return b.add([], {
          tag,
          ...common,
          down: what === 'pop',
          parameters: [],
          initial: [],
          body: inner.block([]),
          forgets: false,
        });
      case 'build':
        return b.add([REALS], { tag, ...common, body: inner.block([taken ?? realConstant(1)]) });
      case 'while':
        return b.add([], {
          tag,
          ...(pair === undefined ? {} : { pair }),
          parameters: [],
          initial: [],
          header: head.block([boolConstant(true)]),
          exit: out.block([]),
          body: inner.block([]),
          forgets: false,
        });
    }
  };
  const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
  type Loop = readonly ['for' | 'build' | 'while', 'push' | 'pop', number | undefined];

  const after = (...all: readonly Loop[]): string =>
    blockAfter(
      ['real', 'int'],
      (b, ...kept) => {
        for (const [tag, what, pair] of all) loop(b, tag, what, pair, kept);
        return [];
      },
      (block, numbers, parameters) => {
        const made = tapes(block, numbers);
        const functions = new Map([[0, { id: 0, name: 'main', parameters, body: made }]]);
        if (made !== block) expect(checkProgram({ functions, entries: new Map() })).toEqual([]);
        for (const { tag, targets } of made.statements) {
          if (tag === 'tape') expect(targets[0]?.kind).toEqual({ tag: 'array', id: -5, item: ['real', 'int'] });
        }
        return made;
      },
    );

  test('is shared with a loop that builds an array', () => {
    expect(after(['build', 'push', 4], ['for', 'pop', 4])).toMatch(/tape 3\n[^]*keep[^]*item/);
    expect(after(['for', 'push', 4], ['for', 'pop', 4])).toMatch(/tape 3\n[^]*keep[^]*item/);
  });

  test.each<[string, readonly Loop[]]>([
    [
      'without a number',
      [
        ['for', 'push', undefined],
        ['for', 'pop', undefined],
      ],
    ],
    [
      'if one is not counted',
      [
        ['while', 'push', 4],
        ['for', 'pop', 4],
      ],
    ],
    [
      'if the other builds an array',
      [
        ['for', 'push', 4],
        ['build', 'pop', 4],
      ],
    ],
    [
      'if they are twice there',
      [
        ['for', 'push', 4],
        ['for', 'pop', 4],
        ['for', 'push', 4],
        ['for', 'pop', 4],
      ],
    ],
    [
      'if one goes on after the other',
      [
        ['for', 'push', 4],
        ['for', 'push', 4],
        ['for', 'pop', 4],
      ],
    ],
    ['if the way back is missing', [['for', 'push', 4]]],
  ])('is not shared %s', (_, all) => {
    expect(after(...all)).not.toContain('tape');
  });
});
