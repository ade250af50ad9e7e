import type { FocusLeaf, GradientPayload, ValuePayload } from '../../protocol/messages';
import { isQuiet } from '../store/current';
import {
  type ProductView,
  useAppStore,
  useCell,
  useLasting,
  usePointing,
  useProduct,
  useSettled,
} from '../store/hooks';
import { programCell } from '../store/subjects';
import { hasSeveralCodeCells } from '../../notebook/document';
import { counted, showNumber } from '../kit/format';
import { lazily } from '../kit/lazily';

const MOST_CHIPS = 3;
/** Length of all labels together. Labels of leaves deep in a value are long. */
const MOST_LETTERS = 36;

/**
 * The value, one chip per derivative, and the agreement of the engines: the last good ones while the program has errors.
 * `cell` is given where every cell has a strip.
 */
export function ResultStrip({ cell }: { readonly cell?: number }) {
  const value = useProduct('value');
  const gradient = useProduct('gradient');
  const settled = useSettled({
    state: value.state === 'ok' ? gradient.state : value.state,
    stale: value.stale || gradient.stale,
  });
  const focus = value.payload?.focus ?? gradient.payload?.focus;
  const shown = focus?.value ?? value.payload?.result?.text;
  const dim = useLasting(value.stale || (gradient.payload !== undefined && gradient.stale));
  return (
    <section
      id={cell === undefined ? 'result' : undefined}
      className={settled ? 'result-strip' : 'result-strip unsettled'}
      aria-label={cell === undefined ? 'Result' : `Result of cell ${cell}`}
      tabIndex={-1}
    >
      <div className={dim ? 'result-values stale' : 'result-values'}>
        {focus !== undefined && (
          <span className="result-label" title={focus.label}>
            <span>{focus.label}</span> =
          </span>
        )}
        <output className="result-value" aria-label="Value">
          {shown ?? '–'}
        </output>
        {gradient.payload !== undefined && <Derivatives gradient={gradient.payload} />}
        {focus?.cotangent !== undefined && focus.leaves.length > 0 && (
          <span
            className="result-label"
            title={`The derivatives are weighted by the cotangent ${focus.cotangent} of the result`}
          >
            <span>cotangent {focus.cotangent}</span>
          </span>
        )}
      </div>
      <div className="result-state">
        <CellName />
        {value.payload !== undefined && value.payload.series.length > 0 && <StepNote />}
        <State value={value} gradient={gradient} />
        {value.payload !== undefined && value.state !== 'error' && <Warnings value={value.payload} />}
      </div>
    </section>
  );
}

interface StateProps {
  readonly value: ProductView<'value'>;
  readonly gradient: ProductView<'gradient'>;
}

const StepNote = lazily(() => import('./StepNote').then((module) => module.StepNote));
const RunState = lazily(() => import('./RunState').then((module) => module.RunState));

/** One line: how far the run is, else its problem, else what the engines say. */
function State({ value, gradient }: StateProps) {
  const running = useLasting(value.state === 'pending' || gradient.state === 'pending');
  if (value.progress !== undefined || value.state === 'error') return <RunState value={value} />;
  if (running) return <span className="badge">running …</span>;
  return <Verdict gradient={gradient.payload} />;
}

/** Name of the cell that the strip is about, if there are several. */
function CellName() {
  const id = useCell();
  const showCell = useAppStore((state) => state.showCell);
  const index = useAppStore((state) => programCell(state, id)?.index);
  const quiet = useAppStore((state) =>
    state.requested !== undefined && state.requested !== state.current && isQuiet(state, state.requested)
      ? programCell(state, state.requested)?.index
      : undefined,
  );
  const several = useAppStore((state) => hasSeveralCodeCells(state.notebook));
  if (!several || id === undefined || index === undefined) return null;
  return (
    <span className="result-cell">
      {quiet !== undefined && <span className="badge-words">Cell {quiet + 1} only defines things. Showing </span>}
      <button
        type="button"
        className="text-button"
        onClick={() => {
          showCell(id);
        }}
      >
        cell {index + 1}
      </button>
    </span>
  );
}

function Derivatives({ gradient }: { readonly gradient: GradientPayload }) {
  const { pointed, pointTo } = usePointing();
  const setPanel = useAppStore((state) => state.setPanel);
  const first = gradient.engines.find((column) => column.status === 'ok');
  if (first === undefined) return null;
  const { leaves } = gradient.focus;
  const shown = leaves.slice(0, chipsOf(leaves));
  const more = leaves.length - shown.length;
  return (
    <>
      {shown.map((leaf, index) => {
        const derivative = first.derivatives[index];
        const here =
          pointed !== undefined &&
          pointed.span.cell === leaf.span.cell &&
          pointed.span.start >= leaf.span.start &&
          pointed.span.end <= leaf.span.end;
        return (
          <span
            key={leaf.label}
            className={here ? 'chip pointed' : 'chip'}
            onPointerEnter={() => {
              pointTo(leaf.span);
            }}
            onPointerLeave={() => {
              pointTo(undefined);
            }}
          >
            <span>∂{leaf.label}</span>
            <strong>{derivative === undefined ? '–' : showNumber(derivative)}</strong>
          </span>
        );
      })}
      {more > 0 && (
        <button
          type="button"
          className="chip more"
          aria-label={`${counted(more, 'more derivative')}: open Gradient`}
          onClick={() => {
            setPanel('gradient');
          }}
        >
          +{more}
        </button>
      )}
    </>
  );
}

/** The number of chips: at least one, and never all but one. */
function chipsOf(leaves: readonly FocusLeaf[]): number {
  const most = leaves.length > MOST_CHIPS + 1 ? MOST_CHIPS : leaves.length;
  let letters = 0;
  const fitting = leaves.slice(0, most).findIndex(({ label }) => (letters += label.length) > MOST_LETTERS);
  return fitting === -1 ? most : Math.max(1, fitting);
}

function Warnings({ value }: { readonly value: ValuePayload }) {
  const count = value.warningCount;
  if (count === 0) return null;
  return <span className="badge warnings">{counted(count, 'warning')}</span>;
}

function Verdict({ gradient }: { readonly gradient: GradientPayload | undefined }) {
  if (gradient?.agreement === undefined) return null;
  const { agreement, maxRelativeDifference } = gradient;
  const count = gradient.engines.filter((column) => column.status === 'ok').length;
  const title =
    maxRelativeDifference === undefined
      ? undefined
      : `Largest difference: ${showNumber(maxRelativeDifference)}, relative to the largest entry or 1`;
  switch (agreement) {
    case 'agree':
      return (
        <span className="badge agree" title={title}>
          <span aria-hidden="true">✓</span> {count}
          <span className="badge-words">engines agree</span>
        </span>
      );
    case 'disagree':
      return (
        <span className="badge disagree" title={title}>
          <span aria-hidden="true">≠</span> engines disagree
        </span>
      );
    case 'too much cancellation':
      return (
        <span className="badge" title={title}>
          too much cancellation
        </span>
      );
    case 'no verdict':
      return (
        <span className="badge" title={title}>
          no verdict
        </span>
      );
  }
}
