import { store } from '../store/store';
import { isPrinting } from '../ui/printing';
import type { Theme } from '../ui/theme';
import { embedded } from './embedding';

const THEME_KEY = 'pullback.theme';
const wide = matchMedia('(min-width: 1024px)');

/** Keeps theme and width of the page and of the store alike. */
export function followPage(): void {
  const { setTheme, setWide } = store.getState();
  setWide(wide.matches);
  wide.addEventListener('change', () => {
    if (!isPrinting()) setWide(wide.matches); // a sheet is narrow, and shows what the page does
  });
  store.subscribe((state, before) => {
    if (state.theme !== before.theme) applyTheme(state.theme);
    document.documentElement.toggleAttribute('data-presenting', state.presenting);
  });
  setTheme(readTheme());
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
    // The choice then lasts as long as the page.
  }
}
