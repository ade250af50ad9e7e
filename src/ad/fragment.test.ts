import { describe, expect, it } from 'vitest';
import * as b from '../language/core/builders';
import { variablePattern, wildcardPattern } from '../language/core/patterns';
import type { Term, VariantDeclaration } from '../language/core/tree';
import { NOWHERE } from '../language/source/span';
import { DELTA, functionType, INT, monad, REAL, type Type } from '../language/types/type';
import { checked, focusOf } from '../testing/checked';
import type { Main } from './engine';
import { forward } from './krawiec/forward-engine';
import { reverse } from './krawiec/engines';
import { onSubject } from './subject';

describe('the fragment', () => {
  const x = b.variable('x', REAL);
  const rule: Type = { tag: 'named', name: 'Rule', arguments: [] };
  const variants: readonly VariantDeclaration[] = [
    { type: rule, constructors: [{ name: 'Apply', payload: functionType(REAL, REAL) }] },
  ];
  const reason = (body: Term, type: Type = REAL): unknown => {
    const parameters = [{ label: 'x', name: 'x', type, origin: NOWHERE }];
    const main: Main = { variants, definitions: [], parameters, body, source: type, target: body.type };
    const [one, other] = [reverse, forward].map((engine) => engine.fragment(main));
    expect(other?.tag).toBe(one?.tag);
    return one;
  };
  const refused = (what: string): object => ({
    tag: 'outside',
    reason: { code: 'unsupported', message: expect.stringMatching(what) as unknown },
  });

  it('excludes functions in points and results, and in their parts', () => {
    expect(reason(b.lambda(variablePattern('y', REAL), x))).toMatchObject(refused('the result has type real -> real$'));
    expect(reason(b.sequence('list', rule, []))).toMatchObject(refused('the result has type list Rule$'));
    expect(reason(b.real(1), rule)).toMatchObject(refused('x has type Rule$'));
    expect(reason(b.real(1), { tag: 'sequence', container: 'array', item: REAL })).toEqual({ tag: 'inside' });
  });

  it('excludes the module Delta, in which translations are written', () => {
    const zero = b.construct('Delta.Zero', undefined, DELTA);
    const first = (term: Term): Term => b.let_(wildcardPattern(term.type), term, x);
    expect(reason(first(zero))).toMatchObject(refused('it uses `Delta.Zero`$'));
    expect(reason(first(b.pure(x)))).toMatchObject(refused('this expression is an action of Delta.M$'));
    expect(reason(first(b.intrinsic('Delta.deltaLet', [zero])))).toMatchObject(refused('it uses `Delta.deltaLet`$'));
    expect(reason(first(b.intrinsic('Delta.emptyMap', [])))).toMatchObject(refused('it uses `Delta.emptyMap`$'));
    expect(reason(b.intrinsic('Delta.lookupOrZero', [b.int(1), b.intrinsic('Delta.emptyMap', [])]))).toMatchObject(
      refused('it uses `Delta.lookupOrZero`$'),
    );
    expect(reason(first(b.lambda(variablePattern('a', monad(INT)), x)))).toMatchObject(
      refused('this expression has type '),
    );
    expect(reason(x, DELTA)).toMatchObject(refused('x has type Delta.Delta$'));
  });

  it('excludes derivatives inside the program, which run on the trace', () => {
    const { main } = focusOf(checked('input x : real = 1\nx * deriv sin x'));
    expect(reverse.fragment(main)).toMatchObject(refused('it uses `deriv`$'));
    expect(onSubject(reverse).fragment(main)).toEqual({ tag: 'inside' });
  });
});
