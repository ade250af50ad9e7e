import type { TableWindow } from '../../notebook/table-window';
import { classOf, isNumeric } from './table-classes';

interface TableRowsProps {
  readonly table: TableWindow;
  /** Id of the element with the table's title. */
  readonly titleId: string;
}

/** The columns of a table and its first rows, to read. */
export function TableRows({ table: { columns, rows }, titleId }: TableRowsProps) {
  if (columns.length === 0) return null;
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-labelledby={titleId}>
      <table aria-labelledby={titleId}>
        <thead>
          <tr>
            <td className="table-count" />
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={isNumeric(column) ? 'numeric' : undefined}
                style={{ minWidth: `${column.width}ch` }}
              >
                {column.name} <span className="table-type">{column.type ?? '?'}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              <th scope="row" className="table-count">
                {row + 1}
              </th>
              {cells.map((cell, index) => (
                <td key={index} className={classOf(columns[index], cell)}>
                  {cell.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
