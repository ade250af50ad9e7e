import { cellWith, EMPTY_NOTEBOOK, type Notebook, programOf, withCellText } from '../../notebook/document';
import { withOpened } from '../../notebook/screens';
import { settingsOf } from '../../notebook/settings';
import { arrivalAt, firstCurrent } from './current';
import { panelFor, panelNamed } from './panels';
import { NO_RESULTS } from './results';
import { NO_STEPS } from './steps';
import { NOTHING } from './offered';
import { NO_TIMELINE } from './timeline';
import type { DocumentSlice, Slice } from './state';

export const documentSlice: Slice<DocumentSlice> = (set, get) => ({
  notebook: EMPTY_NOTEBOOK,
  origin: { tag: 'own' },
  shelfId: undefined,
  generation: 0,
  textRevision: 0,
  versions: {},
  edited: false,
  answers: undefined,
  current: undefined,
  requested: undefined,
  held: undefined,
  open(document) {
    const { notebook } = document;
    const current = firstCurrent(notebook, document.cell);
    const state = get();
    // While the page loads, the reader may already choose a panel.
    const linked = panelNamed(state, (state.generation === 0 && state.panel) || document.panel);
    const chosenPanels = current === undefined || linked === undefined ? {} : { [current.id]: linked };
    set((state) => ({
      notebook,
      origin: document.origin,
      shelfId: document.shelfId,
      generation: state.generation + 1,
      textRevision: state.textRevision + 1,
      versions: Object.fromEntries(programOf(notebook).map(({ id }) => [id, state.textRevision + 1])),
      edited: false,
      answers: undefined,
      current: current?.id,
      requested: current?.id,
      held: document.cell === undefined ? undefined : current?.id,
      overrides: { ...settingsOf(notebook), ...document.inputs },
      inputRevision: state.inputRevision + 1,
      check: undefined,
      results: NO_RESULTS,
      chosenPanels,
      pointed: undefined,
      moment: { number: 0, at: Date.now(), notebook },
      ...NO_TIMELINE,
      ...NO_STEPS,
      ...(document.step === undefined ? {} : { stepMode: document.step.mode, stepAt: document.step.at }),
      record: document.record,
      // What a link leads to is not folded.
      unfolded: withOpened(notebook, [], document.cell === undefined ? undefined : current?.id),
      screen: document.screen,
      presenting: document.screen !== undefined || (state.presenting && state.screen === undefined),
      offered: document.screen === undefined ? undefined : NOTHING,
      panel: panelFor({ ...state, notebook, current: current?.id, chosenPanels }),
      // A link to a cell shows it.
      shownCell: document.cell === undefined || current === undefined ? undefined : { id: current.id },
    }));
  },
  editCell(id, text, typed = false) {
    const { notebook, edit } = get();
    const cell = cellWith(notebook, id);
    if (cell === undefined || cell.tag === 'prose' || cell.text === text) return;
    edit(withCellText(notebook, id, text), typed ? `text of ${id}` : undefined);
  },
  setCurrent(id) {
    set((state) => ({ requested: id, held: id, ...arrivalAt(state, id) }));
  },
  followTo(id) {
    set((state) => ({ requested: id, held: undefined, ...arrivalAt(state, id) }));
  },
  arrive() {
    set((state) => (state.requested === undefined ? {} : arrivalAt(state, state.requested)));
  },
  setShelfId(shelfId) {
    set({ shelfId });
  },
});

/** Returns the title of the front matter, else the first heading, without parsers: the menu and the header need no more. */
export function notebookTitle(notebook: Notebook): string {
  const line = /^title:[ \t]*(.*)$/m.exec(notebook.frontMatter ?? '')?.[1]?.trim() ?? '';
  const quoted = /^(?:"(.*)"|'(.*)')$/.exec(line);
  const title = quoted?.[1]?.replace(/\\(["\\])/g, '$1') ?? quoted?.[2] ?? line;
  if (title !== '') return title;
  const prose = notebook.cells.find((cell) => cell.tag === 'prose');
  return /^# +(.*\S)/m.exec(prose?.markdown ?? '')?.[1] ?? 'Untitled notebook';
}
