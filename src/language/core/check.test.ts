import { describe, expect, test } from 'vitest';
import { alphaEquivalent } from './alpha-equivalent';
import * as b from './builders';
import { checkProgram, checkTerm } from './check';
import { tuplePattern, variablePattern } from './patterns';
import { freshNames } from './fresh-names';
import { freeVariables, refresh, substitute, termSize } from './traverse';
import type { CoreProgram, Term } from './tree';
import { BOOL, DELTA, DUAL, functionType, INT, monad, REAL } from '../types/type';

const x = b.variable('x', REAL);
const scope = new Map([['x', REAL]]);

function spine(length: number): Term {
  let term: Term = b.variable(`a${length}`, REAL);
  for (let i = length; i > 0; i--) {
    const value = b.operation('add', [b.variable(`a${i - 1}`, REAL), b.real(1)]);
    term = b.let_(variablePattern(`a${i}`, REAL), value, term);
  }
  return term;
}

describe('the type check of the core', () => {
  test('accepts a well-typed term of every monadic form', () => {
    const term = b.bind(
      variablePattern('w', INT),
      b.intrinsic('Delta.deltaLet', [
        b.construct('Delta.Scale', b.tuple([x, b.construct('Delta.Zero', undefined, DELTA)]), DELTA),
      ]),
      b.pure(b.tuple([x, b.construct('Delta.Var', b.variable('w', INT), DELTA)])),
    );
    expect(term.type).toEqual(monad(DUAL));
    expect(checkTerm(term, scope)).toEqual([]);
    expect(checkTerm(b.intrinsic('Delta.runDelta', [b.int(0), term]), scope)).toEqual([]);
  });

  test('reports a variable that is out of scope, or used at another type', () => {
    expect(checkTerm(b.variable('y', REAL), scope)).toEqual(['variable y at -1:0-0 is not in scope']);
    expect(checkTerm(b.variable('x', INT), scope)).toHaveLength(1);
  });

  test('rejects a name bound twice', () => {
    const inner = b.let_(variablePattern('y', REAL), x, b.variable('y', REAL));
    expect(checkTerm(b.tuple([inner, inner]), scope)).toEqual(['y is bound more than once']);
  });

  test('rejects wrong branches, arguments, cotangents and arms', () => {
    const wrong: readonly Term[] = [
      b.if_(b.bool(true), x, b.int(1)),
      b.if_(x, x, x),
      b.operation('add', [x, b.int(1)]),
      b.operation('add', [x]),
      b.apply(b.lambda(variablePattern('p', REAL), b.variable('p', REAL)), b.int(1)),
      b.rd(b.lambda(variablePattern('p', REAL), b.variable('p', REAL)), x, b.int(1)),
      b.match(b.construct('inl', x, { tag: 'sum', left: REAL, right: INT }), [
        { constructorName: 'inl', payload: variablePattern('l', REAL), body: x },
      ]),
      b.let_(tuplePattern([variablePattern('p', REAL), variablePattern('q', REAL)]), x, x),
      b.real(Number.NaN),
      b.int(0.5),
    ];
    for (const term of wrong) expect(checkTerm(term, scope)).not.toEqual([]);
  });

  test('checks a program item by item, recursive functions in their own scope', () => {
    const f = functionType(INT, INT);
    const body = b.if_(
      b.operation('lessInt', [b.variable('n', INT), b.int(1)]),
      b.int(0),
      b.apply(b.variable('f', f), b.operation('subtractInt', [b.variable('n', INT), b.int(1)])),
    );
    const origin = x.origin;
    const program: CoreProgram = {
      variants: [],
      items: [
        { tag: 'input', name: 'x', type: REAL, value: b.real(2), range: undefined, origin },
        {
          tag: 'letrec',
          functions: [{ name: 'f', function: b.lambda(variablePattern('n', INT), body), origin }],
          origin,
        },
        { tag: 'let', pattern: variablePattern('y', REAL), value: x, origin },
        { tag: 'output', term: b.tuple([b.variable('y', REAL), b.apply(b.variable('f', f), b.int(3))]), origin },
      ],
    };
    expect(checkProgram(program)).toEqual([]);
    expect(checkProgram({ ...program, items: program.items.slice(1) })).not.toEqual([]);
    const broken = { ...program, items: [...program.items, ...program.items.slice(0, 1)] };
    expect(checkProgram(broken)).toEqual(['x is bound more than once']);
  });

  test('accepts a chain of twenty thousand lets', () => {
    const term = spine(20_000);
    expect(checkTerm(term, new Map([['a0', REAL]]))).toEqual([]);
    expect(termSize(term)).toBe(80_001);
    expect([...freeVariables(term)]).toEqual(['a0']);
    const copy = refresh(term, freshNames(['a0', 'a1']));
    expect(alphaEquivalent(term, copy)).toBe(true);
    expect(alphaEquivalent(term, substitute(copy, new Map([['a0', x]])))).toBe(false);
  });
});

describe('alpha-equivalence', () => {
  const identity = (name: string): Term => b.lambda(variablePattern(name, REAL), b.variable(name, REAL));

  test('ignores bound names and keeps free ones', () => {
    expect(alphaEquivalent(identity('p'), identity('q'))).toBe(true);
    expect(alphaEquivalent(x, b.variable('y', REAL))).toBe(false);
    expect(alphaEquivalent(identity('p'), b.lambda(variablePattern('q', REAL), x))).toBe(false);
  });

  test('treats a negative literal as the negation of a literal', () => {
    expect(alphaEquivalent(b.real(-2), b.operation('negate', [b.real(2)]))).toBe(true);
    expect(alphaEquivalent(b.bool(true), b.variable('x', BOOL))).toBe(false);
  });
});
