import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { StepRange } from '../../charts/series/series';
import { zoomedSteps } from '../../charts/series/zoom';

/** Pixels after which a press is a brush. */
const SLACK = 6;
const WHEEL = 1.002;

interface StepZoomOptions {
  readonly box: RefObject<HTMLDivElement | null>;
  readonly last: number;
  /** The steps that are shown. */
  readonly range: StepRange;
  readonly onRange: (range: StepRange | undefined) => void;
  /** Returns the step at a horizontal position in the window, perhaps between two. */
  readonly stepOf: (clientX: number) => number;
}

/** Zooms charts over steps: by Ctrl and the wheel, by pinching, and by brushing over the steps to show. */
export function useStepZoom({ box, last, range, onRange, stepOf }: StepZoomOptions) {
  /** Pressed pointers by id, at their horizontal positions. */
  const pointers = useRef(new Map<number, number>());
  const pressed = useRef<{ readonly x: number; readonly range: StepRange; readonly apart: number }>(undefined);
  const [brush, setBrush] = useState<{ readonly left: number; readonly from: number; readonly to: number }>();
  /** Whether the click that ends a brush is to be ignored. */
  const hasBrushed = useRef(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // React's listeners are passive; this one prevents the page from zooming.
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      onRange(zoomedSteps(range, WHEEL ** -event.deltaY, stepOf(event.clientX), last));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => {
      element.removeEventListener('wheel', onWheel);
    };
  }, [box, last, range, onRange, stepOf]);

  const apart = (): number => {
    const [first = 0, second = 0] = pointers.current.values();
    return Math.abs(first - second);
  };
  const end = (event: PointerEvent<HTMLElement>): void => {
    pointers.current.delete(event.pointerId);
    if (brush !== undefined) {
      const [from, to] = [Math.min(brush.from, brush.to), Math.max(brush.from, brush.to)];
      hasBrushed.current = true;
      setBrush(undefined);
      if (event.type === 'pointerup') onRange(zoomedSteps([stepOf(from), stepOf(to)], 1, 0, last));
    }
    pressed.current = undefined;
  };
  return {
    /** Where a brush that is under way is in the box, and how wide. */
    brush: brush && { left: Math.min(brush.from, brush.to) - brush.left, width: Math.abs(brush.to - brush.from) },
    /** Whether a click only ended a brush. */
    endsBrush: (): boolean => {
      const was = hasBrushed.current;
      hasBrushed.current = false;
      return was;
    },
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        hasBrushed.current = false;
        pointers.current.set(event.pointerId, event.clientX);
        pressed.current = { x: event.clientX, range, apart: apart() };
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
    /** Takes a move; returns whether it zooms. */
    moves: (event: PointerEvent<HTMLElement>): boolean => {
      const start = pressed.current;
      if (start === undefined || !pointers.current.has(event.pointerId)) return false;
      pointers.current.set(event.pointerId, event.clientX);
      if (pointers.current.size > 1) {
        const [first = 0, second = 0] = pointers.current.values();
        if (start.apart > 0)
          onRange(zoomedSteps(start.range, Math.max(1, apart()) / start.apart, stepOf((first + second) / 2), last));
        return true;
      }
      // One finger moves through the steps.
      if (event.pointerType === 'touch') return false;
      if (brush === undefined && Math.abs(event.clientX - start.x) < SLACK) return false;
      if (brush === undefined) event.currentTarget.setPointerCapture(event.pointerId);
      setBrush({ left: event.currentTarget.getBoundingClientRect().left, from: start.x, to: event.clientX });
      return true;
    },
  };
}
