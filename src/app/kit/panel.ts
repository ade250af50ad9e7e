import type { ComponentType } from 'react';
import { type Lazily, lazily, type Loadable, PartFailed } from './lazily';
import type { ProductName } from '../../protocol/messages';

interface PanelDefinition {
  /** The name by which `show=` on a cell's fence asks for the panel. */
  readonly name: string;
  readonly title: string;
  /** The first panel of a group gives its tab the group's name. */
  readonly group: string;
  /** On a wide page the panel stands above the tabs, outside Present mode. At most one panel does. */
  readonly above?: true;
  /** The products that the panel reads while it is open, beyond those of the result strip. A closed panel costs nothing. */
  readonly needs: readonly ProductName[];
  /** Loads the component when the panel is first opened. */
  readonly load: () => Promise<ComponentType>;
}

export interface Panel extends Omit<PanelDefinition, 'load'> {
  readonly component: Lazily & Loadable;
}

/** Declares a panel: the only thing the rest of the page needs to know about it. */
export function definePanel({ load, ...description }: PanelDefinition): Panel {
  return { ...description, component: lazily(load, PartFailed) };
}
