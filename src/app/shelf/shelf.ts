import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Miniature } from '../../protocol/picture';
import { newId } from '../kit/new-id';
import { ANSWERS_PREFIX } from './answers-key';
import { DRAFT_PREFIX, removeDraft } from './draft';
import { hashIn, packedText, type StoredPart } from './long-texts';
import type { MomentRecord, ShelfDraft, ShelfRecord } from './record';
import { draftIn, momentIn, recordIn } from './stored';

interface Schema extends DBSchema {
  notebooks: { key: string; value: ShelfRecord; indexes: { origin: string } };
  moments: { key: [string, number]; value: StoredMoment };
  /** The long parts of the moments of a notebook, by their hashes. */
  texts: { key: [string, string]; value: { notebook: string; hash: string; text: string } };
}

type StoredMoment = MomentRecord | (Omit<MomentRecord, 'markdown'> & { readonly parts: readonly StoredPart[] });

let opened: Promise<IDBPDatabase<Schema>> | undefined;

/** Milliseconds after which storage that does not open counts as missing. It may still open for a later call. */
const PATIENCE = 5_000;

async function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined; // the next call tries again
    throw error;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the storage does not open'));
    }, PATIENCE);
  });
  try {
    return await Promise.race([opened, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Does what needs the database. A browser closes the connection when storage is cleared, also in the middle of a transaction:
 * then it is done once more, with a new connection.
 */
async function using<Result>(act: (db: IDBPDatabase<Schema>) => Promise<Result>): Promise<Result> {
  const db = await database();
  try {
    return await act(db);
  } catch (error) {
    if (!(error instanceof DOMException && /^(Abort|InvalidState)Error$/u.test(error.name))) throw error;
    db.close();
    opened = undefined;
    return act(await database());
  }
}

/** Takes a transaction whose end nobody may wait for, because one of its requests has failed before. */
function begun<Begun extends { readonly done: Promise<void> }>(transaction: Begun): Begun {
  transaction.done.catch(() => undefined);
  return transaction;
}

async function open(): Promise<IDBPDatabase<Schema>> {
  const database = await openDB<Schema>('pullback', 3, {
    upgrade(db, before) {
      if (before < 1) db.createObjectStore('notebooks', { keyPath: 'id' }).createIndex('origin', 'origin');
      if (before < 2) db.createObjectStore('moments', { keyPath: ['notebook', 'number'] });
      db.createObjectStore('texts', { keyPath: ['notebook', 'hash'] });
    },
    // A newer version of the page is waiting for this connection to close.
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated() {
      opened = undefined;
    },
  });
  await absorbDrafts(database).catch(() => undefined); // if storage is full the drafts stay, and the shelf is still readable
  return database;
}

/** The drafts of all closed pages, by key. */
function readDrafts(): ReadonlyMap<string, ShelfDraft> {
  const drafts = new Map<string, ShelfDraft>();
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(DRAFT_PREFIX))) {
      const draft = draftIn(localStorage.getItem(key) ?? '');
      if (draft !== undefined) drafts.set(key, draft);
    }
  } catch {
    // Without storage there are no drafts.
  }
  return drafts;
}

/** Saves the drafts of closed pages to the shelf. */
async function absorbDrafts(database: IDBPDatabase<Schema>): Promise<void> {
  for (const [key, { record, seen }] of readDrafts()) {
    await write(database, record, seen);
    removeDraft(key);
  }
}

/** All records of the shelf, newest first. */
export async function listShelf(): Promise<readonly ShelfRecord[]> {
  const all = await using((db) => db.getAll('notebooks'));
  return newestFirst(all);
}

export async function readShelf(id: string): Promise<ShelfRecord | undefined> {
  return recordIn(await using((db) => db.get('notebooks', id)));
}

/** The newest record whose origin is `origin`. */
export async function copyOf(origin: string): Promise<ShelfRecord | undefined> {
  const copies = await using((db) => db.getAllFromIndex('notebooks', 'origin', origin));
  return newestFirst(copies)[0];
}

