import { type RefObject, useEffect } from 'react';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';
import { atRest } from './scroll-rest';

/** Milliseconds after which a cell that was asked for is brought into view, and again. */
const STAYS = [0, 100, 300, 700, 1500];

const ACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls the notebook column to the cell that the store asks for. On a wide page, where the panels are beside the notebook,
 * the cell that the reader scrolls to becomes current.
 */
export function useCellScrolling(column: RefObject<HTMLElement | null>): void {
  const shown = useAppStore((state) => state.shownCell);
  const wide = useAppStore((state) => state.wide);

  useEffect(() => {
    if (shown === undefined) return;
    const show = (): void => {
      column.current?.querySelector(`[data-cell='${shown.id}']`)?.scrollIntoView({ block: 'nearest' });
    };
    // After the task that renders it, because to scroll lays the page out. Cells above it may still change their height.
    // It stays in view until the reader does something.
    const timers = STAYS.map((delay) => setTimeout(show, delay));
    const stop = (): void => {
      for (const timer of timers) clearTimeout(timer);
      for (const action of ACTIONS) removeEventListener(action, stop, true);
    };
    for (const action of ACTIONS) addEventListener(action, stop, { capture: true, passive: true });
    return stop;
  }, [column, shown]);

  useEffect(() => {
    const root = column.current;
    if (root === null || !wide) return;
    let cancel = (): void => undefined;
    const onScroll = (): void => {
      cancel();
      cancel = atRest(() => {
        follow(root);
      });
    };
    root.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancel();
      root.removeEventListener('scroll', onScroll);
    };
  }, [column, wide]);
}

/** Makes the first cell of which at least half is in view current, unless the current one is still in view. */
function follow(root: HTMLElement): void {
  const { current, setCurrent } = store.getState();
  const view = root.getBoundingClientRect();
  const inView = [...root.querySelectorAll<HTMLElement>(':scope > .cell:not(.table-cell)')].flatMap((cell) => {
    const { top, bottom, height } = cell.getBoundingClientRect();
    const share = (Math.min(bottom, view.bottom) - Math.max(top, view.top)) / height;
    return share > 0 ? [{ id: Number(cell.dataset['cell']), share }] : [];
  });
  if (inView.some(({ id }) => id === current)) return;
  const next = inView.find(({ share }) => share >= 0.5) ?? inView[0];
  if (next !== undefined) setCurrent(next.id);
}
