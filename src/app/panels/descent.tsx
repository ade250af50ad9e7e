import { useEffect, useMemo, useRef, useState } from 'react';
import type { Series } from '../../protocol/messages';
import { saveText, standaloneSvg } from '../charts/export';
import { showNumber } from '../charts/numbers';
import { type Curve, curvesOf, hasPositive, type ScaleKind, seriesAsCsv } from '../charts/series';
import { type ChartSize, DASHES, drawReadOut, drawSeries, stepAt } from '../charts/series-chart';
import { usePointing, useProduct } from '../store/hooks';
import { PanelFrame } from '../ui/PanelFrame';
import { AboutDescent } from './descent/AboutDescent';
import './shared/segments.css';
import './descent/descent.css';

const EMPTY =
  'No curve yet: wrap what you want to follow in watch, as in watch "loss" (currentLoss w) < 1e-6, and run it in a loop.';

/** What `watch` recorded, step by step. */
export function DescentPanel() {
  const view = useProduct('value');
  const failed = view.failedSeries?.length === 0 ? undefined : view.failedSeries;
  const series = failed ?? view.payload?.series ?? NONE;
  const stale = failed === undefined && view.stale;
  const [scale, setScale] = useState<ScaleKind>('linear');
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const body = useRef<HTMLDivElement>(null);
  return (
    <PanelFrame
      title="Descent"
      view={view}
      empty={EMPTY}
      isEmpty={series.length === 0}
      ofFailedRun={failed !== undefined}
      about={<AboutDescent />}
      toolbar={
        series.length > 0 && (
          <div className="segments" role="group" aria-label="Scale of the values">
            {(['linear', 'log'] as const).map((kind) => (
              <button
                key={kind}
                type="button"
                className="segment"
                aria-pressed={kind === scale}
                onClick={() => {
                  setScale(kind);
                }}
              >
                {kind}
              </button>
            ))}
          </div>
        )
      }
      exports={[
        {
          label: 'Save the curves as SVG',
          run: () => {
            savePicture(body.current);
          },
        },
        {
          label: 'Save the numbers as CSV',
          run: () => {
            saveText(seriesAsCsv(series.flatMap(curvesOf)), 'descent.csv', 'text/csv');
          },
        },
      ]}
    >
      <div ref={body} className="descent">
        {failed !== undefined && (
          <p className="descent-note">The run did not end: the curves show what it had watched until then.</p>
        )}
        {series.length > 1 && (
          <div className="descent-choice" role="group" aria-label="Watched names">
            {series.map(({ name }) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={!hidden.has(name)}
                  onChange={() => {
                    setHidden((before) => toggled(before, name));
                  }}
                />{' '}
                {name}
              </label>
            ))}
          </div>
        )}
        {series
          .filter(({ name }) => !hidden.has(name))
          .map((one) => (
            <SeriesFigure key={one.name} series={one} scale={scale} stale={stale} />
          ))}
      </div>
    </PanelFrame>
  );
}

const NONE: readonly Series[] = [];

function toggled(before: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(name)) after.add(name);
  return after;
}

function savePicture(body: HTMLElement | null): void {
  const svg = body?.querySelector<SVGSVGElement>('.series');
  const content = svg?.querySelector('g');
  if (svg === null || svg === undefined || content === null || content === undefined) return;
  const frame = { x: 0, y: 0, width: svg.clientWidth, height: svg.clientHeight };
  const paper = getComputedStyle(document.documentElement).backgroundColor;
  saveText(standaloneSvg(content, frame, paper), 'descent.svg', 'image/svg+xml');
}

interface SeriesFigureProps {
  readonly series: Series;
  readonly scale: ScaleKind;
  readonly stale: boolean;
}

