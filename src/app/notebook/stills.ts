import { useSyncExternalStore } from 'react';
import { store } from '../store/store';

/** A panel of a cell as it stands on paper: a copy in which nothing can be operated. */
export interface Still {
  readonly panel: string;
  readonly title: string;
  /** Undefined where the panel was not ready in time. */
  readonly figure: Element | undefined;
}

/** Copies of panels, by the id of their cell. */
export type Stills = ReadonlyMap<number, readonly Still[]>;

let shown: Stills = new Map();
const listeners = new Set<() => void>();

/** Gives the page the copies that it prints below their cells. They are dropped when the notebook or an input changes. */
export function showStills(stills: Stills): void {
  shown = stills;
  for (const listener of listeners) listener();
}

export function useStills(id: number): readonly Still[] | undefined {
  return useSyncExternalStore(subscribe, () => shown.get(id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

store.subscribe((state, before) => {
  const isSame =
    state.generation === before.generation &&
    state.textRevision === before.textRevision &&
    state.inputRevision === before.inputRevision;
  if (!isSame && shown.size > 0) showStills(new Map());
});
