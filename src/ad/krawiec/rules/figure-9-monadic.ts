/**
 * Krawiec et al., Figure 9, at reals: D{real} = real * Delta, in the state monad M, and with Figure 14 for any
 * operation f with partials df_i:
 *
 *   D{r}     = pure (r, Zero)
 *   D{x + y} = do { w <- deltaLet (Add dx dy);                         pure (x + y, Var w) }
 *   D{x - y} = do { w <- deltaLet (Add dx (Scale (-1) dy));            pure (x - y, Var w) }
 *   D{x * y} = do { w <- deltaLet (Add (Scale y dx) (Scale x dy));     pure (x * y, Var w) }
 *   D{f x}   = do { y <- pure (f x); dy <- deltaLet (Add_i (Scale (df_i x) dx_i)); pure (y, Var dy) }
 *
 * The engines `reverse` and `tape` share these rules; they differ in how the machine stores M's bindings (7.3).
 */
import * as core from '../../../language/core/builders';
import { variablePattern } from '../../../language/core/patterns';
import { DELTA, INT, REAL } from '../../../language/types/type';
import type { Term } from '../../../language/core/tree';
import type { Primals } from '../../../semantics/compiler';
import { isAtom, type DoBlock } from '../../translation/do-block';
import { nameTerm } from '../../translation/context';
import { type Translation, dualNames, type AppliedOperation, type Rules, tuples } from '../../translation/rules';
import { DELTA_MONAD } from '../../translation/delta-monad';
import { sumOfDeltas, zeroDelta } from './figure-14-deltas';

export const MONADIC: Rules = {
  parts: [REAL, DELTA],
  names: dualNames,
  ...tuples((origin) => [zeroDelta(origin)]),
  operation,
  monad: DELTA_MONAD,
};

const PRIMALS = new WeakMap<Term, Term>();
/** The terms of translations that hold the primal values of bindings, for runs that record them. */
export const primalsOfBindings: Primals = PRIMALS;

/** The Delta of the dual number is a Var, so it can be used any number of times. */
function operation(
  translation: Translation,
  { term: { origin }, primal, summands, name }: AppliedOperation,
  block: DoBlock,
): Term {
  // If a partial computes something, the primal comes first, so that a domain error is reported for the operation
  // itself.
  const isPlain = summands.every(({ coefficient }) => coefficient === undefined || isAtom(coefficient));
  const result = isPlain ? primal : nameTerm(translation, primal, block, name ?? translation.fresh('r'));
  const id = translation.fresh(name === undefined ? 'w' : `d${name}`);
  const binding = core.intrinsic('Delta.deltaLet', [sumOfDeltas(summands, origin)], origin);
  block.push({ tag: 'bind', pattern: variablePattern(id, INT, origin), action: binding, origin });
  const identifier = core.variable(id, INT, origin);
  if (isPlain) PRIMALS.set(result, identifier);
  else PRIMALS.set(binding, result);
  const variable = core.construct('Delta.Var', identifier, DELTA, origin);
  return core.tuple([result, variable], origin);
}
