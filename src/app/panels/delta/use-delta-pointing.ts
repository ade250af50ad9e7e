import { useCallback, useMemo } from 'react';
import type { Span } from '../../../language/source/span';
import type { DeltaPayload } from '../../../protocol/messages';
import { useAppStore, usePointing } from '../../store/hooks';
import { nodesAt } from '../../store/pointing';

export interface DeltaPointing {
  /** The payload's nodes that come from what is pointed at. */
  readonly lit: ReadonlySet<number>;
  readonly pointAt: (node: number | undefined) => void;
  /** Shows a node's source in the editor. */
  readonly revealNode: (node: number) => void;
}

const NONE: ReadonlySet<number> = new Set();

/** Both directions of pointing; none while the payload is of an older text, whose places no longer hold. */
export function useDeltaPointing(payload: DeltaPayload, stale: boolean): DeltaPointing {
  const { pointed, point } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const lit = useMemo(
    () => (pointed === undefined || stale ? NONE : new Set(nodesAt(pointed.span, payload.origins, payload.count))),
    [pointed, stale, payload],
  );
  const pointAt = useCallback(
    (node: number | undefined) => {
      point(node === undefined || stale ? undefined : originOf(payload, node), 'delta');
    },
    [payload, stale, point],
  );
  const revealNode = useCallback(
    (node: number) => {
      const origin = originOf(payload, node);
      if (origin !== undefined && !stale) reveal(origin);
    },
    [payload, stale, reveal],
  );
  return useMemo(() => ({ lit, pointAt, revealNode }), [lit, pointAt, revealNode]);
}

function originOf(payload: DeltaPayload, node: number): Span | undefined {
  const cell = payload.origins[3 * node] ?? -1;
  if (cell < 0) return undefined;
  return { cell, start: payload.origins[3 * node + 1] ?? 0, end: payload.origins[3 * node + 2] ?? 0 };
}
