import { type Notebook, parseNotebook, programCells, shownPanels, withCellText } from '../../notebook/document';
import type { Json } from '../../protocol/messages';
import { NO_RESULTS } from './results';
import { NO_STEPS } from './steps';
import type { Slice } from './store';

/** Where the document came from, which is also where 'reset' goes back to. */
export type Origin =
  | { readonly tag: 'builtin'; readonly id: string }
  | { readonly tag: 'link'; readonly fragment: string }
  | { readonly tag: 'own' };

export interface OpenDocument {
  readonly markdown: string;
  readonly origin: Origin;
  /** Of the shelf's record, once the reader has work of their own here. */
  readonly shelfId: string | undefined;
  readonly inputs?: Readonly<Record<string, Json>>;
  readonly panel?: string;
}

export interface DocumentSlice {
  readonly notebook: Notebook;
  readonly origin: Origin;
  readonly shelfId: string | undefined;
  /** Counts the documents opened: an editor belongs to one. */
  readonly generation: number;
  /** The revision of the text. Grows with every edit and every document. */
  readonly text: number;
  /** The reader changed the text since it was opened. */
  readonly edited: boolean;
  readonly open: (document: OpenDocument) => void;
  /** `index` counts the code cells. */
  readonly editCell: (index: number, text: string) => void;
  readonly setShelfId: (id: string | undefined) => void;
}

export const documentSlice: Slice<DocumentSlice> = (set) => ({
  notebook: parseNotebook(''),
  origin: { tag: 'own' },
  shelfId: undefined,
  generation: 0,
  text: 0,
  edited: false,
  open(document) {
    const notebook = parseNotebook(document.markdown);
    set((state) => ({
      notebook,
      origin: document.origin,
      shelfId: document.shelfId,
      generation: state.generation + 1,
      text: state.text + 1,
      edited: false,
      overrides: document.inputs ?? {},
      inputRevision: state.inputRevision + 1,
      check: undefined,
      results: NO_RESULTS,
      pointed: undefined,
      ...NO_STEPS,
      panel: panelToOpen(document.panel) ?? shown(notebook, state.wide) ?? (state.wide ? 'trace' : 'delta'),
    }));
  },
  editCell(index, text) {
    set((state) =>
      programCells(state.notebook)[index] === text
        ? {}
        : { notebook: withCellText(state.notebook, index, text), text: state.text + 1, edited: true },
    );
  },
  setShelfId(shelfId) {
    set({ shelfId });
  },
});

const TABS = ['trace', 'steps', 'derivative', 'gradient', 'descent', 'delta'] as const;

function panelToOpen(name: string | undefined) {
  return TABS.find((tab) => tab === name);
}

/** The first panel that a cell's fence asks for; in a wide page the graph is open anyway. */
function shown(notebook: Notebook, wide: boolean) {
  for (const cell of notebook.cells)
    if (cell.tag === 'code')
      for (const name of shownPanels(cell)) {
        const panel = panelToOpen(name);
        if (panel !== undefined && !(wide && panel === 'delta')) return panel;
      }
  return undefined;
}

/** The title of the front matter, without a YAML parser: the menu and the header need no more. */
export function titleOf(notebook: Notebook): string {
  const line = /^title:[ \t]*(.*)$/m.exec(notebook.frontMatter ?? '')?.[1]?.trim() ?? '';
  const quoted = /^(?:"(.*)"|'(.*)')$/.exec(line);
  const title = quoted?.[1] ?? quoted?.[2] ?? line;
  return title === '' ? 'Untitled notebook' : title;
}
