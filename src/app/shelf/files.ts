import type { Notebook } from '../../notebook/document';
import { parseNotebook } from '../../notebook/parse';
import { titleOf } from '../store/document';
import { store } from '../store/store';
import { type FileText, notebookOfFile, tooLarge } from './file-text';
import { goTo, openNew } from './navigation';

/** Opens a file as a notebook of its own on the shelf, beside all that is there; where it cannot, says why. */
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
    return { tag: 'refused', reason: `“${file.name}” could not be read. Is it a folder, or was it moved?` };
  }
}

/** Undefined where the browser stores nothing: the notebook then opens all the same. */
async function shelve(markdown: string, notebook: Notebook): Promise<string | undefined> {
  try {
    const { writeShelf } = await import('./shelf');
    const title = titleOf(notebook);
    const record = { id: crypto.randomUUID(), title, markdown, updated: Date.now(), origin: 'own' };
    return (await writeShelf(record, undefined)).id;
  } catch {
    return undefined;
  }
}
