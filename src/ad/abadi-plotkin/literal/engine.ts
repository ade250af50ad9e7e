import type { Counts, Outcome } from '../../../semantics/outcome';
import { primal } from '../../../semantics/present';
import type { Value } from '../../../semantics/value';
import type { Type } from '../../../language/types/type';
import type { AnyEngine, Main, Point } from '../../engine';
import { tooLarge } from '../../fragment';
import { pointWith } from '../../point';
import { derivativeTerm } from './derivative-term';
import type { TraceBinder } from './differentiate';
import { evaluateTrace, type LiteralTrace, noTrace, traceLiterally } from './evaluate';
import { fixedValue, represent, UNIT_TERM, traceTypes, traceValue } from './representation';
import { reverseSize } from './reverse-size';
import { sharedReverse } from './share';
import { traceSize, type TraceTerm } from './term';
import { TOO_DEEP } from './writer';

/**
 * Martín Abadi and Gordon Plotkin, A Simple Differentiable Programming Language (POPL 2020), literally: symbolic
 * evaluation to a trace term (Figures 4, 5: `symbolic.ts`), and the value of its symbolic derivative (Figure 6:
 * `differentiate.ts`), which is computed with sharing (`share.ts`): written out, it doubles with every let.
 *
 * W.rd_V(x:T. N) => X where V => V', ρ[V'/x] |- N ~> C and W.R_V(x:T. C) => X. While N runs, the machine computes the
 * derivatives inside it; their terms are part of C. Ours: a binder of several variables for several inputs; leaf types;
 * variants, lists and arrays (`representation.ts`).
 */
export const traceLiteral: AnyEngine = {
  id: 'trace',
  fragment: ({ definitions }) => {
    const data = definitions.find(({ tag }) => tag === 'data');
    return data?.tag === 'data' ? tooLarge('trace', data) : { tag: 'inside' };
  },
  *run(main, point, budget) {
    const traced = yield* traceLiterally(main, point, budget);
    if (traced.tag !== 'ok') return traced;
    const { term, fresh } = traced.value;
    const reverse = reverseOf(main, point, traced.value);
    if (reverse.tag !== 'ok') return reverse;
    const { w, binder } = reverse.value;
    // Each pass over a large term takes a slice of its own.
    yield;
    const shared = sharedReverse(w, binder, term, fresh);
    yield;
    const answer = yield* evaluateTrace(shared, budget);
    if (answer.tag !== 'ok') return answer;
    const { primal: operations, derivative, steps, visits, reevaluations, live } = traced.value.run.meter;
    const { meter } = answer.value;
    const nodes = traceSize(term) + Number(reverseSize(w, binder, term));
    const counts: Counts = {
      primal: operations,
      derivative: derivative + meter.primal,
      visits,
      reevaluations,
      live,
      steps: steps + meter.steps,
      // More nodes than a double can hold are not counted.
      ...(Number.isFinite(nodes) && { nodes }),
    };
    return {
      tag: 'ok',
      value: {
        value: primal(traced.value.run.outputs.at(-1), main.target, main.variants),
        derivative: pointWith(main, point, answer.value.reals),
        meter: counts,
      },
    };
  },
};

/** W.R_V(x:T. C) at the point and cotangent, written out; fails if it is too large. */
export function literalDerivative(main: Main, point: Point, traced: LiteralTrace): Outcome<TraceTerm> {
  const reverse = reverseOf(main, point, traced);
  if (reverse.tag !== 'ok') return reverse;
  const { w, binder } = reverse.value;
  const made = derivativeTerm('rd', w, binder, traced.term, main.body.origin, traced.fresh);
  return made.tag === 'too large' ? { tag: 'failed', diagnostic: noTrace(made) } : { tag: 'ok', value: made };
}

/** Returns the exact number of nodes of W.R_V(x:T. C) as it would be written out. */
export function literalSize(main: Main, point: Point, traced: LiteralTrace): bigint | undefined {
  const reverse = reverseOf(main, point, traced);
  return reverse.tag === 'ok' ? reverseSize(reverse.value.w, reverse.value.binder, traced.term) : undefined;
}

interface Reverse {
  readonly w: TraceTerm;
  readonly binder: TraceBinder;
}

/** W, x:T and V at the point and cotangent. */
function reverseOf(main: Main, point: Point, { inputs, pattern }: LiteralTrace): Outcome<Reverse> {
  const span = main.body.origin;
  const w = traceValue(point.cotangent, main.target, traceTypes(main.variants));
  if (w === undefined) return { tag: 'failed', diagnostic: noTrace({ tag: 'outside', reason: TOO_DEEP, span }) };
  return { tag: 'ok', value: { w, binder: { variables: inputs, at: pointValues(main, point), pattern } } };
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
