import { firstPresented } from './panels';
import type { PageSlice, Slice } from './state';

export const pageSlice: Slice<PageSlice> = (set) => ({
  panels: [],
  panel: '',
  chosenPanels: {},
  wide: true,
  printing: false,
  setPrinting(printing) {
    set({ printing });
  },
  staged: undefined,
  theme: 'system',
  presenting: false,
  screen: undefined,
  offered: undefined,
  dialog: undefined,
  graphEnlarged: false,
  setGraphEnlarged(graphEnlarged) {
    set({ graphEnlarged });
  },
  revealed: undefined,
  shownCell: undefined,
  near: [],
  editing: undefined,
  setPanel(panel) {
    set(({ current, chosenPanels }) => ({
      panel,
      chosenPanels: current === undefined ? chosenPanels : { ...chosenPanels, [current]: panel },
    }));
  },
  setWide(wide) {
    set({ wide });
  },
  setPresenting(presenting) {
    set((state) => ({
      presenting,
      screen: undefined,
      offered: undefined,
      panel: presenting && state.wide ? firstPresented(state) : state.panel,
      // The layout changes, and the panels would follow to the cell that comes to the reading line.
      ...(state.current === undefined ? {} : { shownCell: { id: state.current }, held: state.current }),
    }));
  },
  setTheme(theme) {
    set({ theme });
  },
  setNear(near) {
    set({ near });
  },
  setEditing(editing) {
    set({ editing });
  },
  showCell(id) {
    set({ shownCell: { id }, held: id });
  },
  setDialog(dialog) {
    set({ dialog });
  },
  reveal(span) {
    set({ revealed: { ...span } });
  },
});
