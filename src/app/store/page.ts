import type { Theme } from '../kit/theme';
import type { PanelName } from './panel';
import { shownPanels } from '../../notebook/document';
import { panelToOpen } from './current';
import type { AppState, Slice } from './store';

export type DialogName = 'commands' | 'notebooks' | 'history' | 'share' | 'help';

export interface PageSlice {
  /** The open tab. */
  readonly panel: PanelName;
  /** By the id of a cell: the tab that the reader chose while it was the present one. */
  readonly chosen: Readonly<Record<number, PanelName>>;
  /** The graph stands above the tabs; otherwise it is one of them. */
  readonly wide: boolean;
  /** The page is being laid out for paper. */
  readonly printing: boolean;
  readonly setPrinting: (printing: boolean) => void;
  readonly theme: Theme;
  /** Large type, and one panel at a time. */
  readonly presenting: boolean;
  /** The one that is open. */
  readonly dialog: DialogName | undefined;
  /** The Delta graph has the whole window. */
  readonly graphEnlarged: boolean;
  readonly setGraphEnlarged: (graphEnlarged: boolean) => void;
  /** A wish of a panel that the editor shows and selects a place; a new object each time. */
  readonly revealed: { readonly cell: number; readonly start: number; readonly end: number } | undefined;
  readonly setPanel: (panel: PanelName) => void;
  readonly setWide: (wide: boolean) => void;
  readonly setPresenting: (presenting: boolean) => void;
  readonly setTheme: (theme: Theme) => void;
  readonly setDialog: (dialog: DialogName | undefined) => void;
  /** A wish that the page scrolls to a cell, by its id; a new object each time. */
  readonly shownCell: { readonly id: number } | undefined;
  readonly showCell: (id: number) => void;
  /** The id of the prose cell that is shown as it is written. */
  readonly editing: number | undefined;
  readonly setEditing: (id: number | undefined) => void;
  readonly reveal: (place: { readonly cell: number; readonly start: number; readonly end: number }) => void;
}

export const pageSlice: Slice<PageSlice> = (set) => ({
  panel: 'trace',
  chosen: {},
  wide: true,
  printing: false,
  setPrinting(printing) {
    set({ printing });
  },
  theme: 'system',
  presenting: false,
  dialog: undefined,
  graphEnlarged: false,
  setGraphEnlarged(graphEnlarged) {
    set({ graphEnlarged });
  },
  revealed: undefined,
  shownCell: undefined,
  editing: undefined,
  setPanel(panel) {
    set(({ current, chosen }) => ({ panel, chosen: current === undefined ? chosen : { ...chosen, [current]: panel } }));
  },
  setWide(wide) {
    set({ wide });
  },
  setPresenting(presenting) {
    set((state) => ({ presenting, panel: presenting && state.wide ? firstPresented(state) : state.panel }));
  },
  setTheme(theme) {
    set({ theme });
  },
  setEditing(editing) {
    set({ editing });
  },
  showCell(id) {
    set({ shownCell: { id } });
  },
  setDialog(dialog) {
    set({ dialog });
  },
  reveal(place) {
    set({ revealed: { ...place } });
  },
});

/** The graph, unless the cell asks for other panels alone. */
function firstPresented({ notebook, current }: Pick<AppState, 'notebook' | 'current'>): PanelName {
  const cell = notebook.cells.find(({ id }) => id === current);
  const asked = cell?.tag === 'code' ? shownPanels(cell) : [];
  return asked.includes('delta') ? 'delta' : (panelToOpen(asked[0]) ?? 'delta');
}
