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
        const nodes = reverseSize(w, binder, c);
        fc.pre(nodes <= LITERAL_LIMIT);
        const derivative = symbolicReverse(w, binder, c, fresh);
        expect(BigInt(traceSize(derivative))).toBe(nodes);

        // The second derivative contains op_r, 0_T and +_T too.
        const variable = traceVariable('w', type, NOWHERE);
        const again = { variables: [variable], at: [w], pattern: variable };
        const direction = traceVariable('u', typeOfTrace(derivative), NOWHERE);
        if (closed || nodes > 300) return;
        const second = reverseSize(direction, again, derivative);
        fc.pre(second <= LITERAL_LIMIT);
        expect(BigInt(traceSize(symbolicReverse(direction, again, derivative, fresh)))).toBe(second);
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

  test('is exact for long chains, also inside a binding', () => {
    const ofChain = (n: number): bigint => 15n * 2n ** BigInt(n) - 14n;
    expect(sizeOf(chain(10_000))).toBe(ofChain(10_000));
    // let x : T = V in let y : S = C in W + (let y' : S = W.R_y(y : S. y) in y'.R_V(x : T. C)): 0_T + W and y' are leaves.
    const size = 900;
    const nested = letIn('y', TRACE_REAL, chain(size), traceVariable('y', TRACE_REAL, NOWHERE));
    expect(sizeOf(nested)).toBe(2n + 1n + BigInt(traceSize(chain(size))) + 1n + 1n + 1n + 1n + ofChain(size));
  });

  test('is exact where names are used again: the inner binding hides the outer one', () => {
    const y = traceVariable('y', TRACE_REAL, NOWHERE);
    const sine = (argument: TraceTerm): TraceTerm => ({
      tag: 'operation',
      operation: 'sin',
      leaves: [undefined],
      argument,
      origin: NOWHERE,
    });
    const inside = (c: TraceTerm): TraceTerm => letIn('y', TRACE_REAL, sine(c), sine(y));
    for (const c of [inside(x), inside(inside(x)), inside(letIn('y', TRACE_REAL, inside(x), sine(y)))])
      expect(sizeOf(c)).toBe(BigInt(derivativeSize(c)));
  });

  test('for a forward derivative, which is two of these, is that of the first if it is too large', () => {
    const at = { variables: [x], at: [traceConstant(2, NOWHERE)], pattern: x };
    const fresh = freshNames(['x', ...Array.from({ length: 12 }, (_, k) => `x${k}`)]);
    expect(derivativeTerm('fd', traceConstant(1, NOWHERE), at, chain(11), NOWHERE, fresh)).toMatchObject({
      tag: 'too large',
      nodes: 15n * 2n ** 11n - 14n,
    });
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
    expect(sizeOf(c)).toBe(BigInt(derivativeSize(c)));
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

  test('the engine computes the derivative all the same, and counts the nodes that it would have', () => {
    const nodes = [2, 4, 6, 100].map((n) => {
      const outcome = answerTo(loop(n));
      expect(outcome.tag).toBe('ok');
      return outcome.tag === 'ok' ? outcome.value.meter.nodes : 0;
    });
    expect(nodes[3]).toBeGreaterThan(2 ** 100);
    expect((nodes[2] ?? 0) / (nodes[1] ?? 1)).toBeGreaterThan(2 ** 2);
  });

  test('not where a derivative that is part of the trace is too large', () => {
    expect(answerTo(`rd (fun (a : real) -> (${loop(30)}) * a) a 1.0`)).toMatchObject({
      tag: 'failed',
      diagnostic: {
        code: 'unsupported',
        message: expect.stringMatching(
          /^the derivative by Figure 6's rules has [\d,.e]+ nodes; the limit is [\d,]+$/u,
        ) as string,
        hint: 'use `trace-anf`, which binds every intermediate value once and stays linear',
      },
    });
  });
});
