import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshNames } from '../../../language/core/fresh-names';
import { termSize } from '../../../language/core/traverse';
import { operation, variable } from '../../../language/core/builders';
import { NOWHERE } from '../../../language/source/span';
import { REAL } from '../../../language/types/type';
import { drain } from '../../../semantics/task';
import { paperPrograms } from '../../../testing/abadi-plotkin/arbitrary';
import { caseOfText, PAPER_BUDGET, traceTermOf } from '../../../testing/abadi-plotkin/cases';
import { closedOf, quotedValue } from '../../../testing/abadi-plotkin/language';
import { runs } from '../../../testing/runs';
import { bindLines, differentiateTrace, tupled } from '../anf/anf';
import { derivativeTerm } from './derivative-term';
import { symbolicReverse } from './differentiate';
import { traceLiteral } from './engine';
import { reverseSize } from './reverse-size';
import { LITERAL_LIMIT } from './writer';
import { traceConstant, iteratedPair, letIn, TRACE_REAL, traceSize, type TraceTerm, traceVariable } from './term';
import { typeOfTrace } from './types';

const x = traceVariable('x', TRACE_REAL, NOWHERE);

/** let x1 = sin(x) in ... let xn = sin(x_{n-1}) in xn */
function chain(n: number): TraceTerm {
  const name = (at: number): string => (at === 0 ? 'x' : `x${at}`);
  const at = (k: number): TraceTerm => traceVariable(name(k), TRACE_REAL, NOWHERE);
  return Array.from({ length: n }, (_, i) => n - i).reduce<TraceTerm>((body, k) => {
    const argument = at(k - 1);
    const value: TraceTerm = { tag: 'operation', operation: 'sin', leaves: [undefined], argument, origin: NOWHERE };
    return letIn(name(k), TRACE_REAL, value, body);
  }, at(n));
}

function derivativeSize(c: TraceTerm): number {
  const binder = { variables: [x], at: [traceConstant(2, NOWHERE)], pattern: x };
  const names = Array.from({ length: 40 }, (_, at) => `x${at}`);
  return traceSize(symbolicReverse(traceConstant(1, NOWHERE), binder, c, freshNames(['x', ...names])));
}

