import { describe, expect, test } from 'vitest';
import { blockAfter } from '../../testing/ir/examples';
import { boolConstant, type Builder, intConstant, realConstant } from '../ir/builder';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';
import { withoutDead } from './dead';

const REALS: ArrayLayout = { tag: 'array', id: 0, item: ['real'] };
const NOTHING = { statements: [], results: [] };

const after = (
  kinds: readonly Kind[],
  write: (builder: Builder, ...parameters: readonly Variable[]) => readonly Atom[],
): string => blockAfter(kinds, write, withoutDead);

/** Adds an operation that cannot stop the run. */
const free = (builder: Builder, operation: 'sin' | 'cos' | 'exp', of: Atom): Variable =>
  builder.one('real', { tag: 'operation', operation, arguments: [of], derivative: true });

/** Adds a test of a real. */
const isSmall = (builder: Builder, of: Atom): Variable => builder.operation('less', free(builder, 'sin', of), of);

describe('what a statement needs is dropped with it', () => {
  const PLAIN = 'main(d0 : array0, r1 : real)\n  results r1';

  test.each<[string, (builder: Builder, xs: Variable, x: Variable) => void]>([
    ['a length', (b, xs) => b.one('int', { tag: 'length', array: b.one(REALS, { tag: 'shadow', of: xs }) })],
    [
      'an empty branch',
      (b, _, x) => {
        b.add([], { tag: 'if', condition: isSmall(b, x), consequent: NOTHING, alternative: NOTHING });
      },
    ],
    [
      'a branch that computes what nothing uses',
      (b, _, x) => {
        const condition = isSmall(b, x);
        const [consequent, alternative] = [b.inner(), b.inner()];
        free(consequent, 'cos', x);
        alternative.add(['real'], { tag: 'move', values: [x], finite: false });
        alternative.one(REALS, { tag: 'array', items: [[x]] });
        b.add([], { tag: 'if', condition, consequent: consequent.block([]), alternative: alternative.block([]) });
      },
    ],
    [
      'a loop',
      (b, xs, x) => {
        const [inner, s] = [b.inner(), b.numbers.variable('real')];
        const body = inner.block([free(inner, 'cos', s)]);
        b.add(['real'], {
          tag: 'for',
          index: b.numbers.variable('int'),
          count: b.one('int', { tag: 'length', array: xs }),
          down: false,
          parameters: [s],
          initial: [free(b, 'exp', x)],
          body,
          forgets: false,
        });
      },
    ],
  ])('%s', (_, write) => {
    expect(
      after([REALS, 'real'], (b, xs, x) => {
        write(b, xs, x);
        return [x];
      }),
    ).toBe(PLAIN);
  });

  test('the results of a branch', () => {
    const branch = (used: number): string =>
      after(['real'], (b, x) => {
        const [consequent, alternative] = [b.inner(), b.inner()];
        const found = b.add(['real', 'real'], {
          tag: 'if',
          condition: isSmall(b, x),
          consequent: consequent.block([free(consequent, 'sin', x), free(consequent, 'cos', x)]),
          alternative: alternative.block([free(alternative, 'exp', x), x]),
        });
        return found.slice(used, used + 1);
      });
    expect(branch(0)).toMatchInlineSnapshot(`
      "main(r0 : real)
        r1 = sin r0
        b2 = less r1, r0
        r5 = if b2 {
          r3 = sin r0
          results r3
        } else {
          r4 = exp r0
          results r4
        }
        results r5"
    `);
    expect(branch(1)).toMatchInlineSnapshot(`
      "main(r0 : real)
        r1 = sin r0
        b2 = less r1, r0
        r4 = if b2 {
          r3 = cos r0
          results r3
        } else {
          results r0
        }
        results r4"
    `);
  });
});

describe('what decides whether a statement runs stays with it', () => {
  /** A branch around statements, whose condition nothing else uses. */
  const inBranch = (write: (inner: Builder, x: Variable) => void, other?: (inner: Builder, x: Variable) => void) =>
    after(['real'], (b, x) => {
      const [consequent, alternative] = [b.inner(), b.inner()];
      write(consequent, x);
      other?.(alternative, x);
      const condition = isSmall(b, x);
      b.add([], { tag: 'if', condition, consequent: consequent.block([]), alternative: alternative.block([]) });
      return [x];
    }).split('\n');
  const push = (inner: Builder, x: Variable): void => {
    inner.add([], { tag: 'push', values: [x] });
  };

  test.each<[string, (inner: Builder, x: Variable) => void]>([
    ['an effect', push],
    [
      'a branch',
      (inner, x) => {
        const arm = inner.inner();
        push(arm, x);
        inner.add([], { tag: 'if', condition: boolConstant(true), consequent: arm.block([]), alternative: NOTHING });
      },
    ],
    [
      'a loop that is not counted',
      (inner, x) => {
        const header = inner.inner();
        const condition = isSmall(header, x);
        inner.add([], {
          tag: 'while',
          parameters: [],
          initial: [],
          header: header.block([condition]),
          exit: NOTHING,
          body: NOTHING,
          forgets: false,
        });
      },
    ],
    [
      'a derivative',
      (inner, x) => {
        const [body, t] = [inner.inner(), inner.numbers.variable('real')];
        inner.add(['real'], {
          tag: 'derivative',
          operator: 'fd',
          parameters: [t],
          body: body.block([body.operation('sin', t)]),
          point: [x],
          direction: [realConstant(1)],
          withValue: false,
        });
      },
    ],
  ])('around %s', (_, write) => {
    expect(inBranch(write).slice(1, 4)).toEqual(['  r1 = sin r0', '  b2 = less r1, r0', '  if b2 {']);
  });

  test('around effects in both arms', () => {
    expect(inBranch(push, push).slice(1, 4)).toEqual(['  r1 = sin r0', '  b2 = less r1, r0', '  if b2 {']);
  });
});

test('a parameter of a loop stays if a later round needs it for what is used', () => {
  const last = (used: number): string =>
    after(['real'], (b, x) => {
      const inner = b.inner();
      const [p, q, r] = [b.numbers.variable('real'), b.numbers.variable('real'), b.numbers.variable('real')];
      // Each is computed from the next one.
      const body = inner.block([free(inner, 'sin', q), free(inner, 'cos', r), free(inner, 'exp', r)]);
      const found = b.add(['real', 'real', 'real'], {
        tag: 'for',
        index: b.numbers.variable('int'),
        count: intConstant(9),
        down: false,
        parameters: [p, q, r],
        initial: [x, x, x],
        body,
        forgets: false,
      });
      return found.slice(used, used + 1);
    });
  expect([0, 1, 2].map((used) => [...last(used).matchAll(/sin|cos|exp/g)].map(([name]) => name))).toEqual([
    ['sin', 'cos', 'exp'],
    ['cos', 'exp'],
    ['exp'],
  ]);
});
