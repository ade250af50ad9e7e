import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Notebook, NotebookCell } from '../../notebook/document';
import { positionOf, programOf } from '../../notebook/document';
import { useAppStore } from '../store/hooks';
import { store } from '../store/store';
import { estimatedHeight, type Extent, extentBetween, grown, renderedExtents, topsOf } from './cell-window';
import { atRest } from './scroll-rest';

/** Notebooks with at most so many cells and letters are rendered as a whole, so that the browser's search finds everything. */
const MOST_CELLS = 150;
const MOST_LETTERS = 100_000;
/** Cells that are added at a time until a notebook is rendered as a whole. */
const GROWTH = 8;

export interface CellWindow {
  /** The cells to render, in order; other cells are between them. */
  readonly extents: readonly Extent[];
  /** The cells that are in the viewport, or within its height from it. */
  readonly near: Extent;
  /** Returns the height of other cells together, in CSS pixels. */
  readonly heightOf: (extent: Extent) => number;
  /** To be called when the focus moves in the column. */
  readonly onFocus: (target: Element | null) => void;
}

/** Returns which cells of the open notebook are rendered in the column. */
export function useCellWindow(column: RefObject<HTMLElement | null>): CellWindow {
  const notebook = useAppStore((state) => state.notebook);
  const printing = useAppStore((state) => state.printing);
  const { cells } = notebook;
  const [heights] = useState(newHeights);
  const [near, setNear] = useState(() => extentBetween(heights.tops(cells), 0, 2 * innerHeight));
  const [kept, setKept] = useState(near);
  const { length } = cells;
  const [known, setKnown] = useState(length);
  if (known !== length) {
    // The cells that follow added ones stay: to mount an editor again takes long.
    const stretched = (extent: Extent): Extent => stretchedBy(extent, length - known, length);
    setKnown(length);
    setNear(stretched);
    setKept(stretched);
  }
  const whole = printing || isSmall(cells);
  const { pinned, onFocus } = usePinned(notebook);

  const update = useCallback(() => {
    const root = column.current;
    if (root === null) return;
    const { top, height } = viewportOf(root);
    const next = extentBetween(heights.tops(store.getState().notebook.cells), top - height, top + 2 * height);
    setNear((before) => (before.from === next.from && before.to === next.to ? before : next));
  }, [column, heights]);

  // A whole notebook is rendered in steps, so that the page answers meanwhile.
  const window = useMemo(() => (whole ? joined(near, kept, length) : near), [whole, near, kept, length]);
  const isComplete = printing || (window.from === 0 && window.to === length);
  useEffect(() => {
    if (!whole || isComplete) return;
    return atRest(() => {
      setKept(grown(window, GROWTH, length));
    });
  }, [whole, isComplete, window, length]);

  useEffect(() => {
    const onScroll = ({ target }: Event): void => {
      if (target === column.current || target === document) update();
    };
    addEventListener('scroll', onScroll, { capture: true, passive: true });
    addEventListener('resize', update);
    return () => {
      removeEventListener('scroll', onScroll, { capture: true });
      removeEventListener('resize', update);
    };
  }, [column, update]);

  const all = useMemo(() => ({ from: 0, to: length }), [length]);
  const shown = isComplete ? all : window;
  const extents = useMemo(() => renderedExtents(shown, pinned), [shown, pinned]);
  useLayoutEffect(() => {
    const root = column.current;
    if (root === null) return;
    const observer = new ResizeObserver(() => {
      if (store.getState().printing) return;
      const before = heights.tops(store.getState().notebook.cells);
      if (!heights.measure(root)) return;
      if (!ANCHORED) keepInPlace(root, before, heights.tops(store.getState().notebook.cells));
      update();
    });
    for (const cell of root.querySelectorAll(':scope > [data-cell]')) observer.observe(cell);
    return () => {
      observer.disconnect();
    };
  }, [column, extents, heights, update]);
  // In another layout or type size, cells have other heights.
  useEffect(
    () =>
      store.subscribe((state, before) => {
        if (state.wide !== before.wide || state.presenting !== before.presenting) heights.forget();
      }),
    [heights],
  );

  useEffect(
    () =>
      atRest(() => {
        store.getState().setNear(cells.slice(near.from, near.to).map(({ id }) => id));
      }),
    [cells, near],
  );
  const heightOf = ({ from, to }: Extent): number => {
    const tops = heights.tops(cells);
    return (tops[to] ?? 0) - (tops[from] ?? 0);
  };
  return { extents, near, heightOf, onFocus };
}

