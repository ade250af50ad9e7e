import * as core from '../../../language/core/builders';
import { DELTA } from '../../../language/types/type';
import type { Term } from '../../../language/core/tree';
import type { Span } from '../../../language/source/span';
import type { Summand } from '../../translation/rules';

/** Returns Zero, the Delta of a literal. */
export function zeroDelta(origin: Span): Term {
  return core.construct('Delta.Zero', undefined, DELTA, origin);
}

/** Add (Scale (df_1, dx_1), Add (Scale (df_2, dx_2), ...)): Krawiec et al., Figure 14. Nothing is simplified. */
export function sumOfDeltas(summands: readonly Summand[], origin: Span): Term {
  return summands
    .map(({ coefficient, tangent }) =>
      coefficient === undefined ? tangent : deltaNode('Delta.Scale', [coefficient, tangent], origin),
    )
    .reduceRight((sum, summand) => deltaNode('Delta.Add', [summand, sum], origin));
}

function deltaNode(name: 'Delta.Scale' | 'Delta.Add', items: readonly Term[], origin: Span): Term {
  return core.construct(name, core.tuple(items, origin), DELTA, origin);
}
