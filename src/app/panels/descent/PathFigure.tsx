import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Series } from '../../../protocol/messages';
import { contourLevels, showContours } from '../../charts/plane/contour-layer';
import { integer, showNumber } from '../../kit/format';
import { drawOthers, drawPlane, drawPlaneStep, type OtherPath, pixelPath } from '../../charts/plane/path-chart';
import { fittedView, nearestStep, type Pixel, type PlaneView } from '../../charts/plane/plane';
import { planeFrame } from '../../charts/plane/frame';
import { curvesOf, recordsOf, type ScaleKind } from '../../charts/series/series';
import { lazily, PartFailed } from '../../kit/lazily';
import { useLasting, usePointing } from '../../store/hooks';
import { PlaneDefs } from '../shared/PlaneDefs';
import { usePlaneGestures } from '../shared/use-plane-gestures';
import type { AskedProgram } from '../shared/use-program';
import { useSize } from '../shared/use-size';
import { keyedView, ViewButtons } from '../shared/ViewButtons';
import { ContourLegend } from './ContourLegend';
import { PathChoices } from './PathChoices';
import type { StepChoice } from '../../store/shown-step';
import { keyedRecord } from './step';
import { type ContoursView, useContours } from './use-contours';

const SurfaceFigure = lazily(() => import('./SurfaceFigure').then((module) => module.SurfaceFigure), PartFailed);

interface PathFigureProps {
  /** Series of at least two real leaves. */
  readonly series: readonly Series[];
  readonly program: AskedProgram | undefined;
  readonly choice: StepChoice;
  readonly stale: boolean;
  /** Of the heights of the surface. */
  readonly scale: ScaleKind;
  readonly axes: PathAxes;
  readonly onAxes: (axes: PathAxes) => void;
  /** The paths of optimisers, in the leaves of the axes; undefined for another series than theirs. */
  readonly others: { readonly series: string; readonly paths: readonly OtherPath[] } | undefined;
}

/** The chosen series, and the indices of the horizontal and the vertical leaf. */
export interface PathAxes {
  readonly series?: string;
  readonly x?: number;
  readonly y?: number;
}

/** The distance in pixels at which the pointer selects a step. */
const REACH = 28;

