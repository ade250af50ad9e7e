import { type RefObject, useEffect, useRef } from 'react';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';

/** Milliseconds after which a cell that was asked for is brought into view, and again. */
const STAYS = [0, 100, 300, 700, 1500, 3000, 6000, 12_000];

/** Milliseconds without scrolling after which the panels follow, so that cells that are scrolled past do not run. */
const PAUSE = 200;

const ACTIONS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Scrolls the notebook column to the cell that the store asks for. On a wide page, where the panels are beside the notebook,
 * the cell at the reading line becomes current, unless the cell that was asked for is still being brought into view.
 */
export function useCellScrolling(column: RefObject<HTMLElement | null>): void {
  const shown = useAppStore((state) => state.shownCell);
  const wide = useAppStore((state) => state.wide);
  const arriving = useRef(false);

  useEffect(() => {
    if (shown === undefined) return;
    const show = (): void => {
      column.current?.querySelector(`[data-cell='${shown.id}']`)?.scrollIntoView({ block: 'nearest' });
    };
    // After the task that renders it, because to scroll lays the page out. Cells above it may still change their height.
    // It stays in view until the reader does something.
    const timers = STAYS.map((delay) => setTimeout(show, delay));
    arriving.current = true;
    const stop = (): void => {
      arriving.current = false;
      for (const timer of timers) clearTimeout(timer);
      for (const action of ACTIONS) removeEventListener(action, stop, true);
    };
    timers.push(setTimeout(stop, STAYS.at(-1)));
    for (const action of ACTIONS) addEventListener(action, stop, { capture: true, passive: true });
    return stop;
  }, [column, shown]);

  useEffect(() => {
    const root = column.current;
    if (root === null || !wide) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = (): void => {
      clearTimeout(timer);
      timer = setTimeout(
        () =>
          void import('./follow').then(
            ({ follow }) => {
              if (!arriving.current) follow(root);
            },
            () => undefined, // the panels stay where they are
          ),
        PAUSE,
      );
    };
    // What is in view when a notebook opens is known after its first check.
    const unsubscribe = store.subscribe((state, before) => {
      if (state.check !== undefined && before.check === undefined) onScroll();
    });
    if (store.getState().check !== undefined) onScroll();
    root.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      unsubscribe();
      root.removeEventListener('scroll', onScroll);
    };
  }, [column, wide]);
}
