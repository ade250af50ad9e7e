import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomBehavior, type ZoomTransform } from 'd3-zoom';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { isAway, type Room, type View } from '../../charts/view';
import { useAppStore } from '../../store/hooks';

/** A drawing, and how it is seen before the reader moves it. */
export interface Viewed extends Room {
  /** All of it, however small. */
  readonly whole: (room: Room) => View;
  readonly first: (room: Room) => View;
}

interface ViewOptions {
  /** At first all of it is seen. */
  readonly whole?: boolean;
  /** The wheel alone zooms, where the page does not scroll as a whole. */
  readonly wheel?: boolean;
  /** Told of every view and every size of the box, outside React; it stays the same from one rendering to the next. */
  readonly onChange?: (transform: ZoomTransform, gesture: boolean) => void;
}

export interface Viewing {
  readonly seen: () => ZoomTransform;
  readonly fit: () => void;
  readonly zoomBy: (factor: number) => void;
  /** By so many units of the drawing. */
  readonly moveBy: (x: number, y: number) => void;
  /** Another view, where `next` has one. */
  readonly show: (next: (view: View, room: Room) => View | undefined) => void;
}

type Mode = 'whole' | 'first' | 'free';

const LARGEST_SCALE = 4;
const LEAST_SCALE = 0.1;

/**
 * Pan and zoom of a drawing in a box, by d3-zoom. The drawing's layer follows outside React: a gesture renders nothing.
 * Until the reader moves it, the drawing is framed anew with every size of the box; later, where nothing of it is in view.
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
  const printing = useAppStore((state) => state.printing);

  // Paper shows the whole drawing, which its SVG scales to the width of the page.
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
  /** Whatever the size of the drawing and of the box, all of it can be seen at the least scale. */
  const frame = useCallback((): void => {
    const element = box.current;
    if (element === null || element.clientWidth === 0) return;
    const room = roomOf(element);
    const all = drawn.current.whole(room);
    behaviour.current?.scaleExtent([Math.min(LEAST_SCALE, all.k), LARGEST_SCALE]);
    if (mode.current === 'free') changed.current(false);
    else set(mode.current === 'whole' ? all : drawn.current.first(room));
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
    const element = box.current;
    // Another drawing may stand where the reader does not look.
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

function roomOf(element: HTMLElement): Room {
  return { width: element.clientWidth, height: element.clientHeight };
}

/**
 * What moves a drawing: a dragged mouse, two fingers, the wheel with Control, which is also what pinching a touchpad sends;
 * else one finger and the wheel scroll what it stands in. Where it has the whole window, there is nothing to scroll.
 */
function isGesture(event: Event, box: HTMLElement, wheel: boolean): boolean {
  const alone = box.closest('.enlarged') !== null;
  if ('touches' in event) return alone || (event as TouchEvent).touches.length > 1; // by the test
  if (event instanceof WheelEvent) return alone || event.ctrlKey || event.metaKey || (wheel && !pageScrolls());
  return event instanceof MouseEvent && !event.ctrlKey && event.button === 0;
}

function pageScrolls(): boolean {
  return document.documentElement.scrollHeight > innerHeight + 1;
}
