import type { ShelfRecord } from './record';

/** In localStorage, which is written at once: what a page that was being left had not yet put on the shelf. */
export interface Draft {
  readonly record: ShelfRecord;
  /** When the record that this one replaces was written, as `writeShelf` asks; `undefined` where there was none. */
  readonly seen: number | undefined;
}

const PREFIX = 'pullback.draft.';
/** One a page: two tabs may be left at the same time. */
const OWN_KEY = PREFIX + crypto.randomUUID();

/** Whether the browser took it. */
export function leaveDraft(draft: Draft): boolean {
  try {
    localStorage.setItem(OWN_KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false; // the shelf may still be quick enough
  }
}

/** Of all pages that were left, by key. */
export function readDrafts(): ReadonlyMap<string, Draft> {
  const drafts = new Map<string, Draft>();
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
      const draft = draftIn(localStorage.getItem(key) ?? '');
      if (draft !== undefined) drafts.set(key, draft);
    }
  } catch {
    // Without storage there are none.
  }
  return drafts;
}

function draftIn(text: string): Draft | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('record' in value) || !isRecord(value.record))
      return undefined;
    const seen = 'seen' in value && typeof value.seen === 'number' ? value.seen : undefined;
    return { record: value.record, seen };
  } catch {
    return undefined;
  }
}

export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // It is absorbed once more at the next visit, which changes nothing.
  }
}

/** The shelf has what this page wrote at that time; a later draft stays. */
export function clearDraft(updated: number): void {
  const own = readDrafts().get(OWN_KEY);
  if (own !== undefined && own.record.updated <= updated) removeDraft(OWN_KEY);
}

function isRecord(value: unknown): value is ShelfRecord {
  if (typeof value !== 'object' || value === null) return false;
  const own = new Map<string, unknown>(Object.entries(value));
  const isText = (key: string): boolean => typeof own.get(key) === 'string';
  return ['id', 'title', 'markdown', 'origin'].every(isText) && typeof own.get('updated') === 'number';
}
