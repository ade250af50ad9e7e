import type { FocusLeaf, GradientPayload, ValuePayload } from '../../protocol/messages';
import { useAppStore, useCell, useLasting, usePointing, useProduct } from '../store/hooks';
import { programCell } from '../store/subjects';
import { formatReal } from '../kit/format';

const MOST_CHIPS = 3;
/** Of the labels together: those of leaves deep in a value are long. */
const MOST_LETTERS = 36;

/**
 * Value, one chip per ∂, agreement: always in sight, the last good ones while the program has errors. `cell` is given where
 * every cell has a strip.
 */
export function ResultStrip({ cell }: { readonly cell?: number }) {
  const value = useProduct('value');
  const gradient = useProduct('gradient');
  const running = useLasting(value.state === 'pending' || gradient.state === 'pending', 0);
  const focus = value.payload?.focus ?? gradient.payload?.focus;
  const shown = focus?.value ?? value.payload?.outputs.at(-1)?.text;
  const dim = useLasting(value.stale || (gradient.payload !== undefined && gradient.stale));
  return (
    <section
      id={cell === undefined ? 'result' : undefined}
      className="result-strip"
      aria-label={cell === undefined ? 'Result' : `Result of cell ${cell}`}
      tabIndex={-1}
    >
      <div className={dim ? 'result-values stale' : 'result-values'}>
        <CellName />
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
            title={`The derivatives are those of the result times the cotangent ${focus.cotangent}`}
          >
            <span>for {focus.cotangent}</span>
          </span>
        )}
      </div>
      {running && <span className="badge">running …</span>}
      {value.payload !== undefined && <Warnings value={value.payload} />}
      <Verdict gradient={gradient.payload} />
    </section>
  );
}

/** Which cell this is of, where there are several. */
function CellName() {
  const id = useCell();
  const showCell = useAppStore((state) => state.showCell);
  const index = useAppStore((state) => programCell(state, id)?.index);
  const several = useAppStore((state) => state.notebook.cells.filter(({ tag }) => tag === 'code').length > 1);
  if (!several || id === undefined || index === undefined) return null;
  return (
    <button
      type="button"
      className="text-button result-cell"
      onClick={() => {
        showCell(id);
      }}
    >
      cell {index + 1}
    </button>
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
            <strong>{derivative === undefined ? '–' : formatReal(derivative)}</strong>
          </span>
        );
      })}
      {more > 0 && (
        <button
          type="button"
          className="chip more"
          aria-label={`${more} more derivatives: open the gradient`}
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

/** How many have a chip: at least one, and none is left out alone without need. */
function chipsOf(leaves: readonly FocusLeaf[]): number {
  const most = leaves.length > MOST_CHIPS + 1 ? MOST_CHIPS : leaves.length;
  let letters = 0;
  const fitting = leaves.slice(0, most).findIndex(({ label }) => (letters += label.length) > MOST_LETTERS);
  return fitting === -1 ? most : Math.max(1, fitting);
}

function Warnings({ value }: { readonly value: ValuePayload }) {
  const { length } = value.warnings;
  if (length === 0) return null;
  return (
    <span className="badge warnings">
      {length} {length === 1 ? 'warning' : 'warnings'}
    </span>
  );
}

function Verdict({ gradient }: { readonly gradient: GradientPayload | undefined }) {
  const errors = useErrors();
  if (errors > 0)
    return (
      <span className="badge errors">
        {errors} {errors === 1 ? 'error' : 'errors'}
      </span>
    );
  if (gradient?.agreement === undefined) return null;
  const { agreement, maxRelativeDifference } = gradient;
  const count = gradient.engines.filter((column) => column.status === 'ok').length;
  const title =
    maxRelativeDifference === undefined
      ? undefined
      : `Greatest relative difference: ${formatReal(maxRelativeDifference)}`;
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
    case 'no verdict':
      return (
        <span className="badge" title={title}>
          no verdict
        </span>
      );
  }
}

/** Of the program as far as the cell depends on it, or of its run. */
function useErrors(): number {
  const view = useProduct('value');
  return view.state === 'error' ? view.diagnostics.length : 0;
}
