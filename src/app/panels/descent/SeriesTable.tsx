import { showNumber } from '../../kit/format';
import { type Curve, recordsOf } from '../../charts/series/series';
import { FigureTable } from '../../kit/FigureTable';

/** The table has about this many evenly spaced rows, and this many columns; the CSV export has all of them. */
const TABLE_ROWS = 100;
const TABLE_COLUMNS = 24;

/** The data of the chart as a table: the records of a series. */
export function SeriesTable({ curves, name }: { readonly curves: readonly Curve[]; readonly name: string }) {
  const count = recordsOf(curves);
  const stride = Math.max(1, Math.ceil(count / TABLE_ROWS));
  const steps = Array.from({ length: Math.ceil(count / stride) }, (_, i) => i * stride);
  if (count > 0 && steps.at(-1) !== count - 1) steps.push(count - 1);
  const columns = curves.slice(0, TABLE_COLUMNS);
  return (
    <FigureTable
      summary={`${name} as a table${stride > 1 ? ` (every ${ordinal(stride)} step)` : ''}${columns.length < curves.length ? ` (first ${columns.length} of ${curves.length} columns)` : ''}`}
      label={`Values of ${name}`}
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

/** `2nd`, `3rd`, `4th`, `11th`, `21st`. */
function ordinal(count: number): string {
  const tens = count % 100;
  const suffix = tens > 10 && tens < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][count % 10] ?? 'th');
  return `${count}${suffix}`;
}
