import { showNumber } from '../../kit/format';
import { useNarrow } from '../../kit/use-narrow';

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

/** The same on its side: on a phone there is room for two numbers, with all their digits. */
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
