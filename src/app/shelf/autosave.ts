import { printNotebook } from '../../notebook/document';
import { titleOf } from '../store/document';
import { store } from '../store/store';
import { textOf } from '../store/history';
import { originKey, rememberCopy } from './copies';
import { clearDraft, leaveDraft } from './draft';
import type { ShelfRecord } from './record';
import type { AppState } from '../store/state';

const PAUSE = 400;

let timer: ReturnType<typeof setTimeout> | undefined;
/** When each record was last written or read here; what another tab wrote later is not ours to overwrite. */
const seen = new Map<string, number>();
let saving: Promise<void> = Promise.resolve();
let savedRevision = -1;

/** Puts every edited notebook on the shelf, as its reader types. Failing storage says so, and work goes on. */
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

/** The text itself is safe already; a history that there is no room for says so once. */
async function saveMoments(id: string, { past, moment, future, notebook }: AppState): Promise<void> {
  const moments = [...past, { ...moment, notebook }, ...future];
  try {
    const { writeMoments } = await import('./shelf');
    await writeMoments(
      id,
      moment.number,
      moments.map((each) => ({ number: each.number, at: each.at, markdown: () => textOf(each) })),
    );
  } catch {
    if (!toldOfHistory)
      store
        .getState()
        .notify('warning', 'This browser has no room for the notebook’s history. The notebook itself is kept.');
    toldOfHistory = true;
  }
}
let toldOfHistory = false;

/** What an earlier visit could undo and redo, this one can. */
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

/** Saves what is not saved yet. Whether the browser has it all then. */
export async function saveAll(): Promise<boolean> {
  saveNow();
  await saving;
  const { edited, textRevision } = store.getState();
  return !edited || savedRevision === textRevision;
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
    title: titleOf(notebook),
    markdown: printNotebook(notebook),
    updated: Date.now(),
    origin: originKey(origin),
    moment: state.moment.number,
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
      await saveMoments(written.id, state);
      if (store.getState().generation === generation) {
        store.getState().setShelfId(written.id);
        rememberCopy(written.id);
      }
      if (moved)
        store
          .getState()
          .notify('information', 'Another tab changed this notebook too. Both are kept, yours as a copy.');
    } catch {
      savedRevision = -1; // tried again with the next letter, or when the page is left
      store
        .getState()
        .notify(
          'warning',
          'This browser does not store your notebook just now. Keep a copy by Share before you leave.',
        );
    }
  });
}
