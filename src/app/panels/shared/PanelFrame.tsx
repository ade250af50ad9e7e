import { type ReactNode, useContext } from 'react';
import type { Diagnostic } from '../../../language/source/diagnostic';
import { PanelContext, type ProductView, useCell, useLasting, useProduct, useSettled } from '../../store/hooks';
import { DiagnosticList, showProblems } from './DiagnosticList';
import { LimitNotice } from './LimitNotice';
import { isLimit } from '../../kit/limits';
import { Disclosure } from '../../kit/Disclosure';
import { counted } from '../../kit/format';

export interface PanelExport {
  /** `Copy as text`, `Save as SVG`. */
  readonly label: string;
  readonly run: () => void;
}

/** The state of what the panel shows: a product of the run, or the answer to a question of the panel. */
export interface FrameView extends Pick<ProductView<'value'>, 'state' | 'diagnostics' | 'stale'> {
  readonly payload: unknown;
  /** The number of errors that are not in `diagnostics`. */
  readonly unlisted?: number;
}

interface PanelFrameProps {
  readonly view: FrameView;
  /** Says what would fill the panel; shown while it is empty (no payload, or `isEmpty`). */
  readonly empty: string;
  readonly isEmpty?: boolean;
  /** The children show what a failed run recorded, not the last good payload. */
  readonly ofFailedRun?: boolean;
  /** The body of 'What is this?': the paper's rule in plain words. */
  readonly about: ReactNode;
  readonly exports?: readonly PanelExport[];
  /** Controls beside the title. */
  readonly toolbar?: ReactNode;
  /** Drawn while there is a payload, dimmed while it is stale. */
  readonly children: ReactNode;
}

/** The frame of every panel: title, states, explanation and exports. */
export function PanelFrame(props: PanelFrameProps) {
  const { view } = props;
  const cell = useCell();
  const panel = useContext(PanelContext);
  const title = panel?.title ?? '';
  const slow = useLasting(view.state === 'pending');
  const failed = props.ofFailedRun === true;
  const dim = useLasting(view.stale && !failed);
  const settled = useSettled(view);
  const ofProgram = useOfProgram(view);
  const filled = (failed || view.payload !== undefined) && props.isEmpty !== true;
  return (
    <section className={settled ? 'panel' : 'panel unsettled'} aria-label={title} aria-busy={slow}>
      <header className="panel-header">
        <h2>{title}</h2>
        {slow && <span className="panel-waiting">computing …</span>}
        <div className="panel-toolbar">{props.toolbar}</div>
        {filled && (
          <ExportMenu label="Export" exports={[...(props.exports ?? []), linkItem(title, panel?.name, cell)]} />
        )}
        <Disclosure className="about" label="What is this?">
          <div className="about-body">{props.about}</div>
        </Disclosure>
      </header>
      {view.state === 'error' && !ofProgram && (
        <Problems diagnostics={view.diagnostics} unlisted={view.unlisted ?? 0} />
      )}
      {view.state === 'held' && <p className="panel-empty">This cell is paused. Use Run below its code.</p>}
      {filled ? (
        <div className={dim ? 'panel-body stale' : 'panel-body'}>{props.children}</div>
      ) : ofProgram ? (
        <p className="panel-empty">{view.diagnostics.every(isLimit) ? NOT_FINISHED : WRONG}</p>
      ) : (
        (view.state === 'empty' || (view.payload !== undefined && view.state !== 'error')) && (
          <p className="panel-empty">{props.empty}</p>
        )
      )}
    </section>
  );
}

const WRONG = 'The program has an error. The result strip shows it.';
const NOT_FINISHED = 'The run reached a limit before there was something to show here.';

/** Whether the problems of a panel are those of the program, which the cell and the result strip show already. */
function useOfProgram({ state, diagnostics }: FrameView): boolean {
  const value = useProduct('value');
  if (state !== 'error' || value.state !== 'error') return false;
  return diagnostics.every(({ code, span }) =>
    value.diagnostics.some(
      (other) => other.code === code && other.span.cell === span.cell && other.span.start === span.start,
    ),
  );
}

/** A menu item that copies a link to the panel. */
function linkItem(title: string, name: string | undefined, cell: number | undefined): PanelExport {
  return {
    label: 'Copy panel link',
    run: () => {
      void import('../../shelf/panel-link').then(({ copyPanelLink }) => copyPanelLink(title, name, cell));
    },
  };
}

/** The first problem in full, or a limit as a notice; the cell lists the other problems below its code. */
function Problems({
  diagnostics,
  unlisted,
}: {
  readonly diagnostics: readonly Diagnostic[];
  readonly unlisted: number;
}) {
  const cell = useCell();
  const [first] = diagnostics;
  const more = diagnostics.length - 1 + unlisted;
  return (
    <div className="panel-problems">
      {first !== undefined && isLimit(first) ? (
        <LimitNotice diagnostic={first} />
      ) : (
        <DiagnosticList diagnostics={diagnostics.slice(0, 1)} />
      )}
      {more > 0 && (
        <button
          type="button"
          className="text-button"
          onClick={() => {
            showProblems(cell);
          }}
        >
          and {counted(more, 'more problem')}
        </button>
      )}
    </div>
  );
}

interface ExportMenuProps {
  readonly label: string;
  readonly exports: readonly PanelExport[];
}

export function ExportMenu({ label, exports }: ExportMenuProps) {
  return (
    <Disclosure className="menu" label={label}>
      <ul className="menu-list">
        {exports.map((item) => (
          <li key={item.label}>
            <button type="button" onClick={item.run}>
              {item.label}
            </button>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
