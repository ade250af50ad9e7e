import { type Notebook, programOf, cellWithText } from './document';

/**
 * A code cell for the reader to complete: ` ```pullback exercise=ID `. A block ` ```checks exercise=ID ` says what an answer
 * must pass, or the attribute `check="EXPR"`: a boolean expression over the names of the cells up to this one. A later
 * ` ```pullback solution=ID ` is its solution, and blocks ` ```wrong exercise=ID ` are answers that must fail. Blocks
 * ` ```hint exercise=ID ` are hints, in order.
 */
export interface Exercise {
  readonly id: string;
  /** The cell's index among the program's cells, and its identity. */
  readonly cell: number;
  readonly cellId: number;
  /** The attribute, which a block of checks replaces; '' without one. */
  readonly check: string;
  /** The text of the block. */
  readonly checks?: string;
  readonly solution: string | undefined;
  readonly wrong: readonly string[];
  readonly hints: readonly string[];
}

/**
 * Returns the exercises in reading order. A cell without a check is not an exercise; of several with the same id, the
 * first counts.
 */
export function exercisesOf(notebook: Notebook): readonly Exercise[] {
  const found = new Map<string, Exercise>();
  const first = { solution: new Map<string, string>(), checks: new Map<string, string>() };
  const all = { wrong: new Map<string, readonly string[]>(), hint: new Map<string, readonly string[]>() };
  for (const cell of notebook.cells)
    if (cell.tag === 'solution' || cell.tag === 'checks') {
      if (!first[cell.tag].has(cell.exercise)) first[cell.tag].set(cell.exercise, cell.text);
    } else if (cell.tag === 'wrong' || cell.tag === 'hint') {
      const texts = all[cell.tag];
      texts.set(cell.exercise, [...(texts.get(cell.exercise) ?? []), cell.text]);
    }
  for (const [at, cell] of programOf(notebook).entries()) {
    if (cell.tag !== 'code') continue;
    const { exercise: id = '', check = '' } = cell.attributes;
    const checks = first.checks.get(id);
    if (id === '' || (check === '' && checks === undefined) || found.has(id)) continue;
    const judged = { check, ...(checks !== undefined && { checks }), wrong: all.wrong.get(id) ?? [] };
    const helped = { solution: first.solution.get(id), hints: all.hint.get(id) ?? [] };
    found.set(id, { id, cell: at, cellId: cell.id, ...judged, ...helped });
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
