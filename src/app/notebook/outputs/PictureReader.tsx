import { useState } from 'react';
import type { Picture } from '../../../protocol/picture';
import { nudged } from '../../charts/picture/drag';
import { pictureScales } from '../../charts/picture/frame';
import { itemOf, itemsIn, itemText } from '../../charts/picture/reading';
import type { ItemPlace } from '../../charts/picture/near';
import { planeFrame } from '../../charts/plane/frame';
import type { PlaneView } from '../../charts/plane/plane';
import { keyedView } from '../../panels/shared/ViewButtons';
import type { ChartSize } from '../../charts/series/series-chart';
import type { movablePoint, Moves } from './use-moves';

interface PictureReaderProps {
  readonly picture: Picture;
  readonly view: PlaneView;
  readonly size: ChartSize;
  /** The item under the pointer. */
  readonly hovered: ItemPlace | undefined;
  readonly onView: (view: PlaneView) => void;
  readonly fit: () => void;
  readonly movableAt: (place: ItemPlace | undefined) => ReturnType<typeof movablePoint>;
  readonly moves: Moves;
}

/**
 * Reads a picture item by item: left and right go from one to the next, Page Up and Page Down by ten, up and down from mark
 * to mark; + and - zoom, 0 shows all. Enter takes a point that is a row of a table: then the arrow keys move it, until Enter, or
 * Escape, which puts it back. A ring is around the item, or around the one under the pointer.
 */
export function PictureReader(props: PictureReaderProps) {
  const { picture, view, size, hovered, onView, fit, movableAt, moves } = props;
  const [at, setAt] = useState({ mark: 0, index: 0 });
  const [isRead, setIsRead] = useState(false);
  const counts = picture.marks.map(itemsIn);
  const last = counts.length - 1;
  const mark = Math.min(at.mark, Math.max(0, last));
  const count = counts[mark] ?? 0;
  const index = Math.min(at.index, Math.max(0, count - 1));
  const item = count === 0 ? undefined : itemOf(picture, mark, index);
  const pointedCount = hovered === undefined ? 0 : (counts[hovered.mark] ?? 0);
  const pointed =
    hovered === undefined || hovered.index >= pointedCount ? undefined : itemOf(picture, hovered.mark, hovered.index);
  const movable = movableAt({ mark, index });
  const shown =
    pointed !== undefined && hovered !== undefined
      ? { item: pointed, text: itemText(pointed, hovered.index, pointedCount) + waysToMove(movableAt(hovered), 'drag') }
      : isRead && item !== undefined
        ? { item, text: itemText(item, index, count) + waysToMove(movable, 'press Enter') }
        : undefined;
  const frame = planeFrame(size);
  const scales = pictureScales(view, picture, size);
  const within = (value: number, low: number, high: number): number =>
    Number.isFinite(value) ? Math.max(low, Math.min(high, value)) : (low + high) / 2;
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (moves.isMoving ? moveOn(event) : takes(event)) {
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const next = stepped(event.key, { mark, index }, counts);
    const keyed = keyedView(event.key, view);
    if (next === undefined && keyed === undefined) return;
    event.preventDefault();
    if (next !== undefined) setAt(next);
    else if (keyed === 'fit') fit();
    else if (keyed !== undefined) onView(keyed);
  };
  /** Whether the key takes the point. */
  const takes = ({ key }: React.KeyboardEvent): boolean => {
    if (key !== 'Enter' && key !== ' ') return false;
    if (typeof movable === 'object' && item !== undefined) moves.begin(movable, item, view);
    return typeof movable === 'object';
  };
  /** Whether the key moves the point, or ends that. */
  const moveOn = ({ key, shiftKey }: React.KeyboardEvent): boolean => {
    const to = item && nudged(key, shiftKey, item, view, picture, size);
    if (to !== undefined) moves.to(to);
    else if (key === 'Enter' || key === ' ') moves.end();
    else if (key === 'Escape') moves.cancel();
    else return false;
    return true;
  };
  return (
    <div
      className="picture-reader"
      role="slider"
      tabIndex={0}
      aria-label="Read the picture"
      aria-valuemin={1}
      aria-valuemax={Math.max(1, count)}
      aria-valuenow={index + 1}
      aria-valuetext={
        item === undefined
          ? 'nothing is drawn'
          : itemText(item, index, count) + (moves.isMoving ? ', moving' : waysToMove(movable, 'press Enter'))
      }
      onKeyDown={onKeyDown}
      onFocus={() => {
        setIsRead(true);
      }}
      onBlur={() => {
        setIsRead(false);
        moves.end();
      }}
    >
      {shown !== undefined && (
        <>
          <span
            className="picture-ring"
            style={{
              left: `${within(scales.x(shown.item.x), frame.x, frame.x + frame.width)}px`,
              top: `${within(scales.y(shown.item.y), frame.y, frame.y + frame.height)}px`,
            }}
          />
          <span className="picture-said" aria-hidden="true">
            {shown.text}
          </span>
        </>
      )}
    </div>
  );
}

function waysToMove(movable: ReturnType<typeof movablePoint>, how: string): string {
  if (movable === 'imported') return '; its table is imported, so it cannot be moved here';
  return movable === undefined ? '' : `; ${how} to move it`;
}

function stepped(key: string, { mark, index }: ItemPlace, counts: readonly number[]): ItemPlace | undefined {
  const count = counts[mark] ?? 0;
  const to = (next: number): ItemPlace => ({ mark, index: Math.max(0, Math.min(count - 1, next)) });
  const other = (next: number): ItemPlace => ({ mark: Math.max(0, Math.min(counts.length - 1, next)), index: 0 });
  switch (key) {
    case 'ArrowRight':
      return to(index + 1);
    case 'ArrowLeft':
      return to(index - 1);
    case 'PageUp':
      return to(index + 10);
    case 'PageDown':
      return to(index - 10);
    case 'Home':
      return to(0);
    case 'End':
      return to(count - 1);
    case 'ArrowDown':
      return other(mark + 1);
    case 'ArrowUp':
      return other(mark - 1);
    default:
      return undefined;
  }
}
