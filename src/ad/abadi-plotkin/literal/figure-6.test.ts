import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshNames } from '../../../language/core/fresh-names';
import { NOWHERE } from '../../../language/source/span';
import { evaluate } from '../../../semantics/evaluate';
import { drain } from '../../../semantics/task';
import { paperPrograms } from '../../../testing/abadi-plotkin/arbitrary';
import {
  caseOfText,
  literalReals,
  literally,
  PAPER_BUDGET,
  realsOfTrace,
  traceTermOf,
  definedValue,
} from '../../../testing/abadi-plotkin/cases';
import { pairType } from '../../../testing/abadi-plotkin/language';
import { paperReverse, showTrace, typeOfTerm } from '../../../testing/abadi-plotkin/reverse';
import { runs } from '../../../testing/runs';
import { checked } from '../../../testing/checked';
import { symbolicReverse } from './differentiate';
import { traceLiteral } from './engine';
import { reverseSize } from './reverse-size';
import { traceConstant, iteratedPair, letIn, TRACE_REAL, TRACE_UNIT, type TraceTerm, traceVariable } from './term';

const origin = NOWHERE;
const PAIR = pairType(TRACE_REAL, TRACE_REAL);
const x = traceVariable('x', TRACE_REAL, origin);
const p = traceVariable('p', PAIR, origin);
const y = traceVariable('y', TRACE_REAL, origin);

function op(name: 'sin' | 'multiply', argument: TraceTerm): TraceTerm {
  return { tag: 'operation', operation: name, leaves: [undefined], argument, origin };
}

function pair(first: TraceTerm, second: TraceTerm): TraceTerm {
  return { tag: 'pair', first, second, origin };
}

function sum(left: TraceTerm, right: TraceTerm): TraceTerm {
  return { tag: 'sum', type: TRACE_REAL, left, right, origin };
}

/** W.R_V(x : T. C) for variables V and W, as text. */
function reversed(c: TraceTerm, binder = x): string {
  const w = traceVariable('W', typeOfTerm(c), origin);
  const at = traceVariable('V', binder.type, origin);
  const fresh = freshNames(['x', 'p', 'y', 'z', 'V', 'W']);
  return showTrace(symbolicReverse(w, { variables: [binder], at: [at], pattern: binder }, c, fresh));
}

