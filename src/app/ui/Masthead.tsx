import { lazy, Suspense, useEffect, useState } from 'react';
import { goTo, OPENING_ID, resetToOriginal } from '../client/navigation';
import { titleOf } from '../store/document';
import { useAppStore } from '../store/hooks';
import { Presenter } from './Presenter';
import type { Theme } from './theme';

const NotebooksDialog = lazy(() => import('./NotebooksDialog').then((m) => ({ default: m.NotebooksDialog })));
const ShareDialog = lazy(() => import('./ShareDialog').then((m) => ({ default: m.ShareDialog })));
const HelpDialog = lazy(() => import('./HelpDialog').then((m) => ({ default: m.HelpDialog })));

const OPENING = `#e=${OPENING_ID}`;

type DialogName = 'notebooks' | 'share' | 'help';

export function Masthead() {
  const title = useAppStore((state) => titleOf(state.notebook));
  const edited = useAppStore((state) => state.edited || state.shelfId !== undefined);
  const resettable = useAppStore(
    (state) => state.origin.tag !== 'own' && (state.edited || state.shelfId !== undefined),
  );
  const presenting = useAppStore((state) => state.presenting);
  const setPresenting = useAppStore((state) => state.setPresenting);
  const [open, setOpen] = useState<DialogName>();
  useEffect(() => {
    document.title = `${title} · Pullback`;
  }, [title]);
  const close = (): void => {
    setOpen(undefined);
  };
  return (
    <header className="masthead">
      <a
        className="wordmark"
        href={OPENING}
        aria-label="Pullback, the opening page"
        onClick={() => {
          goTo(OPENING);
        }}
      >
        <svg viewBox="0 0 26 20" aria-hidden="true">
          <path d="M2 6h19m-5-4.5L21 6l-5 4.5" fill="none" stroke="var(--primal)" strokeWidth="2.2" />
          <path d="M24 14H5m5-4.5L5 14l5 4.5" fill="none" stroke="var(--cotangent)" strokeWidth="2.2" />
        </svg>
        Pullback
      </a>
      <p className="masthead-title">
        {title}
        {edited && <span className="edited"> · your copy</span>}
      </p>
      <nav className="masthead-tools" aria-label="Notebook">
        {presenting && <Presenter />}
        {!presenting && resettable && (
          <button type="button" className="button" onClick={resetToOriginal}>
            Reset
          </button>
        )}
        {!presenting && (
          <>
            <DialogButton name="notebooks" label="Notebooks" open={setOpen} />
            <DialogButton name="share" label="Share" open={setOpen} />
            <button
              type="button"
              className="button present"
              onClick={() => {
                setPresenting(true);
              }}
            >
              Present
            </button>
          </>
        )}
        <ThemeButton />
        {!presenting && <DialogButton name="help" label="Help" open={setOpen} />}
      </nav>
      <Suspense fallback={null}>
        {open === 'notebooks' && <NotebooksDialog close={close} />}
        {open === 'share' && <ShareDialog close={close} />}
        {open === 'help' && <HelpDialog close={close} />}
      </Suspense>
    </header>
  );
}

interface DialogButtonProps {
  readonly name: DialogName;
  readonly label: string;
  readonly open: (name: DialogName) => void;
}

function DialogButton({ name, label, open }: DialogButtonProps) {
  return (
    <button
      type="button"
      className="button"
      aria-haspopup="dialog"
      onClick={() => {
        open(name);
      }}
    >
      {label}
    </button>
  );
}

const NEXT_THEME = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;
const THEME_LABEL = { system: 'Auto', light: 'Light', dark: 'Dark' } as const satisfies Record<Theme, string>;

function ThemeButton() {
  const theme = useAppStore((state) => state.theme);
  const setTheme = useAppStore((state) => state.setTheme);
  return (
    <button
      type="button"
      className="button"
      aria-label={`Theme: ${THEME_LABEL[theme]}`}
      title={`Theme: ${THEME_LABEL[theme]}; press for ${THEME_LABEL[NEXT_THEME[theme]]}`}
      onClick={() => {
        setTheme(NEXT_THEME[theme]);
      }}
    >
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 1.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" />
      </svg>
      <span className="theme-label">{THEME_LABEL[theme]}</span>
    </button>
  );
}
