import { printNotebook } from '../../notebook/document';
import { titleOf } from '../store/document';
import { type AppState, store } from '../store/store';
import { originKey, rememberCopy } from './copies';
import { clearDraft, leaveDraft } from './draft';
import type { ShelfRecord } from './shelf';

const PAUSE = 400;

let timer: ReturnType<typeof setTimeout> | undefined;
/** When each record was last written or read here; what another tab wrote later is not ours to overwrite. */
const seen = new Map<string, number>();
let saving: Promise<void> = Promise.resolve();
let savedText = -1;

/** Puts every edited notebook on the shelf, as its reader types. Failing storage says so, and work goes on. */
export function startAutosave(): void {
  store.subscribe((state, before) => {
    if (state.generation !== before.generation) save(before);
    else if (state.text !== before.text && state.edited) {
      clearTimeout(timer);
      timer = setTimeout(saveNow, PAUSE);
    }
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveNow();
  });
}

export function recordOpened(id: string, updated: number): void {
  seen.set(id, updated);
}

/** Where a document goes on the shelf; its first write may move it beside another tab's. */
interface Place {
  readonly generation: number;
  id: string;
}
let place: Place | undefined;

function placeOf({ generation, shelfId }: AppState): Place {
  if (place?.generation !== generation) place = { generation, id: shelfId ?? crypto.randomUUID() };
  return place;
}

function saveNow(): void {
  save(store.getState());
}

function save(state: AppState): void {
  clearTimeout(timer);
  const { edited, generation, notebook, origin, text } = state;
  if (!edited || savedText === text) return;
  savedText = text;
  const own = placeOf(state);
  const record: ShelfRecord = {
    id: own.id,
    title: titleOf(notebook),
    markdown: printNotebook(notebook),
    updated: Date.now(),
    origin: originKey(origin),
  };
  // Storing takes longer than a page that is being left may live.
  if (document.visibilityState === 'hidden' && leaveDraft({ record, seen: seen.get(own.id) })) rememberCopy(record.id);
  saving = saving.then(async () => {
    try {
      const { writeShelf } = await import('./shelf');
      const { id } = own;
      const written = await writeShelf({ ...record, id }, seen.get(id));
      clearDraft(record.updated);
      own.id = written.id;
      seen.set(written.id, written.updated);
      const moved = written.id !== id;
      if (store.getState().generation === generation) {
        store.getState().setShelfId(written.id);
        rememberCopy(written.id);
      }
      if (moved)
        store
          .getState()
          .notify('information', 'Another tab changed this notebook too. Both are kept, yours as a copy.');
    } catch {
      savedText = -1; // tried again with the next letter, or when the page is left
      store
        .getState()
        .notify(
          'warning',
          'This browser does not store your notebook just now. Keep a copy by Share before you leave.',
        );
    }
  });
}
