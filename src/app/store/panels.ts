import type { ProductName } from '../../protocol/messages';
import type { PanelName } from './panel';

const PRODUCTS = {
  output: ['value'],
  inputs: ['value'],
  trace: ['trace'],
  steps: ['value'],
  derivative: ['value'],
  combinators: ['value'],
  jets: ['value'],
  delta: ['delta'],
  gradient: ['gradient'],
  plot: ['value'],
  descent: ['value'],
  growth: ['value'],
} as const satisfies Readonly<Record<PanelName, readonly ProductName[]>>;

/** What a panel needs while it is open; a closed panel costs nothing. */
function productsOf(panel: PanelName): readonly ProductName[] {
  return PRODUCTS[panel];
}

interface PanelChoice {
  readonly wide: boolean;
  readonly presenting: boolean;
  readonly panel: PanelName;
}

/** Whether the graph stands above the tabs, and so is none of them: in a wide page, unless it is presented. */
export function graphAbove({ wide, presenting }: Omit<PanelChoice, 'panel'>): boolean {
  return wide && !presenting;
}

/** The panel in the tabs. */
export function tabbedPanel(choice: PanelChoice): PanelName {
  return graphAbove(choice) && choice.panel === 'delta' ? 'trace' : choice.panel;
}

/** The products that the open panels need beside those of the result strip. */
export function wantedProducts(choice: PanelChoice): readonly ProductName[] {
  return [...(graphAbove(choice) ? productsOf('delta') : []), ...productsOf(tabbedPanel(choice))];
}
