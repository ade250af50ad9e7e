import { type CodeCell, type Notebook, programOf, shownPanels } from '../../notebook/document';
import type { PanelName } from './panel';
import type { AppState } from './store';

/* The cell that the panels beside the notebook are about, and the panel that opens for it. */

/**
 * What makes a code cell the present one. One that only defines has nothing for the panels, which then stay with the cell
 * that they are about.
 */
export function arrivalAt(
  state: Pick<AppState, 'notebook' | 'current' | 'links' | 'results' | 'chosen' | 'wide' | 'panel'>,
  id: number,
): Partial<Pick<AppState, 'current' | 'panel' | 'stepAt' | 'record'>> {
  const cell = state.notebook.cells.find((candidate) => candidate.id === id);
  if (cell?.tag !== 'code' || state.current === id) return {};
  const value = state.results[id]?.value.payload;
  const isQuiet = state.links[id]?.outputs === 0 && value?.focus === undefined && (value?.series.length ?? 0) === 0;
  if (isQuiet && state.current !== undefined) return {};
  return {
    current: id,
    panel: state.chosen[id] ?? shownPanel(cell, state.wide) ?? state.panel,
    stepAt: 0,
    record: undefined,
  };
}

/** The cell that is asked for; else the first that names panels; else the last that is no exercise. */
export function firstCurrent(notebook: Notebook, index: number | undefined): CodeCell | undefined {
  const program = programOf(notebook);
  const asked = index === undefined ? undefined : program[index];
  if (asked?.tag === 'code') return asked;
  const code = program.filter((cell) => cell.tag === 'code');
  const lessons = code.filter(({ attributes }) => attributes['exercise'] === undefined);
  return code.find((cell) => shownPanels(cell).length > 0) ?? lessons.at(-1) ?? code.at(-1);
}

const TABS = [
  'trace',
  'steps',
  'derivative',
  'combinators',
  'jets',
  'gradient',
  'plot',
  'descent',
  'growth',
  'delta',
] as const;

export function panelToOpen(name: string | undefined): PanelName | undefined {
  return TABS.find((tab) => tab === name);
}

/** The first panel that a cell's fence asks for; in a wide page the graph is open anyway. */
export function shownPanel(cell: CodeCell | undefined, wide: boolean): PanelName | undefined {
  for (const name of cell === undefined ? [] : shownPanels(cell)) {
    const panel = panelToOpen(name);
    if (panel !== undefined && !(wide && panel === 'delta')) return panel;
  }
  return undefined;
}
