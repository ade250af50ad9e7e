import { useShallow } from 'zustand/react/shallow';
import type { Shared } from '../shelf/share-link';
import { useAppStore } from '../store/hooks';

/** The state that a link contains: the same object for as long as the link is the same. */
export function useShared(): Shared {
  return useAppStore(
    useShallow(({ notebook, overrides, panel, current, stepMode, stepAt, record, origin, edited, shelfId }) => ({
      notebook,
      overrides,
      panel,
      current,
      stepMode,
      stepAt,
      record,
      origin,
      edited,
      shelfId,
    })),
  );
}
