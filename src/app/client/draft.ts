import type { ShelfRecord } from './shelf';

/** In localStorage, which is written at once: what a page that was being left had not yet put on the shelf. */
const DRAFT_KEY = 'pullback.draft';

/** Whether the browser took it. */
export function leaveDraft(record: ShelfRecord): boolean {
  try {
    localStorage.setItem(DRAFT_KEY, JSON.stringify(record));
    return true;
  } catch {
    return false; // the shelf may still be quick enough
  }
}

export function readDraft(): ShelfRecord | undefined {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(DRAFT_KEY) ?? 'null');
    return isRecord(draft) ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** The shelf has it; a later draft stays. */
export function clearDraft(record: ShelfRecord): void {
  const draft = readDraft();
  if (draft === undefined || draft.id !== record.id || draft.updated > record.updated) return;
  try {
    localStorage.removeItem(DRAFT_KEY);
  } catch {
    // It is absorbed once more at the next visit, which changes nothing.
  }
}

function isRecord(value: unknown): value is ShelfRecord {
  if (typeof value !== 'object' || value === null) return false;
  const own = new Map<string, unknown>(Object.entries(value));
  const isText = (key: string): boolean => typeof own.get(key) === 'string';
  return ['id', 'title', 'markdown', 'origin'].every(isText) && typeof own.get('updated') === 'number';
}