describe('Figure 6, clause by clause', () => {
  const clauses: readonly (readonly [name: string, found: () => string, written: string])[] = [
    ['x', () => reversed(x), 'W'],
    ['y, at real', () => reversed(y), '0'],
    ['y, at a product', () => reversed(y, p), '<0, 0>'],
    ['r', () => reversed(traceConstant(3, origin), p), '<0, 0>'],
    ['*', () => reversed({ tag: 'unit', origin }), '0'],
    ['0_T', () => reversed({ tag: 'zero', type: PAIR, origin }), '0'],
    ['D + E', () => reversed(sum(x, y)), '(W + 0)'],
    ['D + E, the other way', () => reversed(sum(y, x)), '(0 + W)'],
    [
      'D +_T E',
      () => reversed({ tag: 'sum', type: PAIR, left: p, right: { tag: 'zero', type: PAIR, origin }, origin }, p),
      '(W +_(real x real) <0, 0>)',
    ],
    ['op(D)', () => reversed(op('sin', x)), 'let v1:real = V in let v2:real = W.sin_r(v1) in v2'],
    [
      'op(D) of two',
      () => reversed(op('multiply', pair(x, y))),
      'let v1:real = V in let v2:(real x real) = W.multiply_r(<v1, y>) in let v3:(real x real) = v2 in ' +
        'let v4:real = fst(v3) in let v5:real = snd(v3) in (v4 + 0)',
    ],
    [
      'let y:S = D in E',
      () => reversed(letIn('z', TRACE_REAL, op('sin', x), sum(x, traceVariable('z', TRACE_REAL, origin)))),
      'let v1:real = V in let v2:real = sin(v1) in ((W + 0) + let v3:real = (0 + W) in ' +
        'let v4:real = V in let v5:real = v3.sin_r(v4) in v5)',
    ],
    [
      'let y:S = D in E, where E uses both in an operation',
      () => reversed(letIn('z', TRACE_REAL, x, op('multiply', pair(x, traceVariable('z', TRACE_REAL, origin))))),
      'let v1:real = V in let v2:real = v1 in (' +
        'let v3:real = V in let v4:(real x real) = W.multiply_r(<v3, v2>) in let v5:(real x real) = v4 in ' +
        'let v6:real = fst(v5) in let v7:real = snd(v5) in (v6 + 0) + let v13:real = ' +
        'let v8:real = v2 in let v9:(real x real) = W.multiply_r(<v1, v8>) in let v10:(real x real) = v9 in ' +
        'let v11:real = fst(v10) in let v12:real = snd(v10) in (0 + v12) in v13)',
    ],
    [
      '<M, N>',
      () => reversed(pair(x, y)),
      'let v1:(real x real) = W in let v2:real = fst(v1) in let v3:real = snd(v1) in (v2 + 0)',
    ],
    [
      '<M, N>, the other way',
      () => reversed(pair(y, x)),
      'let v1:(real x real) = W in let v2:real = fst(v1) in let v3:real = snd(v1) in (0 + v3)',
    ],
    [
      'fst(D)',
      () => reversed({ tag: 'fst', pair: p, origin }, p),
      'let v1:(real x real) = V in let v2:(real x real) = v1 in <W, 0>',
    ],
    [
      'snd(D)',
      () => reversed({ tag: 'snd', pair: p, origin }, p),
      'let v1:(real x real) = V in let v2:(real x real) = v1 in <0, W>',
    ],
    [
      'op_r(D): each partial derivative, times W',
      () =>
        reversed({
          tag: 'reverse',
          operation: 'sin',
          leaves: [undefined],
          cotangent: x,
          argument: y,
          origin,
        }),
      'let v1:real = V in let v2:real = y in (' +
        'let v3:real = V in let v4:(real x real) = W.multiply_r(<v3, cos(v2)>) in let v5:(real x real) = v4 in ' +
        'let v6:real = fst(v5) in let v7:real = snd(v5) in ' +
        '(v6 + let v8:real = V in let v9:real = v7.cos_r(v2) in 0) + ' +
        'let v17:real = let v10:real = v2 in let v11:(real x real) = W.multiply_r(<v1, cos(v10)>) in ' +
        'let v12:(real x real) = v11 in let v13:real = fst(v12) in let v14:real = snd(v12) in ' +
        '(0 + let v15:real = v2 in let v16:real = v14.cos_r(v15) in v16) in 0)',
    ],
  ];
  for (const [name, found, written] of clauses) {
    test(name, () => {
      expect(found()).toBe(written);
    });
  }

  test('x_i of several variables: <0_T0, ..., W, ..., 0_Tn>', () => {
    const variables = [x, p, traceVariable('u', TRACE_UNIT, origin)];
    const at = variables.map((variable) => ({ ...variable, name: `${variable.name}0` }));
    const pattern = iteratedPair(variables, origin);
    const w = traceVariable('W', PAIR, origin);
    const found = symbolicReverse(w, { variables, at, pattern }, p, freshNames(['W', 'x', 'p', 'u']));
    expect(showTrace(found)).toBe('<<0, W>, *>');
    const none = symbolicReverse(w, { variables, at, pattern }, y, freshNames(['W', 'x', 'p', 'u']));
    expect(showTrace(none)).toBe('<<0, <0, 0>>, *>');
    const all = symbolicReverse(
      w,
      { variables: [x, y], at: [x, y], pattern: pair(x, y) },
      op('multiply', pair(x, y)),
      freshNames(['W', 'x']),
    );
    expect(showTrace(all)).toContain(
      'let v1:real = x in let v2:real = y in let v3:(real x real) = W.multiply_r(<v1, v2>)',
    );
  });
});

test('W.R_V(x : T. C) is what the clauses say, and so is its derivative, for any C', () => {
  const terms = paperPrograms({ control: false, derivatives: 0, size: 20, inputs: [1, 3] });
  fc.assert(
    fc.property(terms, ({ inputs, term }) => {
      const fresh = freshNames(inputs.map(({ name }) => name));
      const c = traceTermOf(term, new Map(inputs.map(({ name, type }) => [name, type])), fresh);
      const variables = inputs.map(({ name, type }) => traceVariable(name, type, origin));
      const at = inputs.map(({ type }) => traceVariable(fresh('v'), type, origin));
      const w = traceVariable(fresh('w'), typeOfTerm(c), origin);
      const binder = { variables, at, pattern: iteratedPair(variables, origin) };
      fc.pre(reverseSize(w, binder, c) < 5000);
      let names = 0;
      const name = (): string => `$${++names}`;
      const derivative = symbolicReverse(w, binder, c, fresh);
      expect(showTrace(derivative)).toBe(showTrace(paperReverse(w, { variables, at }, c, name)));

      const byW = { variables: [w], at: [traceVariable('w0', w.type, origin)], pattern: w };
      const u = traceVariable('u', typeOfTerm(derivative), origin);
      if (reverseSize(u, byW, derivative) > 5000) return;
      const second = symbolicReverse(u, byW, derivative, fresh);
      expect(showTrace(second)).toBe(showTrace(paperReverse(u, byW, derivative, name)));
    }),
    runs(),
  );
});

