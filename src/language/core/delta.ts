import type { VariantDeclaration } from './tree';
import { DELTA, INT, product, REAL } from '../types/type';

/**
 * The Deltas of Krawiec et al. (Figures 7, 9 and 11), which describe linear maps and are evaluated once. The type is
 * declared in every program, so no program lists it among its `variants`.
 *
 *     Delta ::= Zero | Scale r u | Add u v | OneHot i | Var id | Let id u v      (in v, id stands for u)
 */
export const DELTA_DECLARATION: VariantDeclaration = {
  type: DELTA,
  constructors: [
    { name: 'Delta.Zero', payload: undefined },
    { name: 'Delta.Scale', payload: product([REAL, DELTA]) },
    { name: 'Delta.Add', payload: product([DELTA, DELTA]) },
    { name: 'Delta.OneHot', payload: INT },
    { name: 'Delta.Var', payload: INT },
    { name: 'Delta.Let', payload: product([INT, DELTA, DELTA]) },
  ],
};

export type DeltaConstructor = 'Delta.Zero' | 'Delta.Scale' | 'Delta.Add' | 'Delta.OneHot' | 'Delta.Var' | 'Delta.Let';
