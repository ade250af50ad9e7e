/** Its `matches` is never read: a list that is read before its change event does not fire the event. */
const print = matchMedia('print');

/** Whether the page is being laid out for printing: in light colours, without controls. */
export const isPrinting = (): boolean => matchMedia('print').matches;

export function onPrintingChange(listener: () => void): () => void {
  print.addEventListener('change', listener);
  return () => {
    print.removeEventListener('change', listener);
  };
}
