import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { FieldPicture } from '../../../protocol/plot';
import { showContours } from '../../charts/plane/contour-layer';
import { planeFrame, scalesOf } from '../../charts/plane/frame';
import { placedValue, roundStep } from '../../charts/plane/plot';
import { drawAxes } from '../../charts/plane/axes';
import { arrowPath, drawField, fieldArrows } from '../../charts/plane/plot-field';
import { usePointing } from '../../store/hooks';
import { clipped, showNumber } from '../../kit/format';
import { PlaneDefs } from '../shared/PlaneDefs';
import { usePlaneGestures } from '../shared/use-plane-gestures';
import { useSize } from '../shared/use-size';
import { keyedView } from '../shared/ViewButtons';
import { type FigureProps, keyedSteps, placeText } from './figure';
import { PlotTable } from './PlotTable';
import { PointHandle } from './PointHandle';
import { Readout } from './Readout';

const NO_PATH = { xs: new Float64Array(0), ys: new Float64Array(0) };
/** The length of the gradient's arrow at the point, in pixels. */
const GRADIENT = 44;

/** Contours of f over two leaves, its gradient as arrows, and the point. */
export function FieldFigure(props: FigureProps<FieldPicture>) {
  const { subject, picture, view, onView, fit, onPlace, onHold, stale, pending } = props;
  const across = subject.leaves[picture.across];
  const up = subject.leaves[picture.up];
  const box = useRef<HTMLDivElement>(null);
  const axes = useRef<SVGGElement>(null);
  const contours = useRef<SVGGElement>(null);
  const field = useRef<SVGGElement>(null);
  const id = useId();
  const size = useSize(box, { width: 600, height: 360 });
  const { pointTo } = usePointing();
  const [hovered, setHovered] = useState<readonly [column: number, row: number]>();
  const [held, setHeld] = useState<readonly [number, number]>();
  const names = useMemo(() => ({ x: across?.label ?? '', y: up?.label ?? '' }), [across?.label, up?.label]);
  const scales = useMemo(() => scalesOf({ view }, size), [view, size]);
  const { values, arrows } = picture;
  const grid = useMemo(
    () => ({ x: picture.x, y: picture.y, size: picture.size, values }),
    [picture.x, picture.y, picture.size, values],
  );
  useEffect(() => {
    if (axes.current !== null) drawAxes(axes.current, scales, names, size, false);
  }, [scales, names, size]);
  useEffect(() => {
    if (contours.current !== null)
      showContours(contours.current, grid, { path: NO_PATH, view, labels: names }, size, `${id}-hatch`);
  }, [grid, view, names, size, id]);
  useEffect(() => {
    if (field.current !== null) drawField(field.current, fieldArrows(arrows, scales, size));
  }, [arrows, scales, size]);

  const frame = planeFrame(size);
  const settable = across?.place !== undefined && up?.place !== undefined;
  const put = (atX: number, atY: number): void => {
    if (!settable) return;
    const placedX = placedValue(atX, roundStep((view.x[1] - view.x[0]) / frame.width), across.range);
    const placedY = placedValue(atY, roundStep((view.y[1] - view.y[0]) / frame.height), up.range);
    setHeld([placedX, placedY]);
    onPlace([
      { leaf: picture.across, value: placedX },
      { leaf: picture.up, value: placedY },
    ]);
  };
  const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
  const last = picture.size - 1;
  const gestures = usePlaneGestures({
    box,
    size,
    view,
    onView,
    onHover: (at) => {
      if (at === undefined) {
        setHovered(undefined);
        pointTo(undefined);
        return;
      }
      const index = (value: number, [low, high]: readonly [number, number]): number =>
        within(Math.round(((value - low) / (high - low)) * last), 0, last);
      setHovered([
        index(view.x[0] + at.share[0] * (view.x[1] - view.x[0]), picture.x),
        index(view.y[0] + at.share[1] * (view.y[1] - view.y[0]), picture.y),
      ]);
      pointTo(stale ? undefined : subject.span);
    },
    onTap: ({ share }) => {
      put(view.x[0] + share[0] * (view.x[1] - view.x[0]), view.y[0] + share[1] * (view.y[1] - view.y[0]));
    },
  });
  if (across === undefined || up === undefined) return null;

  const here = picture.point;
  const [atX, atY] = held !== undefined && stale ? held : [here.x, here.y];
  const derivatives = here.at.status === 'ok' ? here.at.derivatives : undefined;
  const handle = {
    x: within(scales.x(atX), frame.x, frame.x + frame.width),
    y: within(scales.y(atY), frame.y, frame.y + frame.height),
  };
  const [value = NaN, byX = NaN, byY = NaN] = derivatives ?? [];
  const arrow = gradientAt(byX * unit(view.x, frame.width), -byY * unit(view.y, frame.height));
  const at = (column: number, row: number): number => values[row * picture.size + column] ?? NaN;
  const place = (range: readonly [number, number], index: number): number =>
    range[0] + (index / last) * (range[1] - range[0]);
  const inView = atX >= view.x[0] && atX <= view.x[1] && atY >= view.y[0] && atY <= view.y[1];
  const hoveredX = hovered === undefined ? undefined : place(picture.x, hovered[0]);
  const hoveredY = hovered === undefined ? undefined : place(picture.y, hovered[1]);
  const reason = here.at.status === 'undefined' ? here.at.reason.message : undefined;
  const gap = values.some((number) => !Number.isFinite(number));
  return (
    <figure className="plot-figure" aria-label={`f over ${names.x} and ${names.y}`} aria-busy={pending}>
      <div
        ref={box}
        className={settable ? 'plot-box plane-box plot-plane' : 'plot-box plane-box plot-plane fixed'}
        {...gestures}
      >
        <svg className="figure-svg" aria-hidden="true">
          <g className="plot-content">
            <PlaneDefs id={id} frame={frame} />
            <g ref={contours} clipPath={`url(#${id}-frame)`} />
            <g ref={field} clipPath={`url(#${id}-frame)`} />
            <g ref={axes} />
            <rect className="plane-frame" {...frame} />
            {inView && (
              <g className="plot-point" clipPath={`url(#${id}-frame)`}>
                {arrow !== undefined && (
                  <path
                    className="plot-gradient"
                    d={arrowPath(handle.x + arrow[0] / 2, handle.y + arrow[1] / 2, arrow[0], arrow[1])}
                  />
                )}
                <circle
                  className={derivatives === undefined ? 'plot-dot undefined' : 'plot-dot'}
                  cx={handle.x}
                  cy={handle.y}
                  r="6"
                />
              </g>
            )}
          </g>
          {hoveredX !== undefined && hoveredY !== undefined && (
            <circle
              className="plot-pointer-dot"
              cx={within(scales.x(hoveredX), frame.x, frame.x + frame.width)}
              cy={within(scales.y(hoveredY), frame.y, frame.y + frame.height)}
              r="4"
            />
          )}
        </svg>
        {settable && (
          <PointHandle
            label={`Point at ${names.x} and ${names.y}`}
            x={handle.x}
            y={handle.y}
            now={atX}
            low={Math.min(across.range?.low ?? view.x[0], atX)}
            high={Math.max(across.range?.high ?? view.x[1], atX)}
            text={`${placeText(across, atX)}, ${placeText(up, atY)}: ${
              reason === undefined
                ? `f ${showNumber(value)}, gradient ${showNumber(byX)}, ${showNumber(byY)}`
                : `undefined, ${reason}`
            }`}
            span={stale ? undefined : across.span}
            onDrag={(pixelX, pixelY) => {
              put(
                within(scales.x.invert(pixelX), view.x[0], view.x[1]),
                within(scales.y.invert(pixelY), view.y[0], view.y[1]),
              );
            }}
            onHold={onHold}
            onKey={(event) => {
              if (event.ctrlKey || event.metaKey || event.altKey) return false;
              const keyed = keyedView(event.key, view);
              if (keyed === 'fit') fit?.();
              else if (keyed !== undefined) onView(keyed);
              const steps = keyedSteps(event);
              if (steps === undefined) return keyed !== undefined;
              const stepX = across.range?.step ?? roundStep((view.x[1] - view.x[0]) / 80);
              const stepY = up.range?.step ?? roundStep((view.y[1] - view.y[0]) / 80);
              put(atX + steps[0] * stepX, atY + steps[1] * stepY);
              return true;
            }}
          />
        )}
      </div>
      <Readout
        headings={[names.x, names.y, 'f', `∂${names.x}`, `∂${names.y}`]}
        places={2}
        rows={[
          { name: 'point', numbers: [here.x, here.y, value, byX, byY], reason },
          {
            name: 'pointer',
            numbers: [hoveredX, hoveredY, hovered === undefined ? undefined : at(...hovered), undefined, undefined],
          },
        ]}
      />
      <p className="figure-note plot-notes">
        Contours of <code>{clipped(subject.label)}</code>: more colour means a larger value. The arrows show the
        gradient in the units of the axes.
        {gap && ' Hatched: undefined.'}
        {picture.coarse && ' Few samples: the program is slow.'}
      </p>
      <PlotTable
        summary="Values as a table"
        label={`Values over ${names.x} and ${names.y}`}
        headings={[`${names.y} \\ ${names.x}`, ...NINE.map((i) => showNumber(place(picture.x, (i * last) / 8), 4))]}
        rows={() =>
          NINE.toReversed().map((row) => [
            showNumber(place(picture.y, (row * last) / 8), 4),
            ...NINE.map((column) => showNumber(at((column * last) / 8, (row * last) / 8), 4)),
          ])
        }
      />
    </figure>
  );
}

/** The rows and columns of the table, in eighths of the grid. */
const NINE = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;

function unit([low, high]: readonly [number, number], pixels: number): number {
  return (high - low) / pixels;
}

function gradientAt(dx: number, dy: number): readonly [number, number] | undefined {
  const length = Math.hypot(dx, dy);
  return length > 0 && Number.isFinite(length) ? [(dx / length) * GRADIENT, (dy / length) * GRADIENT] : undefined;
}
