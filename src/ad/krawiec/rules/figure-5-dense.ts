/**
 * Krawiec et al., Figure 5, at reals: D{real} = real * δS, where S is the type of the main expression's inputs, and
 * with Figure 14 for any operation f with partials df_i:
 *
 *   D{r}     = (r, zeroS)
 *   D{x + y} = (x + y, dx ⊕ dy)
 *   D{x - y} = (x - y, dx ⊕ (-1 ⊗ dy))
 *   D{x * y} = (x * y, (y ⊗ dx) ⊕ (x ⊗ dy))
 *   D{f x}   = (f x, ⊕_i (df_i x ⊗ dx_i))
 *
 * δS is S itself. zeroS has the shape of the point, which the type alone does not give (section 6): the wrapper binds
 * it. So a translation mentions S, and no function can be translated on its own.
 */
import * as core from '../../../language/core/builders';
import { REAL, type Type } from '../../../language/types/type';
import type { Term, Variable } from '../../../language/core/tree';
import type { Span } from '../../../language/source/span';
import { type Translation, dualNames, type AppliedOperation, type Rules, tuples } from '../../translation/rules';
import { NO_MONAD } from '../../translation/no-monad';

/** The vectors of δS. */
export interface Vectors {
  readonly type: Type;
  /** zeroLike s */
  readonly zero: Variable;
  /** ⊕ : δS * δS -> δS */
  readonly plus: Variable;
  /** ⊗ : real * δS -> δS */
  readonly times: Variable;
}

export function denseRules({ type, zero, plus, times }: Vectors): Rules {
  const applied = (callee: Variable, first: Term, second: Term, origin: Span): Term =>
    core.apply({ ...callee, origin }, core.tuple([first, second], origin), origin);

  function operation(_: Translation, { term: { origin }, primal, summands }: AppliedOperation): Term {
    const tangent = summands
      .map((summand) =>
        summand.coefficient === undefined
          ? summand.tangent
          : applied(times, summand.coefficient, summand.tangent, origin),
      )
      .reduce((sum, summand) => applied(plus, sum, summand, origin));
    return core.tuple([primal, tangent], origin);
  }

  return {
    parts: [REAL, type],
    names: dualNames,
    ...tuples((origin) => [{ ...zero, origin }]),
    operation,
    monad: NO_MONAD,
  };
}
