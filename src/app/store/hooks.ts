import { createContext, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Diagnostic } from '../../language/source/diagnostic';
import { programOf } from '../../notebook/document';
import type { ProductName, Series } from '../../protocol/messages';
import type { PanelName } from './panel';
import type { Pointed, PointingSource } from './pointing';
import { NOT_RUN, type Payloads, type ProductResult } from './results';
import { type AppState, store } from './store';
import { type CellLinks, textKey } from './subjects';
import type { Span } from '../../language/source/span';

export function useAppStore<T>(select: (state: AppState) => T): T {
  return useStore(store, select);
}

export interface ProductView<N extends ProductName> {
  readonly state: ProductResult['state'];
  /** The last good one. */
  readonly payload: Payloads[N] | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** What the newest run of the present program had watched, where it failed. */
  readonly failedSeries: readonly Series[] | undefined;
  /** The payload is not of the present program: draw it dimmed. */
  readonly stale: boolean;
}

/** The cell that a panel is about; undefined where it stands beside the notebook, and is about the present cell. */
export const CellContext = createContext<number | undefined>(undefined);

/** The panel that a frame belongs to. */
export const PanelContext = createContext<PanelName | undefined>(undefined);

export function useCell(): number | undefined {
  const own = useContext(CellContext);
  const current = useAppStore((state) => state.current);
  return own ?? current;
}

export function useProduct<N extends ProductName>(name: N): ProductView<N> {
  const id = useCell();
  const result = useAppStore((state) => productOf(state, id, name));
  const texts = useAppStore((state) => textKey(state, id));
  // Of most cells nothing is wrong: an answer of the checker is no reason to draw them again.
  const wrong = useAppStore((state) => (isWrong(state, id) ? state.check : undefined));
  const around = useAppStore((state) => (isWrong(state, id) ? linksOf(state, id)?.dependsOn : undefined));
  const program = useAppStore((state) => (isWrong(state, id) ? state.notebook : undefined));
  if (id === undefined)
    return { state: 'empty', payload: undefined, diagnostics: [], failedSeries: undefined, stale: false };
  if (wrong !== undefined && program !== undefined) {
    const ids = programOf(program).map((cell) => cell.id);
    const errors = wrong.diagnostics.filter(
      ({ severity, span }) => severity === 'error' && around?.includes(ids[span.cell] ?? -1) === true,
    );
    return { state: 'error', payload: result.payload, diagnostics: errors, failedSeries: undefined, stale: true };
  }
  return {
    state: result.state,
    payload: result.payload,
    diagnostics: result.diagnostics,
    failedSeries: result.answered.texts === texts ? result.failedSeries : undefined,
    stale:
      result.payload !== undefined && (result.state === 'error' || result.state === 'held' || result.texts !== texts),
  };
}

function isWrong(state: AppState, id: number | undefined): boolean {
  return state.check?.revision === state.text && linksOf(state, id)?.runnable === false;
}

function linksOf(state: AppState, id: number | undefined): CellLinks | undefined {
  return id === undefined ? undefined : state.links[id];
}

function productOf<N extends ProductName>(state: AppState, id: number | undefined, name: N): ProductResult<N> {
  const results = (id === undefined ? undefined : state.results[id]) ?? NOT_RUN;
  return results[name];
}

export interface Pointing {
  readonly pointed: Pointed | undefined;
  readonly point: (span: Span | undefined, from: PointingSource) => void;
}

export function usePointing(): Pointing {
  return {
    pointed: useAppStore((state) => state.pointed),
    point: useAppStore((state) => state.point),
  };
}

/** True once `active` has lasted for the time after which waiting is worth a sign. */
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
