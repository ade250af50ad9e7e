import { useEffect, useMemo, useRef, useState } from 'react';
import type { ContoursPayload } from '../../../protocol/descent';
import { bandOf, bandShade } from '../../charts/plane/bands';
import { type PlanePath, thinned } from '../../charts/plane/plane';
import { facetsOf, FIRST_TURN, heightsOf, pathOn, projection, type Turn, turned } from '../../charts/plane/surface';
import type { ChartSize } from '../../charts/series/series-chart';
import type { ScaleKind } from '../../charts/series/series';
import { showNumber } from '../../kit/format';
import { colour, type Scheme } from '../../kit/theme';
import { useScheme } from '../delta/colours';
import { useSize } from '../shared/use-size';
import './surface.css';

interface SurfaceFigureProps {
  readonly contours: ContoursPayload;
  readonly levels: readonly number[];
  readonly path: PlanePath;
  readonly labels: { readonly x: string; readonly y: string };
  readonly step: number | undefined;
  readonly scale: ScaleKind;
}

/** Radians of a key, and of a pixel of a drag. */
const KEY = Math.PI / 18;
const PIXEL = 0.01;

const KEYS: Readonly<Record<string, readonly [about: number, above: number]>> = {
  ArrowLeft: [-KEY, 0],
  ArrowRight: [KEY, 0],
  ArrowUp: [0, KEY],
  ArrowDown: [0, -KEY],
};