/** Whether the browser keeps what is in view in place when heights above it change. Safari does not. */
const ANCHORED = CSS.supports('overflow-anchor', 'auto');

/** Scrolls by as much as the first cell in view has moved. */
function keepInPlace(root: HTMLElement, before: Float64Array, after: Float64Array): void {
  const { top, height } = viewportOf(root);
  const { from } = extentBetween(before, top, top + height);
  const moved = (after[from] ?? 0) - (before[from] ?? 0);
  if (moved !== 0) (store.getState().wide ? root : document.documentElement).scrollTop += moved;
}

function isSmall(cells: readonly NotebookCell[]): boolean {
  if (cells.length > MOST_CELLS) return false;
  return cells.reduce((sum, cell) => sum + lettersOf(cell), 0) <= MOST_LETTERS;
}

/** A table shows its first rows, however many it has. */
function lettersOf(cell: NotebookCell): number {
  if (cell.tag === 'table') return 0;
  return cell.tag === 'prose' ? cell.markdown.length : cell.text.length;
}

/** The extent with up to GROWTH of the cells that were added after it, or before its end. */
function stretchedBy({ from, to }: Extent, added: number, count: number): Extent {
  const end = Math.min(count, to + Math.min(GROWTH, Math.max(0, added)));
  return { from: Math.min(from, end), to: end };
}

/** The smallest extent around both. */
function joined(a: Extent, b: Extent, count: number): Extent {
  return { from: Math.min(a.from, b.from), to: Math.min(count, Math.max(a.to, b.to)) };
}

/** Where the viewport begins, from the top of the column's content, and how high it is. */
function viewportOf(root: HTMLElement): { readonly top: number; readonly height: number } {
  return store.getState().wide
    ? { top: root.scrollTop, height: root.clientHeight }
    : { top: -root.getBoundingClientRect().top, height: innerHeight };
}

/** The heights of cells by id: measured ones, and estimates of others. */
function newHeights() {
  const measured = new Map<number, number>();
  let known: { readonly cells: readonly NotebookCell[]; readonly tops: Float64Array } | undefined;
  return {
    tops(cells: readonly NotebookCell[]): Float64Array {
      if (known?.cells !== cells)
        known = { cells, tops: topsOf(cells.map((cell) => measured.get(cell.id) ?? estimatedHeight(cell))) };
      return known.tops;
    },
    /** Measures the rendered cells. Returns whether a height has changed. */
    measure(root: HTMLElement): boolean {
      let before: { readonly id: number; readonly top: number } | undefined;
      let changed = false;
      for (const element of root.querySelectorAll<HTMLElement>(':scope > :is([data-cell], .far-cells)')) {
        const { top } = element.getBoundingClientRect();
        if (before !== undefined && Math.abs(top - before.top - (measured.get(before.id) ?? 0)) >= 1) {
          measured.set(before.id, top - before.top);
          changed = true;
        }
        const id = element.dataset['cell'];
        before = id === undefined ? undefined : { id: Number(id), top };
      }
      if (changed) known = undefined;
      return changed;
    },
    forget(): void {
      measured.clear();
      known = undefined;
    },
  };
}

/**
 * The positions of cells that are rendered wherever they are: those that something is about to be shown in, that with the
 * focus and its neighbours, to which Tab goes, and on a narrow page the current one, which has its panels with it.
 */
function usePinned(notebook: Notebook): {
  readonly pinned: readonly number[];
  readonly onFocus: CellWindow['onFocus'];
} {
  const [focused, setFocused] = useState<number>();
  const editing = useAppStore((state) => state.editing);
  const shown = useAppStore((state) => state.shownCell?.id);
  const revealed = useAppStore((state) => (state.revealed && programOf(state.notebook)[state.revealed.cell])?.id);
  const current = useAppStore((state) => (state.wide ? undefined : state.current));
  const onFocus = useCallback((target: Element | null) => {
    let element = target?.closest<HTMLElement>('.notebook > *') ?? null;
    while (element !== null && element.dataset['cell'] === undefined)
      element = element.previousElementSibling instanceof HTMLElement ? element.previousElementSibling : null;
    setFocused(element === null ? undefined : Number(element.dataset['cell']));
  }, []);
  const pinned = useMemo(() => {
    const at = (id: number | undefined): number => (id === undefined ? -1 : positionOf(notebook, id));
    const place = at(focused);
    const around = place === -1 ? [] : [place - 1, place, place + 1].filter((each) => each < notebook.cells.length);
    return [at(editing), at(shown), at(revealed), at(current), ...around];
  }, [notebook, focused, editing, shown, revealed, current]);
  return { pinned, onFocus };
}
