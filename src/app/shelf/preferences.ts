import { store } from '../store/store';
import { isPrinting, onPrintingChange } from '../kit/printing';
import type { Theme } from '../kit/theme';
import { AUDIENCES } from '../../notebook/audiences';
import { embedded } from '../kit/embedding';
import { graphPlaceIn, panesIn } from '../store/panes';
import type { PaneSizes } from '../store/state';

const PANES_KEY = 'pullback.panes';
const GRAPH_KEY = 'pullback.graph';
const THEME_KEY = 'pullback.theme';
const AUDIENCE_KEY = 'pullback.audience';
const wide = matchMedia('(min-width: 1024px)');

/** Keeps theme, width, pane sizes, the place of the graph and the audience in sync between the store, the page and localStorage. */
export function followPage(): void {
  const { setAudience, setGraphPlace, setPane, setPrinting, setTheme, setWide } = store.getState();
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
    if (state.graphPlace !== before.graphPlace)
      save(GRAPH_KEY, state.graphPlace === 'auto' ? undefined : state.graphPlace);
    if (state.audience !== before.audience) save(AUDIENCE_KEY, state.audience);
    document.documentElement.toggleAttribute('data-presenting', state.presenting && state.screen === undefined);
    document.documentElement.toggleAttribute('data-lesson', state.screen !== undefined);
  });
  setTheme(readTheme());
  const { columns, rows } = panesIn(read(PANES_KEY) ?? '');
  setPane('columns', columns);
  setPane('rows', rows);
  setGraphPlace(graphPlaceIn(read(GRAPH_KEY)));
  const audience = read(AUDIENCE_KEY);
  setAudience(AUDIENCES.find((each) => each === audience));
}

function readTheme(): Theme {
  const saved = read(THEME_KEY);
  return saved === 'light' || saved === 'dark' ? saved : 'system';
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  save(THEME_KEY, theme === 'system' ? undefined : theme);
}

function applyPanes(panes: PaneSizes): void {
  const { style } = document.documentElement;
  style.setProperty('--columns-share', `${panes.columns}%`);
  style.setProperty('--rows-share', `${panes.rows}%`);
  save(PANES_KEY, JSON.stringify(panes));
}

/** A page in a frame neither reads nor saves choices. */
function read(key: string): string | null {
  if (embedded) return null;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function save(key: string, value: string | undefined): void {
  if (embedded) return;
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