function newestFirst(stored: readonly unknown[]): readonly ShelfRecord[] {
  return stored.flatMap((value) => recordIn(value) ?? []).toSorted((a, b) => b.updated - a.updated);
}

/**
 * Writes a record and returns it as stored. If another tab has written a different text since `seen`, both are kept: this
 * one gets a new id.
 */
export async function writeShelf(record: ShelfRecord, seen: number | undefined): Promise<ShelfRecord> {
  return using((db) => write(db, record, seen));
}

async function write(
  database: IDBPDatabase<Schema>,
  record: ShelfRecord,
  seen: number | undefined,
): Promise<ShelfRecord> {
  const transaction = begun(database.transaction('notebooks', 'readwrite'));
  const there = await transaction.store.get(record.id);
  const theirs = there !== undefined && there.updated !== seen && there.markdown !== record.markdown;
  const written = theirs ? { ...record, id: newId() } : record;
  // A picture of an earlier visit stays while the program may still draw it.
  const picture = written.picture ?? (written.markdown.includes('picture') ? there?.picture : undefined);
  await transaction.store.put(picture === undefined ? written : { ...written, picture });
  await transaction.done;
  return written;
}

/** Writes the picture of a notebook on the shelf; its text may be newer in another tab, and stays. */
export async function writePicture(id: string, picture: Miniature): Promise<void> {
  const transaction = (await database()).transaction('notebooks', 'readwrite');
  const there = await transaction.store.get(id);
  if (there !== undefined) await transaction.store.put({ ...there, picture });
  await transaction.done;
}

export async function removeFromShelf(id: string): Promise<void> {
  await using(async (db) => {
    await db.delete('notebooks', id);
    await db.delete('moments', momentsOf(id));
    await db.delete('texts', textsOf(id));
  });
  removeDraft(`${ANSWERS_PREFIX}y:${id}`);
}

function momentsOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, -Infinity], [id, Infinity]);
}

function textsOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id, ''], [id, []]);
}

/** The saved moments of a notebook, oldest first. Long parts that none of them has any more are deleted. */
export async function readMoments(id: string): Promise<readonly MomentRecord[]> {
  return using(async (db) => {
    const transaction = begun(db.transaction(['moments', 'texts'], 'readwrite'));
    const texts = transaction.objectStore('texts');
    const long = new Map((await texts.getAll(textsOf(id))).map(({ hash, text }) => [hash, text]));
    const all = await transaction.objectStore('moments').getAll(momentsOf(id));
    const used = new Set(all.flatMap((moment) => ('parts' in moment ? moment.parts.map(hashIn) : [])));
    await Promise.all([...long.keys()].filter((hash) => !used.has(hash)).map((hash) => texts.delete([id, hash])));
    await transaction.done;
    return all.flatMap((value) => momentIn(value, long) ?? []);
  });
}

/** Makes `moments` the saved history: writes new ones and the present one, and deletes all others. */
export async function writeMoments(
  id: string,
  present: number,
  moments: readonly { readonly number: number; readonly at: number; readonly markdown: () => string }[],
): Promise<void> {
  await using(async (db) => {
    const transaction = begun(db.transaction(['moments', 'texts'], 'readwrite'));
    const stored = transaction.objectStore('moments');
    const there = new Set((await stored.getAllKeys(momentsOf(id))).map(([, number]) => number));
    const wanted = new Set(moments.map(({ number }) => number));
    const put = async ({ number, at, markdown }: (typeof moments)[number]): Promise<void> => {
      const moment = { notebook: id, number, at };
      const text = markdown();
      const packed = packedText(text);
      await stored.put(packed === undefined ? { ...moment, markdown: text } : { ...moment, parts: packed.parts });
      const texts = transaction.objectStore('texts');
      for (const [hash, part] of packed?.long ?? [])
        if ((await texts.getKey([id, hash])) === undefined) await texts.put({ notebook: id, hash, text: part });
    };
    await Promise.all([
      ...[...there].filter((number) => !wanted.has(number)).map((number) => stored.delete([id, number])),
      ...moments.filter(({ number }) => !there.has(number) || number === present).map(put),
    ]);
    await transaction.done;
  });
}
