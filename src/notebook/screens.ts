import { isHidden, type Notebook } from './document';

/** The cells of a screen, by position among all cells of the notebook; `to` is excluded. */
export interface Screen {
  readonly from: number;
  readonly to: number;
}

const known = new WeakMap<Notebook, readonly Screen[]>();

/**
 * Returns the screens of a notebook, which lines `<!-- screen -->` separate: one if there is no such line. A screen without
 * a cell that readers see is left out. Always the same array for a notebook.
 */
export function screensOf(notebook: Notebook): readonly Screen[] {
  const before = known.get(notebook);
  if (before !== undefined) return before;
  const { cells } = notebook;
  const breaks = cells.flatMap(({ tag }, at) => (tag === 'screen' ? [at] : []));
  const screens = [-1, ...breaks]
    .map((at, index) => ({ from: at + 1, to: breaks[index] ?? cells.length }))
    .filter(({ from, to }) => cells.slice(from, to).some((cell) => !isHidden(cell)));
  known.set(notebook, screens);
  return screens;
}

/** Returns whether a notebook has several screens, which the lesson view shows one at a time. */
export function hasScreens(notebook: Notebook): boolean {
  return screensOf(notebook).length > 1;
}
