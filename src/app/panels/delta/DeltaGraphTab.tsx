import { useMemo, useRef, useState } from 'react';
import { programCells } from '../../../notebook/document';
import { ranOnText } from '../../../protocol/ran-on';
import type { DeltaPayload } from '../../../protocol/messages';
import { type DeltaStyle, nodeLabel } from '../../charts/delta/graph';
import { spokenText } from '../../charts/delta/text';
import { valuesBetween } from '../../charts/delta/values';
import type { Flow } from '../../charts/delta/geometry';
import { searchNodes, sourceOf } from '../../charts/delta/search';
import { counted, showNumber } from '../../kit/format';
import type { DrawingState } from '../../charts/delta/state';
import { kindOf, receivedBy, type EvalSweep, sweepOf } from '../../charts/delta/sweep';
import { useAppStore } from '../../store/hooks';
import { Segments } from '../../kit/Segments';
import { SearchBox } from '../shared/SearchBox';
import { GraphView, type SeenPart } from './GraphView';
import { UnfoldedDelta } from './UnfoldedDelta';
import type { Calls } from './use-calls';
import { SweepPlayer } from './SweepPlayer';
import type { DeltaPointing } from './use-delta-pointing';
import type { Placed } from './use-placement';
import { useEnlarged } from './use-enlarged';
import { usePlayer } from './use-player';

interface DeltaGraphTabProps {
  readonly placed: Placed;
  /** The sweep of `placed.payload`, where it is already known. */
  readonly sweep: EvalSweep | undefined;
  readonly pointing: DeltaPointing;
  /** Whether the payload belongs to an earlier version of the program. */
  readonly stale: boolean;
  readonly calls: Calls;
  readonly style: DeltaStyle;
  readonly flow: Flow;
  readonly setStyle: (style: DeltaStyle) => void;
  readonly setFlow: (flow: Flow) => void;
  /** Whether the wrapper's bindings are drawn among the program's values. */
  readonly bookkeeping: boolean;
  readonly setBookkeeping: (bookkeeping: boolean) => void;
  readonly lend: (seen: (() => SeenPart | undefined) | undefined) => void;
}

export function DeltaGraphTab(props: DeltaGraphTabProps) {
  const { placed, pointing, calls, stale, style, flow } = props;
  const { graph, payload } = placed;
  const sweep = useMemo(() => props.sweep ?? sweepOf(payload), [props.sweep, payload]);
  const player = usePlayer(sweep.count);
  const [chosen, setChosen] = useState<{ readonly count: number; readonly node: number }>();
  const [hover, setHover] = useState<{ readonly graph: typeof graph; readonly index: number | undefined }>();
  const [wantsUnfolded, setUnfolded] = useState(false);
  const unfolded = wantsUnfolded && payload.folded === undefined;
  const search = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const enlarge = useEnlarged(frame);
  const notebook = useAppStore((state) => state.notebook);
  const texts = useMemo(() => programCells(notebook), [notebook]);

  const selected = chosen?.count === payload.count ? (graph.drawn[chosen.node] ?? -1) : -1;
  const state = useMemo<DrawingState>(
    () => ({
      payload,
      sweep,
      done: player.on ? player.done : sweep.count,
      playing: player.on,
      lit: new Set(Array.from(pointing.lit, (node) => graph.drawn[node] ?? -1)),
      selected,
    }),
    [payload, sweep, player.on, player.done, pointing.lit, graph, selected],
  );
  const hasBookkeeping = payload.ids.some((id) => id >= payload.wrapperFrom);
  const selectNode = (node: number): void => {
    setChosen({ count: payload.count, node });
  };
  const pointAt = (index: number): void => {
    const call = graph.boxes.get(index);
    if (call === undefined) pointing.pointAt(index < 0 ? undefined : graph.nodes[index]);
    else pointing.pointAtCall(call);
  };
  const select = (index: number): void => {
    selectNode(index < 0 ? -1 : (graph.nodes[index] ?? -1));
    pointAt(index);
  };
  /** Selects a node, and expands the calls around it so that it is drawn. */
  const find = (node: number): void => {
    calls.openAround(payload, node);
    selectNode(node);
    pointing.pointAt(node);
  };
  const hovered = hover?.graph === graph ? hover.index : undefined;
  const shown = hovered ?? (selected >= 0 ? selected : undefined);

  return (
    <div ref={frame} className={enlarge.on ? 'delta enlarged' : 'delta'} {...enlarge.frame}>
      <div className="delta-tools">
        {!player.on && payload.folded === undefined && (
          <button type="button" className="button small primary" onClick={player.start}>
            Play backwards
          </button>
        )}
        <SearchBox
          name="Graph nodes"
          label="Find a node by id, name or source text"
          placeholder="Find x, sin…"
          field={search}
          find={(query) => searchNodes(payload, graph, texts, query)}
          onFound={find}
        />
        <Segments
          label="Node style"
          options={[
            ['source', 'Source'],
            ['paper', 'Paper'],
            ['cards', 'Cards'],
          ]}
          value={style}
          onChoose={props.setStyle}
        />
        {payload.callTree.names.length > 1 && (payload.folded === undefined || !calls.closedAtFirst) && (
          <button
            type="button"
            className="segment delta-toggle"
            aria-pressed={calls.closedAtFirst}
            onClick={() => {
              calls.setAll(!calls.closedAtFirst);
            }}
          >
            Collapse calls
          </button>
        )}
        {payload.folded === undefined && (
          <button
            type="button"
            className="segment delta-toggle"
            aria-pressed={unfolded}
            onClick={() => {
              setUnfolded(!unfolded);
            }}
          >
            Without sharing
          </button>
        )}
        <Segments
          label="Direction"
          options={[
            ['right', '→', 'right'],
            ['down', '↓', 'down'],
          ]}
          value={flow}
          onChoose={props.setFlow}
        />
      </div>
      <div className={unfolded ? 'delta-two' : 'delta-one'}>
        <div className="delta-side">
          {unfolded && <p className="delta-side-title">With sharing: {counted(payload.count, 'node')}</p>}
          <GraphView
            placed={placed}
            state={state}
            whole={unfolded || enlarge.on}
            sought={chosen}
            lend={props.lend}
            enlarge={enlarge}
            bookkeeping={
              style === 'source' && hasBookkeeping
                ? {
                    on: props.bookkeeping,
                    toggle: () => {
                      props.setBookkeeping(!props.bookkeeping);
                    },
                  }
                : undefined
            }
            label={graphLabel(placed)}
            onHover={(index) => {
              if (index === hovered) return;
              setHover({ graph, index });
              pointAt(index ?? -1);
            }}
            onSelect={select}
            onChoose={(index) => {
              const call = graph.boxes.get(index);
              if (call === undefined) pointing.revealNode(graph.nodes[index] ?? -1);
              else calls.toggle(call);
            }}
            onSearch={() => search.current?.focus()}
            onClose={(index) => {
              const call = calls.openAt(payload, graph.nodes[index] ?? -1);
              if (call > 0) calls.toggle(call);
            }}
          />
        </div>
        {unfolded && <UnfoldedDelta {...{ payload, flow, stale }} />}
      </div>
      {player.on ? (
        <SweepPlayer player={player} payload={payload} sweep={sweep} />
      ) : (
        <p className="delta-detail" aria-live="polite">
          {shown === undefined ? (
            <Legend placed={placed} bookkeeping={hasBookkeeping && (style !== 'source' || props.bookkeeping)} />
          ) : (
            <Detail {...{ placed, sweep, texts }} index={shown} />
          )}
        </p>
      )}
    </div>
  );
}

