import { PRELUDE_CELL } from '../../language/source/span';
import { type Notebook, programOf } from '../../notebook/document';

/** Maps cell indices of a program to those of its edited version; undefined if no cell has moved. */
export type Relocation = ((cell: number) => number) | undefined;

/** The relocation between two lists of cell ids. A deleted cell maps to the prelude, which has no text on the page. */
export function relocation(before: readonly number[], after: readonly number[]): Relocation {
  if (before.length === after.length && before.every((id, index) => id === after[index])) return undefined;
  const places = new Map(after.map((id, index) => [id, index]));
  const moved = before.map((id) => places.get(id) ?? PRELUDE_CELL);
  // Imported cells come after the notebook's own.
  return (cell) => moved[cell] ?? PRELUDE_CELL;
}

export function programIds(notebook: Notebook): readonly number[] {
  return programOf(notebook).map(({ id }) => id);
}

/**
 * Plain data with every place in it (`Span`, and the triples of `origins`) moved to the new cell index. Places refer to cells
 * by index, and a result must survive that other cells are added, deleted or moved. Data without a moved place is returned
 * as the same object.
 */
export function relocated<T>(held: T, to: Relocation): T {
  if (to === undefined || typeof held !== 'object' || held === null || ArrayBuffer.isView(held)) return held;
  const before: readonly [string, unknown][] = Object.entries(held);
  const after = before.map(([key, part]) => (isPlace(held) && key === 'cell' ? to(held.cell) : inPart(key, part, to)));
  if (after.every((part, index) => part === before[index]?.[1])) return held;
  return (Array.isArray(held) ? after : Object.fromEntries(before.map(([key], index) => [key, after[index]]))) as T;
}

function inPart(key: string, part: unknown, to: NonNullable<Relocation>): unknown {
  if (key !== 'origins' || !(part instanceof Int32Array)) return relocated(part, to);
  return part.map((number, index) => (index % 3 === 0 ? to(number) : number));
}

function isPlace(held: object): held is { readonly cell: number } {
  return 'cell' in held && 'start' in held && 'end' in held && typeof held.cell === 'number';
}
