import { showNumber } from '../../kit/format';
import { type Curve, recordsOf } from '../../charts/series/series';
import { FigureTable } from '../../kit/FigureTable';

/** More rows or columns than this are left to the CSV: the table has about so many rows, evenly spread. */
const TABLE_ROWS = 100;
const TABLE_COLUMNS = 24;

/** The records of a series as a table: what the chart shows, for those who read it. */
export function SeriesTable({ curves, name }: { readonly curves: readonly Curve[]; readonly name: string }) {
  const count = recordsOf(curves);
  const stride = Math.max(1, Math.ceil(count / TABLE_ROWS));
  const steps = Array.from({ length: Math.ceil(count / stride) }, (_, i) => i * stride);
  if (count > 0 && steps.at(-1) !== count - 1) steps.push(count - 1);
  const columns = curves.slice(0, TABLE_COLUMNS);
  return (
    <FigureTable
      summary={`${name} as a table${stride > 1 ? ` (1 of ${stride} steps)` : ''}${columns.length < curves.length ? ` (${columns.length} of ${curves.length} columns)` : ''}`}
      label={`The values of ${name}`}
    >
      {() => (
        <>
          <thead>
            <tr>
              <th scope="col">step</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {steps.map((step) => (
              <tr key={step}>
                <th scope="row">{step}</th>
                {columns.map(({ label, values }) => (
                  <td key={label}>{showNumber(values[step] ?? NaN)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </>
      )}
    </FigureTable>
  );
}
