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
function productsOf(panel: PanelName): readonly ProductName[] {
  return PRODUCTS[panel];
}

interface PanelChoice {
  readonly wide: boolean;
  readonly panel: PanelName;
}

/** The panel in the tabs: in a wide page the graph stands above them, so it is none of them. */
export function tabbedPanel({ wide, panel }: PanelChoice): PanelName {
  return wide && panel === 'delta' ? 'trace' : panel;
}

/** The products that the open panels need beside those of the result strip. */
export function wantedProducts(choice: PanelChoice): readonly ProductName[] {
  return [...(choice.wide ? productsOf('delta') : []), ...productsOf(tabbedPanel(choice))];
}
