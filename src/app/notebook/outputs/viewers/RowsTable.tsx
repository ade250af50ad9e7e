import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { RowsView, ViewColumn } from '../../../../protocol/views';
import { shadeBehind } from '../../../charts/diverging';
import { counted, integer, showNumber } from '../../../kit/format';
import { cellText, padded, tailOf } from './cell-text';
import { useRows, type ViewRow } from './use-rows';
import type { ViewerProps } from './viewer-props';

/** Rows of a folded table. A table that has hardly more is not folded. */
const FOLDED = 8;
const LEAST_LEFT = 3;
/** CSS pixels of a row, as the style sheet has it. */
const ROW = 25;
/** Rows that are rendered above and below those in view. */
const SPARE = 12;

/** Records as a table with a column for each field, or a matrix as a grid, whose numbers can be coloured. */
export function RowsTable({ index, view, full, stale }: ViewerProps<RowsView>) {
  const { kind, columns, columnCount, count, most } = view;
  const isMatrix = kind === 'matrix';
  const canFold = count >= FOLDED + LEAST_LEFT;
  const { at, known, want, problem } = useRows(index, view, stale);
  const [opened, setOpened] = useState(false);
  const [coloured, setColoured] = useState(false);
  const open = opened && canFold;
  const box = useRef<HTMLDivElement>(null);
  const inView = useRowsInView(box, count, open, want);
  const [from, to] = open ? inView : [0, canFold ? FOLDED : count];
  const measured = open ? known : view.first.slice(0, to);
  const tails = useTails(columns, measured, full);
  const rows: ReactNode[] = [];
  for (let row = from; row < to; row++) {
    const cells = at(row);
    rows.push(
      <tr key={row} {...(open ? { 'aria-rowindex': row + 2 } : {})}>
        <th scope="row">{row}</th>
        {cells === undefined ? (
          <td colSpan={columns.length}>…</td>
        ) : (
          columns.map((column, place) => {
            const cell = cells[place] ?? NaN;
            const background = coloured && typeof cell === 'number' ? shadeBehind(cell, most) : undefined;
            return (
              <td
                key={place}
                className={column.kind === 'text' ? undefined : 'numeric'}
                {...(background === undefined ? {} : { style: { background } })}
              >
                {padded(cellText(cell, column, full), tails[place] ?? 0)}
              </td>
            );
          })
        )}
      </tr>,
    );
  }
  const space = (rest: number): ReactNode =>
    rest > 0 && (
      <tr aria-hidden="true" style={{ height: rest * ROW }}>
        <td />
      </tr>
    );
  return (
    <>
      <div
        ref={box}
        className={open ? 'view-scroll long' : 'view-scroll'}
        tabIndex={0}
        role="region"
        aria-label={`${isMatrix ? 'Matrix' : 'Table'} of output ${index + 1}`}
      >
        <table
          className={coloured ? 'view-table coloured' : 'view-table'}
          {...(open ? { 'aria-rowcount': count + 1 } : {})}
        >
          <thead>
            <tr>
              <td />
              {columns.map(({ name, kind: of }, place) => (
                <th key={place} scope="col" className={of === 'text' ? undefined : 'numeric'}>
                  {isMatrix ? place : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {space(from)}
            {rows}
            {open && space(count - to)}
          </tbody>
        </table>
      </div>
      {open && problem !== undefined && <p className="figure-note">{problem}</p>}
      <div className="view-tools">
        {canFold && (
          <button
            type="button"
            className="text-button"
            aria-expanded={open}
            onClick={() => {
              setOpened(!open);
            }}
          >
            {open ? 'Fewer rows' : counted(count - FOLDED, 'more row')}
          </button>
        )}
        {isMatrix && most > 0 && (
          <button
            type="button"
            className="text-button"
            aria-pressed={coloured}
            onClick={() => {
              setColoured(!coloured);
            }}
          >
            Colours
          </button>
        )}
        {coloured && (
          <span className="view-scale">
            {showNumber(-most, 4)} <span className="view-scale-bar" aria-hidden="true" /> {showNumber(most, 4)}
          </span>
        )}
        <span className="view-size">
          {isMatrix ? `${integer(count)} × ${integer(columnCount)}` : counted(count, 'row')}
          {columnCount > columns.length && `, of which the first ${columns.length} columns are shown`}
        </span>
      </div>
    </>
  );
}

/** The longest tail of the numbers in each column, so that their points stand below each other. */
function useTails(columns: readonly ViewColumn[], rows: readonly ViewRow[], full: boolean): readonly number[] {
  return useMemo(
    () =>
      columns.map((column, place) => {
        if (column.kind !== 'real') return 0;
        return rows.reduce((most, row) => Math.max(most, tailOf(cellText(row[place] ?? NaN, column, full))), 0);
      }),
    [columns, rows, full],
  );
}

/** The first row to render in a scrolled table, and the one after the last; asks for them too. */
function useRowsInView(
  box: RefObject<HTMLDivElement | null>,
  count: number,
  open: boolean,
  want: (from: number, to: number) => void,
): readonly [number, number] {
  const [range, setRange] = useState<readonly [number, number]>([0, 0]);
  useEffect(() => {
    const element = box.current;
    if (element === null || !open) return;
    const measure = (): void => {
      const from = Math.max(0, Math.floor(element.scrollTop / ROW) - SPARE);
      const to = Math.ceil((element.scrollTop + element.clientHeight) / ROW) + SPARE;
      setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]));
      want(from, to);
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [box, open, want]);
  const to = Math.min(count, range[1]);
  return [Math.min(range[0], to), to];
}
