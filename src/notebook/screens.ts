import type { Audience } from './audiences';
import { isHidden, type Notebook, type NotebookCell, positionOf } from './document';

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

/** Returns the audiences that the screen after a break is for, as they are written; undefined if it is for everyone. */
export function audiencesOf(cell: NotebookCell): readonly string[] | undefined {
  return cell.tag === 'screen' ? cell.attributes['for']?.split(',') : undefined;
}

/** Returns whether the screen after a break is for other readers than those of an audience. */
export function isForOthers(cell: NotebookCell, audience: Audience | undefined): boolean {
  return audience !== undefined && audiencesOf(cell)?.includes(audience) === false;
}

/** Returns the ids of the cells in screens for others, except those of screens whose breaks are open. */
export function foldedCells(
  { cells }: Notebook,
  audience: Audience | undefined,
  open: readonly number[],
): ReadonlySet<number> {
  const folded = new Set<number>();
  let isFolded = false;
  for (const cell of cells)
    if (cell.tag === 'screen') isFolded = isForOthers(cell, audience) && !open.includes(cell.id);
    else if (isFolded) folded.add(cell.id);
  return folded;
}

/** Returns the ids of open breaks, and of that before the screen that a cell is in. */
export function withOpened({ cells }: Notebook, open: readonly number[], id: number | undefined): readonly number[] {
  const at = cells.findIndex((cell) => cell.id === id);
  const before = cells.slice(0, at + 1).findLast(({ tag }) => tag === 'screen')?.id;
  return before === undefined || before === id ? open : [...open, before];
}

/** The most letters of a screen's text that stand for it. */
const MOST_LETTERS = 60;

/** Returns a line that stands for the screen after a break: its first heading, or else how its text begins. */
export function titleOfScreen(notebook: Notebook, id: number): string {
  const after = notebook.cells.slice(positionOf(notebook, id) + 1);
  const end = after.findIndex(({ tag }) => tag === 'screen');
  const text = after
    .slice(0, end < 0 ? undefined : end)
    .map((cell) => (cell.tag === 'prose' ? cell.markdown : ''))
    .join('\n');
  const line = (/^#{1,6}[ \t]+(.*)/m.exec(text)?.[1] ?? /^[^|\s].*/m.exec(text)?.[0] ?? 'A screen').replace(
    /[*`$]/g,
    '',
  );
  return line.length > MOST_LETTERS ? `${line.slice(0, MOST_LETTERS).replace(/\s+\S*$/, '')} …` : line;
}
