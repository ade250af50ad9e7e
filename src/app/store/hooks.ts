import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { Diagnostic } from '../../language/source/diagnostic';
import { programIndex } from '../../notebook/document';
import type { ProductName, RunProgress, Series } from '../../protocol/messages';
import { NOT_RUN } from './results';
import { store } from './store';
import { neededFor } from './dependencies';
import { textKey } from './subjects';
import type { Span } from '../../language/source/span';
import type { AppState, Payloads, Pointed, ProductResult } from './state';

export function useAppStore<T>(select: (state: AppState) => T): T {
  return useStore(store, select);
}

export interface ProductView<N extends ProductName> {
  readonly state: ProductResult['state'];
  /** The last good payload. */
  readonly payload: Payloads[N] | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The number of errors that are not among them. */
  readonly unlisted: number;
  /** The `watch` series of the newest run of the current program, if that run failed. */
  readonly failedSeries: readonly Series[] | undefined;
  /** How far the run of the current program is, while it goes on. */
  readonly progress: RunProgress | undefined;
  /** The payload is not about the current program: draw it dimmed. */
  readonly stale: boolean;
}

/** Id of the cell that a panel is about; undefined for a panel beside the notebook, which is about the current cell. */
export const CellContext = createContext<number | undefined>(undefined);

/** The panel that a component belongs to; undefined for the cells and the result strip. */
export const PanelContext = createContext<{ readonly name: string; readonly title: string } | undefined>(undefined);

/** The component is rendered out of sight, to be copied: the whole of a drawing, and nothing that the reader does. */
export const StillContext = createContext(false);

/** Whether drawings are shown as a whole, for paper, instead of as far as the reader has zoomed. */
export function useDrawnWhole(): boolean {
  const still = useContext(StillContext);
  const printing = useAppStore((state) => state.printing);
  return still || printing;
}

/** The step that the panel of steps is at; the first, for a copy of the panel of another cell. */
export function useStepAt(): number {
  const still = useContext(StillContext);
  const cell = useCell();
  return useAppStore((state) => (still && cell !== state.current ? 0 : state.stepAt));
}

export function useCell(): number | undefined {
  const own = useContext(CellContext);
  const current = useAppStore((state) => state.current);
  return own ?? current;
}

export function useProduct<N extends ProductName>(name: N): ProductView<N> {
  const id = useCell();
  // Rendered again only where something that is shown has changed: while a slider moves, all is computed in each frame.
  const view = useAppStore(useShallow((state) => viewOf(productOf(state, id, name), textKey(state, id))));
  // Cells without errors do not render again when the checker answers.
  const wrong = useAppStore((state) => (isWrong(state, id) ? state.check : undefined));
  if (id === undefined) return { ...view, state: 'empty' };
  if (wrong !== undefined) {
    // They change with the checker's answer.
    const { dependencies, notebook } = store.getState();
    const cells = [...neededFor(dependencies, id).cells]
      .map((cell) => programIndex(notebook, cell))
      .sort((a, b) => a - b);
    const all = cells.flatMap((cell) => wrong.cells[cell] ?? []);
    const diagnostics = all.flatMap((cell) => cell.diagnostics.filter(({ severity }) => severity === 'error'));
    const unlisted = all.reduce((sum, { errors }) => sum + errors, 0) - diagnostics.length;
    return { ...viewOf(NOT_RUN[name], ''), state: 'error', payload: view.payload, diagnostics, unlisted, stale: true };
  }
  return view;
}

function viewOf<N extends ProductName>(result: ProductResult<N>, texts: string): ProductView<N> {
  const { state, payload, diagnostics, answered, failedSeries, progress } = result;
  return {
    ...{ state, payload, diagnostics, unlisted: 0 },
    failedSeries: answered.texts === texts ? failedSeries : undefined,
    progress: state === 'partial' || state === 'pending' ? progress : undefined,
    stale: payload !== undefined && (state === 'error' || state === 'held' || result.texts !== texts),
  };
}

function isWrong(state: AppState, id: number | undefined): boolean {
  const own = id === undefined ? undefined : state.dependencies[id];
  return state.check?.revision === state.textRevision && own?.runnable === false;
}

function productOf<N extends ProductName>(state: AppState, id: number | undefined, name: N): ProductResult<N> {
  const results = (id === undefined ? undefined : state.results[id]) ?? NOT_RUN;
  return results[name];
}

interface Pointing {
  readonly pointed: Pointed | undefined;
  /** The reader points in the caller's own panel. */
  readonly isOwn: boolean;
  /** Points at a span, or stops pointing. */
  readonly pointTo: (span: Span | undefined) => void;
}

/** What the reader points at, and a function by which the calling panel (or component) points. */
export function usePointing(): Pointing {
  const id = useId();
  const source = useContext(PanelContext)?.name ?? id;
  const pointed = useAppStore((state) => state.pointed);
  const still = useContext(StillContext);
  const point = useAppStore((state) => state.pointTo);
  const pointTo = useCallback(
    (span: Span | undefined) => {
      if (!still) point(span, source);
    },
    [point, source, still],
  );
  return { pointed, isOwn: pointed?.from === source, pointTo };
}

/**
 * True for a result of the current program and inputs, once that has lasted a moment. What counts as checked (a green mark)
 * does so only then: it does not flash while a slider moves.
 */
export function useSettled({ state, stale }: Pick<ProductView<'value'>, 'state' | 'stale'>): boolean {
  return useLasting((state === 'ok' || state === 'empty') && !stale);
}

/** True once `active` has lasted long enough to show that something is being computed. */
export function useLasting(active: boolean, milliseconds = 150): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => {
      setLasting(true);
    }, milliseconds);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [active, milliseconds]);
  return active && lasting;
}
