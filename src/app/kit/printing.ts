/** Its `matches` is never read: a list that is read before its change event does not fire the event. */
const print = matchMedia('print');
/** Another list to read: to make one takes as long as to render a small component. */
const read = matchMedia('print');

/** Whether the page is being laid out for printing: in light colours, without controls. */
export const isPrinting = (): boolean => read.matches;

export function onPrintingChange(listener: () => void): () => void {
  print.addEventListener('change', listener);
  return () => {
    print.removeEventListener('change', listener);
  };
}
