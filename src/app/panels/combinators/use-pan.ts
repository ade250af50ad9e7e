import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { CombinatorDrawing } from '../../charts/combinator-layout';

type Extent = Pick<CombinatorDrawing, 'width' | 'height' | 'entry' | 'boxes'>;

export interface Panning {
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  /** By so many units of the drawing. */
  readonly moveBy: (x: number, y: number) => void;
  /** Brings a place into view where it is not. */
  readonly show: (x: number, y: number) => void;
}

const PADDING = 12;
/** At this scale texts can still be read: a run that needs a smaller one is seen from its input. */
const LEGIBLE = 0.8;
const LARGEST = 1.1;

/** Pan and zoom of the box by d3-zoom. `onChange` is called with every transform, outside React: a gesture renders nothing. */
export function usePan(
  box: RefObject<HTMLDivElement | null>,
  extent: Extent,
  onChange: (transform: ZoomTransform) => void,
): Panning {
  const transform = useRef(zoomIdentity);
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown>>(undefined);
  /** The reader has moved it. */
  const touched = useRef(false);
  const drawn = useRef(extent);
  const set = useCallback(
    (next: ZoomTransform): void => {
      const element = box.current;
      if (element !== null) behaviour.current?.transform(select(element), next);
    },
    [box],
  );
  const frame = useCallback(
    (whole: boolean): void => {
      const element = box.current;
      if (element === null || element.clientWidth === 0) return;
      set(framed(drawn.current, element.clientWidth, element.clientHeight, whole));
    },
    [box, set],
  );

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const own = zoom<HTMLDivElement, unknown>()
      .scaleExtent([0.05, 4])
      .filter(isGesture)
      .on('zoom', (event: { readonly transform: ZoomTransform; readonly sourceEvent: unknown }) => {
        transform.current = event.transform;
        if (event.sourceEvent !== null) touched.current = true;
        onChange(event.transform);
      });
    behaviour.current = own;
    select(element).call(own).on('dblclick.zoom', null);
    const observer = new ResizeObserver(() => {
      if (!touched.current) frame(false);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      select(element).on('.zoom', null);
    };
  }, [box, frame, onChange]);

  useEffect(() => {
    drawn.current = extent;
    if (!touched.current) frame(false);
  }, [extent, frame]);

  return useMemo(
    () => ({
      fit() {
        touched.current = true;
        frame(true);
      },
      zoomBy(factor) {
        touched.current = true;
        if (box.current !== null) behaviour.current?.scaleBy(select(box.current), factor);
      },
      moveBy(x, y) {
        touched.current = true;
        if (box.current !== null) behaviour.current?.translateBy(select(box.current), x, y);
      },
      show(x, y) {
        const element = box.current;
        if (element === null) return;
        const { clientWidth: width, clientHeight: height } = element;
        const [atX, atY] = transform.current.apply([x, y]);
        if (atX > 30 && atX < width - 60 && atY > 20 && atY < height - 20) return;
        touched.current = true;
        const { k } = transform.current;
        set(zoomIdentity.translate(width / 3 - k * x, height / 2 - k * y).scale(k));
      },
    }),
    [box, frame, set],
  );
}

/** All of it where it is legible so; else from the input on, with what stands there in the middle. */
function framed(extent: Extent, roomX: number, roomY: number, whole: boolean): ZoomTransform {
  const { width, height, entry, boxes } = extent;
  const all = Math.min((roomX - 2 * PADDING) / Math.max(1, width), (roomY - 2 * PADDING) / Math.max(1, height));
  const k = Math.min(LARGEST, whole ? all : Math.max(LEGIBLE, all));
  const left = Math.max(PADDING, (roomX - k * width) / 2);
  const seen = boxes.filter(({ x }) => left + k * x < roomX);
  const top = Math.min(entry, ...seen.map(({ y }) => y));
  const bottom = Math.max(entry, ...seen.map((box) => box.y + box.height));
  const isSeen = k * (bottom - top) <= roomY - 2 * PADDING;
  const y = isSeen
    ? (roomY - k * (top + bottom)) / 2
    : // The input is in view, and above it as much as there is room for.
      Math.min(PADDING - k * top, Math.max(roomY - PADDING - k * bottom, roomY / 2 - k * entry));
  return zoomIdentity.translate(left, y).scale(k);
}

/**
 * What moves the drawing: a dragged mouse, two fingers, the wheel with Control, which is also what pinching a touchpad
 * sends. One finger and the wheel alone scroll the panel that it stands in.
 */
function isGesture(event: Event): boolean {
  if ('touches' in event) return (event as TouchEvent).touches.length > 1; // by the test
  if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey;
  return event instanceof MouseEvent && !event.ctrlKey && event.button === 0;
}
