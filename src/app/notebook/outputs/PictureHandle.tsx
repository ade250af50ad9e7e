import { useRef } from 'react';
import type { Picture, PictureHandle as Handle } from '../../../protocol/picture';
import { nudged, type PlanePoint, pointAt } from '../../charts/picture/drag';
import { pictureScales } from '../../charts/picture/frame';
import { brief } from '../../charts/picture/reading';
import type { PlaneView } from '../../charts/plane/plane';
import type { ChartSize } from '../../charts/series/series-chart';
import { showNumber } from '../../kit/format';
import type { Moves } from './use-moves';

interface PictureHandleProps {
  readonly handle: Handle;
  readonly picture: Picture;
  readonly view: PlaneView;
  readonly size: ChartSize;
  readonly moves: Moves;
}

/** An input that is a point, as a ring to drag, or to move by arrow keys. Out of view, it stands at the edge. */
export function PictureHandle({ handle, picture, view, size, moves }: PictureHandleProps) {
  const { name, x, y } = handle;
  const scales = pictureScales(view, picture, size);
  const { frame } = scales;
  const [left, isFarX] = within(scales.x(x), frame.x, frame.x + frame.width);
  const [top, isFarY] = within(scales.y(y), frame.y, frame.y + frame.height);
  /** The pixel of the press, less that of the handle. */
  const held = useRef<PlanePoint>(undefined);
  const begin = (): void => {
    moves.begin({ tag: 'input', name }, handle, view);
  };
  const release = (event: React.PointerEvent): void => {
    event.stopPropagation();
    if (held.current !== undefined) moves.end();
    held.current = undefined;
  };
  return (
    <div
      className={isFarX || isFarY ? 'picture-handle far' : 'picture-handle'}
      role="slider"
      tabIndex={0}
      aria-label={`Input ${brief(name)}`}
      aria-valuenow={x}
      aria-valuetext={`x ${showNumber(x)}, y ${showNumber(y)}`}
      style={{ left: `${left}px`, top: `${top}px` }}
      onPointerDown={(event) => {
        event.stopPropagation();
        if (event.button !== 0 || !event.isPrimary) return;
        held.current = { x: event.clientX - left, y: event.clientY - top };
        event.currentTarget.setPointerCapture(event.pointerId);
        begin();
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        const { current: from } = held;
        if (from === undefined) return;
        const to = { x: event.clientX - from.x, y: event.clientY - from.y };
        moves.to(pointAt(to, view, picture, size));
      }}
      onPointerUp={release}
      onPointerCancel={release}
      onDoubleClick={(event) => {
        event.stopPropagation();
      }}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === 'Escape' && moves.isMoving) moves.cancel();
        else {
          const to = nudged(event.key, event.shiftKey, handle, view, picture, size);
          if (to === undefined) return;
          if (!moves.isMoving) begin();
          moves.to(to);
        }
        event.preventDefault();
        event.stopPropagation();
      }}
      onBlur={() => {
        moves.end();
      }}
    >
      <span aria-hidden="true">{brief(name)}</span>
    </div>
  );
}

/** Returns a pixel between two others, and whether that is another. */
function within(pixel: number, low: number, high: number): readonly [pixel: number, isFar: boolean] {
  const inside = Number.isFinite(pixel) ? Math.min(high, Math.max(low, pixel)) : low;
  return [inside, Math.abs(inside - pixel) > 0.5 || !Number.isFinite(pixel)];
}