/** The function over the plane as a surface that is turned by dragging and by the arrow keys, with the path on it. */
export function SurfaceFigure({ contours, levels, path, labels, step, scale }: SurfaceFigureProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(box, { width: 600, height: 380 });
  const [turn, setTurn] = useState(FIRST_TURN);
  const held = useRef<{ readonly x: number; readonly y: number }>(undefined);
  const scheme = useScheme();
  const heights = useMemo(() => heightsOf(contours, scale), [contours, scale]);
  const records = useMemo(() => thinned({ x: path.xs.map((x) => x * 1e3), y: path.ys.map((y) => y * 1e3) }), [path]);
  useEffect(() => {
    if (canvas.current === null) return;
    paint(canvas.current, { contours, levels, path, records, heights, turn, size, scheme, step, labels });
  }, [contours, levels, path, records, heights, turn, size, scheme, step, labels]);
  const degrees = (radians: number): string => `${Math.round((radians * 180) / Math.PI)}°`;
  return (
    <figure className="surface-figure" aria-label={`Surface of ${contours.chosen}`}>
      <div
        ref={box}
        className="surface-box"
        role="slider"
        tabIndex={0}
        aria-label={`Turn of the surface of ${contours.chosen}`}
        aria-valuemin={-180}
        aria-valuemax={180}
        aria-valuenow={Math.round((turn.about * 180) / Math.PI)}
        aria-valuetext={`turned by ${degrees(turn.about)}, seen from ${degrees(turn.above)} above`}
        onKeyDown={(event) => {
          if (event.key === 'Home' || event.key === '0') setTurn(FIRST_TURN);
          const by = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined;
          if (by === undefined) return;
          event.preventDefault();
          setTurn(turned(turn, ...by));
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={(event) => {
          const before = held.current;
          if (before === undefined) return;
          held.current = { x: event.clientX, y: event.clientY };
          setTurn(turned(turn, (event.clientX - before.x) * PIXEL, (event.clientY - before.y) * PIXEL));
        }}
        onPointerUp={() => {
          held.current = undefined;
        }}
        onPointerCancel={() => {
          held.current = undefined;
        }}
        onDoubleClick={() => {
          setTurn(FIRST_TURN);
        }}
      >
        <canvas ref={canvas} aria-hidden="true" />
      </div>
      <figcaption className="figure-note">
        The height is <code>{contours.chosen}</code>
        {scale === 'log' && ', on a log scale'}: from {showNumber(heights.low, 3)} to {showNumber(heights.high, 3)}.
        Drag the surface or press the arrow keys to turn it.
      </figcaption>
    </figure>
  );
}

interface Painting extends Omit<SurfaceFigureProps, 'scale'> {
  readonly records: readonly number[];
  readonly heights: ReturnType<typeof heightsOf>;
  readonly turn: Turn;
  readonly size: ChartSize;
  readonly scheme: Scheme;
}

function paint(canvas: HTMLCanvasElement, painting: Painting): void {
  const { contours, levels, heights, turn, size, scheme, path, records, step } = painting;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(size.width * ratio);
  canvas.height = Math.round(size.height * ratio);
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const ink = (token: Parameters<typeof colour>[0]): string => colour(token, scheme);
  const [paper, fill, primal, soft] = [ink('paper'), ink('group-2'), ink('primal'), ink('ink-soft')];
  frame(context, painting, soft);
  context.lineWidth = 0.6;
  const bands = levels.map((level) => heights.share(level));
  const shades = new Map<string, string>();
  for (const { corners, height, light } of facetsOf(contours, heights, turn, size)) {
    const key = `${bandOf(bands, height)} ${Math.round(light * 8)}`;
    const shade =
      shades.get(key) ?? mixed(paper, fill, bandShade(bandOf(bands, height), bands.length), Math.round(light * 8) / 8);
    shades.set(key, shade);
    context.beginPath();
    for (const [x, y] of corners) context.lineTo(x, y);
    context.closePath();
    context.fillStyle = shade;
    context.strokeStyle = shade;
    context.fill();
    context.stroke();
  }
  const line = new Path2D();
  let isOn = false;
  for (const seen of pathOn(contours, heights, path, records, turn, size)) {
    if (seen === undefined) isOn = false;
    else {
      if (isOn) line.lineTo(seen.x, seen.y);
      else line.moveTo(seen.x, seen.y);
      isOn = true;
    }
  }
  for (const [width, stroke] of [
    [5, paper],
    [2, primal],
  ] as const) {
    context.lineWidth = width;
    context.strokeStyle = stroke;
    context.stroke(line);
  }
  const [at] = pathOn(contours, heights, path, [step ?? path.xs.length - 1], turn, size);
  if (at === undefined) return;
  context.beginPath();
  context.arc(at.x, at.y, 6, 0, 2 * Math.PI);
  context.fillStyle = primal;
  context.strokeStyle = paper;
  context.fill();
  context.stroke();
}

/** The ground of the surface, and the ends of its axes. */
function frame(context: CanvasRenderingContext2D, { contours, turn, size, labels }: Painting, stroke: string): void {
  const project = projection(turn, size);
  const corners = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([x = 0, y = 0]) => project(x, y, 0));
  context.strokeStyle = stroke;
  context.lineWidth = 1;
  context.beginPath();
  for (const { x, y } of corners) context.lineTo(x, y);
  context.closePath();
  context.stroke();
  context.fillStyle = stroke;
  context.font = '12px "JetBrains Mono", monospace';
  context.textAlign = 'center';
  const write = (x: number, y: number, text: string): void => {
    const place = project(x, y, 0);
    context.fillText(text, place.x, place.y + 4);
  };
  // The axes stand at the nearer edges.
  const near = project(0, -1, 0).depth < project(0, 1, 0).depth ? -1.22 : 1.22;
  const side = project(-1, 0, 0).depth < project(1, 0, 0).depth ? -1.22 : 1.22;
  write(-1, near, showNumber(contours.x[0], 3));
  write(0, near, labels.x);
  write(1, near, showNumber(contours.x[1], 3));
  write(side, -1, showNumber(contours.y[0], 3));
  write(side, 0, labels.y);
  write(side, 1, showNumber(contours.y[1], 3));
}

/** Returns a share of a colour on paper, lighter or darker where the surface is turned to the light or from it. */
function mixed(paper: string, fill: string, share: number, light: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [Number.parseInt(paper.slice(at, at + 2), 16), Number.parseInt(fill.slice(at, at + 2), 16)];
    const plain = from + (to - from) * share;
    return Math.round(light < 0 ? plain * (1 + 0.3 * light) : plain + (255 - plain) * 0.12 * light);
  });
  return `rgb(${parts.join()})`;
}
