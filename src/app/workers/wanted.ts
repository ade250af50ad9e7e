import type { ProductName } from '../../protocol/messages';
import { stagedProducts, wantedProducts } from '../store/panels';
import type { AppState } from '../store/state';

/**
 * The products that a cell's panels show, in the order in which they are computed: for the current cell, those of the result
 * strip come first. An exported page, which shows a result strip for every cell, has `offline/wanted.ts` in this place.
 */
export function wantedOf(state: AppState, id: number): readonly ProductName[] {
  const open: readonly ProductName[] = state.current === id ? ['gradient', ...wantedProducts(state)] : [];
  return [...new Set<ProductName>(['value', ...open, ...stagedProducts(state, id)])];
}
