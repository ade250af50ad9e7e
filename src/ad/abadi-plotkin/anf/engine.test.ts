import { describe, expect, test } from 'vitest';
import { checkProgram } from '../../../language/core/check';
import { apply, real, tuple } from '../../../language/core/builders';
import { COMMAND_LINE_BUDGET } from '../../../semantics/outcome';
import { evaluate } from '../../../semantics/evaluate';
import { drain } from '../../../semantics/task';
import { Cell } from '../../../semantics/value';
import { checked, focusOf } from '../../../testing/checked';
import type { EngineResult } from '../../engine';
import { derivativeProgram, differentiateTrace, traceProgram, tupled, nameAsWritten } from './anf';
import { traceAnf } from './engine';
import { printDerivative, printTrace } from './print';
import { recordRun } from '../../recording';
import { codeOf } from './record';

const budget = COMMAND_LINE_BUDGET;

function gradient(text: string): EngineResult {
  const { main, point } = focusOf(checked(text));
  const outcome = drain(traceAnf.run(main, point, budget));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return outcome.value;
}

describe('trace-anf', () => {
  test('differentiates with respect to the inputs', () => {
    const { value, derivative, bound, meter } = gradient('input x : real = 3\ninput y : real = 4\nx * y - sin x');
    expect(value).toBe(12 - Math.sin(3));
    expect(derivative).toEqual([4 - Math.cos(3), 3]);
    expect(bound).toEqual([4 + Math.abs(Math.cos(3)), 3]);
    expect(meter).toMatchObject({ primal: 3, nodes: 5, visits: 5 });
  });

  test('without inputs, differentiates the function of a last grad at its point', () => {
    expect(gradient('grad (fun (x, y) -> x * y) (2, 3)').derivative).toEqual([3, 2]);
  });

  test('its bound sums absolute values where the derivative cancels', () => {
    const { derivative, bound } = gradient('input x : real = 3\nx * 5.0 - x * 4.0');
    expect([derivative, bound]).toEqual([[1], [9]]);
  });

  test('takes all programs', () => {
    const { main } = focusOf(checked('input xs : list real = [1, 2]\nxs'));
    expect(traceAnf.fragment(main)).toEqual({ tag: 'inside' });
  });

  test('a cotangent has the shape of the value', () => {
    const { main, point } = focusOf(checked('input x : real = 3\n[x, x]'));
    const one = { ...point, cotangent: new Cell(1, null) };
    expect(drain(traceAnf.run(main, one, budget))).toMatchObject({ tag: 'failed', diagnostic: { code: 'shape' } });
  });

  test('reports where a derivative overflows', () => {
    const text = 'input x : real = 1e-320\n1 + log x';
    const { main, point } = focusOf(checked(text));
    const start = text.indexOf('log');
    expect(drain(traceAnf.run(main, point, budget))).toEqual({
      tag: 'failed',
      diagnostic: {
        severity: 'error',
        code: 'not-finite',
        message: 'the derivative of log overflowed here',
        span: { cell: 0, start, end: start + 'log x'.length },
        related: [],
      },
    });
  });

  test('supports derivatives inside the program', () => {
    expect(
      gradient('input x : real = 2\nx * deriv (fun y -> x * y * deriv (fun z -> x * y * z) 1) 1').derivative,
    ).toEqual([24]);
  });

  test('entries are named after the variables bound to their values', () => {
    const text = `input x : real = 3
let a = 2.0
let b = (let a = x * a in a * x)
let (u, (v, w)) = (b * 2.0, (sin b, b))
let d = deriv (fun y -> y * u) x
let c = if v < 2.0 then u * v else w
c * d ^ 3`;
    const { main, point } = focusOf(checked(text));
    const recorded = drain(recordRun(main, point, budget));
    if (recorded.tag !== 'ok') throw new Error(recorded.diagnostic.message);
    const { code } = drain(codeOf(main, point, recorded.value));
    expect(drain(printTrace(code, tupled(code.results)))).toEqual([
      'let a : real = x * 2.0 in',
      'let b : real = a * x in',
      'let u : real = b * 2.0 in',
      'let v : real = sin b in',
      'let t6 : real = x in',
      'let t7 : real = t6 * u in',
      'let t8 : real = u * v in',
      'let t9 : real = u ^ 3 in',
      'let t10 : real = t8 * t9 in',
      't10',
    ]);
    expect(checkProgram(traceProgram(code, tupled(code.results), []))).toEqual([]);
  });

  test('a name is shown as written, without the suffix that makes it unique', () => {
    const written = (name: string, length: number): string =>
      nameAsWritten({ name, origin: { cell: 0, start: 5, end: 5 + length } });
    expect([written('a_1', 1), written('a_1', 3), written('a2', 1), written('a_1', 0)]).toEqual([
      'a',
      'a_1',
      'a2',
      'a_1',
    ]);
    expect([written('a_1_12', 3), written('a_b', 1), written('a', 1)]).toEqual(['a_1', 'a_b', 'a']);
  });

  test('the trace and its symbolic derivative are programs that compute the same', () => {
    const text =
      'input x : real = 3\ninput q : real * real = (4, 5)\nlet a = x * q.1\nlet b = a * a\n(b - sin q.2, (x, 7.0))';
    const { main, point } = focusOf(checked(text));
    const recorded = drain(recordRun(main, point, budget));
    if (recorded.tag !== 'ok') throw new Error(recorded.diagnostic.message);
    const { code, names } = drain(codeOf(main, point, recorded.value));
    const trace = traceProgram(code, tupled(code.results), []);
    const derivative = drain(differentiateTrace(code, names.fresh));
    expect(drain(printTrace(code, tupled(code.results)))).toEqual([
      'let a : real = x * q1 in',
      'let b : real = a * a in',
      'let t6 : real = sin q2 in',
      'let t7 : real = b - t6 in',
      '(t7, x, 7.0)',
    ]);
    expect(drain(printDerivative(derivative, [3, 4, 5], [1, 2, 3])).slice(7)).toEqual([
      'let w1 : real = 1.0 in',
      'let w2 : real = 2.0 in',
      'let w3 : real = 3.0 in',
      "let t7' : real = w1 in",
      "let t6' : real = -t7' in",
      "let b' : real = t7' in",
      "let a' : real = b' * a + b' * a in",
      "let x' : real = w2 + a' * q1 in",
      "let q1' : real = a' * x in",
      "let q2' : real = t6' * cos q2 in",
      "(x', q1', q2')",
    ]);
    expect(checkProgram(trace)).toEqual([]);
    const program = derivativeProgram(derivative);
    expect(checkProgram(program)).toEqual([]);
    const [item] = program.items;
    if (item?.tag !== 'output') throw new Error('a program of one output');
    const applied = apply(apply(item.term, tuple([real(3), real(4), real(5)])), tuple([real(1), real(2), real(3)]));
    const evaluated = drain(evaluate({ variants: [], items: [{ ...item, term: applied }] }, { budget }));
    const swept = drain(traceAnf.run(main, { ...point, cotangent: [1, [2, 3]] }, budget));
    if (evaluated.tag !== 'ok' || swept.tag !== 'ok') throw new Error('both are defined');
    expect([evaluated.value.outputs[0]]).toEqual([swept.value.derivative.flat()]);
  });
});
