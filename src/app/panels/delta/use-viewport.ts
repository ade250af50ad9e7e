import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Placement } from '../../charts/delta-geometry';
import { type Extent, firstView, followed, isAway, type Room, wholeView } from '../../charts/delta-view';

export interface Viewing {
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  /** Brings a node into the middle where it is not in view, at a readable scale. */
  readonly find: (node: Extent) => void;
  /** Keeps one of the nodes in view, at the scale that there is: the first that is in view, else the last. */
  readonly follow: (nodes: readonly Extent[]) => void;
}

/** The graph is seen whole, or from its result, or as the reader has moved it. */
type Mode = 'whole' | 'result' | 'free';

const LARGEST_SCALE = 4;
const LEAST_SCALE = 0.1;

/**
 * Pan and zoom of the box by d3-zoom. `onChange` is called with every transform and every size of the box, outside React:
 * a gesture renders nothing. Until the reader moves it, the graph is seen `whole`, or from its result.
 */
export function useViewport(
  box: RefObject<HTMLDivElement | null>,
  placement: Placement,
  result: number,
  onChange: (transform: ZoomTransform, gesture: boolean) => void,
  whole: boolean,
): Viewing {
  const transform = useRef(zoomIdentity);
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown>>(undefined);
  const mode = useRef<Mode>(whole ? 'whole' : 'result');
  const placed = useRef({ placement, result });
  const changed = useRef(onChange);

  const set = useCallback(
    (next: ZoomTransform): void => {
      const element = box.current;
      if (element !== null) behaviour.current?.transform(select(element), next);
    },
    [box],
  );
  /** Whatever the size of the graph and of the box, all of it can be seen at the least scale. */
  const frame = useCallback((): void => {
    const element = box.current;
    if (element === null || element.clientWidth === 0) return;
    const { placement, result } = placed.current;
    const room = roomOf(element);
    const all = wholeView(placement, room);
    behaviour.current?.scaleExtent([Math.min(LEAST_SCALE, all.k), LARGEST_SCALE]);
    if (mode.current === 'free') {
      changed.current(transform.current, false);
      return;
    }
    const { k, x, y } = mode.current === 'whole' ? all : firstView(placement, result, room);
    set(zoomIdentity.translate(x, y).scale(k));
  }, [box, set]);
  const fit = useCallback((): void => {
    mode.current = 'whole';
    frame();
  }, [frame]);

  useEffect(() => {
    changed.current = onChange;
    onChange(transform.current, false);
  }, [onChange]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const own = zoom<HTMLDivElement, unknown>()
      .filter(isGesture)
      .on('zoom', (event: { readonly transform: ZoomTransform; readonly sourceEvent: unknown }) => {
        transform.current = event.transform;
        const gesture = event.sourceEvent !== null;
        if (gesture) mode.current = 'free';
        changed.current(event.transform, gesture);
      });
    behaviour.current = own;
    select(element).call(own).on('dblclick.zoom', null);
    const observer = new ResizeObserver(frame);
    observer.observe(element);
    return () => {
      observer.disconnect();
      select(element).on('.zoom', null);
    };
  }, [box, frame]);

  useEffect(() => {
    placed.current = { placement, result };
    const element = box.current;
    // Another drawing may stand where the reader does not look.
    if (element !== null && mode.current === 'free' && isAway(placement, transform.current, roomOf(element)))
      mode.current = whole ? 'whole' : 'result';
    frame();
  }, [box, placement, result, whole, frame]);
  useEffect(() => {
    mode.current = whole ? 'whole' : 'result';
    frame();
  }, [whole, frame]);

  return useMemo(() => {
    const show = (nodes: readonly Extent[], least: number): void => {
      const element = box.current;
      if (element === null) return;
      const { k, x, y } = transform.current;
      const next = followed(placed.current.placement, { k, x, y }, roomOf(element), nodes, least);
      if (next === undefined) return;
      mode.current = 'free';
      set(zoomIdentity.translate(next.x, next.y).scale(next.k));
    };
    return {
      fit,
      zoomBy(factor) {
        const element = box.current;
        if (element === null) return;
        mode.current = 'free';
        behaviour.current?.scaleBy(select(element), factor);
      },
      find(node) {
        show([node], READABLE);
      },
      follow(nodes) {
        show(nodes, 0);
      },
    };
  }, [box, fit, set]);
}

const READABLE = 0.8;

function roomOf(element: HTMLElement): Room {
  return { width: element.clientWidth, height: element.clientHeight };
}

/**
 * What moves the graph: a dragged mouse, two fingers, the wheel. One finger scrolls the page; so does the wheel where the
 * page scrolls as a whole, unless with Control, which is also what pinching a touchpad sends. Where the graph has the
 * whole window, there is no page to scroll.
 */
function isGesture(this: Element, event: Event): boolean {
  const alone = this.closest('.enlarged') !== null;
  if ('touches' in event) return alone || (event as TouchEvent).touches.length > 1; // by the test
  if (event instanceof WheelEvent) return alone || event.ctrlKey || event.metaKey || !pageScrolls();
  return event instanceof MouseEvent && !event.ctrlKey && event.button === 0;
}

function pageScrolls(): boolean {
  return document.documentElement.scrollHeight > innerHeight + 1;
}
