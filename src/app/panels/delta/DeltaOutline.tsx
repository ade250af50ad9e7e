import { type KeyboardEvent, useRef, useState } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import { type OutlineItem, outline } from '../../charts/delta-outline';
import { showNumber } from '../../charts/numbers';
import { receivedBy, type Sweep } from '../../charts/sweep';

interface DeltaOutlineProps {
  readonly payload: DeltaPayload;
  readonly sweep: Sweep;
  /** Nodes of the payload whose origin is pointed at. */
  readonly lit: ReadonlySet<number>;
  readonly onPoint: (node: number | undefined) => void;
  readonly onChoose: (node: number) => void;
}

const WINDOW = 200;

/** The graph as a tree of text: for keyboards and screen readers, and for whoever prefers to read. */
export function DeltaOutline({ payload, sweep, lit, onPoint, onChoose }: DeltaOutlineProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState('');
  const [from, setFrom] = useState(0);
  const tree = useRef<HTMLUListElement>(null);
  const all = outline(payload, open);
  const start = Math.min(from, Math.max(0, all.length - 1));
  const items = all.slice(start, start + WINDOW);
  const current = items.some((item) => item.path === active) ? active : (items[0]?.path ?? '');

  const toggle = (item: OutlineItem, opened: boolean): void => {
    const key = item.level === 1 ? item.path : `-${item.path}`;
    const present = item.level === 1 ? opened : !opened;
    setOpen((before) => {
      const after = new Set(before);
      if (present) after.add(key);
      else after.delete(key);
      return after;
    });
  };
  const isOpen = (item: OutlineItem): boolean => (item.level === 1 ? open.has(item.path) : !open.has(`-${item.path}`));
  const go = (item: OutlineItem | undefined): void => {
    if (item === undefined) return;
    setActive(item.path);
    tree.current?.querySelector<HTMLElement>(`[data-path="${item.path}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = items.findIndex((item) => item.path === current);
    const item = items[at];
    if (item === undefined) return;
    if (event.key === 'ArrowDown') go(items[at + 1]);
    else if (event.key === 'ArrowUp') go(items[at - 1]);
    else if (event.key === 'Home') go(items[0]);
    else if (event.key === 'End') go(items[items.length - 1]);
    else if (event.key === 'ArrowRight') {
      if (item.expandable && !isOpen(item)) toggle(item, true);
      else go(items[at + 1]);
    } else if (event.key === 'ArrowLeft') {
      if (item.expandable && isOpen(item)) toggle(item, false);
      else go(items.findLast((other, i) => i < at && other.level < item.level));
    } else if (event.key === 'Enter' || event.key === ' ') onChoose(item.node);
    else return;
    event.preventDefault();
  };

  return (
    <div className="delta-outline">
      {all.length > WINDOW && (
        <p className="delta-window">
          <button
            type="button"
            className="button small outlined"
            disabled={start === 0}
            onClick={() => {
              setFrom(Math.max(0, start - WINDOW));
            }}
          >
            Earlier
          </button>{' '}
          {start + 1} to {Math.min(all.length, start + WINDOW)} of {all.length}{' '}
          <button
            type="button"
            className="button small outlined"
            disabled={start + WINDOW >= all.length}
            onClick={() => {
              setFrom(start + WINDOW);
            }}
          >
            Later
          </button>
        </p>
      )}
      <ul ref={tree} role="tree" aria-label="The Delta graph as text" onKeyDown={onKeyDown}>
        {items.map((item) => (
          <li
            key={item.path}
            role="treeitem"
            data-path={item.path}
            aria-level={item.level}
            aria-expanded={item.expandable ? isOpen(item) : undefined}
            aria-selected={item.path === current}
            tabIndex={item.path === current ? 0 : -1}
            className={lit.has(item.node) ? 'lit' : undefined}
            style={{ paddingLeft: `${item.level * 18 - 10}px` }}
            onClick={() => {
              setActive(item.path);
              if (item.expandable) toggle(item, !isOpen(item));
            }}
            onFocus={() => {
              setActive(item.path);
              onPoint(item.node);
            }}
            onBlur={() => {
              onPoint(undefined);
            }}
            onPointerEnter={() => {
              onPoint(item.node);
            }}
            onPointerLeave={() => {
              onPoint(undefined);
            }}
          >
            <span className="delta-twist" aria-hidden="true">
              {item.expandable ? (isOpen(item) ? '▾' : '▸') : ''}
            </span>
            <code>{item.text}</code>
            {item.level === 1 && <Received sweep={sweep} node={item.node} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Received({ sweep, node }: { readonly sweep: Sweep; readonly node: number }) {
  const received = receivedBy(sweep, node, sweep.count);
  return (
    <span className="delta-outline-received">
      {received === undefined ? 'receives nothing' : `receives ${showNumber(received)}`}
    </span>
  );
}
