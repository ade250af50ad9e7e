import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { placesOf } from './tree-places';
import { WindowButtons } from './WindowButtons';
import './text-tree.css';

/** A visible line of a text tree. */
export interface TreeItem {
  /** Unique in the tree. */
  readonly path: string;
  /** From 1. */
  readonly level: number;
  readonly expandable: boolean;
}

interface TextTreeProps<T extends TreeItem> {
  readonly label: string;
  readonly items: readonly T[];
  readonly isOpen: (item: T) => boolean;
  readonly toggle: (item: T) => void;
  readonly isLit: (item: T) => boolean;
  /** A new object each time that the highlighted item should be scrolled into view. */
  readonly sought?: object | undefined;
  readonly onPoint: (item: T | undefined) => void;
  /** Called when the reader presses Enter. */
  readonly onChoose: (item: T) => void;
  readonly children: (item: T) => ReactNode;
}

const WINDOW = 200;
const INDENT = 16;
/** Deeper levels are not indented further. */
const DEEPEST = 12;

/** The content of a picture as a tree of text, for keyboards and screen readers. */
export function TextTree<T extends TreeItem>(props: TextTreeProps<T>) {
  const { items: all, isOpen, toggle, isLit, sought, onPoint } = props;
  const [active, setActive] = useState('');
  const [from, setFrom] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const places = useMemo(() => placesOf(all.map(({ level }) => level)), [all]);
  const start = Math.min(from, Math.max(0, all.length - 1));
  const items = all.slice(start, start + WINDOW);
  const current = items.some(({ path }) => path === active) ? active : (items[0]?.path ?? '');

  const [found, setFound] = useState<object>();
  if (sought !== found) {
    setFound(sought);
    const lit = all.findIndex(isLit);
    if (lit >= 0 && !items.some(isLit)) setFrom(lit - (lit % WINDOW));
  }
  useEffect(() => {
    if (found !== undefined && box.current !== null) bringLit(box.current);
  }, [found]);

  // A row that has the focus may be replaced, as when the rows that it stands for arrive: the one in its place takes it.
  const focused = useRef<number>(undefined);
  useLayoutEffect(() => {
    const at = focused.current;
    if (at === undefined || box.current?.contains(document.activeElement) === true) return;
    const rows = box.current?.querySelectorAll<HTMLElement>('[role="treeitem"]') ?? [];
    rows[Math.min(at, rows.length - 1)]?.focus();
  }, [items]);

  const go = (item: T | undefined): void => {
    if (item === undefined) return;
    setActive(item.path);
    box.current?.querySelector<HTMLElement>(`[data-path="${item.path}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = items.findIndex(({ path }) => path === current);
    const item = items[at];
    if (item === undefined) return;
    const opened = item.expandable && isOpen(item);
    if (event.key === 'ArrowDown') go(items[at + 1]);
    else if (event.key === 'ArrowUp') go(items[at - 1]);
    else if (event.key === 'Home') go(items[0]);
    else if (event.key === 'End') go(items.at(-1));
    else if (event.key === 'ArrowRight') {
      if (item.expandable && !opened) toggle(item);
      else go(items[at + 1]);
    } else if (event.key === 'ArrowLeft') {
      if (opened) toggle(item);
      else go(items.findLast((other, i) => i < at && other.level < item.level));
    } else if (event.key === ' ' && item.expandable) toggle(item);
    else if (event.key === 'Enter' || event.key === ' ') props.onChoose(item);
    else return;
    event.preventDefault();
  };

  return (
    <div ref={box} className="text-tree">
      <WindowButtons {...{ start, size: WINDOW, count: all.length, onStart: setFrom }} className="text-tree-window" />
      <ul role="tree" aria-label={props.label} onKeyDown={onKeyDown}>
        {items.map((item, i) => (
          <li
            key={item.path}
            role="treeitem"
            data-path={item.path}
            aria-level={item.level}
            aria-posinset={places[start + i]?.position}
            aria-setsize={places[start + i]?.siblings}
            aria-expanded={item.expandable ? isOpen(item) : undefined}
            aria-selected={item.path === current}
            tabIndex={item.path === current ? 0 : -1}
            className={isLit(item) ? 'lit' : undefined}
            style={{ paddingInlineStart: INDENT * Math.min(item.level, DEEPEST) - 8 }}
            onClick={() => {
              setActive(item.path);
              if (item.expandable) toggle(item);
            }}
            onFocus={() => {
              focused.current = i;
              setActive(item.path);
              onPoint(item);
            }}
            onBlur={() => {
              focused.current = undefined;
              onPoint(undefined);
            }}
            onPointerEnter={() => {
              onPoint(item);
            }}
            onPointerLeave={() => {
              onPoint(undefined);
            }}
          >
            <span className="text-tree-twist" aria-hidden="true">
              {item.expandable ? (isOpen(item) ? '▾' : '▸') : ''}
            </span>
            {props.children(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Scrolls the box, and nothing around it, to the highlighted item. */
function bringLit(box: HTMLElement): void {
  const frame = box.getBoundingClientRect();
  const lit = Array.from(box.querySelectorAll('.lit'), (element) => element.getBoundingClientRect());
  const [first] = lit;
  if (first === undefined || lit.some(({ top, bottom }) => top >= frame.top && bottom <= frame.bottom)) return;
  box.scrollTop += first.top - frame.top - box.clientHeight / 3;
}
