import { type RefObject, useEffect, useRef } from 'react';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';

/**
 * Returns the ref of the notebook column. Scrolls it to the cell that the store asks for. On a wide page, where the panels
 * are beside the notebook, the cell that the reader scrolls to becomes current.
 */
export function useCellScrolling(): RefObject<HTMLDivElement | null> {
  const column = useRef<HTMLDivElement>(null);
  const shown = useAppStore((state) => state.shownCell);
  const cells = useAppStore((state) => state.notebook.cells.length);
  const generation = useAppStore((state) => state.generation);
  const wide = useAppStore((state) => state.wide);

  useEffect(() => {
    if (shown === undefined) return;
    const cell = column.current?.querySelector(`[data-cell='${shown.id}']`);
    cell?.scrollIntoView({ block: 'nearest' });
  }, [shown]);

  useEffect(() => {
    const root = column.current;
    if (root === null || !wide) return;
    const ratios = new Map<number, number>();
    let scrolled = false;
    const follow = (): void => {
      const { current, setCurrent } = store.getState();
      if (!scrolled || (current !== undefined && (ratios.get(current) ?? 0) > 0)) return;
      const order = [...root.querySelectorAll('.cell:not(.table-cell)')].map(idOf);
      const next = order.find((id) => (ratios.get(id) ?? 0) >= 0.5) ?? order.find((id) => (ratios.get(id) ?? 0) > 0);
      if (next !== undefined) setCurrent(next);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, intersectionRatio } of entries) ratios.set(idOf(target), intersectionRatio);
        follow();
      },
      { root, threshold: [0, 0.5, 1] },
    );
    for (const cell of root.querySelectorAll('.cell:not(.table-cell)')) observer.observe(cell);
    const onScroll = (): void => {
      scrolled = true;
    };
    root.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      root.removeEventListener('scroll', onScroll);
    };
  }, [cells, generation, wide]);

  return column;
}

function idOf(element: Element): number {
  return element instanceof HTMLElement ? Number(element.dataset['cell']) : -1;
}
