import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { contains } from '../../../language/source/span';
import type { Series } from '../../../protocol/messages';
import { clipped, counted, integer, showNumber } from '../../kit/format';
import { MoreButton } from '../../kit/MoreButton';
import {
  type Curve,
  curvesOf,
  hasPositive,
  notPositive,
  recordsOf,
  type ScaleKind,
  type StepRange,
} from '../../charts/series/series';
import { dashOf, drawReadOut, drawSeries, lookOf, stepAt, stepScale } from '../../charts/series/series-chart';
import { keyedSteps } from '../../charts/series/zoom';
import { usePointing } from '../../store/hooks';
import { SeriesTable } from './SeriesTable';
import type { StepChoice } from '../../store/shown-step';
import { keyedRecord } from './step';
import { useStepZoom } from './use-step-zoom';
import { useSize } from '../shared/use-size';

interface SeriesFigureProps {
  readonly series: Series;
  /** The numbers of the colours and dashes of its curves, if they are not their own. */
  readonly looks?: readonly number[];
  readonly scale: ScaleKind;
  /** The last step on the axis. */
  readonly last: number;
  /** The steps that are shown; all if undefined. */
  readonly range: StepRange | undefined;
  readonly onRange: (range: StepRange | undefined) => void;
  readonly choice: StepChoice;
  readonly stale: boolean;
}

/** The size of a chart that is not yet laid out. */
export const FIRST_SIZE = { width: 600, height: 200 };

/** How many lines are drawn initially. */
const FIRST_LINES = 8;
/** How many curves the legend lists initially, and adds at one click. */
const MORE_KEYS = 60;

/** The curves of one `watch` name over the steps: one per real leaf. */
export function SeriesFigure(props: SeriesFigureProps) {
  const { series, looks, scale, last, range, onRange, choice, stale } = props;
  const all = useMemo(
    () => curvesOf(series).map((curve, at) => ({ ...curve, index: looks?.[at] ?? at })),
    [series, looks],
  );
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [listed, setListed] = useState(MORE_KEYS);
  const curves = useMemo(
    () => all.filter(({ label, index }) => toggled.get(label) ?? index < FIRST_LINES),
    [all, toggled],
  );
  const shownScale = scale === 'log' && hasPositive(curves) ? 'log' : 'linear';
  const { pointed, pointTo } = usePointing();
  const box = useRef<HTMLDivElement>(null);
  const layer = useRef<SVGGElement>(null);
  const size = useSize(box, FIRST_SIZE);
  const count = recordsOf(all);
  const step = choice.step === undefined || choice.step.record >= count ? undefined : choice.step.record;
  const at = step ?? Math.max(0, count - 1);

  useLayoutEffect(() => {
    if (layer.current !== null)
      drawSeries(layer.current, { curves, scale: shownScale, last, shown: range, step: undefined }, size);
  }, [curves, shownScale, last, range, size]);
  useLayoutEffect(() => {
    if (layer.current !== null)
      drawReadOut(layer.current, { curves, scale: shownScale, last, shown: range, step }, size);
  }, [curves, shownScale, last, range, size, step]);

  const lit = !stale && pointed !== undefined && contains(series.span, pointed.span);
  const enter = (): void => {
    pointTo(stale ? undefined : series.span);
  };
  const leftOf = (): number => box.current?.getBoundingClientRect().left ?? 0;
  const under = (clientX: number): number => Math.min(count - 1, stepAt(last, size, clientX - leftOf(), range));
  const shown = useMemo(() => range ?? ([0, last] as const), [range, last]);
  const stepOf = useCallback(
    (clientX: number): number =>
      stepScale(last, size, range).invert(clientX - (box.current?.getBoundingClientRect().left ?? 0)),
    [last, size, range],
  );
  const zoom = useStepZoom({ box, last, range: shown, onRange, stepOf });
  return (
    <figure className={lit ? 'series-figure lit' : 'series-figure'} aria-label={`Curves of ${series.name}`}>
      <figcaption className="series-legend">
        {all.slice(0, listed).map((curve) => (
          <Key
            key={curve.label}
            curve={curve}
            at={at}
            shown={curves.includes(curve)}
            onToggle={
              all.length === 1
                ? undefined
                : (shown) => {
                    setToggled(new Map(toggled).set(curve.label, shown));
                  }
            }
          />
        ))}
        <MoreButton shown={listed} count={all.length} step={MORE_KEYS} what="curve" onMore={setListed} />
        {series.leafCount > all.length && (
          <span className="series-step">{counted(series.leafCount - all.length, 'more number')} not shown</span>
        )}
        <span className="series-step">
          {step === undefined ? `last of ${counted(count, 'step')}` : `step ${integer(step)} of ${integer(count - 1)}`}
        </span>
      </figcaption>
      {all.length === 0 ? (
        <p className="figure-note">
          <code>{series.name}</code> contains no real number, so there is no curve to draw.
        </p>
      ) : (
        <div
          ref={box}
          className="series-box"
          role="slider"
          tabIndex={0}
          aria-label={`Step of ${series.name}`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, count - 1)}
          aria-valuenow={at}
          aria-valuetext={`step ${at}: ${curves.map((curve) => `${curve.label} ${showNumber(curve.values[at] ?? NaN)}`).join(', ')}`}
          {...zoom.handlers}
          onPointerEnter={enter}
          onPointerMove={(event) => {
            if (!zoom.moves(event)) choice.hover({ series: series.name, record: under(event.clientX) });
          }}
          onPointerLeave={() => {
            choice.hover(undefined);
            pointTo(undefined);
          }}
          onClick={(event) => {
            if (!zoom.endsBrush()) choice.choose({ series: series.name, record: under(event.clientX) });
          }}
          onDoubleClick={() => {
            onRange(undefined);
          }}
          onFocus={enter}
          onBlur={() => {
            pointTo(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') choice.choose(undefined);
            const keyed = keyedSteps(event.key, shown, step ?? (shown[0] + shown[1]) / 2, last);
            if (keyed !== 'other') onRange(keyed);
            const next = keyedRecord(event.key, at, count);
            if (next === undefined) return;
            event.preventDefault();
            choice.choose({ series: series.name, record: next });
          }}
        >
          <svg className="series" aria-hidden="true">
            <g ref={layer} />
          </svg>
          {zoom.brush !== undefined && <span className="series-brush" style={zoom.brush} />}
        </div>
      )}
      {scale === 'log' && <LeftOut curves={curves} all={shownScale === 'linear'} />}
      {all.length > 0 && <SeriesTable curves={all} name={series.name} />}
    </figure>
  );
}

