import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Placement } from '../../charts/delta-geometry';

export interface Viewing {
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  /** Brings a point of the drawing into view where it is not; at a readable scale when `near`. */
  readonly show: (x: number, y: number, near: boolean) => void;
}

const PADDING = 14;
const READABLE = 0.8;
const LEGIBLE = 0.55;
/** A small graph keeps about the page's own sizes of type. */
const LARGEST = 1.2;
const RESULT_ROOM = 200;

/**
 * Pan and zoom of the box by d3-zoom. `onChange` is called with every transform and every size of the box, outside React:
 * a gesture renders nothing. Until the reader moves it, the graph is seen `whole`, or from its result.
 */
export function useViewport(
  box: RefObject<HTMLDivElement | null>,
  placement: Placement,
  result: number,
  onChange: (transform: ZoomTransform) => void,
  whole: boolean,
): Viewing {
  const transform = useRef(zoomIdentity);
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown>>(undefined);
  const touched = useRef(false);
  const placed = useRef({ placement, result, whole });
  const changed = useRef(onChange);

  const set = useCallback(
    (next: ZoomTransform): void => {
      const element = box.current;
      if (element !== null) behaviour.current?.transform(select(element), next);
    },
    [box],
  );
  const frame = useCallback(
    (asked: boolean): void => {
      const element = box.current;
      if (element === null) return;
      const { placement, result, whole } = placed.current;
      set(fitted(placement, result, element.clientWidth, element.clientHeight, asked || whole));
      touched.current = asked;
    },
    [box, set],
  );
  const fit = useCallback((): void => {
    frame(true);
  }, [frame]);

  useEffect(() => {
    changed.current = onChange;
    onChange(transform.current);
  }, [onChange]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const own = zoom<HTMLDivElement, unknown>()
      .scaleExtent([0.01, 4])
      .filter(isGesture)
      .on('zoom', (event: { readonly transform: ZoomTransform; readonly sourceEvent: unknown }) => {
        transform.current = event.transform;
        if (event.sourceEvent !== null) touched.current = true;
        changed.current(event.transform);
      });
    behaviour.current = own;
    select(element).call(own).on('dblclick.zoom', null);
    const observer = new ResizeObserver(() => {
      if (touched.current) changed.current(transform.current);
      else frame(false);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      select(element).on('.zoom', null);
    };
  }, [box, frame]);

  useEffect(() => {
    placed.current = { placement, result, whole };
    if (!touched.current) frame(false);
  }, [placement, result, whole, frame]);

  return useMemo(
    () => ({
      fit,
      zoomBy(factor) {
        const element = box.current;
        if (element === null) return;
        touched.current = true;
        behaviour.current?.scaleBy(select(element), factor);
      },
      show(x, y, near) {
        const element = box.current;
        if (element === null) return;
        const { clientWidth: width, clientHeight: height } = element;
        const [atX, atY] = transform.current.apply([x, y]);
        const inside = atX > 40 && atX < width - 40 && atY > 30 && atY < height - 30;
        const k = near ? Math.max(transform.current.k, READABLE) : transform.current.k;
        if (inside && k === transform.current.k) return;
        touched.current = true;
        set(zoomIdentity.translate(width / 2 - k * x, height / 2 - k * y).scale(k));
      },
    }),
    [box, fit, set],
  );
}

/**
 * What moves the graph: a dragged mouse, two fingers, the wheel. One finger scrolls the page; so does the wheel where the
 * page scrolls as a whole, unless with Control, which is also what pinching a touchpad sends.
 */
function isGesture(event: Event): boolean {
  if ('touches' in event) return (event as TouchEvent).touches.length > 1; // by the test
  if (event instanceof WheelEvent) return event.ctrlKey || event.metaKey || !pageScrolls();
  return event instanceof MouseEvent && !event.ctrlKey && event.button === 0;
}

function pageScrolls(): boolean {
  return document.documentElement.scrollHeight > innerHeight + 1;
}

/** All of a graph that is readable so; of a larger one, at a readable scale, the part that ends with the result. */
function fitted(placement: Placement, result: number, width: number, height: number, whole: boolean): ZoomTransform {
  const all = Math.min(
    (width - 2 * PADDING) / Math.max(1, placement.width),
    (height - 2 * PADDING) / Math.max(1, placement.height),
  );
  const k = Math.max(0.01, Math.min(LARGEST, whole || all > LEGIBLE ? all : READABLE));
  const right = placement.flow === 'right';
  /** Centred where it has room; else the result near the end, or in the middle across the flow. */
  const place = (room: number, extent: number, target: number, along: boolean): number => {
    if (k * extent <= room - 2 * PADDING + 1) return (room - k * extent) / 2;
    if (!along) return room / 2 - k * target;
    const end = room - PADDING - k * extent;
    return k * (extent - target) < RESULT_ROOM
      ? end
      : Math.max(end, Math.min(PADDING, room - RESULT_ROOM - k * target));
  };
  return zoomIdentity
    .translate(
      place(width, placement.width, placement.x[result] ?? 0, right),
      place(height, placement.height, placement.y[result] ?? 0, !right),
    )
    .scale(k);
}
