import { useState } from 'react';
import type { Series } from '../../protocol/messages';
import { type Curve, curvesOf, recordsOf, type ScaleKind, type StepRange } from '../charts/series/series';
import { SeriesFigure } from '../panels/descent/SeriesFigure';
import type { Step } from '../store/shown-step';
import { neededFor } from '../store/dependencies';
import { useAppStore, useProduct } from '../store/hooks';
import type { AppState } from '../store/state';

/** The curves of what the cell's run watched; of a failed run, what it watched until then. */
export function Curves({ id }: { readonly id: number }) {
  const view = useProduct('value');
  const recorded = view.failedSeries ?? view.payload?.series ?? NONE;
  const others = useAppStore((state) => neededFor(state.dependencies, id).cells);
  // A run covers all cells that this one depends on, so it repeats what they watched.
  const shown = useAppStore((state) =>
    recorded.map((one) => [...others].some((other) => other !== id && hasSeries(state, other, one))).join(),
  ).split(',');
  return recorded.map((series, at) =>
    shown[at] === 'true' || series.columns.length === 0 ? null : (
      <SeriesCurves key={`${series.name} ${series.span.start}`} series={series} stale={view.stale} />
    ),
  );
}

const NONE: readonly never[] = [];

function hasSeries({ results }: AppState, id: number, series: Series): boolean {
  return (
    results[id]?.value.payload?.series.some(
      (other) =>
        other.name === series.name &&
        other.span.cell === series.span.cell &&
        other.span.start === series.span.start &&
        other.columns.length === series.columns.length &&
        other.columns.every((column, at) => isSame(column, series.columns[at])),
    ) === true
  );
}

function isSame(column: Float64Array, other: Float64Array | undefined): boolean {
  return column.length === other?.length && column.every((value, at) => Object.is(value, other[at]));
}

function SeriesCurves({ series, stale }: { readonly series: Series; readonly stale: boolean }) {
  const [hovered, hover] = useState<Step>();
  const [chosen, choose] = useState<Step>();
  const [range, onRange] = useState<StepRange>();
  const curves = curvesOf(series);
  const choice = { step: hovered ?? chosen, chosen, hover, choose };
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
