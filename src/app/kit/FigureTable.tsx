import { type ReactNode, useState } from 'react';

interface FigureTableProps {
  readonly summary: ReactNode;
  readonly label: string;
  /** The parts of the table. */
  readonly children: () => ReactNode;
}

/** What a picture shows as a table, for those who read it; made when it is opened. */
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
