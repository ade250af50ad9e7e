import * as Tabs from '@radix-ui/react-tabs';
import { useMemo } from 'react';
import type { TracePayload } from '../../protocol/messages';
import { copyText } from '../charts/export';
import { showNumber } from '../charts/numbers';
import { type ProductView, useAppStore, usePointing, useProduct } from '../store/hooks';
import { nodesAt } from '../store/pointing';
import type { PanelExport } from '../ui/PanelFrame';
import { PanelFrame } from '../ui/PanelFrame';
import { WindowedList } from './shared/WindowedList';
import { AboutTrace } from './trace/AboutTrace';
import {
  isInput,
  type Piece,
  resultPieces,
  rightHandSide,
  type TraceNames,
  traceAsTex,
  traceAsText,
  traceNames,
} from './trace/trace-notation';
import './shared/segments.css';
import './trace/trace.css';

const EMPTY = 'Nothing to trace yet: write an expression that uses an input, or end with grad f x.';

/** The A-normal trace at the point, and its symbolic derivative. */
export function TracePanel() {
  const view = useProduct('trace');
  if (view.payload === undefined)
    return (
      <PanelFrame title="Trace" view={view} empty={EMPTY} about={<AboutTrace />}>
        {null}
      </PanelFrame>
    );
  return <FilledTrace view={view} payload={view.payload} />;
}

function FilledTrace({ view, payload }: { readonly view: ProductView<'trace'>; readonly payload: TracePayload }) {
  return (
    <Tabs.Root defaultValue="trace" className="trace-tabs">
      <PanelFrame
        title="Trace"
        view={view}
        empty={EMPTY}
        isEmpty={payload.count === 0}
        about={<AboutTrace />}
        exports={exportsOf(payload)}
        toolbar={
          <>
            <Tabs.List className="segments" aria-label="Views of the trace">
              <Tabs.Trigger value="trace" className="segment">
                Trace
              </Tabs.Trigger>
              <Tabs.Trigger value="derivative" className="segment">
                Derivative
              </Tabs.Trigger>
            </Tabs.List>
            <span className="trace-sizes">
              {payload.sizes.trace} nodes, derivative {payload.sizes.derivative}
            </span>
          </>
        }
      >
        <Tabs.Content value="trace" className="trace-tab" tabIndex={-1}>
          <TraceLines payload={payload} stale={view.stale} />
        </Tabs.Content>
        <Tabs.Content value="derivative" className="trace-tab" tabIndex={-1}>
          <Derivative payload={payload} />
        </Tabs.Content>
      </PanelFrame>
    </Tabs.Root>
  );
}

function exportsOf(payload: TracePayload): readonly PanelExport[] {
  return [
    {
      label: 'Copy the trace as text',
      run: () => {
        copyText(traceAsText(payload), 'trace.txt');
      },
    },
    {
      label: 'Copy the trace as TeX',
      run: () => {
        copyText(traceAsTex(payload), 'trace.tex');
      },
    },
    {
      label: 'Copy the derivative as text',
      run: () => {
        copyText(payload.derivative, 'derivative.txt');
      },
    },
  ];
}

const ROW = 26;

function TraceLines({ payload, stale }: { readonly payload: TracePayload; readonly stale: boolean }) {
  const names = useMemo(() => traceNames(payload), [payload]);
  const { pointed, point } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const lit = useMemo(
    () => new Set(pointed === undefined || stale ? [] : nodesAt(pointed.span, payload.origins, payload.window)),
    [pointed, stale, payload],
  );
  const first = pointed?.from === 'trace' ? undefined : [...lit][0];
  const spanOf = (entry: number | undefined) => {
    const cell = entry === undefined || stale ? -1 : (payload.origins[3 * entry] ?? -1);
    if (entry === undefined || cell < 0) return undefined;
    return { cell, start: payload.origins[3 * entry + 1] ?? 0, end: payload.origins[3 * entry + 2] ?? 0 };
  };
  return (
    <>
      <div className="trace-heads" aria-hidden="true">
        <span>{payload.focus.label}</span>
        <span className="trace-head-value">value</span>
        <span className="trace-head-adjoint">adjoint</span>
      </div>
      <WindowedList
        label={`The trace of ${payload.focus.label}: ${payload.count} entries`}
        count={payload.window + 1}
        rowHeight={ROW}
        isLit={(row) => lit.has(row)}
        onPoint={(row) => {
          point(row === payload.window ? undefined : spanOf(row), 'trace');
        }}
        onChoose={(row) => {
          const span = spanOf(row);
          if (span !== undefined) reveal(span);
        }}
        show={first}
      >
        {(row) =>
          row < payload.window ? (
            <Entry payload={payload} names={names} entry={row} />
          ) : payload.window < payload.count ? (
            <span className="trace-row">… {payload.count - payload.window} more entries</span>
          ) : (
            <span className="trace-row">
              <Pieces pieces={resultPieces(payload, names)} />
            </span>
          )
        }
      </WindowedList>
    </>
  );
}

interface EntryProps {
  readonly payload: TracePayload;
  readonly names: TraceNames;
  readonly entry: number;
}

function Entry({ payload, names, entry }: EntryProps) {
  const input = isInput(payload, entry);
  return (
    <span className="trace-row">
      <span className="trace-term">
        {!input && <b>let </b>}
        <Pieces pieces={[names.nameOf(entry)]} />
        <span className="trace-type"> : ℝ</span>
        {input ? (
          <span className="trace-type">, an input</span>
        ) : (
          <>
            {' = '}
            <Pieces pieces={rightHandSide(payload, names, entry)} />
            <b> in</b>
          </>
        )}
      </span>
      <span className="trace-value">
        <span className="visually-hidden">value </span>
        {showNumber(payload.values[entry] ?? NaN)}
      </span>
      <span className="trace-adjoint">
        <span className="visually-hidden">adjoint </span>
        {showNumber(payload.adjoints[entry] ?? NaN)}
      </span>
    </span>
  );
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }) {
  return pieces.map((piece, i) =>
    piece.tag === 'text' ? (
      <span key={i}>{piece.text}</span>
    ) : (
      <span key={i}>
        <i>{piece.stem}</i>
        {piece.index !== '' && <sub>{piece.index}</sub>}
      </span>
    ),
  );
}

function Derivative({ payload }: { readonly payload: TracePayload }) {
  const lines = useMemo(() => payload.derivative.trimEnd().split('\n'), [payload.derivative]);
  const leaves = payload.focus.leaves.map((leaf) => leaf.label).join(', ');
  return (
    <>
      <p className="trace-formula">
        <i>w</i>.rd<sub>⟨{leaves}⟩</sub>({leaves}. {payload.focus.label})
      </p>
      <WindowedList label="The symbolic derivative of the trace" count={lines.length} rowHeight={22}>
        {(line) => <code className="trace-code">{lines[line]}</code>}
      </WindowedList>
    </>
  );
}
