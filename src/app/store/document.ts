import { EMPTY_NOTEBOOK, type Notebook, programOf, withCellText } from '../../notebook/document';
import type { LinkState } from '../../notebook/link';
import { settingsOf } from '../../notebook/settings';
import type { Json } from '../../protocol/messages';
import { arrivalAt, firstCurrent, panelToOpen, shownPanel } from './current';
import { NO_RESULTS } from './results';
import { type DescentRecord, NO_STEPS } from './steps';
import type { Slice } from './store';
import { NO_TIMELINE } from './timeline';

/** Where the document came from, which is also where 'reset' goes back to. */
export type Origin =
  | { readonly tag: 'builtin'; readonly id: string }
  | { readonly tag: 'link'; readonly fragment: string }
  | { readonly tag: 'own' };

export interface OpenDocument {
  readonly notebook: Notebook;
  readonly origin: Origin;
  /** Of the shelf's record, once the reader has work of their own here. */
  readonly shelfId: string | undefined;
  /** Over the settings of the notebook. */
  readonly inputs?: Readonly<Record<string, Json>>;
  readonly panel?: string;
  /** Which of the program's cells the panels are about. */
  readonly cell?: number;
  readonly step?: NonNullable<LinkState['step']>;
  readonly record?: DescentRecord;
}

export interface DocumentSlice {
  readonly notebook: Notebook;
  readonly origin: Origin;
  readonly shelfId: string | undefined;
  /** Counts the documents opened: an editor belongs to one. */
  readonly generation: number;
  /** The revision of the text. Grows with every edit and every document. */
  readonly text: number;
  /** By the id of a cell of the program: the revision at which its text was last changed. */
  readonly versions: Readonly<Record<number, number>>;
  /** The reader changed the text since it was opened. */
  readonly edited: boolean;
  /** The id of the cell that the panels beside the notebook are about. */
  readonly current: number | undefined;
  /** The cell that was asked for last: it becomes the present one as soon as it shows something. */
  readonly wished: number | undefined;
  readonly open: (document: OpenDocument) => void;
  /** By the id of a cell. Edits that are `typed` and follow each other quickly are one step of undo. */
  readonly editCell: (id: number, text: string, typed?: boolean) => void;
  readonly setCurrent: (id: number) => void;
  readonly setShelfId: (id: string | undefined) => void;
}

export const documentSlice: Slice<DocumentSlice> = (set, get) => ({
  notebook: EMPTY_NOTEBOOK,
  origin: { tag: 'own' },
  shelfId: undefined,
  generation: 0,
  text: 0,
  versions: {},
  edited: false,
  current: undefined,
  wished: undefined,
  open(document) {
    const { notebook } = document;
    const current = firstCurrent(notebook, document.cell);
    set((state) => ({
      notebook,
      origin: document.origin,
      shelfId: document.shelfId,
      generation: state.generation + 1,
      text: state.text + 1,
      versions: Object.fromEntries(programOf(notebook).map(({ id }) => [id, state.text + 1])),
      edited: false,
      current: current?.id,
      wished: current?.id,
      overrides: { ...settingsOf(notebook), ...document.inputs },
      inputRevision: state.inputRevision + 1,
      check: undefined,
      results: NO_RESULTS,
      chosen: {},
      pointed: undefined,
      moment: { number: 0, at: Date.now(), notebook },
      ...NO_TIMELINE,
      ...NO_STEPS,
      ...(document.step === undefined ? {} : { stepMode: document.step.mode, stepAt: document.step.at }),
      record: document.record,
      panel: panelToOpen(document.panel) ?? shownPanel(current, state.wide) ?? (state.wide ? 'trace' : 'delta'),
    }));
  },
  editCell(id, text, typed = false) {
    const { notebook, edit } = get();
    const cell = notebook.cells.find((candidate) => candidate.id === id);
    if (cell === undefined || cell.tag === 'prose' || cell.text === text) return;
    edit(withCellText(notebook, id, text), typed ? `text of ${id}` : undefined);
  },
  setCurrent(id) {
    set((state) => ({ wished: id, ...arrivalAt(state, id) }));
  },
  setShelfId(shelfId) {
    set({ shelfId });
  },
});

/** The title of the front matter, without a YAML parser: the menu and the header need no more. */
export function titleOf(notebook: Notebook): string {
  const line = /^title:[ \t]*(.*)$/m.exec(notebook.frontMatter ?? '')?.[1]?.trim() ?? '';
  const quoted = /^(?:"(.*)"|'(.*)')$/.exec(line);
  const title = quoted?.[1]?.replace(/\\(["\\])/g, '$1') ?? quoted?.[2] ?? line;
  return title === '' ? 'Untitled notebook' : title;
}
