import * as core from '../../language/core/builders';
import { internalError } from '../../language/source/internal-error';
import type { Term } from '../../language/core/tree';
import type { Span } from '../../language/source/span';
import type { Summand } from './rules';

/** Σ_i df_i * dx_i, for tangents that are reals (Krawiec et al., Figure 3). Nothing is simplified. */
export function tangentOf(summands: readonly Summand[], origin: Span): Term {
  const terms = summands.map(({ coefficient, tangent }) =>
    coefficient === undefined ? tangent : core.operation('multiply', [coefficient, tangent], 'derivative', origin),
  );
  const [first, ...more] = terms;
  if (first === undefined) return internalError('an operation without real arguments has no tangent');
  return more.reduce((sum, term) => core.operation('add', [sum, term], 'derivative', origin), first);
}
