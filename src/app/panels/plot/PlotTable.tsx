import type { ReactNode } from 'react';
import { FigureTable } from '../../kit/FigureTable';

interface PlotTableProps {
  readonly summary: string;
  readonly label: string;
  readonly headings: readonly string[];
  /** The first cell of each row is its heading. */
  readonly rows: () => readonly (readonly string[])[];
}

/** The values of a plot as a table. */
export function PlotTable({ summary, label, headings, rows }: PlotTableProps) {
  const row = ([first, ...others]: readonly string[]): ReactNode => (
    <tr key={first}>
      <th scope="row">{first}</th>
      {others.map((text, i) => (
        <td key={headings[i + 1]}>{text}</td>
      ))}
    </tr>
  );
  return (
    <FigureTable summary={summary} label={label}>
      {() => (
        <>
          <thead>
            <tr>
              {headings.map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows().map(row)}</tbody>
        </>
      )}
    </FigureTable>
  );
}
