import { type ReactNode, useState } from 'react';

interface FigureTableProps {
  readonly summary: ReactNode;
  readonly label: string;
  /** Renders the rows of the table. */
  readonly children: () => ReactNode;
}

/** The data of a picture as a table, rendered when it is opened. */
export function FigureTable({ summary, label, children }: FigureTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="figure-table"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      {open && (
        <div tabIndex={0} role="region" aria-label={label}>
          <table>{children()}</table>
        </div>
      )}
    </details>
  );
}
