/**
 * Dual numbers for derivatives inside the program: D{real} = real * real, as in Krawiec et al., Figure 3, without what
 * is known to be zero.
 *
 *   D{r}   = (r, 0)
 *   D{f x} = (f x, Σ_i df_i x * dx_i), over the i with dx_i other than the literal 0
 *
 * These terms are part of a program that an engine differentiates again, so every operation counts: what does not
 * depend on the inner variable has the literal 0 as its tangent, and costs nothing.
 */
import * as core from '../../language/core/builders';
import type { Term } from '../../language/core/tree';
import { REAL } from '../../language/types/type';
import { NO_MONAD } from '../translation/no-monad';
import { dualNames, type Rules, type Summand, tuples } from '../translation/rules';
import { tangentOf } from '../translation/tangent';

export const DUAL: Rules = {
  parts: [REAL, REAL],
  names: dualNames,
  ...tuples((origin) => [core.real(0, origin)]),
  operation: (_, { term: { origin }, primal, summands }) => {
    const nonzero = summands.filter(({ tangent }) => !isReal(tangent, 0)).map(unscaled);
    return core.tuple([primal, nonzero.length === 0 ? core.real(0, origin) : tangentOf(nonzero, origin)], origin);
  },
  monad: NO_MONAD,
};

/** df * 1 = df */
function unscaled({ coefficient, tangent }: Summand): Summand {
  return coefficient !== undefined && isReal(tangent, 1)
    ? { coefficient: undefined, tangent: coefficient }
    : { coefficient, tangent };
}

/** Returns whether a term is the literal real `value`. */
export function isReal(term: Term, value: 0 | 1): boolean {
  return term.tag === 'literal' && term.type.tag === 'real' && Object.is(term.value, value);
}
