import { type CodeCell, isHidden, type Notebook, shownPanels } from '../../notebook/document';
import { foldedCells, type Screen, screensOf } from '../../notebook/screens';
import { type Introduced, introducedUntil } from '../../notebook/course';
import { loadCourse } from '../shelf/course';
import { SCREEN } from '../shelf/navigation';
import { showAddress } from '../shelf/copies';
import { isQuiet } from '../store/current';
import { panelFor } from '../store/panels';
import { NOTHING } from '../store/offered';
import { store } from '../store/store';
import type { AppState } from '../store/state';
import './lesson.css';

/* The lesson view: one screen of the notebook, and the panels of its cell. */

/** A cell, and how far its top is below the top of what the reader sees, in CSS pixels. */
interface Place {
  readonly cell: number;
  readonly offset: number;
}

/** Where the reader was in the notebook before the lesson view. */
let left: { readonly generation: number; readonly screen: number; readonly place: Place | undefined } | undefined;

/** Opens the lesson view at the screen that the reader is at. */
export function enterLesson(): void {
  const { generation, notebook } = store.getState();
  const place = placeInView();
  const at = notebook.cells.findIndex(({ id }) => id === place?.cell);
  const screen = Math.max(
    0,
    screensOf(notebook).findLastIndex(({ from }) => from <= at),
  );
  left = { generation, screen, place };
  showScreen(screen, true);
}

/** Shows a screen, as a new entry of the browser's history or in place of the present one. */
function showScreen(screen: number, isNew: boolean): void {
  store.setState(({ offered = NOTHING }) => ({ presenting: true, screen, offered }));
  showInAddress(screen, isNew);
}

/**
 * Prepares the panels for the screen that is wanted. An address can lead to one that is not there: then the nearest is shown,
 * or the notebook, if it has no screens.
 */
export function arriveAt(wanted: number): void {
  const state = store.getState();
  const screens = screensOf(state.notebook);
  if (screens.length < 2) {
    close(false);
    return;
  }
  const screen = Math.min(screens.length - 1, Math.max(0, wanted));
  showScreen(screen, false);
  const extent = screens[screen];
  const main = extent && mainCell(state, extent);
  if (main !== undefined) state.setCurrent(main.id);
  void offer();
}

/** Goes to the next screen or the one before, if there is one. */
export function turn(step: -1 | 1): void {
  const { notebook, screen = 0 } = store.getState();
  if (screensOf(notebook)[screen + step] !== undefined) showScreen(screen + step, true);
}

/** Returns to the notebook. */
export function leaveLesson(): void {
  close(true);
}

/** Shows the place where the reader was before the lesson view, or else the screen to which the reader has gone on. */
function returnFrom(screen: number): void {
  const { generation, notebook, audience, unfolded, showCell } = store.getState();
  const { from = 0, to } = screensOf(notebook)[screen] ?? {};
  const folded = foldedCells(notebook, audience, unfolded);
  const shown = notebook.cells.slice(from, to).find((cell) => !isHidden(cell));
  const first = shown && folded.has(shown.id) ? notebook.cells[from - 1] : shown;
  const isSame = left?.generation === generation && left.screen === screen;
  const place = (isSame ? left?.place : undefined) ?? (first && { cell: first.id, offset: 0 });
  if (place === undefined) return;
  showCell(place.cell); // where not all cells are rendered, this one is
  keepIn(place);
}

// The browser's Back leaves the lesson view as well.
store.subscribe(({ screen, generation }, before) => {
  if (screen === undefined && before.screen !== undefined && generation === before.generation)
    returnFrom(before.screen);
});

