import { type CodeCell, shownPanels } from '../../notebook/document';
import type { ProductName } from '../../protocol/messages';
import type { AppState } from './state';

/* Which panel is open, and what the open panels need. The Delta graph is special: a wide page shows it above the tabs. */

type PanelChoice = Pick<AppState, 'panels' | 'wide' | 'presenting' | 'panel'>;

/** True if the Delta graph stands above the tabs: on a wide page, except in Present mode. */
export function graphAbove({ wide, presenting }: Pick<AppState, 'wide' | 'presenting'>): boolean {
  return wide && !presenting;
}

/** The name of the panel in the tabs. */
export function tabbedPanel(choice: Omit<PanelChoice, 'panels'>): string {
  return graphAbove(choice) && choice.panel === 'delta' ? 'trace' : choice.panel;
}

/** The products that the open panels need beyond those of the result strip. */
export function wantedProducts(choice: PanelChoice): readonly ProductName[] {
  const open = [...(graphAbove(choice) ? ['delta'] : []), tabbedPanel(choice)];
  return open.flatMap((name) => choice.panels.find((panel) => panel.name === name)?.needs ?? []);
}

/** The name itself if there is such a panel. */
export function panelNamed({ panels }: Pick<AppState, 'panels'>, name: string | undefined): string | undefined {
  return panels.find((panel) => panel.name === name)?.name;
}

/** The first panel that a cell's fence asks for. A wide page shows the graph anyway, so it does not count there. */
export function shownPanel(state: Pick<AppState, 'panels' | 'wide'>, cell: CodeCell | undefined): string | undefined {
  const asked = cell === undefined ? [] : shownPanels(cell);
  return asked.find((name) => panelNamed(state, name) !== undefined && !(state.wide && name === 'delta'));
}

/** The panel that Present mode opens with: the graph, unless the current cell asks only for other panels. */
export function firstPresented(state: Pick<AppState, 'panels' | 'notebook' | 'current'>): string {
  const cell = state.notebook.cells.find(({ id }) => id === state.current);
  const asked = cell?.tag === 'code' ? shownPanels(cell) : [];
  return asked.includes('delta') ? 'delta' : (panelNamed(state, asked[0]) ?? 'delta');
}
