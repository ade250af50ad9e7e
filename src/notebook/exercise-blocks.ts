import { type JudgeCell, type Notebook, positionOf, programOf, type SolutionCell, withCellText } from './document';
import { inserted, removed } from './edits';

/** The kinds of blocks that belong to an exercise, beside its own cell. */
export type BlockTag = (SolutionCell | JudgeCell)['tag'];

/** Returns the blocks of a kind that belong to an exercise, in reading order. */
export function blocksOf(notebook: Notebook, exercise: string, tag: BlockTag): readonly (SolutionCell | JudgeCell)[] {
  return notebook.cells.filter(
    (cell): cell is SolutionCell | JudgeCell => cell.tag === tag && 'exercise' in cell && cell.exercise === exercise,
  );
}

/**
 * Returns the notebook with the text of the block at `index` among those of its kind. A block that is not there yet is added
 * below the last block of the exercise, or below its cell; without a text, the block is removed.
 */
export function withBlock(
  notebook: Notebook,
  exercise: string,
  tag: BlockTag,
  index: number,
  text: string | undefined,
): Notebook {
  const block = blocksOf(notebook, exercise, tag)[index];
  if (block !== undefined)
    return text === undefined ? removed(notebook, block.id) : withCellText(notebook, block.id, text);
  const cell = programOf(notebook).find((each) => each.tag === 'code' && each.attributes['exercise'] === exercise);
  if (text === undefined || cell === undefined) return notebook;
  const tags: readonly BlockTag[] = ['hint', 'solution', 'checks', 'wrong'];
  const places = tags.flatMap((each) => blocksOf(notebook, exercise, each)).map(({ id }) => positionOf(notebook, id));
  const last = Math.max(positionOf(notebook, cell.id), ...places);
  return inserted(notebook, last + 1, { tag, exercise, text }).notebook;
}
