import { printNotebook } from '../../notebook/document';
import { titleOf } from '../store/document';
import { store } from '../store/store';
import { originKey, rememberCopy } from './copies';
import { clearDraft, leaveDraft } from './draft';
import type { ShelfRecord } from './shelf';

const PAUSE = 400;

let timer: ReturnType<typeof setTimeout> | undefined;
/** When the open document's record was last written or read; what another tab wrote later is not ours to overwrite. */
let seen: { readonly id: string; readonly updated: number } | undefined;
let saving: Promise<void> = Promise.resolve();
let savedText = -1;

/** Puts every edited notebook on the shelf, as its reader types. Failing storage says so, and work goes on. */
export function startAutosave(): void {
  store.subscribe((state, before) => {
    if (state.generation !== before.generation) clearTimeout(timer);
    else if (state.text !== before.text && state.edited) {
      clearTimeout(timer);
      timer = setTimeout(save, PAUSE);
    }
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') save();
  });
}

export function recordOpened(id: string, updated: number): void {
  seen = { id, updated };
}

/** Where the open document goes that is not on the shelf yet. */
let chosen: { readonly generation: number; readonly id: string } | undefined;

function save(): void {
  clearTimeout(timer);
  const { edited, generation, notebook, origin, shelfId, text } = store.getState();
  if (!edited || savedText === text) return;
  savedText = text;
  if (chosen?.generation !== generation) chosen = { generation, id: crypto.randomUUID() };
  const record: ShelfRecord = {
    id: shelfId ?? chosen.id,
    title: titleOf(notebook),
    markdown: printNotebook(notebook),
    updated: Date.now(),
    origin: originKey(origin),
  };
  // Storing takes longer than a page that is being left may live.
  if (document.visibilityState === 'hidden' && leaveDraft(record)) rememberCopy(record.id);
  saving = saving.then(async () => {
    try {
      const { writeShelf } = await import('./shelf');
      const own = store.getState().generation === generation ? store.getState().shelfId : undefined;
      const id = own ?? record.id;
      const written = await writeShelf({ ...record, id }, seen?.id === id ? seen.updated : undefined);
      clearDraft(record);
      seen = { id: written.id, updated: written.updated };
      if (store.getState().generation !== generation) return;
      store.getState().setShelfId(written.id);
      rememberCopy(written.id);
      if (written.id !== id)
        store
          .getState()
          .notify('information', 'Another tab changed this notebook too. Both are kept, yours as a copy.');
    } catch {
      store
        .getState()
        .notify(
          'warning',
          'This browser does not store your notebook just now. Keep a copy by Share before you leave.',
        );
    }
  });
}
