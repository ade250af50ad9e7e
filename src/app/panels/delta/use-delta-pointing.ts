import { useCallback, useMemo } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import { placeOfNode, spanAt } from '../../charts/delta/calls';
import { useAppStore, usePointing } from '../../store/hooks';
import { nodesAt } from '../../store/pointing';

export interface DeltaPointing {
  /** The nodes whose source is pointed at. */
  readonly lit: ReadonlySet<number>;
  readonly pointAt: (node: number | undefined) => void;
  /** Shows a node's source in the editor. */
  readonly revealNode: (node: number) => void;
  /** At the place where a call stands. */
  readonly pointAtCall: (call: number) => void;
}

const NONE: ReadonlySet<number> = new Set();

/** Pointing in both directions; off while the payload belongs to an older text, whose places are outdated. */
export function useDeltaPointing(payload: DeltaPayload, stale: boolean): DeltaPointing {
  const { pointed, pointTo } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const lit = useMemo(
    () => (pointed === undefined || stale ? NONE : new Set(nodesAt(pointed.span, payload.origins, payload.count))),
    [pointed, stale, payload],
  );
  const pointAt = useCallback(
    (node: number | undefined) => {
      pointTo(node === undefined || stale ? undefined : placeOfNode(payload, node));
    },
    [payload, stale, pointTo],
  );
  const revealNode = useCallback(
    (node: number) => {
      const origin = placeOfNode(payload, node);
      if (origin !== undefined && !stale) reveal(origin);
    },
    [payload, stale, reveal],
  );
  const pointAtCall = useCallback(
    (call: number) => {
      pointTo(stale ? undefined : spanAt(payload.callTree.origins, call));
    },
    [payload, stale, pointTo],
  );
  return useMemo(() => ({ lit, pointAt, revealNode, pointAtCall }), [lit, pointAt, revealNode, pointAtCall]);
}
