import type { Attributes } from '../../notebook/attributes';
import { printToShare } from '../../notebook/carried';
import { excerpt } from '../../notebook/excerpt';
import { encodeLink, MOST_ENCODED } from '../../notebook/link';
import { notebookTitle } from '../store/document';
import { store } from '../store/store';

interface OpenAsNotebookProps {
  /** The index in the program of the cell that the text is about. */
  readonly index: number;
  readonly text: string;
  readonly attributes?: Attributes;
}

/** Opens a program as a notebook, below the cells that it may use. */
export function OpenAsNotebook({ index, text, attributes }: OpenAsNotebookProps) {
  const open = async (): Promise<void> => {
    const { notebook, notify } = store.getState();
    const title = `A failure in ${notebookTitle(notebook)}`;
    const made = excerpt(notebook, index, { title, text, ...(attributes !== undefined && { attributes }) });
    const link = await encodeLink(printToShare(made));
    if (link.length > MOST_ENCODED) notify('warning', 'This notebook is too long to open a part of it.');
    // As a link would, so that Back leads to this notebook.
    else location.hash = link;
  };
  return (
    <button type="button" className="button small outlined" onClick={() => void open()}>
      Open as notebook
    </button>
  );
}
