/** Never read: a list whose `matches` is read before its event does not tell its change any more. */
const print = matchMedia('print');

/** Whether the page is being laid out for paper, where all is light and nothing can be operated. */
export const isPrinting = (): boolean => matchMedia('print').matches;

export function onPrintingChange(listener: () => void): () => void {
  print.addEventListener('change', listener);
  return () => {
    print.removeEventListener('change', listener);
  };
}
