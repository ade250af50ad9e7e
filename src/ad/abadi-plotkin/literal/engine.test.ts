import { describe, expect, test } from 'vitest';
import { drain } from '../../../semantics/task';
import { COMMAND_LINE_BUDGET } from '../../../semantics/outcome';
import { checked, focusOf } from '../../../testing/checked';
import { showTrace } from '../../../testing/abadi-plotkin/reverse';
import { literalDerivative, pointValues, traceLiteral } from './engine';
import { evaluateTrace, noTrace, traceLiterally } from './evaluate';
import { fixedValue } from './representation';
import { traceConstant, iteratedPair, TRACE_REAL, traceDepth, traceSize, traceVariable, type TraceTerm } from './term';
import { NOWHERE } from '../../../language/source/span';
import { INT, product, REAL } from '../../../language/types/type';
import { derivativeTerm } from './derivative-term';
import { reverseSize } from './reverse-size';
import { LITERAL_LIMIT } from './writer';

const budget = COMMAND_LINE_BUDGET;

function focus(text: string) {
  return focusOf(checked(text));
}

describe('the engine', () => {
  test('takes any program, whatever its inputs and result are', () => {
    expect(
      traceLiteral.fragment(focus('input a : real * (int * bool) = (1.0, (2, true))\n(a.1, "s", ())').main),
    ).toEqual({
      tag: 'inside',
    });
  });

  test('its work is that of the run, plus the evaluation of the derivative', () => {
    const { main, point } = focus('input a : real = 2.0\ninput b : real = 3.0\nsin (a * b) + b');
    const traced = drain(traceLiterally(main, point, budget));
    if (traced.tag !== 'ok') throw new Error('C is defined');
    const { primal, derivative, steps } = { ...traced.value.run.meter };
    expect([primal, derivative]).toEqual([3, 0]);
    const made = literalDerivative(main, point, traced.value);
    if (made.tag !== 'ok') throw new Error('its derivative is defined');
    const whole = drain(evaluateTrace(made.value, budget));
    if (whole.tag !== 'ok') throw new Error('and has a value');
    const found = drain(traceLiteral.run(main, point, budget));
    if (found.tag !== 'ok') throw new Error('which the engine computes');
    const { meter } = found.value;
    expect([meter.primal, meter.nodes]).toEqual([3, traceSize(traced.value.term) + traceSize(made.value)]);
    // Parts that are written several times are evaluated once.
    expect(meter.derivative).toBeGreaterThan(3);
    expect(meter.derivative).toBeLessThan(whole.value.meter.primal);
    expect(meter.steps).toBeGreaterThan(steps);
    expect(meter.steps).toBeLessThan(steps + whole.value.meter.steps);
  });

  test('follows the definitions of higher derivatives in the prelude', () => {
    const run = (text: string) => {
      const { main, point } = focus(`input a : real = 2.0\n${text}`);
      return drain(traceLiteral.run(main, point, budget));
    };
    expect(run('match taylor 0 (fun x -> x * x) a with d :: _ -> d | _ -> 0.0')).toMatchObject({
      tag: 'ok',
      value: { value: 4, derivative: [4] },
    });
    // Figure 6 nests: the sizes of these are finite, but large.
    const slope = run('(taylor 1 (fun x -> x * x) a, 1.0).2');
    expect(slope).toMatchObject({ tag: 'ok', value: { value: 1, derivative: [0] } });
    expect(slope.tag === 'ok' && slope.value.meter.nodes).toBeGreaterThan(LITERAL_LIMIT);
    // Here the derivative that is part of the trace is.
    expect(run('hvp (fun x -> x * x * x) a 1.0')).toMatchObject({
      tag: 'failed',
      diagnostic: { code: 'unsupported' },
    });
  });

  test('fails where the derivative has no value', () => {
    const { main, point } = focus('input a : real = 1e-320\nlog a');
    expect(drain(traceLiterally(main, point, budget)).tag).toBe('ok');
    expect(drain(traceLiteral.run(main, point, budget))).toMatchObject({
      tag: 'failed',
      diagnostic: { code: 'not-finite' },
    });
  });

  test('and stops at its step limit', () => {
    const { main, point } = focus('input a : real = 2.0\nlet rec f x = if x < 0.0 then x else f (x - 0.01) in f a');
    const traced = drain(traceLiterally(main, point, budget));
    if (traced.tag !== 'ok') throw new Error('C is defined');
    const { steps } = traced.value.run.meter;
    expect(drain(traceLiterally(main, point, { ...budget, steps })).tag).toBe('ok');
    expect(drain(traceLiterally(main, point, { ...budget, steps: steps - 1 })).tag).toBe('stopped');
  });

  test('approximants keep the values that their functions captured', () => {
    const text =
      'input a : real = 2.0\nlet b = a * a in let rec f n = if n < 0.5 then b else g (n - 1.0) and g n = f n in f 1.0';
    const { main, point } = focus(text);
    const whole = drain(traceLiterally(main, point, budget));
    const [none, some] = [2, 3].map((bound) => drain(traceLiterally(main, point, budget, bound)));
    if (whole.tag !== 'ok' || some?.tag !== 'ok') throw new Error('both are defined');
    expect(showTrace(some.value.term)).toBe(showTrace(whole.value.term));
    expect(showTrace(whole.value.term)).toBe(
      'let v1:real = multiply(<a, a>) in let v2:real = v1 in let v3:real = 1 in let v4:real = subtract(<v3, 1>) in ' +
        'let v5:real = v4 in let v6:real = v5 in v2',
    );
    expect(none).toMatchObject({ tag: 'failed', diagnostic: { code: 'approximant' } });
  });
});

