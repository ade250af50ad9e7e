/** A cell of a table. Rows count from 0 below the names of the columns; -1 is the row of names. */
export interface GridPlace {
  readonly row: number;
  readonly column: number;
}

interface GridSize {
  readonly rows: number;
  readonly columns: number;
}

const PAGE = 10;

/** Returns the place that a key goes to, as in a spreadsheet; undefined for other keys. `isFar`: to the end. */
export function movedPlace(
  key: string,
  isFar: boolean,
  { row, column }: GridPlace,
  { rows, columns }: GridSize,
): GridPlace | undefined {
  const to = (wantedRow: number, wantedColumn: number): GridPlace => ({
    row: Math.max(-1, Math.min(rows - 1, wantedRow)),
    column: Math.max(0, Math.min(columns - 1, wantedColumn)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(isFar ? rows : row + 1, column);
    case 'ArrowUp':
      return to(isFar ? 0 : row - 1, column);
    case 'ArrowRight':
      return to(row, isFar ? columns : column + 1);
    case 'ArrowLeft':
      return to(row, isFar ? 0 : column - 1);
    case 'PageDown':
      return to(row + PAGE, column);
    case 'PageUp':
      return to(row - PAGE, column);
    case 'Home':
      return to(isFar ? 0 : row, 0);
    case 'End':
      return to(isFar ? rows : row, columns);
    default:
      return undefined;
  }
}
