import { type Notebook, programOf, cellWithText } from './document';

/**
 * A code cell for the reader to complete: ` ```pullback exercise=ID check="EXPR" `. The check is a boolean expression
 * over the names of the cells up to this one. A later ` ```pullback solution=ID ` is its solution.
 */
export interface Exercise {
  readonly id: string;
  /** The cell's index among the program's cells, and its identity. */
  readonly cell: number;
  readonly cellId: number;
  readonly check: string;
  readonly solution: string | undefined;
}

/**
 * Returns the exercises in reading order. A cell without a check is not an exercise; of several with the same id, the
 * first counts.
 */
export function exercisesOf(notebook: Notebook): readonly Exercise[] {
  const found = new Map<string, Exercise>();
  const solutions = new Map<string, string>();
  for (const cell of notebook.cells)
    if (cell.tag === 'solution' && !solutions.has(cell.exercise)) solutions.set(cell.exercise, cell.text);
  for (const [at, cell] of programOf(notebook).entries()) {
    if (cell.tag !== 'code') continue;
    const { exercise: id = '', check = '' } = cell.attributes;
    if (id === '' || check === '' || found.has(id)) continue;
    found.set(id, { id, cell: at, cellId: cell.id, check, solution: solutions.get(id) });
  }
  return [...found.values()];
}

/** Returns the notebook with every exercise completed by its solution. */
export function solved(notebook: Notebook): Notebook {
  const solutions = new Map(exercisesOf(notebook).map(({ cellId, solution }) => [cellId, solution]));
  return {
    ...notebook,
    cells: notebook.cells.map((cell) => {
      const solution = solutions.get(cell.id);
      return solution === undefined || cell.tag === 'prose' ? cell : cellWithText(cell, solution);
    }),
  };
}
