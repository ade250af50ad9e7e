import { describe, expect, test } from 'vitest';
import { keptIn } from '../../testing/ir/saved';
import { boolConstant, type Builder, intConstant, realConstant } from '../ir/builder';
import type { Kind } from '../ir/kind';
import type { Atom, Variable } from '../ir/tree';

describe('a condition', () => {
  const is = (b: Builder, n: Variable, value: number): Variable => b.operation('equalInt', n, intConstant(value));
  /** Adds `n = 0 || ...`. */
  const zeroOr = (b: Builder, n: Variable, other: (inner: Builder) => Atom, kind: Kind = 'bool'): Variable => {
    const [yes, no] = [b.inner(), b.inner()];
    const consequent = yes.block([kind === 'bool' ? boolConstant(true) : intConstant(1)]);
    const alternative = no.block([other(no)]);
    return b.one(kind, { tag: 'if', condition: is(b, n, 0), consequent, alternative });
  };
  const tests = (b: Builder, n: Variable, count: number): Atom =>
    Array.from({ length: count }, (_, i) => is(b, n, i)).at(-1) ?? n;
  const kept = (write: (b: Builder, n: Variable) => Atom): string | undefined =>
    /push (\w+)/.exec(keptIn(['int'], (b, n) => [write(b, n)]))?.[1];

  test('is computed again', () => {
    expect(keptIn(['int'], (b, n) => [zeroOr(b, n, (inner) => is(inner, n, 5))])).toBe(
      'b1 = equalInt n0, 0; b3 = if b1 {; results true; } else {; b2 = equalInt n0, 5; results b2; }; push n0; ' +
        'n4 = pop; b5 = equalInt n4, 0; b7 = if b5 {; results true; } else {; b6 = equalInt n4, 5; results b6; }; results b7',
    );
  });

  test('of two values is kept', () => {
    expect(keptIn(['int', 'int'], (b, n, m) => [zeroOr(b, n, (inner) => is(inner, m, 5))])).toMatch(/push b/);
  });

  test('is computed again without tests', () => {
    const text = keptIn(['int'], (b, n) => [zeroOr(b, n, (inner) => is(inner, inner.operation('addInt', n, n), 5))]);
    expect(text.match(/addInt \w+, \w+( untested)?/g)).toEqual(['addInt n0, n0', 'addInt n5, n5 untested']);
  });

  test.each<[string, (b: Builder, n: Variable) => Atom, 'n0' | 'b' | 'n']>([
    ['of conditions is computed again', (b, n) => zeroOr(b, n, (c) => zeroOr(c, n, (d) => is(d, n, 2))), 'n0'],
    ['of eight operations is computed again', (b, n) => zeroOr(b, n, (c) => tests(c, n, 8)), 'n0'],
    ['of nine operations is kept', (b, n) => zeroOr(b, n, (c) => tests(c, n, 9)), 'b'],
    ['with a dear operation is kept', (b, n) => zeroOr(b, n, (c) => is(c, c.operation('mod', n, n), 1)), 'b'],
    [
      'with data is kept',
      (b, n) => zeroOr(b, n, (c) => is(c, c.one('int', { tag: 'call', callee: 0, arguments: [n] }), 1)),
      'b',
    ],
    [
      'with a quotient of reals is kept',
      (b, n) =>
        zeroOr(b, n, (c) =>
          c.operation('less', c.operation('divide', realConstant(3), realConstant(4)), realConstant(1)),
        ),
      'b',
    ],
    [
      'that is called is kept',
      (b, n) => zeroOr(b, n, (c) => c.one('bool', { tag: 'call', callee: 0, arguments: [n] })),
      'b',
    ],
    [
      'beside an int is kept',
      (b, n) => {
        const consequent = { statements: [], results: [boolConstant(true), n] };
        const alternative = { statements: [], results: [boolConstant(false), n] };
        return b.add(['bool', 'int'], { tag: 'if', condition: is(b, n, 0), consequent, alternative })[0] ?? n;
      },
      'b',
    ],
    ['that gives an int is kept', (b, n) => zeroOr(b, n, () => n, 'int'), 'n'],
  ])('%s', (_, write, expected) => {
    expect(kept(write)).toMatch(expected === 'n0' ? /^n0$/ : new RegExp(`^${expected}[1-9]`));
  });
});
