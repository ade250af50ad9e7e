import { type Notebook, withCellText } from './document';

/**
 * A code cell whose text the reader is to complete: ` ```pullback exercise=ID check="EXPR" `. The check is a boolean
 * expression over the names of the cells up to this one. A later ` ```pullback solution=ID ` is its answer.
 */
export interface Exercise {
  readonly id: string;
  /** Which of the code cells it is. */
  readonly cell: number;
  readonly check: string;
  readonly solution: string | undefined;
}

/** In reading order. A cell without a check is no exercise, and of several with one id the first is. */
export function exercisesOf({ cells }: Notebook): readonly Exercise[] {
  const found = new Map<string, Exercise>();
  let code = -1;
  for (const cell of cells) {
    if (cell.tag !== 'code') continue;
    code++;
    const { exercise: id = '', check = '' } = cell.attributes;
    if (id === '' || check === '' || found.has(id)) continue;
    const solution = cells.find((other) => other.tag === 'solution' && other.exercise === id);
    found.set(id, { id, cell: code, check, solution: solution?.tag === 'solution' ? solution.text : undefined });
  }
  return [...found.values()];
}

/** The notebook with every exercise answered by its solution. */
export function solved(notebook: Notebook): Notebook {
  return exercisesOf(notebook).reduce(
    (done, { cell, solution }) => (solution === undefined ? done : withCellText(done, cell, solution)),
    notebook,
  );
}
