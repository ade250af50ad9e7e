import { useMemo, useRef, useState } from 'react';
import type { Series } from '../../../protocol/messages';
import type { ScaleKind } from '../../charts/series/series';
import { useProduct } from '../../store/hooks';
import { PanelFrame } from '../shared/PanelFrame';
import { AboutDescent } from './AboutDescent';
import { saveDescentCurves, saveNumbers, savePath } from './exports';
import { MomentFigure } from './MomentFigure';
import { PathFigure } from './PathFigure';
import { SeriesFigure } from './SeriesFigure';
import { StepBar } from './StepBar';
import { useStep } from './step';
import { useRunnableProgram } from '../shared/use-program';
import { Segments } from '../../kit/Segments';
import '../../kit/figures.css';
import './descent.css';
import './path.css';

const EMPTY = 'Nothing recorded yet: put watch around a value in a loop, such as watch "loss" (currentLoss w) < 1e-6.';

/** The panel of what `watch` recorded: curves, a path over contours, and the program at a step. */
export function DescentPanel() {
  const view = useProduct('value');
  const failed = view.failedSeries?.length === 0 ? undefined : view.failedSeries;
  const series = failed ?? view.payload?.series ?? NONE;
  const stale = failed === undefined && view.stale;
  const [scale, setScale] = useState<ScaleKind>('linear');
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const choice = useStep();
  const program = useRunnableProgram();
  const body = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => series.filter(({ name }) => !hidden.has(name)), [series, hidden]);
  const paths = useMemo(() => series.filter(({ columns }) => columns.length >= 2), [series]);
  const last = Math.max(0, ...shown.map((one) => countOf(one) - 1));
  const main = series.find(({ name }) => name === choice.step?.series) ?? longest(series);
  return (
    <PanelFrame
      view={view}
      empty={EMPTY}
      isEmpty={series.length === 0}
      ofFailedRun={failed !== undefined}
      about={<AboutDescent />}
      toolbar={
        series.length > 0 && (
          <Segments
            label="Value scale"
            options={[
              ['linear', 'Linear'],
              ['log', 'Log'],
            ]}
            value={scale}
            onChoose={setScale}
          />
        )
      }
      exports={[
        {
          label: 'Save curves as SVG',
          run: () => {
            saveDescentCurves(body.current);
          },
        },
        ...(paths.length === 0
          ? []
          : [
              {
                label: 'Save path as SVG',
                run: () => {
                  savePath(body.current);
                },
              },
            ]),
        {
          label: 'Save values as CSV',
          run: () => {
            saveNumbers(series);
          },
        },
      ]}
    >
      <div ref={body} className="descent">
        {failed !== undefined && (
          <p className="figure-note">The run did not finish. The curves show what it recorded.</p>
        )}
        <div className="descent-tools">
          {main !== undefined && <StepBar choice={choice} series={main.name} count={countOf(main)} />}
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
        </div>
        <div className="descent-columns">
          <div className="descent-charts">
            {paths.length > 0 && <PathFigure series={paths} {...{ program, choice, stale }} />}
            {shown.map((one) => (
              <SeriesFigure key={one.name} series={one} {...{ scale, last, choice, stale }} />
            ))}
          </div>
          <MomentFigure program={program} step={stale ? undefined : choice.step} />
        </div>
      </div>
    </PanelFrame>
  );
}

const NONE: readonly Series[] = [];

function countOf({ columns }: Series): number {
  return columns[0]?.length ?? 0;
}

function longest(series: readonly Series[]): Series | undefined {
  return series.reduce<Series | undefined>(
    (best, one) => (best === undefined || countOf(one) > countOf(best) ? one : best),
    undefined,
  );
}

function toggled(before: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(name)) after.add(name);
  return after;
}
