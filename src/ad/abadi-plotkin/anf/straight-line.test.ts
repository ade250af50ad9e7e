import { describe, expect, test } from 'vitest';
import { int, operation, real, variable } from '../../../language/core/builders';
import { checkProgram } from '../../../language/core/check';
import { freshNames } from '../../../language/core/fresh-names';
import { termSize } from '../../../language/core/traverse';
import { REAL } from '../../../language/types/type';
import { drain } from '../../../semantics/task';
import { printTerm } from '../../../language/core/print';
import { bindLines, derivativeProgram, differentiateTrace, traceProgram, tupled, type TraceDerivative } from './anf';
import type { StraightLine } from './straight-line';

const x = variable('x', REAL);
const y = variable('y', REAL);

/** x * y + sin x */
const opening: StraightLine = {
  inputs: [x, y],
  lines: [
    { name: 't1', term: operation('multiply', [x, y]) },
    { name: 't2', term: operation('sin', [x]) },
    { name: 't3', term: operation('add', [variable('t1', REAL), variable('t2', REAL)]) },
  ],
  results: [variable('t3', REAL)],
};

function doubling(depth: number): StraightLine {
  const name = (at: number): string => (at === 0 ? 'x' : `a${at}`);
  const lines = Array.from({ length: depth }, (_, at) => {
    const before = variable(name(at), REAL);
    return { name: name(at + 1), term: operation('add', [before, before]) };
  });
  return { inputs: [x], lines, results: [variable(name(depth), REAL)] };
}

function derivativeOf(...parameters: Parameters<typeof differentiateTrace>): TraceDerivative {
  return drain(differentiateTrace(...parameters));
}

describe('the symbolic derivative of a trace in A-normal form', () => {
  test('binds one adjoint per intermediate value, in reverse order', () => {
    const derivative = derivativeOf(opening, freshNames(['x', 'y', 't1', 't2', 't3']));
    expect(derivative.sweep.map(({ name }) => name)).toEqual(["t3'", "t2'", "t1'", "x'", "y'"]);
    expect(checkProgram(derivativeProgram(derivative))).toEqual([]);
  });

  test("adds y' times the partial derivative, for every line y = op(..., x, ...)", () => {
    const of = (name: string) => variable(name, REAL);
    const code: StraightLine = {
      inputs: [x, y],
      lines: [
        { name: 'a', term: operation('add', [x, y]) },
        { name: 'b', term: operation('subtract', [of('a'), x]) },
        { name: 'c', term: operation('multiply', [of('b'), real(3)]) },
        { name: 'unused', term: operation('sin', [y]) },
        { name: 'd', term: operation('powerInt', [of('c'), int(4)]) },
        { name: 'e', term: operation('negate', [of('d')]) },
        { name: 'f', term: of('e') },
        { name: 'g', term: operation('sqrt', [of('f')]) },
        { name: 'h', term: real(2) },
        { name: 'i', term: operation('divide', [of('h'), of('g')]) },
        { name: 'j', term: operation('max', [of('i'), real(0)]) },
        { name: 'k', term: operation('sign', [y]) },
      ],
      results: [of('j'), of('i'), of('c'), real(7), of('k')],
    };
    const derivative = derivativeOf(code, freshNames(['x', 'y', ...code.lines.map(({ name }) => name)]));
    expect(derivative.cotangents.map(({ name }) => name)).toEqual(['w1', 'w2', 'w3', 'w4', 'w5']);
    expect(derivative.sweep.map(({ name, term }) => `${name} = ${printTerm(term)}`)).toEqual([
      "k' = w5",
      "j' = w1",
      "i' = w2 + j' * (1.0 - step (0.0 - i))",
      "h' = i' * (1.0 / g)",
      "g' = i' * -(h / g / g)",
      "f' = g' * (0.5 / sqrt f)",
      "e' = f'",
      "d' = -e'",
      "c' = w3 + d' * (toReal 4 * c ^ (4 - floor (sign (toReal 4) * sign (toReal 4))))",
      "b' = c' * 3.0",
      "a' = b'",
      "x' = -b' + a'",
      "y' = a'",
    ]);
    expect(derivative.adjoints.map(printTerm)).toEqual(["x'", "y'"]);
    expect(checkProgram(derivativeProgram(derivative))).toEqual([]);
    expect(checkProgram(traceProgram(code, tupled(code.results), []))).toEqual([]);
  });

  test('a line without a variable has no adjoint', () => {
    const results = Array.from({ length: 20 }, () => real(1));
    const derivative = derivativeOf({ inputs: [], lines: [{ name: 'a', term: real(2) }], results }, freshNames(['a']));
    expect([derivative.sweep, derivative.adjoints]).toEqual([[], []]);
  });

  test('is a program even without inputs and results', () => {
    const code: StraightLine = { inputs: [], lines: [], results: [] };
    const derivative = derivativeOf(code, freshNames([]));
    expect(checkProgram(derivativeProgram(derivative))).toEqual([]);
    expect(derivativeProgram(derivative).items.map((item) => item.tag === 'output' && printTerm(item.term))).toEqual([
      'fun () () -> ()',
    ]);
    expect(derivativeOf({ ...code, results: [real(1)] }, freshNames([])).cotangents.map(({ name }) => name)).toEqual([
      'w',
    ]);
  });

  test('is linear in the trace where the rules of Figure 6 double', () => {
    const size = (depth: number): number => {
      const { code, sweep, adjoints } = derivativeOf(doubling(depth), freshNames(['x']));
      return termSize(bindLines([...code.lines, ...sweep], tupled(adjoints)));
    };
    expect(size(2000) - size(1000)).toBe(size(3000) - size(2000));
  });

  test('an input used many times has a deep sum bound in pieces', () => {
    const lines = Array.from({ length: 50 }, (_, at) => ({
      name: `b${at}`,
      term: operation('multiply', [x, at === 0 ? real(2) : variable(`b${at - 1}`, REAL)]),
    }));
    const code: StraightLine = { inputs: [x], lines, results: [variable('b49', REAL)] };
    const derivative = derivativeOf(code, freshNames(['x', ...lines.map(({ name }) => name)]));
    expect(Math.max(...derivative.sweep.map(({ term }) => termSize(term)))).toBeLessThan(40);
    expect(checkProgram(derivativeProgram(derivative))).toEqual([]);
  });

  test('an input that reaches no result has the adjoint 0', () => {
    const code: StraightLine = { inputs: [x, y], lines: [], results: [x] };
    const derivative = derivativeOf(code, freshNames(['x', 'y']));
    expect(derivative.adjoints.map((atom) => (atom.tag === 'literal' ? atom.value : atom.name))).toEqual(["x'", 0]);
  });
});
