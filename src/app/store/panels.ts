import { cellWith, type CodeCell, shownPanels } from '../../notebook/document';
import type { ProductName } from '../../protocol/messages';
import type { AppState } from './state';

/* Which panel is open, and what the open panels need. */

type Panels = Pick<AppState, 'panels'>;
type Layout = Pick<AppState, 'panels' | 'wide' | 'presenting' | 'graphPlace' | 'notebook' | 'current'>;
type PanelChoice = Layout & Pick<AppState, 'panel'>;

/**
 * True if there is a panel above the tabs: on a wide page, except in Present mode. A cell that asks only for other panels
 * has them at full height, unless the reader has placed the graph.
 */
export function graphAbove(state: Layout): boolean {
  if (!state.wide || state.presenting) return false;
  return state.graphPlace === 'auto' ? givesRoomToGraph(state) : state.graphPlace === 'above';
}

/** Whether the current cell leaves the graph its place above the tabs: it asks for the graph, or for no panel. */
export function givesRoomToGraph(state: Layout): boolean {
  const cell = cellWith(state.notebook, state.current);
  const asked = cell?.tag === 'code' ? askedPanels(state, cell) : [];
  return asked.length === 0 || asked.includes(namedAbove(state) ?? '');
}

/** The name of the panel that stands above the tabs on a wide page. */
export function namedAbove({ panels }: Panels): string | undefined {
  return panels.find(({ above }) => above)?.name;
}

/** The name of the panel that is open unless another is chosen: the first in the tabs. */
export function firstPanel(state: Layout): string {
  const isAbove = graphAbove(state);
  return state.panels.find(({ above }) => !(isAbove && above))?.name ?? '';
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

/** The products that a panel needs which is rendered out of sight for a cell. */
export function stagedProducts(
  { staged, panels }: Panels & Pick<AppState, 'staged'>,
  id: number,
): readonly ProductName[] {
  return (staged?.cell === id ? panels.find(({ name }) => name === staged.panel)?.needs : undefined) ?? [];
}

/** The name itself if there is such a panel. */
export function panelNamed({ panels }: Panels, name: string | undefined): string | undefined {
  return panels.find((panel) => panel.name === name)?.name;
}

/** The panels that a cell's fence asks for and that exist. */
export function askedPanels(state: Panels, cell: CodeCell): readonly string[] {
  return shownPanels(cell).filter((name) => panelNamed(state, name) !== undefined);
}

/** The first panel that the current cell's fence asks for in the tabs: a panel that stands above them does not count. */
export function shownPanel(state: Layout): string | undefined {
  const cell = cellWith(state.notebook, state.current);
  const asked = cell?.tag === 'code' ? askedPanels(state, cell) : [];
  return asked.find((name) => !(graphAbove(state) && name === namedAbove(state)));
}

/**
 * The panel to open for the current cell: the one that the reader chose there, else the first that the cell asks for, else
 * the open one if the reader chose it for some cell, else the first.
 */
export function panelFor(state: PanelChoice & Pick<AppState, 'chosenPanels'>): string {
  const { current, chosenPanels, panel } = state;
  const chosen = current === undefined ? undefined : chosenPanels[current];
  const isChosen = Object.values(chosenPanels).includes(panel);
  return chosen ?? shownPanel(state) ?? (isChosen ? panel : firstPanel(state));
}

/** The panel that Present mode opens with: the first, unless the current cell asks only for others. */
export function firstPresented(state: Layout): string {
  const cell = cellWith(state.notebook, state.current);
  const asked = cell?.tag === 'code' ? shownPanels(cell) : [];
  const first = firstPanel({ ...state, presenting: true });
  return asked.includes(first) ? first : (panelNamed(state, asked[0]) ?? first);
}
