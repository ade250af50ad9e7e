import { useMemo, useState } from 'react';
import type { TracePayload } from '../../../protocol/messages';
import { counted, showNumber } from '../../kit/format';
import { copyOrSave } from '../../charts/export';
import { type ProductView, useAppStore, usePointing, useProduct } from '../../store/hooks';
import { nodesAt } from '../../store/pointing';
import type { PanelExport } from '../shared/PanelFrame';
import { PanelFrame } from '../shared/PanelFrame';
import { FoldedList } from '../shared/FoldedList';
import { type AskedProgram, useRunnableProgram } from '../shared/use-program';
import { AboutTrace } from './AboutTrace';
import { LiteralColumn } from './LiteralColumn';
import { termExports } from './term-exports';
import { TheoremChecks } from './TheoremChecks';
import {
  isInput,
  type TracePiece,
  resultPieces,
  rightHandSide,
  type TraceNames,
  traceAsTex,
  traceAsText,
  traceNames,
} from './trace-notation';
import { Segments } from '../../kit/Segments';
import './trace.css';
import './terms.css';

const EMPTY = 'Nothing to trace yet: write an expression that uses an input, or end with grad f x.';

/** The panel of the trace at the point, in A-normal and literal form, with checks of the theorems about it. */
export function TracePanel() {
  const view = useProduct('trace');
  // The choices are kept while the program is edited and has no trace.
  const [form, setForm] = useState<Form>('anf');
  const [bound, setBound] = useState<number>();
  if (view.payload === undefined)
    return (
      <PanelFrame view={view} empty={EMPTY} about={<AboutTrace />}>
        {null}
      </PanelFrame>
    );
  return <FilledTrace {...{ view, form, setForm, bound, setBound }} payload={view.payload} />;
}

const FORMS = { anf: 'A-normal', literal: 'Literal', both: 'Both' } as const;
type Form = keyof typeof FORMS;

interface FilledTraceProps {
  readonly view: ProductView<'trace'>;
  readonly payload: TracePayload;
  readonly form: Form;
  readonly setForm: (form: Form) => void;
  readonly bound: number | undefined;
  readonly setBound: (bound: number | undefined) => void;
}

function FilledTrace({ view, payload, form, setForm, bound, setBound }: FilledTraceProps) {
  const program = useRunnableProgram();
  return (
    <PanelFrame
      view={view}
      empty={EMPTY}
      isEmpty={payload.count === 0}
      about={<AboutTrace />}
      exports={exportsOf(payload, form, program, bound)}
      toolbar={
        <>
          <Segments
            label="Trace form"
            options={FORM_NAMES.map((each) => [each, FORMS[each]])}
            value={form}
            onChoose={setForm}
          />
          <span className="trace-sizes">
            {form !== 'literal' &&
              `${payload.size === undefined ? counted(payload.count, ...NOUN) : counted(payload.size, 'node')}${form === 'both' ? ', A-normal' : ''}`}
          </span>
        </>
      }
    >
      <div className="trace">
        <div className={form === 'both' ? 'trace-columns both' : 'trace-columns'}>
          {form !== 'literal' && (
            <div className="trace-column">
              <TraceLines payload={payload} stale={view.stale} />
            </div>
          )}
          {form !== 'anf' && (
            <div className="trace-column">
              <LiteralColumn
                {...{ program, bound, setBound }}
                label={payload.focus.label}
                failed={view.state === 'error'}
                onFlat={
                  form === 'literal'
                    ? () => {
                        setForm('anf');
                      }
                    : undefined
                }
              />
            </div>
          )}
        </div>
        <TheoremChecks program={program} />
      </div>
    </PanelFrame>
  );
}

const FORM_NAMES = ['anf', 'literal', 'both'] as const satisfies readonly Form[];

function exportsOf(
  payload: TracePayload,
  form: Form,
  program: AskedProgram | undefined,
  bound: number | undefined,
): readonly PanelExport[] {
  const flat: readonly PanelExport[] = [
    {
      label: 'Copy trace as text',
      run: () => {
        copyOrSave(traceAsText(payload), 'trace.txt');
      },
    },
    {
      label: 'Copy trace as TeX',
      run: () => {
        copyOrSave(traceAsTex(payload), 'trace.tex');
      },
    },
    ...termExports({ program, name: 'trace-anf', label: 'trace', opens: true }).slice(-1),
  ];
  const literal = termExports({ program, name: 'trace', bound, label: 'literal trace', opens: true });
  return form === 'anf' ? flat : form === 'literal' ? literal : [...flat, ...literal];
}

const ROW = 26;

function TraceLines({ payload, stale }: { readonly payload: TracePayload; readonly stale: boolean }) {
  const names = useMemo(() => traceNames(payload), [payload]);
  const { pointed, isOwn, pointTo } = usePointing();
  const reveal = useAppStore((state) => state.reveal);
  const lit = useMemo(
    () => (pointed === undefined || stale ? [] : nodesAt(pointed.span, payload.origins, payload.window)),
    [pointed, stale, payload],
  );
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
      <FoldedList
        label={`Trace of ${payload.focus.label}: ${counted(payload.count, ...NOUN)}`}
        folds={payload.folds}
        noun={NOUN}
        rowHeight={ROW}
        lit={lit}
        follows={!isOwn}
        onPoint={(entry) => {
          pointTo(spanOf(entry));
        }}
        onChoose={(entry) => {
          const span = spanOf(entry);
          if (span !== undefined) reveal(span);
        }}
        last={
          payload.window < payload.count ? (
            <span className="trace-row">… {counted(payload.count - payload.window, 'more entry', 'more entries')}</span>
          ) : (
            <span className="trace-row">
              <Pieces pieces={resultPieces(payload, names)} />
            </span>
          )
        }
      >
        {(entry) => <Entry payload={payload} names={names} entry={entry} />}
      </FoldedList>
    </>
  );
}

const NOUN = ['entry', 'entries'] as const;

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
        <span className="trace-type trace-real"> : ℝ</span>
        {input ? (
          <span className="trace-type">, input</span>
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

function Pieces({ pieces }: { readonly pieces: readonly TracePiece[] }) {
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