describe('terms that are too deep or too large', () => {
  const nested = (n: number) =>
    focus(`input a : real = 0.5\nlet rec f n = if n < 0.5 then a else 1.0 + f (n - 1.0) in f ${n}.0`);

  test('terms may be nested 400 levels deep', () => {
    const at = (n: number) => {
      const { main, point } = nested(n);
      return { main, outcome: drain(traceLiterally(main, point, budget)) };
    };
    const { outcome } = at(397);
    expect(outcome.tag === 'ok' && traceDepth(outcome.value.term)).toBe(400);
    const { main, outcome: deeper } = at(398);
    expect(deeper).toEqual({
      tag: 'failed',
      diagnostic: {
        severity: 'error',
        code: 'unsupported',
        message: 'the trace term is nested more than 400 deep',
        hint: 'use `trace-anf`, which binds every intermediate value once and is not nested',
        span: main.body.origin,
        related: [],
      },
    });
  });

  test('derivatives have at most LITERAL_LIMIT nodes', () => {
    const r = traceConstant(1, NOWHERE);
    const p = traceVariable('p', { tag: 'pair', first: TRACE_REAL, second: TRACE_REAL }, NOWHERE);
    // W.R(C + D) has one node more than the two, W.R(r) has one.
    const sums = (n: number): TraceTerm =>
      n === 1 ? r : { tag: 'sum', type: TRACE_REAL, left: sums(n >> 1), right: sums(n - (n >> 1)), origin: NOWHERE };
    // let p = <1, 1> in let y = W.sin_r(fst(p)) in let p = <1, 1> in let y = p in <y, 0>
    const argument: TraceTerm = { tag: 'fst', pair: p, origin: NOWHERE };
    const sine: TraceTerm = { tag: 'operation', operation: 'sin', leaves: [undefined], argument, origin: NOWHERE };
    const w = traceVariable('w', TRACE_REAL, NOWHERE);
    const binder = { variables: [p], at: [iteratedPair([r, r], NOWHERE)], pattern: p };
    const made = (n: number) => {
      const c: TraceTerm = { tag: 'sum', type: TRACE_REAL, left: sine, right: sums(n), origin: NOWHERE };
      const nodes = Number(reverseSize(w, binder, c));
      return { nodes, term: derivativeTerm('rd', w, binder, c, NOWHERE, (name) => name) };
    };
    const each = made(2).nodes - made(1).nodes;
    const n = 1 + (LITERAL_LIMIT - made(1).nodes) / each;
    expect(Number.isInteger(n)).toBe(true);
    const largest = made(n);
    expect([largest.nodes, largest.term.tag]).toEqual([LITERAL_LIMIT, 'sum']);
    expect(made(n + 1).term).toEqual({
      tag: 'too large',
      what: 'derivative',
      nodes: BigInt(LITERAL_LIMIT + each),
      span: NOWHERE,
    });
  });

  test('is reported in readable numbers', () => {
    const span = { cell: 0, start: 3, end: 7 };
    const message = (nodes: bigint): string => noTrace({ tag: 'too large', what: 'derivative', nodes, span }).message;
    expect(noTrace({ tag: 'too large', what: 'trace', span }).message).toBe(
      'the trace term has more than 100,000 nodes',
    );
    const rest = 'nodes; the limit is 20,000';
    expect(message(999_999_999_999_999n)).toBe(`the derivative by Figure 6's rules has 999,999,999,999,999 ${rest}`);
    expect(message(10n ** 39n + 7n)).toBe(
      `the derivative by Figure 6's rules has 1,000,000,000,000,000,000,000,000,000,000,000,000,007 ${rest}`,
    );
    expect(message(2n ** 1000n)).toBe(`the derivative by Figure 6's rules has 1.07e301 ${rest}`);
    expect(noTrace({ tag: 'too large', what: 'trace', span })).toMatchObject({
      severity: 'error',
      code: 'unsupported',
      hint: 'use `trace-anf`, which binds every intermediate value once and stays linear',
      span,
      related: [],
    });
  });
});

test('values of the language are tuples of their reals in traces', () => {
  const type = product([
    REAL,
    INT,
    {
      tag: 'record',
      fields: [
        { name: 'x', type: REAL },
        { name: 'y', type: REAL },
      ],
    },
  ]);
  expect(showTrace(fixedValue([1.5, 2, [3, 4]], type))).toBe('<<1.5, *>, <3, 4>>');
  const { main, point } = focus('input r : { x : real, n : int } = { x = 2.0, n = 3 }\ninput a : real = 5.0\nr.x * a');
  expect(pointValues(main, point).map(showTrace)).toEqual(['<*, 2>', '5']);
  const outcome = drain(traceLiteral.run(main, point, budget));
  expect(outcome.tag === 'ok' && outcome.value.derivative).toEqual([[3, 5], 2]);
});