interface DetailProps {
  readonly placed: Placed;
  readonly sweep: EvalSweep;
  readonly texts: readonly string[];
  readonly index: number;
}

function Detail({ placed, sweep, texts, index }: DetailProps) {
  const { payload, graph } = placed;
  const node = graph.nodes[index] ?? 0;
  const box = graph.boxes.get(index);
  if (box !== undefined)
    return (
      <>
        <code className="delta-detail-text">{nodeLabel(payload, graph, index)}</code>
        <span>{callPath(payload, box)}: click or press Enter to expand</span>
      </>
    );
  const kind = kindOf(payload, node);
  const primal = kind === 'input' || kind === 'binding' ? (payload.coefficients[node] ?? NaN) : NaN;
  const received = receivedBy(sweep, node, sweep.count);
  // In the reader's words, the text of the node has its source.
  const source = payload.names === undefined || kind !== 'binding' ? sourceOf(payload, texts, node) : '';
  return (
    <>
      <code className="delta-detail-text">{spokenText(payload, node)}</code>
      {source !== '' && <code className="delta-detail-source">{source}</code>}
      {!Number.isNaN(primal) && <span className="primal">value {showNumber(primal)}</span>}
      {received !== undefined && <span className="cotangent">adjoint {showNumber(received)}</span>}
      {(payload.calls[node] ?? 0) > 0 && (
        <span>in {callPath(payload, payload.calls[node] ?? 0)}; press Backspace to collapse</span>
      )}
      {graph.wrapper[index] === 1 && <span>bookkeeping</span>}
    </>
  );
}

/** The number of nodes, or in the program's words of inputs and values. */
function sizeText(payload: DeltaPayload): string {
  if (payload.names === undefined || payload.folded !== undefined) return counted(payload.count, 'node');
  const inputs = payload.kinds.filter((_, node) => kindOf(payload, node) === 'input').length;
  return `${counted(inputs, 'input')}, ${counted(valuesBetween(payload, 0, payload.count - 1), 'value')}`;
}

function graphLabel({ payload, graph }: Placed): string {
  const { size } = graph.boxes;
  const calls = size === 0 ? '' : `, ${counted(size, 'call')} collapsed`;
  return `Delta graph: ${sizeText(payload)}${calls}`;
}

/** Returns the path of calls, at most the last four: `train › step › loss`. */
function callPath({ callTree }: DeltaPayload, call: number): string {
  const names: string[] = [];
  for (let at = call; at > 0 && names.length < 5; at = callTree.parents[at] ?? 0)
    names.unshift(names.length === 4 ? '…' : callTree.names[at] || 'entries');
  return names.join(' › ');
}

interface LegendProps {
  readonly placed: Placed;
  readonly bookkeeping: boolean;
}

function Legend({ placed: { graph, payload }, bookkeeping }: LegendProps) {
  const { ranOn, folded } = payload;
  const said = ranOnText(ranOn);
  // In the program's words, a constant has no node.
  const constant = (graph.drawn[payload.result] ?? -1) < 0;
  return (
    <>
      {constant && <span className="delta-detail-text">The result does not depend on any input.</span>}
      <span className="primal">value</span>
      <span className="cotangent">adjoint: the derivative of the result with respect to this variable</span>
      {bookkeeping && <span className="delta-dashed">dashed: bookkeeping</span>}
      <span className="delta-touch">use two fingers to pan and zoom</span>
      {folded !== undefined ? (
        <span>graph of the trace, {counted(folded.entries, 'entry', 'entries')}, folded: click a box to open it</span>
      ) : (
        said !== undefined && <span>the engine {said}</span>
      )}
    </>
  );
}
