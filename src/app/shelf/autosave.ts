import { printNotebook } from '../../notebook/document';
import { newId } from '../kit/new-id';
import { notebookTitle } from '../store/document';
import { store } from '../store/store';
import { momentText } from '../store/moment-text';
import { originKey, rememberCopy } from './copies';
import { pictureOf } from './pictured';
import { clearDraft, leaveDraft } from './draft';
import type { ShelfRecord } from './record';
import type { AppState } from '../store/state';

const PAUSE = 400;

let timer: ReturnType<typeof setTimeout> | undefined;
/** When this tab last wrote or read each record. A later version by another tab must not be overwritten. */
const seen = new Map<string, number>();
let saving: Promise<void> = Promise.resolve();
let savedRevision = -1;

/** Starts saving edited notebooks to the shelf while the reader types. If storage fails, a notice says so. */
export function startAutosave(): void {
  store.subscribe((state, before) => {
    if (state.generation !== before.generation) save(before);
    else if (state.textRevision !== before.textRevision && state.edited) {
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

/** The shelf record of a document. Its first write may get a new id if another tab changed the record. */
interface Place {
  readonly generation: number;
  id: string;
}
let place: Place | undefined;

function placeOf({ generation, shelfId }: AppState): Place {
  if (place?.generation !== generation) place = { generation, id: shelfId ?? newId() };
  return place;
}

/** Saves the history; the text is saved already. If storage is full, one notice says so. */
async function saveMoments(id: string, { past, moment, future, notebook }: AppState): Promise<void> {
  const moments = [...past, { ...moment, notebook }, ...future];
  try {
    const { writeMoments } = await import('./shelf');
    await writeMoments(
      id,
      moment.number,
      moments.map((each) => ({ number: each.number, at: each.at, markdown: () => momentText(each) })),
    );
  } catch {
    if (!toldOfHistory)
      store
        .getState()
        .notify('warning', 'Browser storage is full, so the notebook’s history is not saved. The notebook itself is.');
    toldOfHistory = true;
  }
}
let toldOfHistory = false;

/** Loads the undo history of earlier visits. */
export async function recallMoments(record: ShelfRecord, generation: number): Promise<void> {
  const { readMoments } = await import('./shelf');
  const { moment: number = 0 } = record;
  const moments = (await readMoments(record.id)).map(({ markdown, ...kept }) => ({ ...kept, notebook: markdown }));
  store.getState().restoreTimeline(generation, {
    past: moments.filter((moment) => moment.number < number),
    number,
    future: moments.filter((moment) => moment.number > number),
  });
}

/** Saves unsaved edits. Resolves to whether everything is saved. */
export async function saveAll(): Promise<boolean> {
  saveNow();
  await saving;
  const { edited, textRevision } = store.getState();
  return !edited || savedRevision === textRevision;
}

let stamped = 0;

/** The time, but always later than before, because the clock can be set back and stamps tell versions apart. */
function stamp(id: string): number {
  stamped = Math.max(Date.now(), stamped + 1, (seen.get(id) ?? 0) + 1);
  return stamped;
}

function saveNow(): void {
  save(store.getState());
}

function save(state: AppState): void {
  clearTimeout(timer);
  const { edited, generation, notebook, origin, textRevision } = state;
  if (!edited || savedRevision === textRevision) return;
  savedRevision = textRevision;
  const own = placeOf(state);
  const record: ShelfRecord = {
    id: own.id,
    title: notebookTitle(notebook),
    markdown: printNotebook(notebook),
    updated: stamp(own.id),
    origin: originKey(origin),
    moment: state.moment.number,
    ...pictureOf(state),
  };
  // IndexedDB is too slow for a page that is being closed, so the text also goes to localStorage.
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
      await saveMoments(written.id, state);
      if (store.getState().generation === generation) {
        store.getState().setShelfId(written.id);
        rememberCopy(written.id);
      }
      if (moved)
        store
          .getState()
          .notify(
            'information',
            'This notebook was also edited in another tab. Both versions are kept, yours as a copy.',
          );
    } catch {
      savedRevision = -1; // retried at the next edit or when the page closes
      store
        .getState()
        .notify(
          'warning',
          'Your notebook is not being saved in this browser. Use Share to keep a copy before you leave.',
        );
    }
  });
}
