import { store } from '../store/store';
import { isPrinting, onPrintingChange } from '../kit/printing';
import type { Theme } from '../kit/theme';
import { embedded } from '../kit/embedding';
import { graphPlaceIn, panesIn } from '../store/panes';
import type { GraphPlace, PaneSizes } from '../store/state';

const PANES_KEY = 'pullback.panes';
const GRAPH_KEY = 'pullback.graph';
const THEME_KEY = 'pullback.theme';
const wide = matchMedia('(min-width: 1024px)');

/** Keeps theme, width, pane sizes and the place of the graph in sync between the store, the page and localStorage. */
export function followPage(): void {
  const { setGraphPlace, setPane, setPrinting, setTheme, setWide } = store.getState();
  setWide(wide.matches);
  // React renders during the event, before the browser lays out the sheets.
  setPrinting(isPrinting());
  onPrintingChange(() => {
    setPrinting(isPrinting());
  });
  wide.addEventListener('change', () => {
    if (!isPrinting()) setWide(wide.matches); // a sheet is narrow, but shows what the page shows
  });
  store.subscribe((state, before) => {
    if (state.theme !== before.theme) applyTheme(state.theme);
    if (state.panes !== before.panes) applyPanes(state.panes);
    if (state.graphPlace !== before.graphPlace) saveGraphPlace(state.graphPlace);
    document.documentElement.toggleAttribute('data-presenting', state.presenting && state.screen === undefined);
    document.documentElement.toggleAttribute('data-lesson', state.screen !== undefined);
  });
  setTheme(readTheme());
  const { columns, rows } = readPanes();
  setPane('columns', columns);
  setPane('rows', rows);
  setGraphPlace(readGraphPlace());
}

function readTheme(): Theme {
  if (embedded) return 'system';
  try {
    const saved = localStorage.getItem(THEME_KEY);
    return saved === 'light' || saved === 'dark' ? saved : 'system';
  } catch {
    return 'system';
  }
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY);
    else localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function readGraphPlace(): GraphPlace {
  if (embedded) return 'auto';
  try {
    return graphPlaceIn(localStorage.getItem(GRAPH_KEY));
  } catch {
    return 'auto';
  }
}

function saveGraphPlace(place: GraphPlace): void {
  if (embedded) return;
  try {
    if (place === 'auto') localStorage.removeItem(GRAPH_KEY);
    else localStorage.setItem(GRAPH_KEY, place);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

function readPanes(): Partial<PaneSizes> {
  if (embedded) return {};
  try {
    return panesIn(localStorage.getItem(PANES_KEY) ?? '');
  } catch {
    return {};
  }
}

function applyPanes(panes: PaneSizes): void {
  const { style } = document.documentElement;
  style.setProperty('--columns-share', `${panes.columns}%`);
  style.setProperty('--rows-share', `${panes.rows}%`);
  if (embedded) return;
  try {
    localStorage.setItem(PANES_KEY, JSON.stringify(panes));
  } catch {
    // Without storage the sizes last as long as the page.
  }
}
