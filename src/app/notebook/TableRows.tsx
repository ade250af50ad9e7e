import { type RefObject, useEffect, useRef, useState } from 'react';
import type { TableWindow } from '../../notebook/table-window';

interface TableRowsProps {
  readonly table: TableWindow;
  /** Id of the element with the table's title. */
  readonly titleId: string;
  /** Called with the rows to render when the reader scrolls. Without it, the rows of `table` are all that is shown. */
  readonly onRange?: (from: number, to: number) => void;
}

/** The columns of a table, and those of its rows that are in view. */
export function TableRows({ table: { columns, count, from, rows }, titleId, onRange }: TableRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const height = useRange(box, columns.length, onRange);
  if (columns.length === 0) return null;
  const isNumeric = columns.map(({ type }) => type === 'real' || type === 'int');
  const space = (rest: number) =>
    onRange !== undefined &&
    rest > 0 && (
      <tr aria-hidden="true" className="table-space" style={{ height: rest * height }}>
        <td />
      </tr>
    );
  return (
    <div
      ref={box}
      className={onRange === undefined ? 'table-scroll' : 'table-scroll long'}
      tabIndex={0}
      role="region"
      aria-labelledby={titleId}
    >
      <table aria-labelledby={titleId} {...(onRange === undefined ? {} : { 'aria-rowcount': count + 1 })}>
        <thead>
          <tr>
            <td className="table-count" />
            {columns.map(({ name, type, width }, index) => (
              <th
                key={name}
                scope="col"
                className={isNumeric[index] === true ? 'numeric' : undefined}
                style={{ minWidth: `${width}ch` }}
              >
                {name} <span className="table-type">{type ?? '?'}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {space(from)}
          {rows.map((cells, row) => (
            <tr key={from + row} {...(onRange === undefined ? {} : { 'aria-rowindex': from + row + 2 })}>
              <th scope="row" className="table-count">
                {from + row + 1}
              </th>
              {cells.map(({ text, isWrong }, column) => (
                <td key={column} className={classOf(isNumeric[column] === true, isWrong)}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
          {space(count - from - rows.length)}
        </tbody>
      </table>
    </div>
  );
}

/** CSS pixels of a row before one has been measured. */
const FIRST_HEIGHT = 26;
/** Cells that are rendered beyond those in view. */
const SPARE_CELLS = 500;

/** Reports the rows in view, with some beyond them; returns the height of a row. */
function useRange(box: RefObject<HTMLDivElement | null>, columns: number, onRange: TableRowsProps['onRange']): number {
  const [height, setHeight] = useState(FIRST_HEIGHT);
  useEffect(() => {
    const element = box.current;
    if (element === null || onRange === undefined) return;
    const spare = Math.ceil(SPARE_CELLS / Math.max(columns, 25)) + 5;
    const measure = (): void => {
      const row = element.querySelector('tbody tr:not(.table-space)')?.getBoundingClientRect().height ?? FIRST_HEIGHT;
      setHeight(row);
      const first = Math.floor(element.scrollTop / row / spare) * spare;
      onRange(Math.max(0, first - spare), first + Math.ceil(element.clientHeight / row) + 2 * spare);
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [box, columns, onRange]);
  return height;
}

function classOf(isNumeric: boolean, isWrong: boolean): string | undefined {
  const names = [isNumeric ? 'numeric' : '', isWrong ? 'wrong' : ''].filter((name) => name !== '');
  return names.length === 0 ? undefined : names.join(' ');
}