describe('the examples of sections 1 to 3', () => {
  const inputs = (...values: readonly number[]) =>
    values.map((value, at) => ({ name: `a${at + 1}`, type: TRACE_REAL, value }));
  const header = (...values: readonly number[]): string =>
    inputs(...values)
      .map(({ name, value }) => `input ${name} : real = ${value}\n`)
      .join('');
  /** Returns the reals of a program at inputs, by symbolic evaluation and its trace. */
  const reals = (text: string, ...values: readonly number[]): readonly number[] => {
    const one = caseOfText(header(...values) + text, inputs(...values));
    return definedValue(literalReals(one, definedValue(literally(one))));
  };
  const gradient = (text: string, ...values: readonly number[]): unknown => {
    const { main, point } = caseOfText(header(...values) + text, inputs(...values));
    const outcome = drain(traceLiteral.run(main, point, PAPER_BUDGET));
    return outcome.tag === 'ok' ? outcome.value.derivative : outcome.diagnostic.message;
  };

  test('1.rd_1(x : real. x * 1.rd_1(y : real. x + y)) => 1', () => {
    expect(reals('rd (fun (x : real) -> x * rd (fun (y : real) -> x + y) a1 1.0) a1 1.0', 1)).toEqual([1]);
  });

  test('letrec f(x : real) : real = 1.rd_1(y : real. x + y) in 1.rd_1(x : real. x + f(x)) => 1', () => {
    const f = 'let rec f (x : real) : real = rd (fun (y : real) -> x + y) 1.0 1.0 in ';
    expect(reals(`${f} rd (fun (x : real) -> x + f x) a1 1.0`, 1)).toEqual([1]);
  });

  test("c.(DProd_2)_r(<<a, b>, <a', b'>>) => <<ca', cb'>, <ca, cb>>", () => {
    const u = traceVariable('u', pairType(PAIR, PAIR), origin);
    const part = (tag: 'fst' | 'snd', whole: TraceTerm): TraceTerm => ({ tag, pair: whole, origin });
    const times = (tag: 'fst' | 'snd'): TraceTerm =>
      op('multiply', pair(part(tag, part('fst', u)), part(tag, part('snd', u))));
    const [a, b, c, d, w] = [2, 3, 5, 7, 11].map((value) => traceConstant(value, origin));
    if (a === undefined || b === undefined || c === undefined || d === undefined || w === undefined)
      throw new Error('five numbers');
    const binder = { variables: [u], at: [pair(pair(a, b), pair(c, d))], pattern: u };
    const derivative = symbolicReverse(w, binder, sum(times('fst'), times('snd')), freshNames(['u']));
    expect(definedValue(realsOfTrace(derivative))).toEqual([55, 77, 22, 33]);
  });

  test('ReLU by branches', () => {
    const relu = 'let rec f (x : real) : real = if x < 0.0 then 0.0 else x in f a1';
    expect([-2, 3, 0].map((at) => gradient(relu, at))).toEqual([[0], [1], [1]]);
    // The approximation to <, which is undefined at 0.
    const smooth = relu.replace('<', '<.');
    expect([-2, 3].map((at) => gradient(smooth, at))).toEqual([[0], [1]]);
    expect(gradient(smooth, 0)).toMatch(/undefined where both sides are equal/u);
  });

  test('if x = 0 then 0 else x has the derivative 0 at 0, with a warning, and 1 elsewhere', () => {
    const identity = 'if a1 = 0.0 then 0.0 else a1';
    expect([gradient(identity, 0), gradient(identity, 5)]).toEqual([[0], [1]]);
    const run = drain(evaluate(checked(header(0) + identity), { budget: PAPER_BUDGET, tracing: 'dependencies' }));
    expect(run.tag === 'ok' ? run.value.warnings.map(({ code }) => code) : []).toEqual(['boundary']);
  });

  test('the miniature training loop', () => {
    const loop = (enough: string): string => `let rec model (p : real * real) : real = snd p * fst p in
 let rec currentLoss (w : real) : real = let d : real = 6.0 - w * 2.0 in d * d in
 let rec gradLoss (w : real) : real = rd (fun (v : real) -> currentLoss v) w 1.0 in
 let rec descend (w : real) : real = if currentLoss w < ${enough} then w else descend (w - a1 * gradLoss w) in
 model (2.0, descend 0.0)`;
    // w becomes w - rate * 8 (w - 3), and the model is 2 w.
    expect(reals(loop('40.0'), 0.1)).toEqual([0]);
    expect(reals(loop('9.0'), 0.1)[0]).toBeCloseTo(4.8, 12);
    expect(reals(loop('1.0'), 0.1)[0]).toBeCloseTo(5.76, 12);
    expect(gradient(loop('40.0'), 0.1)).toEqual([0]);
  });
});
