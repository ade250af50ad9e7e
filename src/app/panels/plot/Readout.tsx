import { showNumber } from '../../kit/format';
import { useNarrow } from '../../kit/use-narrow';

export interface ReadRow {
  /** `point`, `pointer`. */
  readonly name: string;
  /** One per heading; undefined if there is no value. */
  readonly numbers: readonly (number | undefined)[];
  /** Why the function has no value; shown in the place of its numbers. */
  readonly reason?: string | undefined;
}

interface ReadoutProps {
  readonly headings: readonly string[];
  /** How many of the first numbers are coordinates. */
  readonly places: number;
  readonly rows: readonly ReadRow[];
}

/** The values at the point and at the pointer, in a table of fixed size. */
export function Readout(props: ReadoutProps) {
  return useNarrow() ? <Upright {...props} /> : <Level {...props} />;
}

function textOf(number: number | undefined): string {
  return number === undefined ? '–' : showNumber(number);
}

function Level({ headings, places, rows }: ReadoutProps) {
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
              <td key={headings[i]}>{textOf(number)}</td>
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

/** The same table transposed: a phone has room for two numbers with all their digits. */
function Upright({ headings, places, rows }: ReadoutProps) {
  return (
    <table className="plot-readout upright">
      <thead>
        <tr>
          <td />
          {rows.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {headings.map((heading, i) => (
          <tr key={heading}>
            <th scope="row">{heading}</th>
            {rows.map(({ name, numbers, reason }) => {
              if (reason === undefined || i < places) return <td key={name}>{textOf(numbers[i])}</td>;
              if (i > places) return null;
              return (
                <td key={name} className="plot-reason" rowSpan={headings.length - places} title={reason}>
                  <span>{reason}</span>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