/** Milliseconds after which a place is scrolled to, and again: cells above it may still change their height. */
const STAYS = [0, 100, 300, 700, 1500, 3000];
const ACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls to a place, and keeps it until the reader does something. */
function keepIn({ cell, offset }: Place): void {
  const show = (): void => {
    const element = document.querySelector(`[data-cell='${cell}']`);
    if (element !== null) scrolled().scrollTop += element.getBoundingClientRect().top - topOfView() - offset;
  };
  const timers = STAYS.map((delay) => setTimeout(show, delay));
  const stop = (): void => {
    for (const timer of timers) clearTimeout(timer);
    for (const action of ACTIONS) removeEventListener(action, stop, true);
  };
  for (const action of ACTIONS) addEventListener(action, stop, { capture: true, passive: true });
}

function close(isNew: boolean): void {
  store.setState({ presenting: false, screen: undefined, offered: undefined });
  showInAddress(undefined, isNew);
}

/** Returns the element that scrolls: the notebook's column, or the page where it is narrow. */
function scrolled(): Element {
  const column = store.getState().wide ? document.querySelector('.notebook') : null;
  return column ?? document.documentElement;
}

/** Scrolls to the top of a screen that has been rendered. */
export function toTop(): void {
  scrolled().scrollTop = 0;
}

/** The top of what the reader sees of the notebook. */
function topOfView(): number {
  return Math.max(0, scrolled().getBoundingClientRect().top);
}

/** Returns the cell at a third of what the reader sees. */
function placeInView(): Place | undefined {
  const top = topOfView();
  const line = top + scrolled().clientHeight / 3;
  const cells = [...document.querySelectorAll<HTMLElement>('.notebook > [data-cell]')];
  const found = cells.findLast((cell) => cell.getBoundingClientRect().top <= line) ?? cells[0];
  return found && { cell: Number(found.dataset['cell']), offset: found.getBoundingClientRect().top - top };
}

/** Returns the cell of a screen that the panels are about: the first that names panels, else the first with something to show. */
function mainCell(state: AppState, { from, to }: Screen): CodeCell | undefined {
  const code = state.notebook.cells.slice(from, to).filter((cell) => cell.tag === 'code');
  return code.find((cell) => shownPanels(cell).length > 0) ?? code.find(({ id }) => !isQuiet(state, id));
}

/** Returns what a notebook asks for: the panels of its cells, and what its front matter adds, `shows: [gradient, reverse]`. */
function askedFor({ cells, frontMatter = '' }: Notebook): Introduced {
  const added = /^shows:[ \t]*\[?([^\]\n]*)/m.exec(frontMatter)?.[1] ?? '';
  const engines = added.split(',').map((name) => name.trim());
  return { panels: [...cells.flatMap((cell) => (cell.tag === 'code' ? shownPanels(cell) : [])), ...engines], engines };
}

/**
 * Offers the panels and engines that the course has introduced and that the notebook asks for, and opens a panel. The
 * reader's own choice for the cell stays as it is.
 */
async function offer(): Promise<void> {
  const { generation, notebook, origin } = store.getState();
  let introduced: readonly Introduced[] = [];
  if (origin.tag === 'builtin')
    introduced = await loadCourse().then(
      (course) => introducedUntil(course, origin.id),
      () => [], // The notebook's own panels are enough to read it.
    );
  const state = store.getState();
  if (state.screen === undefined || state.generation !== generation) return;
  const all = [...introduced, askedFor(notebook)];
  const panels = all.flatMap((each) => each.panels);
  // The graph, which stands above the tabs outside lessons, is one of them here.
  const asked = panelFor(state);
  const panel = panels.includes(asked) ? asked : state.panels.find(({ name }) => panels.includes(name))?.name;
  store.setState({ offered: { panels, engines: all.flatMap(({ engines }) => engines) }, panel: panel ?? '' });
}

/** Keeps the screen in the address, so that a reload and a copied address lead back to it. */
function showInAddress(screen: number | undefined, isNew: boolean): void {
  const { origin } = store.getState();
  const own = location.hash.replace(SCREEN, '');
  const address = own === '' && origin.tag === 'builtin' ? `#e=${origin.id}` : own;
  const shown = screen === undefined ? own : address && `${address}&screen=${screen + 1}`;
  if (shown !== location.hash) showAddress(shown, isNew);
}
