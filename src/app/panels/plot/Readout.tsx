import { showNumber } from '../../charts/numbers';

export interface ReadRow {
  /** `point`, `pointer`. */
  readonly name: string;
  /** Under the headings; undefined where there is nothing to read. */
  readonly numbers: readonly (number | undefined)[];
  /** Instead of what comes after the place: why the function has no value there. */
  readonly reason?: string | undefined;
}

interface ReadoutProps {
  readonly headings: readonly string[];
  /** How many of the numbers are the place. */
  readonly places: number;
  readonly rows: readonly ReadRow[];
}

/** What is read at the point and at the pointer, in a place that stays as large as it is. */
export function Readout({ headings, places, rows }: ReadoutProps) {
  return (
    <table className="plot-readout">
      <thead>
        <tr>
          <td />
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, numbers, reason }) => (
          <tr key={name} className={`plot-at-${name}`}>
            <th scope="row">{name}</th>
            {numbers.slice(0, reason === undefined ? undefined : places).map((number, i) => (
              <td key={headings[i]}>{number === undefined ? '–' : showNumber(number)}</td>
            ))}
            {reason !== undefined && (
              <td className="plot-reason" colSpan={headings.length - places} title={reason}>
                {reason}
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
