import { type ReactNode, useState } from 'react';
import type { Diagnostic } from '../../../language/source/diagnostic';
import type { OutputValue, ValuePayload } from '../../../protocol/messages';
import { useAppStore, useCell, useLasting, usePointing, useProduct } from '../../store/hooks';
import { programCell } from '../../store/subjects';
import { DiagnosticList, Place, problemsId } from '../../panels/shared/DiagnosticList';
import { programOf } from '../../../notebook/document';
import type { AppState } from '../../store/state';
import { lazily, PartFailed } from '../../kit/lazily';
import { clipped, counted, showSeconds } from '../../kit/format';
import type { ShowOutput } from './AtStep';
import './picture-box.css';

/** Whether the cell whose text has the problem already reports it from its own run. */
function isShownByItsCell(state: AppState, { code, span }: Diagnostic): boolean {
  const id = programOf(state.notebook)[span.cell]?.id;
  const value = id === undefined ? undefined : state.results[id]?.value;
  return (
    value?.state === 'error' &&
    value.diagnostics.some((other) => other.code === code && other.span.start === span.start)
  );
}

/** The outputs of the cell with their types, its errors and warnings, and the cost of its run. */
export function OutputPanel() {
  const view = useProduct('value');
  const [full, setFull] = useState(false);
  const dim = useLasting(view.stale);
  const { payload } = view;
  const id = useCell();
  const index = useAppStore((state) => programCell(state, id)?.index);
  const runnable = useAppStore((state) => (id === undefined ? undefined : state.dependencies[id])?.runnable !== false);
  const only = useAppStore((state) => state.check?.cells.length === 1);
  const definesOnly = useAppStore((state) => (id === undefined ? undefined : state.dependencies[id])?.outputs === 0);
  const errors = view.state === 'error' ? view.diagnostics : [];
  const shownThere = useAppStore((state) => errors.some((each) => isShownByItsCell(state, each)));
  // A problem in another cell's text is listed at that cell alone if its own run reports it too.
  const own = errors.filter(({ span }) => span.cell === index || (runnable && !shownThere));
  const elsewhere = own.length > 0 ? undefined : errors[0]?.span.cell;
  // Cells without warnings do not render again when the checker answers.
  const checked = useAppStore((state) => {
    const all = index === undefined ? undefined : state.check?.cells[index];
    return all?.warnings === 0 ? undefined : all;
  });
  const fromText = checked?.diagnostics.filter(({ severity }) => severity === 'warning') ?? [];
  const fromRun = view.state === 'error' ? undefined : payload;
  const warnings = [...fromText, ...(fromRun?.warnings ?? [])];
  const warningCount = (checked?.warnings ?? 0) + (fromRun?.warningCount ?? 0);
  const unlisted = warningCount - warnings.length + (own.length > 0 ? view.unlisted : 0);
  const isQuiet =
    definesOnly && !only && view.state !== 'held' && own.length + warnings.length === 0 && elsewhere === undefined;
  const shortened = payload?.outputs.some((output) => !output.isPicture && output.full !== output.text) ?? false;
  // A cell with only definitions has nothing to show.
  if (isQuiet) return <div id={problemsId(id)} role="status" aria-label="Problems" />;
  return (
    <section className="output" aria-label={only || index === undefined ? 'Output' : `Output of cell ${index + 1}`}>
      <div className="output-header">
        <h2>Output</h2>
        <span className="output-meter">
          {shortened && (
            <button
              type="button"
              className="text-button"
              aria-pressed={full}
              onClick={() => {
                setFull(!full);
              }}
            >
              {full ? '6 digits' : 'all digits'}
            </button>
          )}
          {payload !== undefined && !view.stale && (
            <span>
              {' '}
              {payload.meter.steps === 0 ? 'compiled' : counted(payload.meter.steps, 'step')},{' '}
              {showSeconds(payload.seconds)}
            </span>
          )}
        </span>
      </div>
      {payload !== undefined && (
        <div className={dim ? 'stale' : undefined}>
          <Outputs payload={payload} full={full} stale={view.stale} />
        </div>
      )}
      {view.state === 'ok' && payload?.outputs.length === 0 && only && (
        <p className="output-type">Write an expression to see its value.</p>
      )}
      {view.state === 'held' && <HeldRun />}
      {elsewhere !== undefined && <p className="output-type">Waiting for cell {elsewhere + 1}, which has an error.</p>}
      <div id={problemsId(id)} role="status" aria-label="Problems">
        <DiagnosticList diagnostics={[...own, ...warnings]} more={unlisted} />
      </div>
    </section>
  );
}

