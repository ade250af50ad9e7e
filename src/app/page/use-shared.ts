import { useShallow } from 'zustand/react/shallow';
import type { Shared } from '../shelf/share-link';
import { useAppStore } from '../store/hooks';

/** What a link holds: the same object as long as the link is the same. */
export function useShared(): Shared {
  return useAppStore(
    useShallow(({ notebook, overrides, panel, current, stepMode, stepAt, record }) => ({
      notebook,
      overrides,
      panel,
      current,
      stepMode,
      stepAt,
      record,
    })),
  );
}
