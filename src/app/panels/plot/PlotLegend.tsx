import { contains } from '../../../language/source/span';
import { HIGHEST_ORDER, type PlotSubject } from '../../../protocol/plot';
import { type CurveName, CURVES } from '../../charts/plane/plot';
import { PLOT_DASHES } from '../../charts/plane/plot-chart';
import { usePointing } from '../../store/hooks';
import { clipped } from '../../kit/format';
import { Choice } from '../../kit/Choice';

const SUBSCRIPTS = '₀₁₂₃₄₅₆₇₈';

interface PlotLegendProps {
  readonly subject: PlotSubject;
  readonly name: string;
  readonly shown: ReadonlySet<CurveName>;
  readonly onShown: (name: CurveName) => void;
  readonly order: number;
  readonly onOrder: (order: number) => void;
  readonly stale: boolean;
}

/** Toggles for the curves, each with a sample of its line. Pointing at one highlights the expression. */
export function PlotLegend({ subject, name, shown, onShown, order, onOrder, stale }: PlotLegendProps) {
  const { pointed, isOwn, pointTo } = usePointing();
  const lit = !stale && pointed !== undefined && !isOwn && contains(pointed.span, subject.span);
  const enter = (): void => {
    pointTo(stale ? undefined : subject.span);
  };
  const leave = (): void => {
    pointTo(undefined);
  };
  return (
    <div className={lit ? 'plot-legend lit' : 'plot-legend'} role="group" aria-label="Curves">
      {CURVES.map((curve) => (
        <button
          key={curve}
          type="button"
          className="plot-key"
          aria-pressed={shown.has(curve)}
          onPointerEnter={enter}
          onPointerLeave={leave}
          onFocus={enter}
          onBlur={leave}
          onClick={() => {
            onShown(curve);
          }}
        >
          <svg width="28" height="8" aria-hidden="true">
            <path className={`plot-curve plot-${curve}`} strokeDasharray={PLOT_DASHES[curve]} d="M0 4h28" />
          </svg>
          <span className="plot-key-name">{nameOf(curve, order)}</span>
        </button>
      ))}
      <Choice
        label="order"
        value={String(order)}
        options={Array.from({ length: HIGHEST_ORDER + 1 }, (_, n) => [String(n), String(n)])}
        onChoose={(value) => {
          onOrder(Number(value));
        }}
      />
      <span className="plot-subject">
        f({name}) = <code>{clipped(subject.label)}</code>
      </span>
    </div>
  );
}

function nameOf(curve: CurveName, order: number): string {
  switch (curve) {
    case 'value':
      return 'f';
    case 'first':
      return 'f′';
    case 'second':
      return 'f″';
    case 'tangent':
      return 'tangent';
    case 'polynomial':
      return `Taylor T${SUBSCRIPTS[order] ?? ''}`;
  }
}
