import { programIndex, type Notebook } from '../../notebook/document';
import { store } from '../store/store';
import { openNew } from './navigation';

/** Opens a new notebook that has not been saved, with the focus in its program. */
export function startNew(notebook?: Notebook): void {
  openNew(notebook);
  const opened = store.getState();
  if (opened.current !== undefined)
    opened.reveal({ cell: programIndex(opened.notebook, opened.current), start: 0, end: 0 });
}