/** The path of a descent in the plane, over the contours of a function of the program. */
export function PathFigure(props: PathFigureProps) {
  const { series: candidates, program, choice, stale, scale, axes: wanted, onAxes: setWanted, others } = props;
  const [isSurface, setSurface] = useState(false);
  const [wantedFunction, setFunction] = useState<string>();
  const series = candidates.find(({ name }) => name === wanted.series) ?? candidates[0];
  const curves = useMemo(() => (series === undefined ? [] : curvesOf(series)), [series]);
  const across = curves[wanted.x ?? 0] ?? curves[0];
  const up = curves[wanted.y ?? 1] ?? curves[1];

  const box = useRef<HTMLDivElement>(null);
  const contourLayer = useRef<SVGGElement>(null);
  const pathLayer = useRef<SVGGElement>(null);
  const othersLayer = useRef<SVGGElement>(null);
  const stepLayer = useRef<SVGGElement>(null);
  const id = useId();
  const size = useSize(box, { width: 600, height: 380 });
  const path = useMemo(() => ({ xs: across?.values ?? NO_VALUES, ys: up?.values ?? NO_VALUES }), [across, up]);
  const fit = useMemo(() => fittedView(path, planeFrame(size)), [path, size]);
  /** Undefined while the view fits the path. */
  const [moved, setMoved] = useState<PlaneView>();
  const view = moved ?? fit;
  const chart = useMemo(
    () => ({ path, view, labels: { x: across?.label ?? '', y: up?.label ?? '' } }),
    [path, view, across, up],
  );
  const pixels = useMemo(() => pixelPath(chart, size), [chart, size]);
  const contours = useContours(program, wantedFunction, view);
  const slow = useLasting(contours.pending);
  const { pointTo } = usePointing();

  const count = recordsOf(curves);
  const step = choice.step === undefined || choice.step.record >= count ? undefined : choice.step.record;
  const at = step ?? Math.max(0, count - 1);
  const payload = contours.payload;
  const levels = useMemo(() => (payload === undefined ? [] : contourLevels(payload)), [payload]);

  useEffect(() => {
    if (contourLayer.current === null) return;
    if (payload === undefined) contourLayer.current.replaceChildren();
    else showContours(contourLayer.current, payload, chart, size, `${id}-hatch`);
  }, [payload, chart, size, id]);
  useEffect(() => {
    if (pathLayer.current !== null) drawPlane(pathLayer.current, chart, size, `${id}-frame`);
  }, [chart, size, id]);
  useEffect(() => {
    if (stepLayer.current !== null) drawPlaneStep(stepLayer.current, chart, size, step);
  }, [chart, size, step]);

  const name = series?.name ?? '';
  const paths = others?.series === name ? others.paths : NO_PATHS;
  useEffect(() => {
    if (othersLayer.current !== null) drawOthers(othersLayer.current, paths, view, size, step);
  }, [paths, view, size, step]);
  const under = ({ x, y }: Pixel): number | undefined => nearestStep(pixels, x, y, REACH);
  const show = (record: number | undefined): void => {
    choice.hover(record === undefined ? undefined : { series: name, record });
    pointTo(record === undefined || stale ? undefined : series?.span);
  };
  const gestures = usePlaneGestures({
    box,
    size,
    view,
    onView: setMoved,
    onHover: (place) => {
      show(place && under(place));
    },
    onTap: (place) => {
      const record = under(place);
      if (record !== undefined) choice.choose({ series: name, record });
    },
    fingerHovers: true,
  });
  if (series === undefined || across === undefined || up === undefined) return null;
  const frame = planeFrame(size);
  const valueText = (record: number): string =>
    `${across.label} ${showNumber(across.values[record] ?? NaN)}, ${up.label} ${showNumber(up.values[record] ?? NaN)}`;
  return (
    <figure className="path-figure" aria-label={`Path of ${name}`} aria-busy={contours.pending}>
      <PathChoices
        candidates={candidates}
        series={series}
        curves={curves}
        across={across}
        up={up}
        onSeries={(next) => {
          setWanted({ series: next });
          setMoved(undefined);
        }}
        onAxes={(x, y) => {
          setWanted({ series: name, x, y });
          setMoved(undefined);
        }}
        contours={contours}
        slow={slow}
        onFunction={setFunction}
      >
        {payload !== undefined && (
          <button
            type="button"
            className="button small outlined"
            aria-pressed={isSurface}
            onClick={() => {
              setSurface(!isSurface);
            }}
          >
            Surface
          </button>
        )}
        <ViewButtons
          label="Path view"
          view={view}
          onView={setMoved}
          fit={
            moved === undefined
              ? undefined
              : () => {
                  setMoved(undefined);
                }
          }
          plane
        />
      </PathChoices>
      <div
        ref={box}
        className="path-box plane-box"
        role="slider"
        tabIndex={0}
        aria-label={`Step of the path of ${name}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, count - 1)}
        aria-valuenow={at}
        aria-valuetext={`step ${at}: ${valueText(at)}`}
        {...gestures}
        onFocus={() => {
          pointTo(stale ? undefined : series.span);
        }}
        onBlur={() => {
          pointTo(undefined);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') choice.choose(undefined);
          const keyed = keyedView(event.key, view);
          if (keyed !== undefined) setMoved(keyed === 'fit' ? undefined : keyed);
          const next = keyedRecord(event.key, at, count);
          if (next === undefined) return;
          event.preventDefault();
          choice.choose({ series: name, record: next });
        }}
      >
        <svg className="figure-svg" aria-hidden="true">
          <g className="path-content">
            <PlaneDefs id={id} frame={frame} />
            <g ref={contourLayer} clipPath={`url(#${id}-frame)`} />
            <g ref={pathLayer} />
            <g ref={othersLayer} className="plane-others" clipPath={`url(#${id}-frame)`} />
            <g ref={stepLayer} clipPath={`url(#${id}-frame)`} />
          </g>
        </svg>
      </div>
      <figcaption className="figure-note">
        <p className="path-read">
          step {integer(at)}: {valueText(at)}
        </p>
        {payload !== undefined && <ContourLegend levels={levels} name={payload.chosen} />}
        <Explained contours={contours} stale={stale} />
      </figcaption>
      {isSurface && payload !== undefined && (
        <SurfaceFigure
          contours={payload}
          {...{ levels, path, step, scale }}
          labels={chart.labels}
          fallback={<div className="path-box" aria-busy />}
        />
      )}
    </figure>
  );
}

const NO_VALUES = new Float64Array(0);
const NO_PATHS: readonly OtherPath[] = [];

/** A caption: what the contours show, or why there are none. */
function Explained({ contours, stale }: { readonly contours: ContoursView; readonly stale: boolean }) {
  const { payload, functions, chosen, diagnostics, pending } = contours;
  if (payload !== undefined) {
    const gaps = payload.values.some((value) => !Number.isFinite(value));
    return (
      <>
        Contours of <code>{payload.chosen}</code>: more colour means a larger value. Contours enclose equal areas.
        {gaps && ' Hatched: undefined.'}
        {payload.coarse && ' Few samples: the program is slow.'}
      </>
    );
  }
  if (pending || stale) return null;
  if (chosen !== undefined)
    return (
      <>
        No contours of <code>{chosen}</code>: {diagnostics[0]?.message ?? 'it could not be computed'}.
      </>
    );
  if (functions.length === 0 && diagnostics.length === 0)
    return (
      <>
        Contours appear under the path when the program defines a function of two reals, as in{' '}
        <code>let loss (a, b) = a ^ 2 + b ^ 2</code>, and uses it.
      </>
    );
  return null;
}
