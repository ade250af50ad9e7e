import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { CurvePicture, PlotGap } from '../../../protocol/plot';
import { planeFrame } from '../../charts/plane/frame';
import { showNumber } from '../../kit/format';
import {
  type CurveName,
  nearestSample,
  placedValue,
  roundStep,
  tableRows,
  plottedTaylor,
  termsOf,
  valueBetween,
  valueLimits,
} from '../../charts/plane/plot';
import { drawAxes } from '../../charts/plane/axes';
import { drawCurves, plotScales } from '../../charts/plane/plot-chart';
import { usePointing } from '../../store/hooks';
import { PlaneDefs } from '../shared/PlaneDefs';
import { usePlaneGestures } from '../shared/use-plane-gestures';
import { useSize } from '../shared/use-size';
import { keyedView } from '../shared/ViewButtons';
import { type FigureProps, keyedSteps, placeText } from './figure';
import { PlotLegend } from './PlotLegend';
import { PlotTable } from './PlotTable';
import { PointHandle } from './PointHandle';
import { Readout } from './Readout';

interface CurveFigureProps extends FigureProps<CurvePicture> {
  readonly shown: ReadonlySet<CurveName>;
  readonly onShown: (name: CurveName) => void;
  readonly order: number;
  readonly onOrder: (order: number) => void;
}

/** f along one leaf, its derivatives, the tangent and the Taylor polynomial at the point. */
export function CurveFigure(props: CurveFigureProps) {
  const { subject, picture, view, onView, fit, onPlace, onHold, stale, pending, shown, onShown, order, onOrder } =
    props;
  const leaf = subject.leaves[picture.across];
  const name = leaf?.label ?? '';
  const box = useRef<HTMLDivElement>(null);
  const axes = useRef<SVGGElement>(null);
  const curves = useRef<SVGGElement>(null);
  const id = useId();
  const size = useSize(box, { width: 600, height: 360 });
  const { pointTo } = usePointing();
  const [hovered, setHovered] = useState<number>();
  /** Where the handle was dragged, until an answer for that place arrives. */
  const [held, setHeld] = useState<number>();

  const here = picture.point;
  const x = view.x;
  const y = useMemo(() => valueLimits(picture, x, shown), [picture, x, shown]);
  const polynomial = useMemo(() => plottedTaylor(here.x, here.at, order), [here, order]);
  const tangent = useMemo(() => {
    const line = plottedTaylor(here.x, here.at, 1);
    return line?.coefficients.length === 2 ? line : undefined;
  }, [here]);
  const chart = useMemo(
    () => ({ picture, x, y, shown, tangent, polynomial }),
    [picture, x, y, shown, tangent, polynomial],
  );
  const scales = useMemo(() => plotScales({ x, y }, size), [x, y, size]);
  useEffect(() => {
    if (axes.current !== null) drawAxes(axes.current, scales, { x: name, y: '' }, size, true);
  }, [scales, name, size]);
  useEffect(() => {
    if (curves.current !== null) drawCurves(curves.current, chart, size, `${id}-hatch`);
  }, [chart, size, id]);

  const frame = planeFrame(size);
  const settable = leaf?.place !== undefined;
  const quantum = roundStep((x[1] - x[0]) / frame.width);
  const put = (value: number): void => {
    if (leaf === undefined || !settable) return;
    const placed = placedValue(value, quantum, leaf.range);
    setHeld(placed);
    onPlace([{ leaf: picture.across, value: placed }]);
  };
  const { xs, values, firsts, seconds } = picture;
  const gapAt = (place: number): PlotGap | undefined =>
    picture.gaps.find(({ from, to }) => place >= from && place <= to);
  const gestures = usePlaneGestures({
    box,
    size,
    view,
    onView,
    onHover: (at) => {
      const place = at && x[0] + at.share[0] * (x[1] - x[0]);
      setHovered(place === undefined ? undefined : nearestSample(xs, place));
      const reason = place === undefined || stale ? undefined : gapAt(xs[nearestSample(xs, place)] ?? place)?.reason;
      pointTo(reason?.span);
    },
    onTap: ({ share }) => {
      put(x[0] + share[0] * (x[1] - x[0]));
    },
  });
  if (leaf === undefined) return null;

  const isHeld = held !== undefined && held !== here.x && stale;
  const atX = isHeld ? held : here.x;
  const derivatives = here.at.status === 'ok' ? here.at.derivatives : undefined;
  const atY = isHeld ? valueBetween(picture, held) : (derivatives?.[0] ?? NaN);
  const bottom = frame.y + frame.height;
  const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
  const handle = {
    x: within(scales.x(atX), frame.x, frame.x + frame.width),
    y: Number.isFinite(atY) ? within(scales.y(atY), frame.y, bottom) : bottom,
  };
  const inView = atX >= x[0] && atX <= x[1];
  const sample = hovered === undefined || hovered >= xs.length ? undefined : hovered;
  const sampleX = sample === undefined ? NaN : (xs[sample] ?? NaN);
  const sampleY = sample === undefined ? NaN : (values[sample] ?? NaN);
  const pointerGap = sample === undefined || !Number.isNaN(sampleY) ? undefined : gapAt(sampleX);
  const reason = here.at.status === 'undefined' ? here.at.reason.message : undefined;
  const low = leaf.range?.low ?? x[0];
  const high = leaf.range?.high ?? x[1];
  const terms = shown.has('polynomial') && polynomial !== undefined ? termsOf(polynomial, name) : [];
  return (
    <figure className="plot-figure" aria-label={`f along ${name}`} aria-busy={pending}>
      <div ref={box} className={settable ? 'plot-box plane-box' : 'plot-box plane-box fixed'} {...gestures}>
        <svg className="figure-svg" aria-hidden="true">
          <g className="plot-content">
            <PlaneDefs id={id} frame={frame} />
            <g ref={axes} />
            <rect className="plane-frame" {...frame} />
            <g ref={curves} clipPath={`url(#${id}-frame)`} />
            {inView && (
              <g className="plot-point">
                <path className="plot-drop" d={`M${handle.x} ${handle.y}V${bottom}`} />
                <circle
                  className={Number.isFinite(atY) ? 'plot-dot' : 'plot-dot undefined'}
                  cx={handle.x}
                  cy={handle.y}
                  r="6"
                />
              </g>
            )}
          </g>
          {sample !== undefined && sampleX >= x[0] && sampleX <= x[1] && (
            <g className="plot-pointer">
              <path className="plot-pointer-line" d={`M${scales.x(sampleX)} ${frame.y}V${bottom}`} />
              {sampleY >= y[0] && sampleY <= y[1] && (
                <circle className="plot-pointer-dot" cx={scales.x(sampleX)} cy={scales.y(sampleY)} r="4" />
              )}
            </g>
          )}
        </svg>
        {settable && (
          <PointHandle
            label={`Point at ${name}`}
            x={handle.x}
            y={handle.y}
            now={atX}
            low={Math.min(low, atX)}
            high={Math.max(high, atX)}
            text={`${placeText(leaf, atX)}: ${
              reason !== undefined
                ? `undefined, ${reason}`
                : `f ${showNumber(atY)}, f′ ${showNumber(derivatives?.[1] ?? NaN)}`
            }`}
            span={stale ? undefined : leaf.span}
            onDrag={(pixel) => {
              put(within(scales.x.invert(pixel), x[0], x[1]));
            }}
            onHold={onHold}
            onKey={(event) => {
              if (event.ctrlKey || event.metaKey || event.altKey) return false;
              const keyed = keyedView(event.key, view);
              if (keyed === 'fit') fit?.();
              else if (keyed !== undefined) onView(keyed);
              const steps = keyedSteps(event);
              const step = leaf.range?.step ?? roundStep((x[1] - x[0]) / 80);
              if (steps !== undefined) put(atX + (steps[0] + steps[1]) * step);
              if (event.key === 'Home') put(low);
              if (event.key === 'End') put(high);
              return keyed !== undefined || steps !== undefined || event.key === 'Home' || event.key === 'End';
            }}
          />
        )}
      </div>
      <PlotLegend {...{ subject, name, shown, onShown, order, onOrder, stale }} />
      <Readout
        headings={[name, 'f', 'f′', 'f″']}
        places={1}
        rows={[
          {
            name: 'point',
            numbers: [here.x, derivatives?.[0], derivatives?.[1] ?? NaN, derivatives?.[2] ?? NaN],
            reason,
          },
          {
            name: 'pointer',
            numbers:
              sample === undefined
                ? [undefined, undefined, undefined, undefined]
                : [sampleX, sampleY, firsts[sample], seconds[sample]],
            reason: pointerGap?.reason.message,
          },
        ]}
      />
      {terms.length > 0 && (
        <p className="plot-terms" aria-label="Taylor polynomial at the point">
          {terms.map((term, n) => (
            <span key={n}>{term}</span>
          ))}
          {terms.length <= order && <span>(higher derivatives overflow)</span>}
        </p>
      )}
      <Notes picture={picture} />
      <PlotTable
        summary="Curve as a table"
        label={`Values along ${name}`}
        headings={[name, 'f', 'f′', 'f″']}
        rows={() =>
          tableRows(picture, x).map((i) =>
            [xs[i], values[i], firsts[i], seconds[i]].map((number) => showNumber(number ?? NaN)),
          )
        }
      />
    </figure>
  );
}

