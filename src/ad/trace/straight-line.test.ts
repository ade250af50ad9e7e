import { describe, expect, test } from 'vitest';
import { operation, real, variable } from '../../language/core/builders';
import { checkProgram } from '../../language/core/check';
import { freshNames } from '../../language/core/fresh-names';
import { termSize } from '../../language/core/traverse';
import { REAL } from '../../language/types/type';
import { drain } from '../../semantics/task';
import { bindLines, derivativeProgram, differentiateTrace, tupled } from './anf';
import type { TraceDerivative } from './anf';
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
  test('binds one adjoint an intermediate, in reverse order', () => {
    const derivative = derivativeOf(opening, freshNames(['x', 'y', 't1', 't2', 't3']));
    expect(derivative.sweep.map(({ name }) => name)).toEqual(["t3'", "t2'", "t1'", "x'", "y'"]);
    expect(checkProgram(derivativeProgram(derivative))).toEqual([]);
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
