import { type RefObject, useEffect, useState } from 'react';

/** CSS pixels of a row before one has been measured. */
const FIRST_HEIGHT = 26;
/** Cells that are rendered beyond those in view. */
const SPARE_CELLS = 500;

/** Reports the rows in view, with some beyond them; returns the height of a row. */
export function useRowsInView(
  box: RefObject<HTMLDivElement | null>,
  columns: number,
  onRange: ((from: number, to: number) => void) | undefined,
): number {
  const [height, setHeight] = useState(FIRST_HEIGHT);
  useEffect(() => {
    const element = box.current;
    if (element === null || onRange === undefined) return;
    const spare = Math.ceil(SPARE_CELLS / Math.max(columns, 25)) + 5;
    const measure = (): void => {
      const row = element.querySelector('tbody tr:not(.table-space)')?.getBoundingClientRect().height ?? FIRST_HEIGHT;
      setHeight(row);
      const first = Math.floor(element.scrollTop / row / spare) * spare;
      onRange(Math.max(0, first - spare), first + Math.ceil(element.clientHeight / row) + 2 * spare);
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [box, columns, onRange]);
  return height;
}
