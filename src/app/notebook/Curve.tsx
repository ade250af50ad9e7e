import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { type CurveAxes, placesOf } from '../../notebook/prompts';
import { showNumber } from '../kit/format';
import { curveIn, curveText, drawnTo, farthestApart } from './prompt-values';

interface CurveProps {
  readonly axes: CurveAxes;
  /** The values that the reader has drawn; '' for none. */
  readonly text: string;
  /** Called with other values; absent once the curve is committed. */
  readonly onDraw?: (text: string) => void;
  /** The values of the program's curve. */
  readonly right?: readonly (number | null)[];
}

/** CSS pixels of the drawing, which is scaled to the width of the page. */
const [WIDTH, HEIGHT] = [400, 220];
/** A key moves the curve by so many parts of the axis. */
const STEPS = 20;

/** Axes on which the reader draws a curve with the pointer or the arrow keys; then this curve and the right one. */
export function Curve({ axes, text, onDraw, right }: CurveProps) {
  const xs = placesOf(axes);
  const [bottom, top] = axes.y;
  const [at, setAt] = useState(0);
  const last = useRef<{ readonly at: number; readonly y: number }>(undefined);
  const drawn = curveIn(text, xs.length);
  const ys = drawn ?? xs.map(() => (bottom + top) / 2);
  const left = (index: number): number => (WIDTH * index) / (xs.length - 1);
  const above = (y: number): number => (HEIGHT * (top - Math.min(top, Math.max(bottom, y)))) / (top - bottom);

  const placeOf = (event: PointerEvent<SVGSVGElement>): { readonly at: number; readonly y: number } => {
    const box = event.currentTarget.getBoundingClientRect();
    const within = (part: number): number => Math.min(1, Math.max(0, part));
    return {
      at: Math.round(within((event.clientX - box.left) / box.width) * (xs.length - 1)),
      y: top - within((event.clientY - box.top) / box.height) * (top - bottom),
    };
  };
  const draw = (event: PointerEvent<SVGSVGElement>): void => {
    const place = placeOf(event);
    onDraw?.(curveText(drawnTo(ys, last.current ?? place, place)));
    last.current = place;
    setAt(place.at);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const turn = { ArrowUp: 1, ArrowDown: -1, PageUp: 5, PageDown: -5 }[event.key];
    if (event.altKey || event.ctrlKey || event.metaKey || (move === undefined && turn === undefined)) return;
    event.preventDefault();
    if (move !== undefined) setAt(Math.min(xs.length - 1, Math.max(0, at + move)));
    else {
      const y = Math.min(top, Math.max(bottom, (ys[at] ?? 0) + ((turn ?? 0) * (top - bottom)) / STEPS));
      onDraw?.(curveText(ys.with(at, y)));
    }
  };
  const points = (values: readonly (number | null)[]): string =>
    values.flatMap((y, index) => (y === null ? [] : [`${left(index)},${above(y)}`])).join(' ');

  const x = showNumber(xs[at] ?? NaN);
  return (
    <figure className="curve-drawing">
      <svg
        viewBox={`-8 -8 ${WIDTH + 16} ${HEIGHT + 16}`}
        {...(onDraw === undefined
          ? { role: 'img', 'aria-label': 'Your curve and that of the program' }
          : {
              role: 'slider',
              tabIndex: 0,
              'aria-label': 'Your curve: left and right choose a place, up and down move the curve there',
              'aria-valuemin': bottom,
              'aria-valuemax': top,
              'aria-valuenow': ys[at],
              'aria-valuetext': `${showNumber(ys[at] ?? NaN)} at ${x}`,
              onKeyDown,
              onPointerDown: (event: PointerEvent<SVGSVGElement>) => {
                if (event.button !== 0) return;
                event.currentTarget.setPointerCapture(event.pointerId);
                last.current = undefined;
                draw(event);
              },
              onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
                if (last.current !== undefined) draw(event);
              },
              onLostPointerCapture: () => {
                last.current = undefined;
              },
            })}
      >
        <rect className="curve-frame" width={WIDTH} height={HEIGHT} />
        {bottom < 0 && top > 0 && <path className="curve-zero" d={`M0 ${above(0)}H${WIDTH}`} />}
        {right !== undefined && <polyline className="curve-right" points={points(right)} />}
        {(drawn !== undefined || onDraw !== undefined) && (
          <polyline className={drawn === undefined ? 'curve-drawn empty' : 'curve-drawn'} points={points(ys)} />
        )}
        {onDraw !== undefined && <circle className="curve-place" cx={left(at)} cy={above(ys[at] ?? 0)} r={5} />}
      </svg>
      <figcaption>
        <span>
          {showNumber(axes.x[0])} to {showNumber(axes.x[1])} across, {showNumber(bottom)} to {showNumber(top)} up.
        </span>{' '}
        {right !== undefined && right.length > 0 && drawn !== undefined && (
          <span>Dashed: yours. {farthestApart(xs, drawn, right)}</span>
        )}
      </figcaption>
    </figure>
  );
}