function SeriesFigure({ series, scale, stale }: SeriesFigureProps) {
  const curves = useMemo(() => curvesOf(series), [series]);
  const shownScale = scale === 'log' && hasPositive(curves) ? 'log' : 'linear';
  const [chosen, setStep] = useState<number>();
  const { pointed, point } = usePointing();
  const box = useRef<HTMLDivElement>(null);
  const layer = useRef<SVGGElement>(null);
  const size = useSize(box);
  const count = Math.max(0, ...curves.map(({ values }) => values.length));
  const step = chosen === undefined ? undefined : Math.min(chosen, count - 1);

  useEffect(() => {
    if (layer.current !== null) drawSeries(layer.current, { curves, scale: shownScale, step: undefined }, size);
  }, [curves, shownScale, size]);
  useEffect(() => {
    if (layer.current !== null) drawReadOut(layer.current, { curves, scale: shownScale, step }, size);
  }, [curves, shownScale, size, step]);

  const lit =
    !stale &&
    pointed?.span.cell === series.span.cell &&
    series.span.start <= pointed.span.start &&
    pointed.span.end <= series.span.end;
  const at = step ?? count - 1;
  const enter = (): void => {
    point(stale ? undefined : series.span, 'descent');
  };
  return (
    <figure className={lit ? 'series-figure lit' : 'series-figure'}>
      <figcaption className="series-legend">
        {curves.map((curve, i) => (
          <span key={curve.label} className="series-key">
            <svg viewBox="0 0 24 8" width="24" height="8" aria-hidden="true">
              <path
                className={`series-line series-${i % DASHES.length}`}
                d="M0 4h24"
                strokeDasharray={DASHES[i % DASHES.length]}
              />
            </svg>
            <span>{curve.label}</span>
            <output className="series-value">{showNumber(curve.values[at] ?? NaN)}</output>
          </span>
        ))}
        <span className="series-step">
          {step === undefined ? `last of ${count} steps` : `step ${step} of ${count - 1}`}
          {scale === 'log' && shownScale === 'linear' && ' (no positive value: linear)'}
        </span>
      </figcaption>
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
        onPointerEnter={enter}
        onPointerMove={(event) => {
          setStep(stepAt(curves, size, event.clientX - event.currentTarget.getBoundingClientRect().left));
        }}
        onPointerLeave={() => {
          setStep(undefined);
          point(undefined, 'descent');
        }}
        onFocus={enter}
        onBlur={() => {
          setStep(undefined);
          point(undefined, 'descent');
        }}
        onKeyDown={(event) => {
          const next = keyed(event.key, at, count);
          if (next === undefined) return;
          event.preventDefault();
          setStep(next);
        }}
      >
        <svg className="series" aria-hidden="true">
          <g ref={layer} />
        </svg>
      </div>
      <SeriesTable curves={curves} count={count} name={series.name} />
    </figure>
  );
}

function keyed(key: string, at: number, count: number): number | undefined {
  const jump = Math.max(1, Math.round(count / 10));
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: at - 1,
    ArrowDown: at - 1,
    ArrowRight: at + 1,
    ArrowUp: at + 1,
    PageDown: at - jump,
    PageUp: at + jump,
    Home: 0,
    End: count - 1,
  };
  const next = moves[key];
  return next === undefined ? undefined : Math.max(0, Math.min(count - 1, next));
}

/** More rows than this are left to the CSV: the table has about so many, evenly spread. */
const TABLE_ROWS = 100;

function SeriesTable({
  curves,
  count,
  name,
}: {
  readonly curves: readonly Curve[];
  readonly count: number;
  readonly name: string;
}) {
  const [open, setOpen] = useState(false);
  const stride = Math.max(1, Math.ceil(count / TABLE_ROWS));
  const steps = Array.from({ length: Math.ceil(count / stride) }, (_, i) => i * stride);
  if (count > 0 && steps[steps.length - 1] !== count - 1) steps.push(count - 1);
  return (
    <details
      className="series-text"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>As a table{stride > 1 && ` (every ${stride}th step)`}</summary>
      {open && (
        <div className="series-scroll" tabIndex={0} role="region" aria-label={`The values of ${name}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">step</th>
                {curves.map(({ label }) => (
                  <th key={label} scope="col">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {steps.map((step) => (
                <tr key={step}>
                  <th scope="row">{step}</th>
                  {curves.map(({ label, values }) => (
                    <td key={label}>{showNumber(values[step] ?? NaN)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </details>
  );
}

function useSize(box: React.RefObject<HTMLDivElement | null>): ChartSize {
  const [size, setSize] = useState<ChartSize>({ width: 600, height: 240 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      setSize({ width: element.clientWidth, height: element.clientHeight });
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [box]);
  return size;
}
