import type { Notebook } from '../../notebook/document';
import { parseNotebook } from '../../notebook/parse';
import { newId } from '../kit/new-id';
import { notebookTitle } from '../store/document';
import { store } from '../store/store';
import { type FileText, notebookOfFile, tooLarge } from './file-text';
import { goTo, openNew } from './navigation';

/** Opens a file as a new notebook on the shelf; a notice says why if that fails. */
export async function openFile(file: File): Promise<void> {
  const read = tooLarge(file.name, file.size) ?? (await readFile(file));
  if (read.tag === 'refused') {
    store.getState().notify('warning', read.reason);
    return;
  }
  const notebook = parseNotebook(read.markdown);
  const id = await shelve(read.markdown, notebook);
  if (id === undefined) openNew(notebook);
  else goTo(`#y=${id}`);
}

async function readFile(file: File): Promise<FileText> {
  try {
    return notebookOfFile(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch {
    return { tag: 'refused', reason: `“${file.name}” could not be read. It may be a folder, or it was moved.` };
  }
}

/** The id of the new shelf record; undefined without storage, and the notebook opens anyway. */
async function shelve(markdown: string, notebook: Notebook): Promise<string | undefined> {
  try {
    const { writeShelf } = await import('./shelf');
    const title = notebookTitle(notebook);
    const record = { id: newId(), title, markdown, updated: Date.now(), origin: 'own' };
    return (await writeShelf(record, undefined)).id;
  } catch {
    return undefined;
  }
}