describe('the size of W.R_V(x : T. C)', () => {
  test('is computed by reverseSize, without building it', () => {
    const terms = paperPrograms({ control: false, derivatives: 0, size: 20, inputs: [1, 3] });
    fc.assert(
      fc.property(terms, fc.boolean(), ({ inputs, term }, closed) => {
        const fresh = freshNames(inputs.map(({ name }) => name));
        const types = new Map(inputs.map(({ name, type }) => [name, type]));
        const c = traceTermOf(term, types, fresh);
        const variables = inputs.map(({ name, type }) => traceVariable(name, type, NOWHERE));
        const at = inputs.map(({ type, value }) =>
          closed ? traceTermOf(quotedValue(value), new Map(), fresh) : traceVariable(fresh('v'), type, NOWHERE),
        );
        const type = typeOfTrace(c);
        const w = closed
          ? traceTermOf(quotedValue(closedOf(type, [])), new Map(), fresh)
          : traceVariable('w', type, NOWHERE);
        const binder = { variables, at, pattern: iteratedPair(variables, NOWHERE) };
        const { nodes, least } = reverseSize(w, binder, c);
        fc.pre(nodes <= LITERAL_LIMIT);
        expect(least).toBe(false);
        const derivative = symbolicReverse(w, binder, c, fresh);
        expect(traceSize(derivative)).toBe(nodes);

        // The second derivative contains op_r, 0_T and +_T too.
        const variable = traceVariable('w', type, NOWHERE);
        const again = { variables: [variable], at: [w], pattern: variable };
        const direction = traceVariable('u', typeOfTrace(derivative), NOWHERE);
        if (closed || nodes > 300) return;
        const second = reverseSize(direction, again, derivative);
        fc.pre(second.nodes <= LITERAL_LIMIT);
        expect(traceSize(symbolicReverse(direction, again, derivative, fresh))).toBe(second.nodes);
      }),
      runs(),
    );
  });

  test('doubles with every let of a chain: the recurrence of the rule for let', () => {
    // Figure 6, with V, W and all variables of size 1:
    //   W.R_V(x : T. let y : S = sin(x) in E) =
    //     let x : T = V in let y : S = sin(x) in W.R_V(x : T. E) + (let y' : S = W.R_y(y : S. E) in y'.R_V(x : T. sin(x)))
    //   y'.R_V(x : T. sin(x)) = let x : T = V in let z : S = y'.sin_r(x) in z
    const ofSine = 2 + 1 + 3 + 1;
    const size = (n: number): number => (n === 0 ? 1 : 2 + 3 + 1 + size(n - 1) + 1 + size(n - 1) + ofSine);
    for (let n = 0; n <= 12; n++) {
      expect([n, derivativeSize(chain(n))]).toEqual([n, size(n)]);
      expect(size(n)).toBe(15 * 2 ** n - 14);
    }
  });

  test('while the sweep on A-normal form grows linearly', () => {
    const size = (n: number): number => {
      const name = (at: number): string => (at === 0 ? 'x' : `x${at}`);
      const lines = Array.from({ length: n }, (_, at) => ({
        name: name(at + 1),
        term: operation('sin', [variable(name(at), REAL)]),
      }));
      const code = { inputs: [variable('x', REAL)], lines, results: [variable(name(n), REAL)] };
      const { sweep, adjoints } = drain(differentiateTrace(code, freshNames(['x', ...lines.map((line) => line.name)])));
      return termSize(bindLines([...lines, ...sweep], tupled(adjoints)));
    };
    const a = size(2) - size(1);
    for (let n = 1; n <= 12; n++) expect(size(n)).toBe(a * n + size(1) - a);
  });

  const binder = { variables: [x], at: [traceConstant(2, NOWHERE)], pattern: x };
  const sizeOf = (c: TraceTerm) => reverseSize(traceConstant(1, NOWHERE), binder, c);

  test('a chain of lets inside a binding counts as well', () => {
    const nested = letIn('y', TRACE_REAL, chain(900), traceVariable('y', TRACE_REAL, NOWHERE));
    expect(sizeOf(nested)).toEqual({ nodes: 25_000, least: true });
  });

  test('a chain inside a binding is no deeper than a chain is long, and so are bindings inside bindings', () => {
    const y = traceVariable('y', TRACE_REAL, NOWHERE);
    const inside = (c: TraceTerm): TraceTerm => letIn('y', TRACE_REAL, c, y);
    expect(sizeOf(inside(chain(10_000)))).toEqual({ nodes: 25_000, least: true });
    let nested: TraceTerm = x;
    for (let depth = 0; depth < 10_000; depth++) nested = inside(nested);
    expect(sizeOf(nested)).toEqual({ nodes: 25_000, least: true });
  });

  test('for a forward derivative, which is two of these, is that of the first if it is too large', () => {
    const at = { variables: [x], at: [traceConstant(2, NOWHERE)], pattern: x };
    const fresh = freshNames(['x', ...Array.from({ length: 12 }, (_, k) => `x${k}`)]);
    expect(derivativeTerm('fd', traceConstant(1, NOWHERE), at, chain(11), NOWHERE, fresh)).toMatchObject({
      tag: 'too large',
      size: { nodes: 15 * 2 ** 11 - 14, least: false },
    });
  });

  test('has a lower bound if the term is too large to count: a chain of n lets makes more than 2^n', () => {
    expect(sizeOf(chain(900))).toEqual({ nodes: 2 ** 900, least: true });
    expect(sizeOf(chain(1001))).toEqual({ nodes: 2 ** 1000, least: true });
    expect(sizeOf(chain(2000))).toEqual({ nodes: 2 ** 1000, least: true });
  });

  test('50,000 subterms are counted', () => {
    const sums = (n: number): TraceTerm =>
      n === 1
        ? { ...x }
        : { tag: 'sum', type: TRACE_REAL, left: sums(n >> 1), right: sums(n - (n >> 1)), origin: NOWHERE };
    const sine: TraceTerm = {
      tag: 'operation',
      operation: 'sin',
      leaves: [undefined],
      argument: sums(24_999),
      origin: NOWHERE,
    };
    const both = (c: TraceTerm): TraceTerm => ({ tag: 'sum', type: TRACE_REAL, left: sine, right: c, origin: NOWHERE });
    // The argument has 2 * 24,999 - 1 subterms, whose sizes follow from that of the cotangent y.
    const ofArgument = 2 * 24_999 - 1;
    expect(sizeOf(both(traceConstant(1, NOWHERE)))).toEqual({
      nodes: 1 + (2 + 2 + 1 + ofArgument + ofArgument) + 1,
      least: false,
    });
    expect(sizeOf(both({ ...sine, argument: x }))).toEqual({ nodes: 25_000, least: true });
  });

  test('for the derivative of a product with a cotangent that is not a variable', () => {
    const product: TraceTerm = {
      tag: 'reverse',
      operation: 'multiply',
      leaves: [undefined, undefined],
      cotangent: x,
      argument: { tag: 'pair', first: x, second: x, origin: NOWHERE },
      origin: NOWHERE,
    };
    const c: TraceTerm = { tag: 'fst', pair: product, origin: NOWHERE };
    expect(sizeOf(c)).toEqual({ nodes: derivativeSize(c), least: false });
  });
});

describe('beyond the limit', () => {
  const loop = (n: number): string =>
    `let rec f (n : real * real) : real = if fst n < 0.5 then snd n else f (fst n - 1.0, sin (snd n)) in f (${n}.0, a)`;
  const answerTo = (text: string) => {
    const inputs = [{ name: 'a', type: TRACE_REAL, value: 0.5 }];
    const { main, point } = caseOfText(`input a : real = 0.5\n${text}`, inputs);
    return drain(traceLiteral.run(main, point, PAPER_BUDGET));
  };

  test('the engine says how large the derivative is, and names trace-anf', () => {
    const outcome = answerTo(loop(4));
    expect(outcome).toMatchObject({
      tag: 'failed',
      diagnostic: {
        code: 'unsupported',
        message: expect.stringMatching(
          /^the derivative by Figure 6's rules has [\d,]+ nodes; the limit is [\d,]+$/u,
        ) as string,
        hint: 'use `trace-anf`, which binds every intermediate value once and stays linear',
      },
    });
    expect(answerTo(loop(0)).tag).toBe('ok');
  });

  test('also for a loop in a sum, in a derivative, and for a longer loop', () => {
    for (const text of [`(${loop(300)}) + 1.0`, `rd (fun (a : real) -> (${loop(30)}) * a) a 1.0`, loop(3000)]) {
      expect(answerTo(text)).toMatchObject({ tag: 'failed', diagnostic: { code: 'unsupported' } });
    }
  });
});
