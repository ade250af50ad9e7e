import { useEffect } from 'react';
import type { PanelName } from '../panels/panel';
import { PANELS } from '../panels/registry';
import { store } from '../store/store';

const STEPS: Readonly<Record<string, -1 | 1>> = { PageDown: 1, ArrowRight: 1, PageUp: -1, ArrowLeft: -1 };
/** Where these keys have a meaning of their own. */
const OWN_KEYS =
  'input, textarea, select, dialog, .monaco-editor, [role=tablist], [role=application], [role=listbox], [role=tree], [role=slider]';

/** The controls of a presentation: the panels one by one, by button, key or remote control. Escape ends it. */
export function Presenter() {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || (event.target instanceof Element && event.target.closest(OWN_KEYS) !== null))
        return;
      const step = STEPS[event.key];
      if (event.key === 'Escape') end();
      else if (step !== undefined) go(step);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => {
      removeEventListener('keydown', onKeyDown);
    };
  }, []);
  return (
    <>
      <button
        type="button"
        className="button"
        onClick={() => {
          go(-1);
        }}
      >
        Previous
      </button>
      <button
        type="button"
        className="button"
        onClick={() => {
          go(1);
        }}
      >
        Next
      </button>
      <button type="button" className="button outlined" onClick={end}>
        End
      </button>
    </>
  );
}

function end(): void {
  store.getState().setPresenting(false);
}

/** To the next or previous panel; round at the ends. */
function go(step: -1 | 1): void {
  const { panel, setPanel } = store.getState();
  const names: readonly PanelName[] = PANELS.map(({ name }) => name);
  const next = names[(names.indexOf(panel) + step + names.length) % names.length];
  if (next !== undefined) setPanel(next);
}
