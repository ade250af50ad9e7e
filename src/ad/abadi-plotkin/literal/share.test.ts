import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshNames } from '../../../language/core/fresh-names';
import { NOWHERE } from '../../../language/source/span';
import { drain } from '../../../semantics/task';
import { paperPrograms } from '../../../testing/abadi-plotkin/arbitrary';
import { PAPER_BUDGET, traceTermOf } from '../../../testing/abadi-plotkin/cases';
import { closedOf, quotedValue } from '../../../testing/abadi-plotkin/language';
import { runs } from '../../../testing/runs';
import { type TraceBinder, symbolicReverse } from './differentiate';
import { evaluateTrace } from './evaluate';
import { reverseSize } from './reverse-size';
import { sharedReverse } from './share';
import { iteratedPair, letIn, TRACE_REAL, traceConstant, traceSize, type TraceTerm, traceVariable } from './term';
import { typeOfTrace } from './types';

/** Returns the reals of a closed term, or that it has none. */
function realsOf(term: TraceTerm): readonly number[] | string {
  const outcome = drain(evaluateTrace(term, PAPER_BUDGET));
  // Adding 0 makes a zero positive: the clauses add zeros that sharing leaves out.
  return outcome.tag === 'ok' ? outcome.value.reals.map((real) => real + 0) : outcome.tag;
}

function closed(c: TraceTerm, { variables, at }: TraceBinder): TraceTerm {
  return variables.reduceRight((body, { name, type }, k) => letIn(name, type, at[k] ?? body, body), c);
}

describe('W.R_V(x : T. C) with sharing', () => {
  test('has the value of the term of Figure 6, to the last bit, and so has its derivative', () => {
    const terms = paperPrograms({ control: false, derivatives: 0, size: 20, inputs: [1, 3] });
    fc.assert(
      fc.property(terms, ({ inputs, term }) => {
        const fresh = freshNames(inputs.map(({ name }) => name));
        const c = traceTermOf(term, new Map(inputs.map(({ name, type }) => [name, type])), fresh);
        const variables = inputs.map(({ name, type }) => traceVariable(name, type, NOWHERE));
        const at = inputs.map(({ value }) => traceTermOf(quotedValue(value), new Map(), fresh));
        const type = typeOfTrace(c);
        const w = traceTermOf(quotedValue(closedOf(type, [])), new Map(), fresh);
        const binder = { variables, at, pattern: iteratedPair(variables, NOWHERE) };
        // The trace of a program has a value.
        fc.pre(reverseSize(w, binder, c) <= 5_000 && typeof realsOf(closed(c, binder)) !== 'string');
        const written = symbolicReverse(w, binder, c, fresh);
        expect(realsOf(sharedReverse(w, binder, c, fresh))).toEqual(realsOf(written));

        // A derivative of a derivative contains op_r, 0_T and +_T too.
        const v = traceVariable(fresh('v'), type, NOWHERE);
        const again = { variables: [v], at: [w], pattern: v };
        const open = symbolicReverse(v, binder, c, fresh);
        const direction = traceTermOf(quotedValue(closedOf(typeOfTrace(open), [])), new Map(), fresh);
        fc.pre(reverseSize(direction, again, open) <= 5_000 && typeof realsOf(closed(open, again)) !== 'string');
        const second = symbolicReverse(direction, again, open, fresh);
        expect(realsOf(sharedReverse(direction, again, open, fresh))).toEqual(realsOf(second));
      }),
      runs(),
    );
  });

  test('is linear, where Figure 6 doubles with every let', () => {
    const x = traceVariable('x', TRACE_REAL, NOWHERE);
    const binder: TraceBinder = { variables: [x], at: [traceConstant(2, NOWHERE)], pattern: x };
    const size = (n: number): number => {
      let c: TraceTerm = traceVariable(`x${n}`, TRACE_REAL, NOWHERE);
      for (let k = n; k > 0; k--) {
        const argument = k === 1 ? x : traceVariable(`x${k - 1}`, TRACE_REAL, NOWHERE);
        const value: TraceTerm = { tag: 'operation', operation: 'sin', leaves: [undefined], argument, origin: NOWHERE };
        c = letIn(`x${k}`, TRACE_REAL, value, c);
      }
      const names = Array.from({ length: n }, (_, at) => `x${at + 1}`);
      return traceSize(sharedReverse(traceConstant(1, NOWHERE), binder, c, freshNames(['x', ...names])));
    };
    const each = size(2) - size(1);
    for (const n of [3, 10, 10_000]) expect(size(n)).toBe(size(1) + each * (n - 1));
  });

  test('differentiates a binding that the body does not use, so its faults are those of Figure 6', () => {
    const x = traceVariable('x', TRACE_REAL, NOWHERE);
    const binder: TraceBinder = { variables: [x], at: [traceConstant(1e-320, NOWHERE)], pattern: x };
    const unused: TraceTerm = { tag: 'operation', operation: 'log', leaves: [undefined], argument: x, origin: NOWHERE };
    const c = letIn('y', TRACE_REAL, unused, x);
    const w = traceConstant(1, NOWHERE);
    expect(realsOf(symbolicReverse(w, binder, c, freshNames(['x', 'y'])))).toBe('failed');
    expect(realsOf(sharedReverse(w, binder, c, freshNames(['x', 'y'])))).toBe('failed');
  });
});
