import { useState } from 'react';
import type { Table } from '../../notebook/table';
import { integer } from '../kit/format';

const FIRST_ROWS = 8;
/** Cells that one click of the button adds. More would block the page. */
const MORE_CELLS = 2_500;

interface TableRowsProps {
  readonly table: Table;
  /** Id of the element with the table's title. */
  readonly titleId: string;
  /** For a page without scripts: shows this many rows, and no button for more. */
  readonly most?: number;
}

/** The columns with the first rows; a button shows more. */
export function TableRows({ table: { columns, rows }, titleId, most }: TableRowsProps) {
  const [wanted, setWanted] = useState(most ?? FIRST_ROWS);
  if (columns.length === 0) return null;
  const step = Math.max(FIRST_ROWS, Math.floor(MORE_CELLS / columns.length));
  const hidden = rows.length - wanted;
  const isNumeric = columns.map(({ type }) => type === 'real' || type === 'int');
  return (
    <>
      <div className="table-scroll" tabIndex={0} role="region" aria-labelledby={titleId}>
        <table aria-labelledby={titleId}>
          <thead>
            <tr>
              <td className="table-count" />
              {columns.map(({ name, type }, index) => (
                <th key={name} scope="col" className={isNumeric[index] === true ? 'numeric' : undefined}>
                  {name} <span className="table-type">{type ?? '?'}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, wanted).map(({ cells }, row) => (
              <tr key={row}>
                <th scope="row" className="table-count">
                  {row + 1}
                </th>
                {columns.map(({ name, values }, column) => (
                  <td key={name} className={classOf(isNumeric[column] === true, values[row] === undefined)}>
                    {cells[column]?.value}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > FIRST_ROWS && most === undefined && (
        <p className="table-more">
          <button
            type="button"
            className="text-button"
            onClick={() => {
              setWanted(hidden > 0 ? wanted + step : FIRST_ROWS);
            }}
          >
            {labelOf(rows.length, hidden, step)}
          </button>
        </p>
      )}
    </>
  );
}

function labelOf(count: number, hidden: number, step: number): string {
  if (hidden <= 0) return `Show the first ${FIRST_ROWS} rows`;
  if (hidden <= step) return `Show all ${integer(count)} rows`;
  return `Show ${integer(step)} more of ${integer(count)} rows`;
}

function classOf(isNumeric: boolean, isWrong: boolean): string | undefined {
  const names = [isNumeric ? 'numeric' : '', isWrong ? 'wrong' : ''].filter((name) => name !== '');
  return names.length === 0 ? undefined : names.join(' ');
}
