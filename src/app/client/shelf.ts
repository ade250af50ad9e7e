import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { readDrafts, removeDraft } from './draft';

/** A notebook of the reader's, in this browser. */
export interface ShelfRecord {
  readonly id: string;
  readonly title: string;
  readonly markdown: string;
  /** Milliseconds since 1970. */
  readonly updated: number;
  /** `e:ID` of a built-in notebook, `l:FRAGMENT` of a link, or `own`. */
  readonly origin: string;
}

interface Schema extends DBSchema {
  notebooks: { key: string; value: ShelfRecord; indexes: { origin: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= open().catch((error: unknown) => {
    opened = undefined; // the next call tries again
    throw error;
  });
  return opened;
}

async function open(): Promise<IDBPDatabase<Schema>> {
  const database = await openDB<Schema>('pullback', 1, {
    upgrade(db) {
      db.createObjectStore('notebooks', { keyPath: 'id' }).createIndex('origin', 'origin');
    },
    terminated() {
      opened = undefined;
    },
  });
  await absorbDrafts(database).catch(() => undefined); // where storage is full they stay, and the shelf can be read
  return database;
}

/** Puts on the shelf what earlier pages had no time to. */
async function absorbDrafts(database: IDBPDatabase<Schema>): Promise<void> {
  for (const [key, { record, seen }] of readDrafts()) {
    await write(database, record, seen);
    removeDraft(key);
  }
}

/** Newest first. */
export async function listShelf(): Promise<readonly ShelfRecord[]> {
  const all = await (await database()).getAll('notebooks');
  return all.sort((a, b) => b.updated - a.updated);
}

export async function readShelf(id: string): Promise<ShelfRecord | undefined> {
  return (await database()).get('notebooks', id);
}

/** The newest copy of what was opened from `origin`. */
export async function copyOf(origin: string): Promise<ShelfRecord | undefined> {
  const copies = await (await database()).getAllFromIndex('notebooks', 'origin', origin);
  return copies.sort((a, b) => b.updated - a.updated)[0];
}

/**
 * Writes a record, unless another tab wrote another text after `seen`: then both stay, ours under a new id. Returns the
 * record as it stands on the shelf.
 */
export async function writeShelf(record: ShelfRecord, seen: number | undefined): Promise<ShelfRecord> {
  return write(await database(), record, seen);
}

async function write(
  database: IDBPDatabase<Schema>,
  record: ShelfRecord,
  seen: number | undefined,
): Promise<ShelfRecord> {
  const transaction = database.transaction('notebooks', 'readwrite');
  const there = await transaction.store.get(record.id);
  const theirs = there !== undefined && there.updated !== seen && there.markdown !== record.markdown;
  const written = theirs ? { ...record, id: crypto.randomUUID() } : record;
  await transaction.store.put(written);
  await transaction.done;
  return written;
}

export async function removeFromShelf(id: string): Promise<void> {
  await (await database()).delete('notebooks', id);
}
