import { newId } from '../kit/new-id';
import type { ShelfDraft } from './record';

export const DRAFT_PREFIX = 'pullback.draft.';
/** One key per page, because two tabs may close at the same time. */
const OWN_KEY = DRAFT_PREFIX + newId();

/** When the record of this page's draft was written. */
let left: number | undefined;

/** Stores the draft. Returns whether the browser accepted it. */
export function leaveDraft(draft: ShelfDraft): boolean {
  try {
    localStorage.setItem(OWN_KEY, JSON.stringify(draft));
    left = draft.record.updated;
    return true;
  } catch {
    return false; // the shelf may still finish in time
  }
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
  if (left !== undefined && left <= updated) removeDraft(OWN_KEY);
}
