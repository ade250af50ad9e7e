import { createRoot } from 'react-dom/client';
import { cellWith, programOf } from '../../notebook/document';
import type { Panel } from '../kit/panel';
import { Picture } from '../notebook/outputs/Picture';
import type { Still, Stills } from '../notebook/stills';
import { PANELS } from '../panels/registry';
import { PictureView } from '../panels/shared/picture-view';
import { CellContext, PanelContext, StillContext } from '../store/hooks';
import { askedPanels } from '../store/panels';
import type { Staged } from '../store/state';
import { store } from '../store/store';
import { isLayingOut } from '../workers/layout-client';
import { isAsking } from '../workers/run-client';
import { stillOf } from './still';
import '../kit/still.css';

/** Milliseconds for one panel, and for all of them. */
const MOST_FOR_PANEL = 12_000;
const MOST_FOR_ALL = 90_000;
/** Milliseconds for which nothing changes in a panel that is ready: longer than any question rests before it is asked. */
const QUIET = 700;

/** The panels that the cells of the open notebook ask for, in reading order. */
export function askedStills(without: readonly string[] = []): readonly Staged[] {
  const state = store.getState();
  return programOf(state.notebook).flatMap((cell) =>
    cell.tag === 'code'
      ? askedPanels(state, cell)
          .filter((panel) => !without.includes(panel))
          .map((panel) => ({ cell: cell.id, panel }))
      : [],
  );
}

/**
 * Renders panels out of sight, one after the other, because they ask the same worker, and returns copies of them. A panel
 * that is not ready in time, or for which the signal is too early, has no figure.
 */
export async function takeStills(
  asked: readonly Staged[],
  { onProgress, signal }: { readonly onProgress?: (done: number) => void; readonly signal?: AbortSignal } = {},
): Promise<Stills> {
  const stills = new Map<number, Still[]>();
  const end = performance.now() + MOST_FOR_ALL;
  for (const [done, { cell, panel: name }] of asked.entries()) {
    onProgress?.(done);
    const panel = PANELS.find((each) => each.name === name);
    if (panel === undefined || cellWith(store.getState().notebook, cell) === undefined) continue;
    const isOver = signal?.aborted === true || performance.now() > end;
    const figure = isOver ? undefined : await stillPanel(cell, panel, signal);
    stills.set(cell, [...(stills.get(cell) ?? []), { panel: name, title: panel.title, figure }]);
  }
  return stills;
}

/** Renders a panel of a cell and copies it when it is ready; undefined if it is not ready in time. */
async function stillPanel(cell: number, panel: Panel, signal: AbortSignal | undefined): Promise<Element | undefined> {
  const stage = document.createElement('div');
  stage.className = 'page still-stage';
  stage.inert = true;
  document.body.append(stage);
  store.setState({ staged: { cell, panel: panel.name } });
  const root = createRoot(stage);
  const Component = panel.component;
  root.render(
    <StillContext value>
      <PictureView value={Picture}>
        <CellContext value={cell}>
          <PanelContext value={panel}>
            <Component />
          </PanelContext>
        </CellContext>
      </PictureView>
    </StillContext>,
  );
  try {
    const isReady = await ready(stage, signal);
    const rendered = stage.firstElementChild;
    return isReady && rendered !== null ? stillOf(rendered) : undefined;
  } finally {
    root.unmount();
    stage.remove();
    store.setState({ staged: undefined });
  }
}

/** Resolves when a panel has nothing to wait for and has not changed for a moment: to false if that takes too long. */
function ready(stage: Element, signal: AbortSignal | undefined): Promise<boolean> {
  const start = performance.now();
  let changed = start;
  const observer = new MutationObserver(() => {
    changed = performance.now();
  });
  observer.observe(stage, { subtree: true, childList: true, attributes: true, characterData: true });
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      const now = performance.now();
      const isOver = signal?.aborted === true || now - start > MOST_FOR_PANEL;
      const isReady = now - changed >= QUIET && !isAsking() && !isLayingOut() && isSettled(stage);
      if (!isReady && !isOver) return;
      clearInterval(timer);
      observer.disconnect();
      resolve(isReady);
    }, 50);
  });
}

const WAITING = '[aria-busy="true"], [data-pending="true"], .panel-waiting, .stale';
const UNSETTLED = '.panel.unsettled:not(:has(.panel-problems, .panel-empty))';

function isSettled(stage: Element): boolean {
  return stage.querySelector('.panel') !== null && stage.querySelector(`${WAITING}, ${UNSETTLED}`) === null;
}
