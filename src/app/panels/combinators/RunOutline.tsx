import { type KeyboardEvent, useRef, useState } from 'react';
import { firstOpen, outlineOf, type OutlineRun } from '../../charts/combinator-outline';
import { callName, readText, runName, type RunTree } from '../../charts/combinator-runs';

interface RunOutlineProps {
  readonly tree: RunTree;
  readonly lit: ReadonlySet<number>;
  readonly onPoint: (run: number | undefined) => void;
  readonly onChoose: (run: number) => void;
}

const WINDOW = 200;
const OPEN_LEVELS = 4;
/** Deeper levels are no further from the margin. */
const DEEPEST = 12;

/** The runs as a tree of text: what the picture shows, for keyboards and screen readers. */
export function RunOutline({ tree, lit, onPoint, onChoose }: RunOutlineProps) {
  const [opened, setOpened] = useState<{ readonly runs: RunTree['runs']; readonly open: ReadonlySet<number> }>();
  const [active, setActive] = useState(0);
  const [from, setFrom] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  // A moved slider leaves the runs what they are, with other numbers.
  const isSame = opened?.runs.length === tree.runs.length;
  const open = opened !== undefined && isSame ? opened.open : firstOpen(tree, OPEN_LEVELS);
  const all = outlineOf(tree, open);
  const start = Math.min(from, Math.max(0, all.length - 1));
  const items = all.slice(start, start + WINDOW);
  const current = items.some(({ run }) => run === active) ? active : (items[0]?.run ?? 0);

  const toggle = ({ run }: OutlineRun): void => {
    const after = new Set(open);
    if (!after.delete(run)) after.add(run);
    setOpened({ runs: tree.runs, open: after });
  };
  const go = (item: OutlineRun | undefined): void => {
    if (item === undefined) return;
    setActive(item.run);
    list.current?.querySelector<HTMLElement>(`[data-run="${item.run}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = items.findIndex(({ run }) => run === current);
    const item = items[at];
    if (item === undefined) return;
    const isOpen = item.expandable && open.has(item.run);
    if (event.key === 'ArrowDown') go(items[at + 1]);
    else if (event.key === 'ArrowUp') go(items[at - 1]);
    else if (event.key === 'Home') go(items[0]);
    else if (event.key === 'End') go(items.at(-1));
    else if (event.key === 'ArrowRight') {
      if (item.expandable && !isOpen) toggle(item);
      else go(items[at + 1]);
    } else if (event.key === 'ArrowLeft') {
      if (isOpen) toggle(item);
      else go(items.findLast((other, i) => i < at && other.level < item.level));
    } else if (event.key === ' ') {
      if (item.expandable) toggle(item);
    } else if (event.key === 'Enter') onChoose(item.run);
    else return;
    event.preventDefault();
  };

  return (
    <div className="comb-outline">
      {all.length > WINDOW && (
        <p className="comb-note">
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
      <ul ref={list} role="tree" aria-label="The run as text" onKeyDown={onKeyDown}>
        {items.map((item) => (
          <li
            key={item.run}
            role="treeitem"
            data-run={item.run}
            aria-level={item.level}
            aria-posinset={item.position}
            aria-setsize={item.siblings}
            aria-expanded={item.expandable ? open.has(item.run) : undefined}
            aria-selected={item.run === current}
            tabIndex={item.run === current ? 0 : -1}
            className={lit.has(item.run) ? 'lit' : undefined}
            style={{ paddingInlineStart: 16 * Math.min(item.level, DEEPEST) - 8 }}
            onClick={() => {
              setActive(item.run);
              if (item.expandable) toggle(item);
            }}
            onFocus={() => {
              setActive(item.run);
              onPoint(item.run);
            }}
            onBlur={() => {
              onPoint(undefined);
            }}
            onPointerEnter={() => {
              onPoint(item.run);
            }}
            onPointerLeave={() => {
              onPoint(undefined);
            }}
          >
            <span className="comb-twist" aria-hidden="true">
              {item.expandable ? (open.has(item.run) ? '▾' : '▸') : ''}
            </span>
            <OutlineText tree={tree} run={item.run} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function OutlineText({ tree, run }: { readonly tree: RunTree; readonly run: number }) {
  const seen = tree.runs[run];
  if (seen === undefined) return null;
  const { input, value, given, back, as } = seen;
  return (
    <span className="comb-outline-text">
      <b>
        {as === 'again' && `↻ ${callName(tree, run)}: `}
        {runName(tree, run)}
      </b>{' '}
      <code className="primal">
        {readText(input)} → {readText(value)}
      </code>{' '}
      {given !== undefined && (
        <code className="cotangent">
          <span className="visually-hidden">tangents </span>
          {readText(back ?? '')} ← {readText(given)}
        </code>
      )}
    </span>
  );
}
