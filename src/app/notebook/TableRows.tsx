import { useState } from 'react';
import type { Table } from '../../notebook/table';

const FIRST_ROWS = 8;
/** Cells that one press of the button adds: more would keep the page from answering. */
const MORE_CELLS = 2_500;

interface TableRowsProps {
  readonly table: Table;
  /** Of the element that says what the table is. */
  readonly titleId: string;
  /** For a page without scripts: shows this many rows, and no button for more. */
  readonly most?: number;
}

/** The first rows under their columns, and the others when they are asked for. */
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
  if (hidden <= step) return `Show all ${count.toLocaleString('en')} rows`;
  return `Show ${step.toLocaleString('en')} more of ${count.toLocaleString('en')} rows`;
}

function classOf(isNumeric: boolean, isWrong: boolean): string | undefined {
  const names = [isNumeric ? 'numeric' : '', isWrong ? 'wrong' : ''].filter((name) => name !== '');
  return names.length === 0 ? undefined : names.join(' ');
}
