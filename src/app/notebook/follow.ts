import { isQuiet } from '../store/current';
import { store } from '../store/store';
import { cellAtLine, readingLine } from './reading-line';

/** Makes the cell at the reading line current, unless the cell that the reader chose is still in view. */
export function follow(root: HTMLElement): void {
  const state = store.getState();
  const view = root.getBoundingClientRect();
  const inView = [...root.querySelectorAll<HTMLElement>(':scope > .cell:not(.table-cell)')].flatMap((cell) => {
    const { top, bottom } = cell.getBoundingClientRect();
    const id = Number(cell.dataset['cell']);
    return bottom > view.top && top < view.bottom ? [{ id, top, bottom, quiet: isQuiet(state, id) }] : [];
  });
  const next = cellAtLine(inView, view.top + readingLine(root), state.current, state.held);
  if (next !== undefined && next !== state.current) state.followTo(next);
}
