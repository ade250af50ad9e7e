import { cellWithText, type Notebook } from './document';

/*
 * A code cell ` ```pullback from=NOTEBOOK/ID ` holds the learner's accepted answer to an exercise of a shipped notebook, or
 * else its solution, so that a later notebook builds on the learner's own code. In the file its text may be empty.
 */

/** Returns the exercises whose answers the notebook holds, as NOTEBOOK/ID, each once. */
export function heldKeys(notebook: Notebook): readonly string[] {
  const keys = notebook.cells.flatMap((cell) => (cell.tag === 'code' ? (cell.attributes['from'] ?? []) : []));
  return [...new Set(keys)];
}

/** Returns the notebook with other texts in the cells that hold answers. Where `textOf` is undefined, the text stays. */
export function withHeld(notebook: Notebook, textOf: (key: string, text: string) => string | undefined): Notebook {
  if (heldKeys(notebook).length === 0) return notebook;
  return {
    ...notebook,
    cells: notebook.cells.map((cell) => {
      const key = cell.tag === 'code' ? cell.attributes['from'] : undefined;
      if (cell.tag !== 'code' || key === undefined) return cell;
      const text = textOf(key, cell.text);
      return text === undefined || text === cell.text ? cell : cellWithText(cell, text);
    }),
  };
}

/**
 * Returns the text of a cell that holds an answer: the answer or the solution where the reader has not written anything else
 * into the cell.
 */
export function heldText(text: string, solution: string | undefined, answer: string | undefined): string | undefined {
  return text.trim() === '' || text === solution ? (answer ?? solution) : undefined;
}
