import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 719px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => {
    narrow.removeEventListener('change', listener);
  };
}

/** Whether the page is as narrow as on a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches);
}
