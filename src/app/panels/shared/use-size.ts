import { type RefObject, useEffect, useState } from 'react';
import type { ChartSize } from '../../charts/series/series-chart';

/** The current size of an element; `first` until it is measured. */
export function useSize(box: RefObject<HTMLElement | null>, first: ChartSize): ChartSize {
  const [size, setSize] = useState(first);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [box]);
  return size;
}
