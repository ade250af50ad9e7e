import { cellWith, type CodeCell, type Notebook, programOf, shownPanels } from '../../notebook/document';
import { shownPanel } from './panels';
import type { AppState } from './state';

/* The current cell: the one that the panels beside the notebook are about, and the panel that opens for it. */

type Arriving = 'notebook' | 'current' | 'dependencies' | 'results' | 'chosenPanels' | 'wide' | 'panel' | 'panels';

/**
 * The changes that make a code cell current. A cell that only defines things has nothing for the panels, so they stay
 * with the cell that they are about.
 */
export function arrivalAt(
  state: Pick<AppState, Arriving>,
  id: number,
): Partial<Pick<AppState, 'current' | 'panel' | 'stepAt' | 'record'>> {
  const cell = cellWith(state.notebook, id);
  if (cell?.tag !== 'code' || state.current === id) return {};
  const value = state.results[id]?.value.payload;
  const isQuiet =
    state.dependencies[id]?.outputs === 0 && value?.focus === undefined && (value?.series.length ?? 0) === 0;
  if (isQuiet && state.current !== undefined) return {};
  return {
    current: id,
    panel: state.chosenPanels[id] ?? shownPanel(state, cell) ?? state.panel,
    stepAt: 0,
    record: undefined,
  };
}

/** The program cell at `index`; else the first cell that names panels; else the last cell that is not an exercise. */
export function firstCurrent(notebook: Notebook, index: number | undefined): CodeCell | undefined {
  const program = programOf(notebook);
  const asked = index === undefined ? undefined : program[index];
  if (asked?.tag === 'code') return asked;
  const code = program.filter((cell) => cell.tag === 'code');
  const lessons = code.filter(({ attributes }) => attributes['exercise'] === undefined);
  return code.find((cell) => shownPanels(cell).length > 0) ?? lessons.at(-1) ?? code.at(-1);
}
