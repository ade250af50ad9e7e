import { useSyncExternalStore } from 'react';

const print = matchMedia('print');

/** Whether the page is being laid out for paper, where all is light and nothing can be operated. */
export const isPrinting = (): boolean => print.matches;

export function onPrintingChange(listener: () => void): () => void {
  print.addEventListener('change', listener);
  return () => {
    print.removeEventListener('change', listener);
  };
}

/** Known before the pages are laid out: an external store is rendered in the event's own turn. */
export function usePrinting(): boolean {
  return useSyncExternalStore(onPrintingChange, isPrinting);
}
