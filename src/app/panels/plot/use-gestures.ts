import { type RefObject, useEffect, useRef } from 'react';
import { planeFrame, shareAt } from '../../charts/path-chart';
import { movedView, type PlaneView, zoomedView } from '../../charts/plane';
import type { ChartSize } from '../../charts/series-chart';

/** Pixels after which a press is a drag. */
const SLACK = 4;
const WHEEL = 1.002;

interface GesturesOptions {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly size: ChartSize;
  readonly view: PlaneView;
  /** Of a curve, whose values have the room that they need, `y` is of no account. */
  readonly onView: (view: PlaneView) => void;
  /** Shares of the frame, from the least values; undefined where the pointer has left. */
  readonly onHover: (share: readonly [number, number] | undefined) => void;
  readonly onTap: (share: readonly [number, number]) => void;
}

interface Held {
  readonly x: number;
  readonly y: number;
  readonly from: PlaneView;
  moving: boolean;
}

/** Pan by dragging, zoom by the wheel with Ctrl, a tap, and where the pointer is. */
export function useGestures({ box, size, view, onView, onHover, onTap }: GesturesOptions) {
  const held = useRef<Held>(undefined);
  // React listens to the wheel passively, and this must keep the page from zooming.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const [x, y] = shareAt(size, event.clientX - left, event.clientY - top);
      onView(zoomedView(view, WHEEL ** -event.deltaY, x, y));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
    };
  }, [box, size, view, onView]);
  const shareOf = (event: React.PointerEvent<HTMLElement>): readonly [number, number] => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return shareAt(size, event.clientX - left, event.clientY - top);
  };
  const isInside = (share: readonly [number, number]): boolean => share.every((part) => part >= 0 && part <= 1);
  return {
    onPointerDown: (event: React.PointerEvent<HTMLElement>): void => {
      if (event.button !== 0 || !event.isPrimary) return;
      held.current = { x: event.clientX, y: event.clientY, from: view, moving: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: React.PointerEvent<HTMLElement>): void => {
      const start = held.current;
      if (start === undefined) {
        const share = shareOf(event);
        onHover(isInside(share) ? share : undefined);
        return;
      }
      const frame = planeFrame(size);
      const [byX, byY] = [event.clientX - start.x, event.clientY - start.y];
      start.moving ||= Math.hypot(byX, byY) > SLACK;
      if (start.moving) onView(movedView(start.from, -byX / frame.width, byY / frame.height));
    },
    onPointerUp: (event: React.PointerEvent<HTMLElement>): void => {
      const tapped = held.current !== undefined && !held.current.moving;
      held.current = undefined;
      const share = shareOf(event);
      if (tapped && isInside(share)) onTap(share);
    },
    onPointerCancel: (): void => {
      held.current = undefined;
    },
    onPointerLeave: (): void => {
      onHover(undefined);
    },
  };
}
