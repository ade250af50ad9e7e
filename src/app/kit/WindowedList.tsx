import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { typeScale } from './type-scale';
import './windowed-list.css';

interface WindowedListProps {
  readonly label: string;
  readonly count: number;
  /** CSS pixels at the ordinary type size. All rows have the same height. */
  readonly rowHeight: number;
  readonly children: (index: number) => ReactNode;
  readonly isLit?: (index: number) => boolean;
  /** Called when the pointer or a key moves to a row, or to none. */
  readonly onPoint?: (index: number | undefined, byKey: boolean) => void;
  /** Called on Enter or a click. */
  readonly onChoose?: (index: number) => void;
  /** Called with the range of rendered rows; `to` is excluded. */
  readonly onRange?: (from: number, to: number) => void;
  /** The row to scroll to whenever this changes. */
  readonly show?: number | undefined;
}

const SPARE = 12;

/** A list of any length that renders only the rows in view. It is one tab stop; the arrow keys move in it. */
export function WindowedList(props: WindowedListProps) {
  const { count, rowHeight, onPoint, onRange, show } = props;
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const [range, setRange] = useState({ from: 0, to: 40 });
  const [active, setActive] = useState(-1);

  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const measure = (): void => {
      const row = rowHeight * typeScale();
      const from = Math.max(0, Math.floor(element.scrollTop / row) - SPARE);
      const to = Math.ceil((element.scrollTop + element.clientHeight) / row) + SPARE;
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [rowHeight, count]);

  useEffect(() => {
    onRange?.(range.from, range.to);
  }, [onRange, range]);

  const bring = (index: number): void => {
    const element = box.current;
    if (element === null) return;
    const row = rowHeight * typeScale();
    const top = index * row;
    if (top < element.scrollTop) element.scrollTop = top;
    else if (top + row > element.scrollTop + element.clientHeight) element.scrollTop = top + row - element.clientHeight;
  };
  useEffect(() => {
    if (show === undefined) return;
    // To read where the list is, the browser lays out the page: it does so before a frame anyway.
    const frame = requestAnimationFrame(() => {
      const element = box.current;
      if (element === null) return;
      const row = rowHeight * typeScale();
      const top = show * row;
      if (top < element.scrollTop || top + row > element.scrollTop + element.clientHeight)
        element.scrollTop = top - element.clientHeight / 3;
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, [show, rowHeight]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rowHeight * typeScale();
    const page = Math.max(1, Math.floor((box.current?.clientHeight ?? row) / row) - 1);
    const next = moved(event.key, active, page, count);
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
      bring(next);
      onPoint?.(next, true);
    } else if (event.key === 'Enter' && active >= 0) props.onChoose?.(active);
  };

  const to = Math.min(count, range.to);
  const rows: ReactNode[] = [];
  for (let index = Math.min(range.from, to); index < to; index++) {
    const lit = props.isLit?.(index) === true;
    rows.push(
      <div
        key={index}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === active}
        aria-setsize={count}
        aria-posinset={index + 1}
        className={`windowed-row${lit ? ' lit' : ''}${index === active ? ' active' : ''}`}
        style={{ top: rems(index * rowHeight), height: rems(rowHeight) }}
        onPointerEnter={() => {
          onPoint?.(index, false);
        }}
        onClick={() => {
          setActive(index);
          props.onChoose?.(index);
        }}
      >
        {props.children(index)}
      </div>,
    );
  }
  const current = active >= range.from && active < to ? `${id}-${active}` : undefined;
  return (
    <div
      ref={box}
      className="windowed"
      role="listbox"
      tabIndex={0}
      aria-label={props.label}
      aria-activedescendant={current}
      onKeyDown={onKeyDown}
      onPointerLeave={() => {
        onPoint?.(undefined, false);
      }}
      onBlur={() => {
        onPoint?.(undefined, false);
      }}
    >
      <div role="presentation" style={{ height: rems(count * rowHeight), position: 'relative' }}>
        {rows}
      </div>
    </div>
  );
}

function rems(pixels: number): string {
  return `${pixels / 16}rem`;
}

function moved(key: string, active: number, page: number, count: number): number | undefined {
  const clamp = (index: number): number => Math.max(0, Math.min(count - 1, index));
  switch (key) {
    case 'ArrowDown':
      return clamp(active + 1);
    case 'ArrowUp':
      return clamp(active - 1);
    case 'PageDown':
      return clamp(active + page);
    case 'PageUp':
      return clamp(active - page);
    case 'Home':
      return clamp(0);
    case 'End':
      return clamp(count - 1);
    default:
      return undefined;
  }
}
