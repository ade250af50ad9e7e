import { coveredParts, positionOf, type PromptCell } from '../../notebook/document';
import { hasScreens } from '../../notebook/screens';
import type { AppState } from './state';

type Known = Pick<AppState, 'notebook' | 'answers' | 'printing'>;

/**
 * Returns the prompt that covers a part of a cell's results: a prediction since the code cell before, which the reader has
 * not committed. The result strip is covered with any other part. Paper shows everything.
 */
export function coverOf(
  { notebook, answers, printing }: Known,
  id: number | undefined,
  part: string,
): PromptCell | undefined {
  if (id === undefined || printing) return undefined;
  for (let at = positionOf(notebook, id) - 1; at >= 0; at--) {
    const cell = notebook.cells[at];
    if (cell?.tag === 'code') break;
    if (cell?.tag !== 'predict' || (answers !== undefined && Object.hasOwn(answers.prompts, cell.prompt))) continue;
    const parts = coveredParts(cell);
    if (part === 'result-strip' || parts.includes('next') || parts.includes(part)) return cell;
  }
  return undefined;
}

/** Returns whether a text explains results that are covered: it follows their cell on the same screen. */
export function isTextCovered(state: Known, id: number): boolean {
  const { cells } = state.notebook;
  for (let at = positionOf(state.notebook, id) - 1; hasScreens(state.notebook); at--) {
    const cell = cells[at];
    if (cell === undefined || cell.tag === 'screen') break;
    if (cell.tag === 'code') return coverOf(state, cell.id, 'text') !== undefined;
  }
  return false;
}
