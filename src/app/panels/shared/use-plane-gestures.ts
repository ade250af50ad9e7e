import { type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { draggedView, type Pixel, type PlaneView, zoomedView } from '../../charts/plane/plane';
import { planeFrame, shareAt } from '../../charts/plane/frame';
import type { ChartSize } from '../../charts/series/series-chart';

/** Pixels after which a press is a drag. */
const SLACK = 4;
const WHEEL = 1.002;

/** A place within the frame. */
export interface PlanePlace extends Pixel {
  /** Fractions of the frame's width and height, from its lower left corner. */
  readonly share: readonly [x: number, y: number];
}

/** What is dragged in the place of the plane. */
export interface Grip {
  readonly move: (to: Pixel) => void;
  readonly end: () => void;
}

interface GesturesOptions {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly size: ChartSize;
  readonly view: PlaneView;
  readonly onView: (view: PlaneView) => void;
  /** Called with undefined when the pointer leaves. */
  readonly onHover: (place: PlanePlace | undefined) => void;
  readonly onTap: (place: PlanePlace) => void;
  /** Returns what a press at a pixel drags; undefined for the plane. */
  readonly gripAt?: (place: Pixel) => Grip | undefined;
  /** One finger hovers instead of dragging. */
  readonly fingerHovers?: boolean;
}

/** Event handlers that pan by dragging, zoom by pinching or Ctrl and the wheel, and report hovers and taps. */
export function usePlaneGestures(options: GesturesOptions) {
  const { box, size, view, onView, onHover, onTap, gripAt, fingerHovers = false } = options;
  /** Pressed pointers by id, at their last position. */
  const pointers = useRef(new Map<number, Pixel>());
  const held = useRef<{ readonly view: PlaneView; readonly start: readonly Pixel[]; moving: boolean }>(undefined);
  const grip = useRef<Grip>(undefined);
  // React's listeners are passive; these must prevent the page from zooming and scrolling.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { x, y } = pixelOf(event, element);
      onView(zoomedView(view, WHEEL ** -event.deltaY, ...shareAt(size, x, y)));
    };
    const onTouch = (event: TouchEvent): void => {
      if (event.touches.length > 1 || grip.current !== undefined) event.preventDefault();
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('touchstart', onTouch, { passive: false });
    element.addEventListener('touchmove', onTouch, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('touchstart', onTouch);
      element.removeEventListener('touchmove', onTouch);
    };
  }, [box, size, view, onView]);

  const placeOf = (event: PointerEvent<HTMLElement>): PlanePlace | undefined => {
    const { x, y } = pixelOf(event, event.currentTarget);
    const share = shareAt(size, x, y);
    return share.every((part) => part >= 0 && part <= 1) ? { x, y, share } : undefined;
  };
  /** Starts a gesture at the fingers that are down now. */
  const hold = (moving: boolean): void => {
    const start = [...pointers.current.values()];
    held.current = start.length === 0 ? undefined : { view, start, moving };
  };
  const release = (event: PointerEvent<HTMLElement>): void => {
    grip.current?.end();
    grip.current = undefined;
    if (pointers.current.delete(event.pointerId)) hold(true);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      const count = pointers.current.size;
      // The first finger drags something on the plane.
      if (event.button !== 0 || count === 2 || (count === 0 && !event.isPrimary)) return;
      if (count > 0 && grip.current !== undefined) return;
      const pressed = pixelOf(event, event.currentTarget);
      if (count === 0) grip.current = gripAt?.(pressed);
      pointers.current.set(event.pointerId, pressed);
      hold(count > 0);
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const start = held.current;
      const isFinger = fingerHovers && event.pointerType === 'touch' && pointers.current.size === 1;
      if (start === undefined || isFinger) {
        onHover(placeOf(event));
        return;
      }
      const before = pointers.current.get(event.pointerId);
      if (before === undefined) return;
      const now = pixelOf(event, event.currentTarget);
      const moved = grip.current;
      if (moved !== undefined) {
        moved.move(now);
        return;
      }
      pointers.current.set(event.pointerId, now);
      const [first = now] = start.start;
      start.moving ||= Math.hypot(now.x - first.x, now.y - first.y) > SLACK;
      if (start.moving) onView(draggedView(start.view, start.start, [...pointers.current.values()], planeFrame(size)));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      const isPlanes = pointers.current.has(event.pointerId) && grip.current === undefined;
      const tapped = isPlanes && held.current?.moving === false;
      release(event);
      const place = placeOf(event);
      if (tapped && place !== undefined) onTap(place);
    },
    onPointerCancel: release,
    onPointerLeave: (): void => {
      onHover(undefined);
    },
  };
}

/** The position of an event in the box. */
function pixelOf({ clientX, clientY }: Readonly<Record<'clientX' | 'clientY', number>>, box: HTMLElement): Pixel {
  const { left, top } = box.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}
