import { useMemo, useState } from 'react';
import { programCells } from '../../../notebook/document';
import type { DeltaPayload } from '../../../protocol/messages';
import { detect, type Finding } from '../../charts/delta/detective';
import { nodeName } from '../../charts/delta/text';
import { type DrawingState, drawnTrail } from '../../charts/delta/state';
import { stepsOf, type Trail, type TrailStep } from '../../charts/delta/trail';
import { placeOf, verdictOf } from '../../charts/delta/verdict';
import { showNumber } from '../../kit/format';
import { receivedBy, type EvalSweep, sweepOf } from '../../charts/delta/sweep';
import { type ProductView, useAppStore } from '../../store/hooks';
import { WindowedList } from '../../kit/WindowedList';
import { FailedRun, isOfNumbers, wayTo } from './FailedRun';
import { GraphView } from './GraphView';
import { LeafChoice } from './LeafChoice';
import { Reasons } from './Reasons';
import type { Calls } from './use-calls';
import type { DeltaPointing } from './use-delta-pointing';
import type { Placed } from './use-placement';

interface DeltaDetectiveProps {
  readonly placed: Placed;
  readonly pointing: DeltaPointing;
  readonly calls: Calls;
  readonly view: ProductView<'delta'>;
}

/** In a graph with more nodes, the view moves to the node that the finding is about. */
const SEEN_WHOLE = 16;

/** Explains why a derivative is zero, infinite or undefined. */
export function DeltaDetective({ placed, pointing, calls, view }: DeltaDetectiveProps) {
  const { payload, graph } = placed;
  const sweep = useMemo(() => sweepOf(payload), [payload]);
  const [asked, setAsked] = useState<string>();
  const [chosen, setChosen] = useState<{ readonly shown: Shown; readonly node: number }>();
  const notebook = useAppStore((state) => state.notebook);
  const texts = useMemo(() => programCells(notebook), [notebook]);
  const failed = isOfNumbers(view);
  const leaf = leafOf(payload, sweep, asked);
  const shown = useMemo(
    () => showing(payload, sweep, leaf, failed ? view : undefined),
    [payload, sweep, leaf, failed, view],
  );
  const trail = useMemo(() => drawnTrail(payload, graph, shown.trail, shown.at), [payload, graph, shown]);
  const selected =
    chosen?.shown === shown ? (graph.drawn[chosen.node] ?? -1) : graph.count > SEEN_WHOLE ? trail.at : -1;
  const state = useMemo<DrawingState>(
    () => ({
      payload,
      sweep,
      done: sweep.count,
      playing: false,
      lit: new Set(Array.from(pointing.lit, (node) => graph.drawn[node] ?? -1)),
      selected,
      trail,
    }),
    [payload, sweep, pointing.lit, graph, selected, trail],
  );
  if (leaf < 0) return <p className="panel-note">This program has no real input.</p>;
  const nodeOf = (line: number): number => shown.steps[line]?.node ?? -1;
  return (
    <div className="detective">
      {failed ? (
        <FailedRun view={view} />
      ) : (
        <>
          <div className="detective-question">
            <LeafChoice {...{ payload, sweep, leaf }} choose={setAsked} />
          </div>
          {shown.verdict !== undefined && <Reasons {...verdictOf(payload, texts, leaf, shown.verdict)} />}
        </>
      )}
      <div className="detective-body">
        <GraphView
          placed={placed}
          state={state}
          label={`Delta graph with the path from the result to ${payload.focus.leaves[leaf]?.label ?? ''}`}
          onHover={(index) => {
            pointing.pointAt(index === undefined ? undefined : graph.nodes[index]);
          }}
          onSelect={(index) => {
            setChosen({ shown, node: graph.nodes[index] ?? -1 });
          }}
          onChoose={(index) => {
            const call = graph.boxes.get(index);
            if (call === undefined) pointing.revealNode(graph.nodes[index] ?? -1);
            else calls.toggle(call);
          }}
        />
        {shown.steps.length > 0 && (
          <div className="detective-steps">
            <WindowedList
              label="Path from the result, step by step"
              count={shown.steps.length}
              rowHeight={28}
              show={shown.steps.findIndex(({ node, scales }) => node === shown.at || scales.includes(shown.at ?? -1))}
              isLit={(line) => pointing.lit.has(nodeOf(line))}
              onPoint={(line) => {
                pointing.pointAt(line === undefined ? undefined : nodeOf(line));
              }}
              onChoose={(line) => {
                calls.openAround(payload, nodeOf(line));
                setChosen({ shown, node: nodeOf(line) });
                pointing.revealNode(nodeOf(line));
              }}
            >
              {(line) => <Step {...{ payload, texts, shown }} step={shown.steps[line]} />}
            </WindowedList>
          </div>
        )}
      </div>
    </div>
  );
}

interface Shown {
  readonly trail: Trail | undefined;
  readonly steps: readonly TrailStep[];
  /** The node where the derivative was lost or grew. */
  readonly at: number | undefined;
  readonly verdict: ReturnType<typeof detect> | undefined;
}

function showing(
  payload: DeltaPayload,
  sweep: EvalSweep,
  leaf: number,
  failed: ProductView<'delta'> | undefined,
): Shown {
  if (failed !== undefined) {
    const way = wayTo(payload, failed);
    return { trail: way?.trail, steps: [], at: way?.node, verdict: undefined };
  }
  const verdict = detect(payload, sweep, leaf);
  const trail = verdict.finding.tag === 'unreached' ? undefined : verdict.finding.trail;
  const steps = trail === undefined ? [] : stepsOf(payload, trail);
  return { trail, steps, at: spotOf(verdict.finding), verdict };
}

function spotOf(finding: Finding): number | undefined {
  switch (finding.tag) {
    case 'unreached':
      return finding.last[0];
    case 'scaled away':
      return finding.zeros[0];
    case 'cancelled':
    case 'vanished':
      return finding.at;
    case 'reached':
      return finding.size === 'plain' ? undefined : finding.scales[0];
  }
}

/** Returns the leaf with the chosen label, else the first whose derivative is 0, else the first. Its index is also its node. */
function leafOf(payload: DeltaPayload, sweep: EvalSweep, asked: string | undefined): number {
  const { leaves } = payload.focus;
  const named = asked === undefined ? -1 : leaves.findIndex(({ label }) => label === asked);
  if (named >= 0) return named;
  const zero = leaves.findIndex((_, leaf) => (receivedBy(sweep, leaf, sweep.count) ?? 0) === 0);
  return zero >= 0 ? zero : leaves.length - 1 < 0 ? -1 : 0;
}

interface StepProps {
  readonly payload: DeltaPayload;
  readonly texts: readonly string[];
  readonly shown: Shown;
  readonly step: TrailStep | undefined;
}

function Step({ payload, texts, shown, step }: StepProps) {
  if (step === undefined) return null;
  const input = step.node < payload.focus.leaves.length;
  const place = input ? nodeName(payload, step.node) : placeOf(payload, texts, step.node);
  const lost = step.node === shown.at || step.scales.includes(shown.at ?? -1);
  return (
    <div className={lost ? 'detective-step lost' : 'detective-step'}>
      <code>{typeof place === 'string' ? place : place.text}</code>
      <span>{input ? 'input' : `× ${showNumber(step.factor)}`}</span>
      <span className="cotangent">{showNumber(step.along)}</span>
    </div>
  );
}
