import { useRef } from 'react';
import type { Span } from '../../../language/source/span';
import { usePointing } from '../../store/hooks';

interface PointHandleProps {
  /** `Point at x`. */
  readonly label: string;
  /** Pixels in the box. */
  readonly x: number;
  readonly y: number;
  readonly now: number;
  readonly low: number;
  readonly high: number;
  readonly text: string;
  /** The source of the input that it moves. */
  readonly span: Span | undefined;
  /** Pixels in the box, as the pointer drags it. */
  readonly onDrag: (x: number, y: number) => void;
  /** Called when a drag begins and when it ends. */
  readonly onHold: (held: boolean) => void;
  /** Returns whether the key was handled. */
  readonly onKey: (event: React.KeyboardEvent) => boolean;
}

/** The point of the plot: dragged by mouse or finger, or moved by keys. */
export function PointHandle(props: PointHandleProps) {
  const { label, x, y, now, low, high, text, span, onDrag, onHold, onKey } = props;
  const { pointTo } = usePointing();
  /** From the pointer to the middle of the handle. */
  const grip = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const light = (): void => {
    pointTo(span);
  };
  const unlight = (): void => {
    pointTo(undefined);
  };
  const release = (): void => {
    if (grip.current === undefined) return;
    grip.current = undefined;
    onHold(false);
  };
  return (
    <div
      className="plot-handle"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={low}
      aria-valuemax={high}
      aria-valuenow={now}
      aria-valuetext={text}
      style={{ left: `${x}px`, top: `${y}px` }}
      onPointerEnter={light}
      onPointerLeave={unlight}
      onFocus={light}
      onBlur={unlight}
      onPointerDown={(event) => {
        // A second finger zooms the plot below the point.
        if (!event.isPrimary) return;
        event.stopPropagation();
        if (event.button !== 0) return;
        grip.current = { x: x - event.clientX, y: y - event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
        onHold(true);
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (grip.current !== undefined) onDrag(event.clientX + grip.current.x, event.clientY + grip.current.y);
      }}
      onPointerUp={(event) => {
        event.stopPropagation();
        release();
      }}
      onPointerCancel={release}
      onKeyDown={(event) => {
        if (onKey(event)) event.preventDefault();
      }}
    />
  );
}
