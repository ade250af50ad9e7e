import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Diagnostic } from '../../language/source/diagnostic';
import type { ProductName, Series } from '../../protocol/messages';
import type { Pointed, PointingSource } from './pointing';
import type { Payloads, ProductResult } from './results';
import { type AppState, store } from './store';
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

export function useProduct<N extends ProductName>(name: N): ProductView<N> {
  const result = useAppStore((state) => state.results[name] as ProductResult<N>); // Results[N], which TypeScript does not see
  const text = useAppStore((state) => state.text);
  const check = useAppStore((state) => state.check);
  if (check?.revision === text && !check.runnable)
    return {
      state: 'error',
      payload: result.payload,
      diagnostics: check.diagnostics.filter((diagnostic) => diagnostic.severity === 'error'),
      failedSeries: undefined,
      stale: true,
    };
  return {
    state: result.state,
    payload: result.payload,
    diagnostics: result.diagnostics,
    failedSeries: result.answered === text ? result.failedSeries : undefined,
    stale: result.payload !== undefined && (result.state === 'error' || result.text !== text),
  };
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
