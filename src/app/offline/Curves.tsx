import { useState } from 'react';
import type { Series } from '../../protocol/messages';
import { countOf, type Curve, curvesOf, recordsOf, type ScaleKind, type StepRange } from '../charts/series/series';
import { SeriesFigure } from '../panels/descent/SeriesFigure';
import { StepBar } from '../panels/descent/StepBar';
import { usePlay } from '../panels/descent/use-play';
import { WatchedPictures } from '../notebook/outputs/WatchedPictures';
import { useStep } from '../store/shown-step';
import { neededFor } from '../store/dependencies';
import { useAppStore, useProduct } from '../store/hooks';
import type { AppState } from '../store/state';

/** Curves and pictures of the values that the cell's run watched, or watched until it failed. The reader can play their steps. */
export function Curves({ id }: { readonly id: number }) {
  const view = useProduct('value');
  const recorded = view.failedSeries ?? view.payload?.series ?? NONE;
  const others = useAppStore((state) => neededFor(state.dependencies, id).cells);
  // A run covers all cells that this one depends on, so it repeats what they watched.
  const repeated = useAppStore((state) =>
    recorded.map((one) => [...others].some((other) => other !== id && hasSeries(state, other, one))).join(),
  ).split(',');
  const own = recorded.filter((_, at) => repeated[at] !== 'true');
  const pictures = own.filter((series) => series.pictures !== undefined);
  return (
    <>
      {own.length > 0 && <Steps series={own} />}
      {pictures.length > 0 && <WatchedPictures series={pictures} />}
      {own.map((series) =>
        series.columns.length === 0 ? null : (
          <SeriesCurves key={`${series.name} ${series.span.start}`} series={series} stale={view.stale} />
        ),
      )}
    </>
  );
}

/** Plays the steps of the longest series. */
function Steps({ series }: { readonly series: readonly Series[] }) {
  const choice = useStep();
  const longest = series.reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
  const shown = series.find(({ name }) => name === choice.step?.series) ?? longest;
  const count = countOf(shown);
  const play = usePlay(choice, shown.name, count);
  return count < 2 ? null : <StepBar choice={choice} series={shown.name} count={count} play={play} />;
}

const NONE: readonly never[] = [];

function hasSeries({ results }: AppState, id: number, series: Series): boolean {
  return (
    results[id]?.value.payload?.series.some(
      (other) =>
        other.name === series.name &&
        other.span.cell === series.span.cell &&
        other.span.start === series.span.start &&
        other.pictures === series.pictures &&
        other.columns.length === series.columns.length &&
        other.columns.every((column, at) => isSame(column, series.columns[at])),
    ) === true
  );
}

function isSame(column: Float64Array, other: Float64Array | undefined): boolean {
  return column.length === other?.length && column.every((value, at) => Object.is(value, other[at]));
}

function SeriesCurves({ series, stale }: { readonly series: Series; readonly stale: boolean }) {
  const choice = useStep();
  const [range, onRange] = useState<StepRange>();
  const curves = curvesOf(series);
  const last = Math.max(1, recordsOf(curves) - 1);
  return <SeriesFigure {...{ series, scale: scaleOf(curves), last, range, onRange, choice, stale }} />;
}

/** Positive values that span more than two powers of ten are drawn on a log scale. */
function scaleOf(curves: readonly Curve[]): ScaleKind {
  let least = Infinity;
  let greatest = 0;
  for (const { values } of curves)
    for (const value of values) {
      if (!(value > 0)) return 'linear';
      least = Math.min(least, value);
      greatest = Math.max(greatest, value);
    }
  return greatest > least * 100 ? 'log' : 'linear';
}
