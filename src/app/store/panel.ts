import type { ComponentType, LazyExoticComponent } from 'react';

/** The names by which `show=` on a cell's fence asks for a panel. */
export type PanelName =
  | 'output'
  | 'inputs'
  | 'trace'
  | 'steps'
  | 'delta'
  | 'gradient'
  | 'plot'
  | 'descent'
  | 'growth'
  | 'derivative'
  | 'combinators'
  | 'jets';

/** The tabs of the page. */
export type PanelGroup = 'Result' | 'Trace' | 'Derivative' | 'Graph' | 'Gradient' | 'Curves';

export interface Panel {
  readonly name: PanelName;
  readonly title: string;
  readonly group: PanelGroup;
  readonly component: LazyExoticComponent<ComponentType>;
}
