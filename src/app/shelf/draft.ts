import type { ShelfDraft } from './record';
import { draftIn } from './stored';

const PREFIX = 'pullback.draft.';
/** One key per page, because two tabs may close at the same time. */
const OWN_KEY = PREFIX + crypto.randomUUID();

/** Stores the draft. Returns whether the browser accepted it. */
export function leaveDraft(draft: ShelfDraft): boolean {
  try {
    localStorage.setItem(OWN_KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false; // the shelf may still finish in time
  }
}

/** The drafts of all closed pages, by key. */
export function readDrafts(): ReadonlyMap<string, ShelfDraft> {
  const drafts = new Map<string, ShelfDraft>();
  try {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
      const draft = draftIn(localStorage.getItem(key) ?? '');
      if (draft !== undefined) drafts.set(key, draft);
    }
  } catch {
    // Without storage there are no drafts.
  }
  return drafts;
}

export function removeDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // The next visit absorbs it again, which changes nothing.
  }
}

/** Removes this page's draft once the shelf has its text as of `updated`. A later draft stays. */
export function clearDraft(updated: number): void {
  const own = readDrafts().get(OWN_KEY);
  if (own !== undefined && own.record.updated <= updated) removeDraft(OWN_KEY);
}