// Few notebooks need these.
const HeldRun = lazily(() => import('../RunState').then((module) => module.HeldRun), PartFailed);
const MoreOutputs = lazily(() => import('./MoreOutputs').then((module) => module.MoreOutputs), PartFailed);
const Picture = lazily(() => import('./Picture').then((module) => module.Picture), PartFailed);
const Viewer = lazily(() => import('./viewers/Viewer').then((module) => module.Viewer), PartFailed);
const WholeOutput = lazily(() => import('./WholeOutput').then((module) => module.WholeOutput), PartFailed);

interface OutputsProps {
  readonly payload: ValuePayload;
  readonly full: boolean;
  readonly stale: boolean;
}

function Outputs({ payload, full, stale }: OutputsProps) {
  const show: ShowOutput = (index, output, note) => <Output key={index} {...{ index, output, note, full, stale }} />;
  const { outputCount, outputs, series } = payload;
  const first = <ul className="output-list">{outputs.map((output, index) => show(index, output))}</ul>;
  return outputCount + series.length > outputs.length ? (
    <MoreOutputs {...{ payload, full, stale, show }} fallback={first} />
  ) : (
    first
  );
}

interface OutputProps {
  readonly index: number;
  readonly output: OutputValue;
  /** A remark that stands beside its type. */
  readonly note?: string | undefined;
  readonly full: boolean;
  /** The output belongs to an earlier text, so its span is not valid in the current one. */
  readonly stale: boolean;
}

function Output({ index, output, note, full, stale }: OutputProps) {
  const { pointTo } = usePointing();
  const [asText, setAsText] = useState(false);
  const { isPicture, view, cut } = output;
  const text = isPicture ? (
    <div className="picture-box waiting" aria-busy />
  ) : (
    <span className="output-value">{full ? output.full : output.text}</span>
  );
  const isDrawn = isPicture || (view !== undefined && !asText);
  return (
    <li
      className={isDrawn ? 'output-drawn' : undefined}
      onPointerEnter={() => {
        pointTo(stale ? undefined : output.span);
      }}
      onPointerLeave={() => {
        pointTo(undefined);
      }}
    >
      {isDrawn ? (
        view === undefined || view.kind === 'graph' ? (
          <Picture index={index} stale={stale} fallback={text} />
        ) : (
          <Viewer {...{ index, view, full, stale }} fallback={text} />
        )
      ) : (
        text
      )}
      <OutputType output={output} stale={stale}>
        <mark className="output-note">{note}</mark>{' '}
        {view !== undefined && (
          <button
            type="button"
            className="text-button"
            aria-pressed={asText}
            onClick={() => {
              setAsText(!asText);
            }}
          >
            Text
          </button>
        )}
        {cut !== undefined && !isDrawn && (
          <span className="output-cut">
            {cut}, cut here <WholeOutput output={index} name={`output ${index + 1}`} />
          </span>
        )}
      </OutputType>
    </li>
  );
}

interface OutputTypeProps extends Pick<OutputProps, 'output' | 'stale'> {
  readonly children?: ReactNode;
}

/** The type of an output, and its place in the text. */
function OutputType({ output: { type, span }, stale, children }: OutputTypeProps) {
  return (
    <span className="output-type">
      : {clipped(type)}{' '}
      {!stale && (
        <>
          <span className="visually-hidden">at</span> <Place span={span} short />{' '}
        </>
      )}
      {children}
    </span>
  );
}
