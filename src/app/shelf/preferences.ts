import { store } from '../store/store';
import { isPrinting, onPrintingChange } from '../kit/printing';
import type { Theme } from '../kit/theme';
import { embedded } from '../kit/embedding';
import { panesIn } from '../store/panes';
import type { PaneSizes } from '../store/state';

const PANES_KEY = 'pullback.panes';
const THEME_KEY = 'pullback.theme';
const wide = matchMedia('(min-width: 1024px)');

/** Keeps theme, width and pane sizes in sync between the store, the page and localStorage. */
export function followPage(): void {
  const { setPane, setPrinting, setTheme, setWide } = store.getState();
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
    document.documentElement.toggleAttribute('data-presenting', state.presenting);
  });
  setTheme(readTheme());
  const { columns, rows } = readPanes();
  setPane('columns', columns);
  setPane('rows', rows);
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
