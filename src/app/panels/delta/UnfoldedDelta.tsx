import { useCallback, useMemo, useState } from 'react';
import type { DeltaPayload } from '../../../protocol/messages';
import type { Flow } from '../../charts/delta/geometry';
import type { DrawingState } from '../../charts/delta/state';
import { unfold, unfoldedGraph } from '../../charts/delta/unfolded';
import { sweepOf } from '../../charts/delta/sweep';
import { GraphView } from './GraphView';
import { useDeltaPointing } from './use-delta-pointing';
import { usePlacement } from './use-placement';
import { counted } from '../../kit/format';

/** The most nodes of the tree that are drawn. */
const DRAWN = 80;

interface UnfoldedDeltaProps {
  readonly payload: DeltaPayload;
  readonly flow: Flow;
  readonly stale: boolean;
}

/** The Delta without sharing, next to the shared one. */
export function UnfoldedDelta({ payload, flow, stale }: UnfoldedDeltaProps) {
  const unfolded = useMemo(() => unfold(payload, DRAWN), [payload]);
  const { stubs } = unfolded;
  // The stubs of payloads that differ in numbers only are the same.
  const key = JSON.stringify([...stubs]);
  const drawnAs = useCallback(
    (shape: DeltaPayload) => unfoldedGraph(shape, new Map(JSON.parse(key) as [number, string][])), // as written above
    [key],
  );
  const placed = usePlacement(unfolded.payload, drawnAs, flow);
  return (
    <div className="delta-side">
      <p className="delta-side-title">Without sharing: {unfolded.size} nodes (Figure 7)</p>
      {placed !== undefined && <Tree {...{ placed, stale }} />}
    </div>
  );
}

interface TreeProps {
  readonly placed: NonNullable<ReturnType<typeof usePlacement>>;
  readonly stale: boolean;
}

function Tree({ placed, stale }: TreeProps) {
  const { graph, payload } = placed;
  const pointing = useDeltaPointing(payload, stale);
  const [chosen, setChosen] = useState<{ readonly graph: typeof graph; readonly index: number }>();
  const selected = chosen?.graph === graph ? chosen.index : -1;
  const sweep = useMemo(() => sweepOf(payload), [payload]);
  const state = useMemo<DrawingState>(
    () => ({
      payload,
      sweep,
      done: sweep.count,
      playing: false,
      lit: new Set(Array.from(pointing.lit, (node) => graph.drawn[node] ?? -1)),
      selected,
    }),
    [payload, sweep, pointing.lit, graph, selected],
  );
  return (
    <GraphView
      placed={placed}
      state={state}
      whole
      label={`Delta without sharing: ${counted(graph.count, 'node')} shown`}
      onHover={(index) => {
        pointing.pointAt(index === undefined ? undefined : graph.nodes[index]);
      }}
      onSelect={(index) => {
        setChosen({ graph, index });
        pointing.pointAt(index < 0 ? undefined : graph.nodes[index]);
      }}
      onChoose={(index) => {
        pointing.revealNode(graph.nodes[index] ?? -1);
      }}
    />
  );
}
