import { cellWith, type CodeCell, shownPanels } from '../../notebook/document';
import type { ProductName } from '../../protocol/messages';
import type { AppState } from './state';

/* Which panel is open, and what the open panels need. */

type Panels = Pick<AppState, 'panels'>;
type PanelChoice = Pick<AppState, 'panels' | 'wide' | 'presenting' | 'panel'>;

/** True if there is a panel above the tabs: on a wide page, except in Present mode. */
export function graphAbove({ wide, presenting }: Pick<AppState, 'wide' | 'presenting'>): boolean {
  return wide && !presenting;
}

/** The name of the panel that stands above the tabs on a wide page. */
export function namedAbove({ panels }: Panels): string | undefined {
  return panels.find(({ above }) => above)?.name;
}

/** The name of the panel that is open unless another is chosen: the first, or the first in the tabs on a wide page. */
export function firstPanel({ panels, wide }: Pick<AppState, 'panels' | 'wide'>): string {
  return panels.find(({ above }) => !(wide && above))?.name ?? '';
}

/** The name of the panel in the tabs. */
export function tabbedPanel(choice: PanelChoice): string {
  return graphAbove(choice) && choice.panel === namedAbove(choice) ? firstPanel(choice) : choice.panel;
}

/** The products that the open panels need beyond those of the result strip. */
export function wantedProducts(choice: PanelChoice): readonly ProductName[] {
  const open = [graphAbove(choice) ? namedAbove(choice) : undefined, tabbedPanel(choice)];
  return open.flatMap((name) => choice.panels.find((panel) => panel.name === name)?.needs ?? []);
}

/** The name itself if there is such a panel. */
export function panelNamed({ panels }: Panels, name: string | undefined): string | undefined {
  return panels.find((panel) => panel.name === name)?.name;
}

/** The first panel that a cell's fence asks for. A wide page shows the panel above the tabs anyway, so it does not count there. */
export function shownPanel(state: Pick<AppState, 'panels' | 'wide'>, cell: CodeCell | undefined): string | undefined {
  const asked = cell === undefined ? [] : shownPanels(cell);
  return asked.find((name) => panelNamed(state, name) !== undefined && !(state.wide && name === namedAbove(state)));
}

/** The panel that Present mode opens with: the first, unless the current cell asks only for others. */
export function firstPresented(state: Pick<AppState, 'panels' | 'notebook' | 'current'>): string {
  const cell = cellWith(state.notebook, state.current);
  const asked = cell?.tag === 'code' ? shownPanels(cell) : [];
  const first = firstPanel({ ...state, wide: false });
  return asked.includes(first) ? first : (panelNamed(state, asked[0]) ?? first);
}
