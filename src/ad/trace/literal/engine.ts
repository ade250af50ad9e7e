import type { Outcome } from '../../../semantics/outcome';
import { primal } from '../../../semantics/present';
import type { Engine, Main, Point } from '../../engine';
import { pointWith } from '../../point';
import { derivativeTerm } from './derivative-term';
import type { Binder } from './differentiate';
import { evaluateTrace, type LiteralTrace, noTrace, traceLiterally, traceValue } from './evaluate';
import { traceSize, type TraceTerm } from './term';
import { traceTypeOf } from './types';

/**
 * Martín Abadi and Gordon Plotkin, A Simple Differentiable Programming Language (POPL 2020), literally: symbolic evaluation
 * to a trace term (Figures 4, 5: `symbolic.ts`), its symbolic derivative (Figure 6: `differentiate.ts`), evaluated.
 *
 * W.rd_V(x:T. N) => X where V => V', ρ[V'/x] |- N ~> C and W.R_V(x:T. C) => X. What the derivatives inside N give while N
 * runs is the machine's; their terms are in C. Ours: several inputs are a binder of several variables; leaf types.
 */
export const trace: Engine = {
  id: 'trace',
  fragment: (main) => {
    const outside = [...main.parameters.map(({ type }) => type), main.target].some(
      (type) => traceTypeOf(type) === undefined,
    );
    if (!outside) return { tag: 'inside' };
    const reason = 'sums, variants, lists and arrays have no trace term yet';
    return { tag: 'outside', reason: noTrace({ tag: 'outside', reason, span: main.body.origin }) };
  },
  *run(main, point, budget) {
    const traced = yield* traceLiterally(main, point, budget);
    if (traced.tag !== 'ok') return traced;
    const derivative = literalDerivative(main, point, traced.value);
    if (derivative.tag !== 'ok') return derivative;
    const answer = yield* evaluateTrace(derivative.value, budget);
    if (answer.tag !== 'ok') return answer;
    const { meter } = traced.value.run;
    meter.derivative += answer.value.meter.primal;
    meter.nodes = traceSize(traced.value.term) + traceSize(derivative.value);
    meter.steps += answer.value.meter.steps;
    return {
      tag: 'ok',
      value: {
        value: primal(traced.value.run.outputs.at(-1), main.target, main.variants),
        derivative: pointWith(main, point, answer.value.reals),
        meter,
      },
    };
  },
};

/** W.R_V(x:T. C) at the point and cotangent. */
export function literalDerivative(main: Main, point: Point, { term, inputs, fresh }: LiteralTrace): Outcome<TraceTerm> {
  const w = traceValue(point.cotangent, main.target);
  const binder: Binder = { variables: inputs, at: pointValues(main, point) };
  const made = derivativeTerm('rd', w, binder, term, main.body.origin, fresh);
  return made.tag === 'too large' ? { tag: 'failed', diagnostic: noTrace(made) } : { tag: 'ok', value: made };
}

/** V: the arguments of the point. */
export function pointValues(main: Main, point: Point): readonly TraceTerm[] {
  return main.parameters.map(({ type }, at) => traceValue(point.arguments[at], type));
}
