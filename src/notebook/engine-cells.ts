import { programOf, type Notebook } from './document';

/** A cell that defines an engine of the reader's: `engine=NAME` on its fence. */
export interface EngineCell {
  /** Index into the program's cells. */
  readonly cell: number;
  readonly name: string;
}

const known = new WeakMap<Notebook, readonly EngineCell[]>();

/** Returns the engines that a notebook defines; always the same array for a notebook. */
export function engineCells(notebook: Notebook): readonly EngineCell[] {
  const found =
    known.get(notebook) ??
    programOf(notebook).flatMap(({ tag, attributes }, cell): readonly EngineCell[] => {
      const name = tag === 'code' ? attributes['engine'] : undefined;
      return name === undefined || name === '' ? [] : [{ cell, name }];
    });
  known.set(notebook, found);
  return found;
}
