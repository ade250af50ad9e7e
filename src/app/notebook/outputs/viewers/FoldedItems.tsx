import { Fragment, useState } from 'react';
import type { RowsView } from '../../../../protocol/views';
import { counted, integer } from '../../../kit/format';
import { WindowedList } from '../../../kit/WindowedList';
import { cellText } from './cell-text';
import { useRows, type ViewRow } from './use-rows';
import type { ViewerProps } from './viewer-props';

/** Items of a folded list. */
const FIRST = 8;
const LAST = 3;
const ROW = 24;

/** A long list: its first and last items, and on request a list of all. */
export function FoldedItems({ index, view, full, stale }: ViewerProps<RowsView>) {
  const { columns, count, first, last } = view;
  const [open, setOpen] = useState(false);
  const { at, want, problem } = useRows(index, view, stale);
  const textOf = (row: ViewRow | undefined): string => {
    const [cell] = row ?? [];
    const [column] = columns;
    return cell === undefined || column === undefined ? '…' : cellText(cell, column, full);
  };
  const toggle = (label: string) => (
    <button
      type="button"
      className="text-button"
      aria-expanded={open}
      onClick={() => {
        setOpen(!open);
      }}
    >
      {label}
    </button>
  );
  const end = last.length > 0 ? last : first.slice(-LAST);
  return (
    <>
      {open ? (
        <div className="view-window">
          <WindowedList label={`Items of output ${index + 1}`} count={count} rowHeight={ROW} onRange={want}>
            {(row) => (
              <span className="view-item">
                <span className="view-index">{integer(row)}</span> {textOf(at(row))}
              </span>
            )}
          </WindowedList>
        </div>
      ) : (
        <p className="view-items">
          [
          {first.slice(0, FIRST).map((row, place) => (
            <Fragment key={place}>{textOf(row)}, </Fragment>
          ))}
          {toggle(`… ${integer(count - FIRST - LAST)} more`)}
          {end.slice(-LAST).map((row, place) => (
            <Fragment key={place}>, {textOf(row)}</Fragment>
          ))}
          ]
        </p>
      )}
      {open && problem !== undefined && <p className="figure-note">{problem}</p>}
      <div className="view-tools">
        {open && toggle('Fewer items')}
        <span className="view-size">{counted(count, 'item')}</span>
      </div>
    </>
  );
}
