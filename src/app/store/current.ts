import { cellWith, type CodeCell, type Notebook, programOf, shownPanels } from '../../notebook/document';
import { panelFor } from './panels';
import type { AppState } from './state';

/* The current cell: the one that the panels beside the notebook are about, and the panel that opens for it. */

type Known = Pick<AppState, 'dependencies' | 'results'>;
type Arriving = Known &
  Pick<AppState, 'notebook' | 'current' | 'chosenPanels' | 'wide' | 'presenting' | 'graphPlace' | 'panel' | 'panels'>;

/** Whether a cell is known to have nothing for the panels: it only defines things. */
export function isQuiet({ dependencies, results }: Known, id: number): boolean {
  const value = results[id]?.value.payload;
  return dependencies[id]?.outputs === 0 && value?.focus === undefined && (value?.series.length ?? 0) === 0;
}

/**
 * Whether the lesson view has no panel for the current cell: the cell names none, and its value depends on no input, so
 * that there is nothing to differentiate.
 */
export function hasOutputsOnly({
  notebook,
  current = -1,
  results,
}: Known & Pick<AppState, 'notebook' | 'current'>): boolean {
  const cell = cellWith(notebook, current);
  const value = results[current]?.value.payload;
  const isConstant = value !== undefined && value.focus === undefined && value.series.length === 0;
  return isConstant && cell?.tag === 'code' && shownPanels(cell).length === 0;
}

/**
 * The changes that make a code cell current. A cell that only defines things has nothing for the panels, so they stay
 * with the cell that they are about.
 */
export function arrivalAt(
  state: Arriving,
  id: number,
): Partial<Pick<AppState, 'current' | 'panel' | 'stepAt' | 'record'>> {
  const cell = cellWith(state.notebook, id);
  if (cell?.tag !== 'code' || state.current === id) return {};
  if (isQuiet(state, id) && state.current !== undefined) return {};
  return { current: id, panel: panelFor({ ...state, current: id }), stepAt: 0, record: undefined };
}

/** The program cell at `index`; else the first cell that names panels; else the first cell that is not an exercise. */
export function firstCurrent(notebook: Notebook, index: number | undefined): CodeCell | undefined {
  const program = programOf(notebook);
  const asked = index === undefined ? undefined : program[index];
  if (asked?.tag === 'code') return asked;
  const code = program.filter((cell) => cell.tag === 'code');
  const lessons = code.filter(({ attributes }) => attributes['exercise'] === undefined);
  return code.find((cell) => shownPanels(cell).length > 0) ?? lessons[0] ?? code[0];
}
