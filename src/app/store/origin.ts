import type { AppState } from './state';

/** The open notebook is a changed copy of one that is elsewhere: it can be opened again as it was. */
export function isResettable({ origin, edited, shelfId }: AppState): boolean {
  return origin.tag !== 'own' && (edited || shelfId !== undefined);
}