interface KeyProps {
  readonly curve: Curve;
  readonly at: number;
  readonly shown: boolean;
  /** Absent if it is the only line. */
  readonly onToggle: ((shown: boolean) => void) | undefined;
}

function Key({ curve, at, shown, onToggle }: KeyProps) {
  const { label, index } = curve;
  const sample = (
    <>
      <svg viewBox="0 0 24 8" width="24" height="8" aria-hidden="true">
        <path className={`series-line series-${lookOf(index)}`} d="M0 4h24" strokeDasharray={dashOf(index)} />
      </svg>
      <span className="series-label">{clipped(label)}</span>
    </>
  );
  return (
    <span className={shown ? 'series-key' : 'series-key off'}>
      {onToggle === undefined ? (
        sample
      ) : (
        <button
          type="button"
          className="series-toggle"
          aria-pressed={shown}
          aria-label={`Show ${label}`}
          title={shown ? `Hide ${label}` : `Show ${label}`}
          onClick={() => {
            onToggle(!shown);
          }}
        >
          {sample}
        </button>
      )}
      <output className="series-value">{showNumber(curve.values[at] ?? NaN)}</output>
    </span>
  );
}

/** Says which values a log scale cannot show. */
function LeftOut({ curves, all }: { readonly curves: readonly Curve[]; readonly all: boolean }) {
  if (curves.length === 0) return null;
  if (all) return <p className="figure-note">No value is positive, so the scale is linear.</p>;
  const parts = curves.flatMap((curve) => {
    const count = notPositive(curve);
    return count === 0 ? [] : [`${integer(count)} of ${counted(curve.values.length, 'value')} of ${curve.label}`];
  });
  if (parts.length === 0) return null;
  return <p className="figure-note">Not positive, so not on the log scale: {parts.join(', ')}.</p>;
}
