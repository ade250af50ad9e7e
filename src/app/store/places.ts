import { PRELUDE_CELL } from '../../language/source/span';
import { type Notebook, programOf } from '../../notebook/document';

/** Where the cells of one program stand in another, which was made from it; undefined where that is nowhere new. */
export type Relocation = ((cell: number) => number) | undefined;

/** Of the ids of cells, before and after. A cell that is gone stands in no text, as the prelude. */
export function relocation(before: readonly number[], after: readonly number[]): Relocation {
  const places = new Map(after.map((id, index) => [id, index]));
  const moved = before.map((id) => places.get(id) ?? PRELUDE_CELL);
  return moved.every((place, index) => place === index) ? undefined : (cell) => moved[cell] ?? cell;
}

export function programIds(notebook: Notebook): readonly number[] {
  return programOf(notebook).map(({ id }) => id);
}

/**
 * Anything made of plain data, with the places in it (`Span`, and the triples of `origins`) where their cells are now:
 * places count the program's cells, and a result outlives that another cell comes, goes or moves. What holds no such
 * place is the same object as before.
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
