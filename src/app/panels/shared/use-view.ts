import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { typeScale } from '../../kit/type-scale';
import { isAway, type Room, type View } from '../../charts/view';
import { useDrawnWhole } from '../../store/hooks';

/** The size of a drawing, and its initial views. */
export interface Viewed extends Room {
  /** The view of the whole drawing, at any scale. */
  readonly whole: (room: Room) => View;
  /** The initial view at a legible scale. */
  readonly first: (room: Room) => View;
}

interface ViewOptions {
  /** The initial view shows the whole drawing. */
  readonly whole?: boolean;
  /** The wheel zooms without Ctrl where the page does not scroll. */
  readonly wheel?: boolean;
  /** Called outside React for every view and every size of the box; must be the same function in every render. */
  readonly onChange?: (transform: ZoomTransform, gesture: boolean) => void;
}

export interface Viewing {
  readonly seen: () => ZoomTransform;
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  /** Moves by units of the drawing. */
  readonly moveBy: (x: number, y: number) => void;
  /** Goes to the view that `next` returns, if any. */
  readonly show: (next: (view: View, room: Room) => View | undefined) => void;
}

type Mode = 'whole' | 'first' | 'free';

const LARGEST_SCALE = 4;
const LEAST_SCALE = 0.1;
/** The least share of the scale at which a drawing opened that is still preferred to a part of it. */
const KEPT_WHOLE = 0.5;

/**
 * Pans and zooms a drawing in a box with d3-zoom. The transform of the layer is set outside React, so a gesture renders
 * nothing. Every new size of the box restores the initial view until the reader moves the drawing; after that, only a
 * drawing that is out of view is moved back. A drawing that opened whole stays whole in a box that becomes a little
 * smaller, as when controls appear beside it.
 */
export function useView(
  box: RefObject<HTMLDivElement | null>,
  layer: RefObject<SVGGElement | null>,
  drawing: Viewed,
  { whole = false, wheel = false, onChange }: ViewOptions,
): Viewing {
  const transform = useRef(zoomIdentity);
  const behaviour = useRef<ZoomBehavior<HTMLDivElement, unknown>>(undefined);
  const mode = useRef<Mode>(whole ? 'whole' : 'first');
  const drawn = useRef(drawing);
  /** The scale at which the current drawing opened whole; infinite where it did not. */
  const openedWhole = useRef(Infinity);
  const printing = useDrawnWhole();

  // In print the whole drawing is shown; its SVG scales to the width of the page.
  const draw = useCallback(
    (gesture: boolean): void => {
      layer.current?.setAttribute('transform', (printing ? zoomIdentity : transform.current).toString());
      onChange?.(transform.current, gesture);
    },
    [layer, printing, onChange],
  );
  const changed = useRef(draw);
  useLayoutEffect(() => {
    changed.current = draw;
    draw(false);
  }, [draw]);

  const set = useCallback(
    ({ k, x, y }: View): void => {
      const element = box.current;
      if (element !== null) behaviour.current?.transform(select(element), zoomIdentity.translate(x, y).scale(k));
    },
    [box],
  );
  /** Applies the initial view, and allows a scale at which the whole drawing is visible. */
  const frame = useCallback((): void => {
    const element = box.current;
    if (element === null || element.clientWidth === 0) return;
    const room = roomOf(element);
    const all = inType(drawn.current.whole, room);
    behaviour.current?.scaleExtent([Math.min(LEAST_SCALE, all.k), LARGEST_SCALE]);
    if (mode.current === 'free') {
      changed.current(false);
      return;
    }
    const first = inType(drawn.current.first, room);
    if (first.k <= all.k) openedWhole.current = all.k;
    set(mode.current === 'whole' || all.k >= KEPT_WHOLE * openedWhole.current ? all : first);
  }, [box, set]);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const own = zoom<HTMLDivElement, unknown>()
      .filter((event: Event) => isGesture(event, element, wheel))
      .on('zoom', (event: { readonly transform: ZoomTransform; readonly sourceEvent: unknown }) => {
        transform.current = event.transform;
        const gesture = event.sourceEvent !== null;
        if (gesture) mode.current = 'free';
        changed.current(gesture);
      });
    behaviour.current = own;
    select(element).call(own).on('dblclick.zoom', null);
    const observer = new ResizeObserver(frame);
    observer.observe(element);
    return () => {
      observer.disconnect();
      select(element).on('.zoom', null);
    };
  }, [box, wheel, frame]);

  useEffect(() => {
    drawn.current = drawing;
    openedWhole.current = Infinity;
    const element = box.current;
    // A new drawing may lie outside the current view.
    if (element !== null && mode.current === 'free' && isAway(drawing, transform.current, roomOf(element)))
      mode.current = whole ? 'whole' : 'first';
    frame();
  }, [box, drawing, whole, frame]);
  useEffect(() => {
    mode.current = whole ? 'whole' : 'first';
    frame();
  }, [whole, frame]);

  return useMemo(
    () => ({
      seen: () => transform.current,
      fit() {
        mode.current = 'whole';
        frame();
      },
      zoomBy(factor) {
        mode.current = 'free';
        if (box.current !== null) behaviour.current?.scaleBy(select(box.current), factor);
      },
      moveBy(x, y) {
        mode.current = 'free';
        if (box.current !== null) behaviour.current?.translateBy(select(box.current), x, y);
      },
      show(next) {
        const element = box.current;
        const view = element === null ? undefined : next(transform.current, roomOf(element));
        if (view === undefined) return;
        mode.current = 'free';
        set(view);
      },
    }),
    [box, frame, set],
  );
}

/** Returns a view whose scales are for the ordinary type size in the page's present one, which a presentation enlarges. */
function inType(view: (room: Room) => View, { width, height }: Room): View {
  const type = typeScale();
  const { k, x, y } = view({ width: width / type, height: height / type });
  return { k: k * type, x: x * type, y: y * type };
}

function roomOf(element: HTMLElement): Room {
  return { width: element.clientWidth, height: element.clientHeight };
}

/**
 * Whether an event moves the drawing: a mouse drag, two fingers, or the wheel with Ctrl, which a touchpad pinch also
 * sends. One finger and the plain wheel scroll the page, except in full view, where there is nothing to scroll.
 */
function isGesture(event: Event, box: HTMLElement, wheel: boolean): boolean {
  const alone = box.closest('.enlarged') !== null;
  if ('touches' in event) return alone || (event as TouchEvent).touches.length > 1; // `touches` exists only there
  if (event instanceof WheelEvent) return alone || event.ctrlKey || event.metaKey || (wheel && !pageScrolls());
  return event instanceof MouseEvent && !event.ctrlKey && event.button === 0;
}

function pageScrolls(): boolean {
  return document.documentElement.scrollHeight > innerHeight + 1;
}
