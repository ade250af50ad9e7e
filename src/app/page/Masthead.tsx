import { createElement, useEffect, useState } from 'react';
import { withTitle } from '../../notebook/title';
import { hasScreens } from '../../notebook/screens';
import { embedded } from '../kit/embedding';
import { DialogFailed, lazily } from '../kit/lazily';
import { goTo, OPENING_ID, resetToOriginal } from '../shelf/navigation';
import { notebookTitle } from '../store/document';
import { useAppStore } from '../store/hooks';
import { isResettable } from '../store/origin';
import { store } from '../store/store';
import type { Theme } from '../kit/theme';
import type { DialogName } from '../store/state';

if (!embedded)
  void import('./keys').then(({ startKeys }) => {
    startKeys();
  });

const Presenter = lazily(() => import('./Presenter').then((m) => m.Presenter));
const DIALOGS = {
  commands: lazily(() => import('./CommandsDialog').then((m) => m.CommandsDialog), DialogFailed),
  notebooks: lazily(() => import('./NotebooksDialog').then((m) => m.NotebooksDialog), DialogFailed),
  history: lazily(() => import('./HistoryDialog').then((m) => m.HistoryDialog), DialogFailed),
  share: lazily(() => import('./ShareDialog').then((m) => m.ShareDialog), DialogFailed),
  print: lazily(() => import('./PrintDialog').then((m) => m.PrintDialog), DialogFailed),
  help: lazily(() => import('./HelpDialog').then((m) => m.HelpDialog), DialogFailed),
  reference: lazily(() => import('./reference/ReferenceDialog').then((m) => m.ReferenceDialog), DialogFailed),
  source: lazily(() => import('./SourceDialog').then((m) => m.SourceDialog), DialogFailed),
} satisfies Record<DialogName, unknown>;

const OPENING = `#e=${OPENING_ID}`;

export function Masthead() {
  const title = useAppStore((state) => notebookTitle(state.notebook));
  const edited = useAppStore((state) => state.edited || state.shelfId !== undefined);
  const resettable = useAppStore(isResettable);
  const presenting = useAppStore((state) => state.presenting);
  const setPresenting = useAppStore((state) => state.setPresenting);
  const lesson = useAppStore((state) => hasScreens(state.notebook));
  const dialog = useAppStore((state) => state.dialog);
  const setDialog = useAppStore((state) => state.setDialog);
  useEffect(() => {
    document.title = `${title} · Pullback`;
  }, [title]);
  const close = (): void => {
    setDialog(undefined);
  };
  return (
    <header className="masthead">
      <a
        className="wordmark"
        href={OPENING}
        aria-label="Pullback home"
        onClick={() => {
          goTo(OPENING);
        }}
      >
        <svg viewBox="0 0 26 20" aria-hidden="true">
          <path d="M2 6h19m-5-4.5L21 6l-5 4.5" fill="none" stroke="var(--primal)" strokeWidth="2.2" />
          <path d="M24 14H5m5-4.5L5 14l5 4.5" fill="none" stroke="var(--cotangent)" strokeWidth="2.2" />
        </svg>
        <span className="wordmark-text">Pullback</span>
      </a>
      <div className="masthead-title">
        <NotebookTitle title={title} />
        {edited && <span className="edited"> · your copy</span>}
      </div>
      <nav className="masthead-tools" aria-label="Notebook">
        {presenting && <Presenter />}
        {!presenting && resettable && (
          <button type="button" className="button wide-only" onClick={resetToOriginal}>
            Reset
          </button>
        )}
        {!presenting && (
          <>
            <DialogButton name="commands" label="Commands" title="Search commands (Ctrl K)" />
            <DialogButton name="notebooks" label="Notebooks" />
            <DialogButton name="share" label="Share" />
            {lesson && (
              <button
                type="button"
                className="button to-lesson"
                onClick={() =>
                  void import('./Presenter').then((presenter) => {
                    presenter.openLesson();
                  })
                }
              >
                Lesson
              </button>
            )}
            <button
              type="button"
              className="button wide-only"
              onClick={() => {
                setPresenting(true);
              }}
            >
              Present
            </button>
          </>
        )}
        <ThemeButton />
        {!presenting && <DialogButton name="help" label="Help" />}
      </nav>
      {dialog !== undefined && createElement(DIALOGS[dialog], { close })}
    </header>
  );
}

/** The title of the notebook; a click or Enter makes it editable. */
function NotebookTitle({ title }: { readonly title: string }) {
  const [written, setWritten] = useState<string>();
  if (written === undefined)
    return (
      <button
        type="button"
        className="title-button"
        title="Rename"
        aria-label={`Rename “${title}”`}
        onClick={() => {
          setWritten(title);
        }}
      >
        {title}
      </button>
    );
  const done = (): void => {
    if (written.trim() !== '' && written !== title) {
      const { notebook, edit } = store.getState();
      edit(withTitle(notebook, written.trim()));
    }
    setWritten(undefined);
  };
  return (
    <input
      type="text"
      className="title-field"
      aria-label="Notebook title"
      autoFocus
      value={written}
      onChange={(event) => {
        setWritten(event.target.value);
      }}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
        else if (event.key === 'Escape') setWritten(undefined);
      }}
    />
  );
}

interface DialogButtonProps {
  readonly name: DialogName;
  readonly label: string;
  readonly title?: string;
}

function DialogButton({ name, label, title }: DialogButtonProps) {
  const setDialog = useAppStore((state) => state.setDialog);
  return (
    <button
      type="button"
      className="button"
      title={title}
      aria-haspopup="dialog"
      onClick={() => {
        setDialog(name);
      }}
    >
      {label}
    </button>
  );
}

const NEXT_THEME = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>;
const THEME_LABEL = { system: 'System', light: 'Light', dark: 'Dark' } as const satisfies Record<Theme, string>;

function ThemeButton() {
  const theme = useAppStore((state) => state.theme);
  const setTheme = useAppStore((state) => state.setTheme);
  return (
    <button
      type="button"
      className="button"
      aria-label={`Theme: ${THEME_LABEL[theme]}`}
      title={`Theme: ${THEME_LABEL[theme]}. Click for ${THEME_LABEL[NEXT_THEME[theme]]}.`}
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
