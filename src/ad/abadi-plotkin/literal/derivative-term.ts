import type { FreshNames } from '../../../language/core/fresh-names';
import type { Span } from '../../../language/source/span';
import { type TraceBinder, symbolicReverse } from './differentiate';
import { reverseSize } from './reverse-size';
import { traceVariable, type TraceTerm } from './term';
import { typeOfTrace } from './types';
import { LITERAL_LIMIT, type NoTrace } from './writer';

type TooLarge = Extract<NoTrace, { tag: 'too large' }>;

/**
 * Returns the term of a derivative, or why there is none: W.R_V(x:T. C) for W.rd_V(x:T. N); and for M.fd_{U,L}(x:T. N),
 * which is M.rd_{0_U}(y:U. y.rd_L(x:T. N)), likewise.
 */
export function derivativeTerm(
  operator: 'rd' | 'fd',
  direction: TraceTerm,
  binder: TraceBinder,
  c: TraceTerm,
  span: Span,
  fresh: FreshNames,
): TraceTerm | TooLarge {
  if (operator === 'rd') return reverse(direction, binder, c, span, fresh);
  const type = typeOfTrace(c);
  const y = traceVariable(fresh('y'), type, span);
  const inner = reverse(y, binder, c, span, fresh);
  if (inner.tag === 'too large') return inner;
  const byY: TraceBinder = { variables: [y], at: [{ tag: 'zero', type, origin: span }], pattern: y };
  return reverse(direction, byY, inner, span, fresh);
}

function reverse(w: TraceTerm, binder: TraceBinder, c: TraceTerm, span: Span, fresh: FreshNames): TraceTerm | TooLarge {
  const nodes = reverseSize(w, binder, c);
  if (nodes > LITERAL_LIMIT) return { tag: 'too large', what: 'derivative', nodes, span };
  return symbolicReverse(w, binder, c, fresh);
}
