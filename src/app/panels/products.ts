import type { ProductName } from '../../protocol/messages';
import type { PanelName } from './panel';

const PRODUCTS = {
  output: ['value'],
  inputs: ['value'],
  trace: ['trace'],
  delta: ['delta'],
  gradient: ['gradient'],
  descent: ['value'],
} as const satisfies Readonly<Record<PanelName, readonly ProductName[]>>;

/** What a panel needs while it is open; a closed panel costs nothing. */
export function productsOf(panel: PanelName): readonly ProductName[] {
  return PRODUCTS[panel];
}
