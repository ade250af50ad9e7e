import { useContext, useMemo, useRef, useState } from 'react';
import { MOST_SERIES, type Series } from '../../../protocol/messages';
import { OPTIMISERS } from '../../../protocol/optimisers';
import { clipped, integer } from '../../kit/format';
import { MoreButton } from '../../kit/MoreButton';
import { countOf, type ScaleKind, type StepRange } from '../../charts/series/series';
import { wholeSteps } from '../../charts/series/zoom';
import { useProduct } from '../../store/hooks';
import { ViewButtons } from '../shared/ViewButtons';
import { PanelFrame } from '../shared/PanelFrame';
import { PictureView } from '../shared/picture-view';
import { AboutDescent } from './AboutDescent';
import { saveDescentCurves, saveNumbers, savePath } from './exports';
import { MomentFigure } from './MomentFigure';
import { OptimisersFigure } from './OptimisersFigure';
import { type PathAxes, PathFigure } from './PathFigure';
import { SeriesFigure } from './SeriesFigure';
import { StepBar } from './StepBar';
import { useStep } from '../../store/shown-step';
import { type OptimisersView, useOptimisers } from './use-optimisers';
import { useNowAndThen, usePlay } from './use-play';
import { useRunnableProgram } from '../shared/use-program';
import { Segments } from '../../kit/Segments';
import '../../kit/figures.css';
import './descent.css';
import './path.css';

/** The series that are drawn initially. */
const FIRST_SERIES = 12;
/** How many names are listed initially, and added at one click. */
const MORE_NAMES = 60;

const EMPTY = 'Nothing recorded yet: put watch around a value in a loop, such as watch "loss" (currentLoss w) < 1e-6.';

/** The panel of what `watch` recorded: curves, a path over contours, and the program at a step. */
export function DescentPanel() {
  const view = useProduct('value');
  const failed = view.failedSeries?.length === 0 ? undefined : view.failedSeries;
  const running = view.progress?.series.length === 0 ? undefined : view.progress?.series;
  const series = running ?? failed ?? view.payload?.series ?? NONE;
  const stale = running === undefined && failed === undefined && view.stale;
  const [scale, setScale] = useState<ScaleKind>('linear');
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [listed, setListed] = useState(MORE_NAMES);
  const DrawnPicture = useContext(PictureView);
  /** The steps that all charts show; all if undefined. */
  const [zoomed, setRange] = useState<StepRange>();
  const choice = useStep();
  const program = useRunnableProgram();
  const body = useRef<HTMLDivElement>(null);
  const shown = useMemo(
    () => series.filter(({ name }, index) => toggled.get(name) ?? index < FIRST_SERIES),
    [series, toggled],
  );
  const paths = useMemo(() => series.filter(({ columns }) => columns.length >= 2), [series]);
  const last = shown.reduce((most, one) => Math.max(most, countOf(one) - 1), 0);
  const range = zoomed === undefined || zoomed[1] > last ? undefined : zoomed;
  const main = series.find(({ name }) => name === choice.step?.series) ?? longest(series);
  const play = usePlay(choice, main?.name, main === undefined ? 0 : countOf(main));
  const [axes, setAxes] = useState<PathAxes>({});
  const steps = main === undefined ? 0 : countOf(main) - 1;
  const optimisers = useOptimisers(
    stale || running !== undefined ? undefined : program,
    useMemo(() => series.filter(({ columns }) => columns.length > 0).map(({ name }) => name), [series]),
    steps,
    useMemo(() => [axes.x ?? 0, axes.y ?? 1] as const, [axes]),
  );
  const { comparison } = optimisers;
  const others = useMemo(() => comparison && pathsOf(comparison), [comparison]);
  const momentStep = useNowAndThen(choice.step, play.isPlaying);
  return (
    <PanelFrame
      view={view}
      empty={EMPTY}
      isEmpty={series.length === 0}
      ofFailedRun={(running ?? failed) !== undefined}
      about={<AboutDescent />}
      toolbar={
        series.length > 0 && (
          <>
            <Segments
              label="Value scale"
              options={[
                ['linear', 'Linear'],
                ['log', 'Log'],
              ]}
              value={scale}
              onChoose={setScale}
            />
            {steps > 0 && (
              <button
                type="button"
                className="button small outlined"
                aria-expanded={optimisers.isOpen}
                onClick={() => {
                  optimisers.setOpen(!optimisers.isOpen);
                }}
              >
                Compare optimisers
              </button>
            )}
            {last > 1 && (
              <span className="descent-range">
                {range !== undefined && (
                  <span>
                    steps {integer(range[0])} to {integer(range[1])}
                  </span>
                )}
                <ViewButtons
                  label="Steps shown"
                  view={{ x: range ?? [0, last], y: [0, 1] }}
                  onView={({ x }) => {
                    setRange(wholeSteps(x, last));
                  }}
                  fit={
                    range &&
                    (() => {
                      setRange(undefined);
                    })
                  }
                  plane={false}
                  zoomsOnly={range === undefined}
                />
              </span>
            )}
          </>
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
        {failed !== undefined && running === undefined && (
          <p className="figure-note">The run did not finish. The curves show what it recorded.</p>
        )}
        <div className="descent-tools">
          {main !== undefined && <StepBar choice={choice} series={main.name} count={countOf(main)} play={play} />}
          {series.length > 1 && (
            <div className="descent-choice" role="group" aria-label="Watched names">
              {series.slice(0, listed).map((one) => (
                <label key={one.name}>
                  <input
                    type="checkbox"
                    checked={shown.includes(one)}
                    onChange={() => {
                      setToggled(new Map(toggled).set(one.name, !shown.includes(one)));
                    }}
                  />{' '}
                  {clipped(one.name)}
                </label>
              ))}
              <MoreButton shown={listed} count={series.length} step={MORE_NAMES} what="name" onMore={setListed} />
              {series.length === MOST_SERIES && <span>The panel shows up to {integer(MOST_SERIES)} names.</span>}
            </div>
          )}
        </div>
        <div className="descent-columns">
          <div className="descent-charts">
            {optimisers.isOpen && main !== undefined && (
              <OptimisersFigure
                {...{ optimisers, steps, scale, range, choice, stale }}
                onRange={setRange}
                series={main.name}
              />
            )}
            {paths.length > 0 && (
              <PathFigure series={paths} {...{ program, choice, stale, scale, axes, others }} onAxes={setAxes} />
            )}
            {shown.map((one) =>
              one.pictures === undefined ? (
                <SeriesFigure
                  key={one.name}
                  series={one}
                  {...{ scale, last, range, choice, stale }}
                  onRange={setRange}
                />
              ) : (
                DrawnPicture && (
                  <DrawnPicture
                    key={one.name}
                    watched={{
                      series: one.name,
                      record: Math.min(choice.step?.record ?? Infinity, countOf(one) - 1),
                      place: 'panel',
                    }}
                    stale={stale}
                  />
                )
              ),
            )}
          </div>
          <MomentFigure program={program} step={stale ? undefined : momentStep} />
        </div>
      </div>
    </PanelFrame>
  );
}

const NONE: readonly Series[] = [];

function pathsOf({ series, runs }: NonNullable<OptimisersView['comparison']>) {
  const paths = runs.flatMap(({ optimiser, path }) =>
    path === undefined ? [] : [{ path, look: OPTIMISERS.indexOf(optimiser) }],
  );
  return { series, paths };
}

function longest(series: readonly Series[]): Series | undefined {
  return series.reduce<Series | undefined>(
    (best, one) => (best === undefined || countOf(one) > countOf(best) ? one : best),
    undefined,
  );
}
