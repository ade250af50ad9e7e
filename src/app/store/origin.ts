import type { AppState } from './state';

/** Whether the open notebook is an edited copy of an original that can be opened again. */
export function isResettable({ origin, edited, shelfId }: AppState): boolean {
  return origin.tag !== 'own' && (edited || shelfId !== undefined);
}
