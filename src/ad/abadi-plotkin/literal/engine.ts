import type { Outcome } from '../../../semantics/outcome';
import { primal } from '../../../semantics/present';
import type { Value } from '../../../semantics/value';
import type { Type } from '../../../language/types/type';
import type { Engine, Main, Point } from '../../engine';
import { tooLarge } from '../../fragment';
import { pointWith } from '../../point';
import { derivativeTerm } from './derivative-term';
import { evaluateTrace, type LiteralTrace, noTrace, traceLiterally } from './evaluate';
import { fixedValue, represent, UNIT_TERM, traceTypes, traceValue } from './representation';
import { traceSize, type TraceTerm } from './term';
import { TOO_DEEP } from './writer';

/**
 * Martín Abadi and Gordon Plotkin, A Simple Differentiable Programming Language (POPL 2020), literally: symbolic
 * evaluation to a trace term (Figures 4, 5: `symbolic.ts`), its symbolic derivative (Figure 6: `differentiate.ts`),
 * evaluated.
 *
 * W.rd_V(x:T. N) => X where V => V', ρ[V'/x] |- N ~> C and W.R_V(x:T. C) => X. While N runs, the machine computes the
 * derivatives inside it; their terms are part of C. Ours: a binder of several variables for several inputs; leaf types;
 * variants, lists and arrays (`representation.ts`).
 */
export const traceLiteral: Engine = {
  id: 'trace',
  fragment: ({ definitions }) => {
    const data = definitions.find(({ tag }) => tag === 'data');
    return data?.tag === 'data' ? tooLarge('trace', data) : { tag: 'inside' };
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
export function literalDerivative(
  main: Main,
  point: Point,
  { term, inputs, pattern, fresh }: LiteralTrace,
): Outcome<TraceTerm> {
  const span = main.body.origin;
  const w = traceValue(point.cotangent, main.target, traceTypes(main.variants));
  const at = pointValues(main, point);
  if (w === undefined) return { tag: 'failed', diagnostic: noTrace({ tag: 'outside', reason: TOO_DEEP, span }) };
  const made = derivativeTerm('rd', w, { variables: inputs, at, pattern }, term, span, fresh);
  return made.tag === 'too large' ? { tag: 'failed', diagnostic: noTrace(made) } : { tag: 'ok', value: made };
}

/** V: the arguments of the point, one per variable of the binder. */
export function pointValues(main: Main, point: Point): readonly TraceTerm[] {
  const types = traceTypes(main.variants);
  const values: TraceTerm[] = [];
  const part = (value: Value, type: Type): TraceTerm => {
    values.push(fixedValue(value, type));
    return UNIT_TERM;
  };
  main.parameters.forEach(({ type }, at) => represent(point.arguments[at], type, types, part));
  return values;
}
