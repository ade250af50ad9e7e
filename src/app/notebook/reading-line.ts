/** The place of a cell on the screen, in CSS pixels from the top of the window. */
export interface PlacedCell {
  readonly id: number;
  readonly top: number;
  readonly bottom: number;
  /** The cell has nothing for the panels. */
  readonly quiet: boolean;
}

/** How much nearer than the current cell another one must be to the line, so that a small movement does not go back and forth. */
const LEAD = 48;

/**
 * Returns the id of the cell at the line where people read, if it should become current. `cells` are those in view. There is no
 * change while the held cell is among them, nor where the current cell is about as near to the line.
 */
export function cellAtLine(
  cells: readonly PlacedCell[],
  line: number,
  current: number | undefined,
  held: number | undefined,
): number | undefined {
  if (cells.some(({ id }) => id === held)) return undefined;
  const distance = ({ top, bottom }: PlacedCell): number => Math.max(0, top - line, line - bottom);
  const loud = cells.filter(({ quiet }) => !quiet);
  const [first, ...others] = loud;
  if (first === undefined) return undefined;
  const nearest = others.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best), first);
  const present = loud.find(({ id }) => id === current);
  if (present !== undefined && distance(present) - distance(nearest) < LEAD) return undefined;
  return nearest.id;
}

/** Where a column is scrolled to, and how far it can be. */
interface ScrolledColumn {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/**
 * Returns the distance of the reading line from the column's top: a third of its height. Over the last screen it moves to the
 * bottom, so that the last cells reach it.
 */
export function readingLine({ scrollTop, scrollHeight, clientHeight }: ScrolledColumn): number {
  const range = Math.max(0, scrollHeight - clientHeight);
  const below = (2 / 3) * clientHeight;
  const end = Math.min(1, Math.max(0, 1 - (range - scrollTop) / below));
  return clientHeight / 3 + below * end * (range > 0 ? scrollTop / range : 0);
}
