import { useEffect, useMemo, useState } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import { type DrawnGraph, sameStructure } from '../../charts/delta/graph';
import { type Flow, layoutRequest, type GraphPlacement, placementOf } from '../../charts/delta/geometry';
import { requestLayout } from '../../workers/layout-client';

/** A graph and where it is drawn, with a payload of its structure. */
export interface Placed {
  readonly graph: DrawnGraph;
  readonly placement: GraphPlacement;
  readonly payload: DeltaPayload;
}

let revision = 0;

/**
 * Returns the drawing of a payload. A payload that differs only in numbers (a slider moves) keeps the graph and
 * layout; for another structure the old drawing stays until the worker has placed the new one. `drawnAs` changes only with
 * what is to be drawn of a payload.
 */
export function usePlacement(
  payload: DeltaPayload,
  drawnAs: (payload: DeltaPayload) => DrawnGraph,
  flow: Flow,
): Placed | undefined {
  const [shape, setShape] = useState(payload);
  const [placed, setPlaced] = useState<Placed>();
  const same = sameStructure(shape, payload);
  if (!same) setShape(payload);
  const graph = useMemo(() => drawnAs(shape), [shape, drawnAs]);

  useEffect(() => {
    let wanted = true;
    const request = layoutRequest(graph, flow, ++revision);
    requestLayout(request).then(
      (reply) => {
        if (wanted) setPlaced({ graph, placement: placementOf(reply, flow, request), payload: shape });
      },
      () => undefined, // the worker was replaced; the next structure asks again
    );
    return () => {
      wanted = false;
    };
  }, [graph, flow, shape]);

  return useMemo(
    () => (placed !== undefined && same && placed.payload === shape ? { ...placed, payload } : placed),
    [placed, same, shape, payload],
  );
}
