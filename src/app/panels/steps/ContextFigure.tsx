import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Span } from '../../../language/source/span';
import type { Line, StepPayload } from '../../../protocol/steps';
import { useAppStore } from '../../store/hooks';
import { Pieces } from '../../kit/Pieces';
import { type ContextRow, contextRows } from './context-rows';

interface ContextFigureProps {
  readonly step: StepPayload;
  /** Called with the span of the piece or line that is pointed at, or undefined. */
  readonly onPoint: (span: Span | undefined) => void;
}

/** E[R]: nested contexts, the innermost with the redex. The up and down keys move between lines. */
export function ContextFigure({ step, onPoint }: ContextFigureProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState({ step, row: -1 });
  const reveal = useAppStore((state) => state.reveal);
  const rows = contextRows(step);
  const active = chosen.step === step ? chosen.row : -1;

  useEffect(() => {
    const element = box.current;
    if (element !== null) bringIntoView(element, element.querySelector('.redex') ?? element.lastElementChild);
  }, [step]);

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = movedRow(event.key, active, rows);
    if (next !== undefined) {
      event.preventDefault();
      setChosen({ step, row: next });
      onPoint(spanOf(rows[next]));
      const element = box.current;
      if (element !== null) bringIntoView(element, document.getElementById(`${id}-${next}`));
    } else if (event.key === 'Enter') {
      const span = spanOf(rows[active]);
      if (span !== undefined) reveal(span);
    }
  };

  return (
    <div
      ref={box}
      className="context"
      role="listbox"
      tabIndex={0}
      aria-label="Context, outermost first"
      aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
      onKeyDown={onKeyDown}
      onBlur={() => {
        setChosen({ step, row: -1 });
        onPoint(undefined);
      }}
    >
      {rows.map((row, i) => (
        <div
          key={i}
          id={`${id}-${i}`}
          role="option"
          aria-selected={i === active}
          aria-disabled={row.tag === 'omitted'}
          className={`context-row typeset${i === active ? ' active' : ''}${row.starts ? ' starts' : ''}`}
          style={row.tag === 'line' ? { paddingLeft: `${row.line.indent * 1.25 + 2.75}em` } : undefined}
        >
          {row.tag === 'line' ? (
            <Pieces pieces={row.line.pieces} onPoint={onPoint} />
          ) : (
            <span className="steps-note">{row.text}</span>
          )}
        </div>
      ))}
    </div>
  );
}

/** Scrolls the box, never the page, so that an element is visible. */
function bringIntoView(box: HTMLElement, element: Element | null | undefined): void {
  if (element === null || element === undefined) return;
  const outer = box.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top) box.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom)
    box.scrollTop += Math.min(inner.bottom - outer.bottom + 8, inner.top - outer.top);
}

function movedRow(key: string, active: number, rows: readonly ContextRow[]): number | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return undefined;
  // The keys start in the last context, which has the redex.
  let next = active < 0 ? (step > 0 ? firstOfLast(rows) : rows.length - 1) : active + step;
  while (rows[next]?.tag === 'omitted') next += step;
  return rows[next] === undefined ? active : next;
}

function firstOfLast(rows: readonly ContextRow[]): number {
  return Math.max(
    0,
    rows.findLastIndex((row) => row.starts),
  );
}

function spanOf(row: ContextRow | undefined): Span | undefined {
  return row?.tag === 'line' ? coverOf(row.line) : undefined;
}

/** The span from the first to the last piece of the line, of those in one cell. */
function coverOf({ pieces }: Line): Span | undefined {
  let cover: Span | undefined;
  for (const { span } of pieces) {
    if (span === undefined || span.cell < 0) continue;
    if (cover === undefined) cover = span;
    else if (cover.cell === span.cell)
      cover = { ...cover, start: Math.min(cover.start, span.start), end: Math.max(cover.end, span.end) };
  }
  return cover;
}
