import { type ReactNode, useState } from 'react';

interface PlotTableProps {
  readonly summary: string;
  readonly label: string;
  readonly headings: readonly string[];
  /** The first of each is its heading. */
  readonly rows: () => readonly (readonly string[])[];
}

/** What the picture shows, for those who read it; made when it is opened. */
export function PlotTable({ summary, label, headings, rows }: PlotTableProps) {
  const [open, setOpen] = useState(false);
  const row = ([first, ...others]: readonly string[]): ReactNode => (
    <tr key={first}>
      <th scope="row">{first}</th>
      {others.map((text, i) => (
        <td key={headings[i + 1]}>{text}</td>
      ))}
    </tr>
  );
  return (
    <details
      className="plot-text"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      {open && (
        <div className="plot-scroll" tabIndex={0} role="region" aria-label={label}>
          <table>
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
          </table>
        </div>
      )}
    </details>
  );
}