/** Notes on kinks, jumps, poles, gaps and few samples. */
function Notes({ picture }: { readonly picture: CurvePicture }) {
  const { marks, gaps, coarse, point } = picture;
  const places = (kind: keyof typeof KINDS): string => {
    const all = marks.filter((mark) => mark.kind === kind).map((mark) => showNumber(mark.x, 4));
    if (all.length === 0) return '';
    const listed = all.length > MOST_PLACES ? `${all.slice(0, MOST_PLACES).join(', ')} and more` : all.join(', ');
    return `${KINDS[kind][all.length === 1 ? 0 : 1]} at ${listed}.`;
  };
  const said = [
    ...(['kink', 'jump', 'pole', 'hole'] as const).flatMap((kind) => {
      const all = places(kind);
      return all === '' ? [] : [all];
    }),
    ...(gaps.some(({ from, to }) => from < to) ? ['Hatched: undefined.'] : []),
    ...(point.at.status === 'ok' && point.at.warning !== undefined ? [`At the point, ${point.at.warning}.`] : []),
    ...(coarse ? [COARSE] : []),
  ];
  return <p className="figure-note plot-notes">{said.join(' ')}</p>;
}

const COARSE = 'Few samples: the program is slow, or the curve turns or breaks too often. Zoom in to see more.';
const MOST_PLACES = 6;
const KINDS = {
  kink: ['A kink', 'Kinks'],
  jump: ['A jump', 'Jumps'],
  pole: ['Infinite', 'Infinite'],
  hole: ['Undefined', 'Undefined'],
} as const;
