import { useMemo } from 'react';
import type { OptimiserRun } from '../../../protocol/optimisers';
import type { Series } from '../../../protocol/messages';
import { counted, showNumber } from '../../kit/format';
import type { ScaleKind, StepRange } from '../../charts/series/series';
import { dashOf, lookOf } from '../../charts/series/series-chart';
import type { StepChoice } from '../../store/shown-step';
import { useLasting } from '../../store/hooks';
import { SeriesFigure } from './SeriesFigure';
import { OPTIMISER_LABELS, type OptimiserSetting, type OptimisersView } from './use-optimisers';
import './optimisers.css';

interface OptimisersFigureProps {
  readonly optimisers: OptimisersView;
  /** The series of the run whose steps are shown. */
  readonly series: string;
  readonly steps: number;
  readonly scale: ScaleKind;
  readonly range: StepRange | undefined;
  readonly onRange: (range: StepRange | undefined) => void;
  readonly choice: StepChoice;
  readonly stale: boolean;
}

/** Optimisers from the same start: their rates, the value after each step as curves, and how they did as a table. */
export function OptimisersFigure(props: OptimisersFigureProps) {
  const { optimisers, series, steps, scale, range, onRange, choice, stale } = props;
  const { settings, set, comparison, problem, pending } = optimisers;
  const slow = useLasting(pending);
  const runs = comparison?.runs;
  const drawn = useMemo(() => (comparison === undefined ? undefined : seriesOf(comparison)), [comparison]);
  const looks = useMemo(
    () => runs?.map((run) => settings.findIndex(({ optimiser }) => optimiser === run.optimiser)),
    [runs, settings],
  );
  const own: StepChoice = {
    ...choice,
    hover: (step) => {
      choice.hover(step && { ...step, series });
    },
    choose: (step) => {
      choice.choose(step && { ...step, series });
    },
  };
  return (
    <section className="optimisers" aria-label="Optimisers" aria-busy={slow}>
      <h3>Optimisers from the same start {slow && <span className="panel-waiting">computing …</span>}</h3>
      <div className="optimiser-choices">
        {settings.map((setting, index) => (
          <OptimiserChoice key={setting.optimiser} setting={setting} index={index} set={set} />
        ))}
      </div>
      {problem !== undefined && <p className="figure-note">{problem}</p>}
      {comparison !== undefined && drawn !== undefined && looks !== undefined && comparison.runs.length > 0 && (
        <>
          <SeriesFigure series={drawn} looks={looks} last={steps} {...{ scale, range, onRange, stale }} choice={own} />
          <OptimiserTable runs={comparison.runs} minimised={comparison.minimised.name} />
        </>
      )}
    </section>
  );
}

function seriesOf({ runs, minimised: { name, span } }: NonNullable<OptimisersView['comparison']>): Series {
  return {
    name: `${name} by optimiser`,
    labels: runs.map(({ optimiser }) => OPTIMISER_LABELS[optimiser]),
    columns: runs.map(({ losses }) => losses),
    leafCount: runs.length,
    span,
  };
}

interface OptimiserChoiceProps {
  readonly setting: OptimiserSetting;
  readonly index: number;
  readonly set: OptimisersView['set'];
}

/** The powers of ten between which a rate is chosen. */
const LEAST = -4;
const GREATEST = 1;

function OptimiserChoice({ setting: { optimiser, label, rate, isChosen }, index, set }: OptimiserChoiceProps) {
  return (
    <div className="optimiser-choice">
      <label>
        <input
          type="checkbox"
          checked={isChosen}
          onChange={() => {
            set(optimiser, { isChosen: !isChosen });
          }}
        />
        <svg viewBox="0 0 24 8" width="24" height="8" aria-hidden="true">
          <path className={`series-line series-${lookOf(index)}`} d="M0 4h24" strokeDasharray={dashOf(index)} />
        </svg>
        {label}
      </label>
      <input
        type="range"
        aria-label={`Rate of ${label}`}
        aria-valuetext={showNumber(rate, 2)}
        min={LEAST}
        max={GREATEST}
        step={0.05}
        value={Math.log10(rate)}
        disabled={!isChosen}
        onChange={(event) => {
          set(optimiser, { rate: Number((10 ** event.currentTarget.valueAsNumber).toPrecision(2)) });
        }}
      />
      <output>{showNumber(rate, 2)}</output>
    </div>
  );
}

function OptimiserTable({ runs, minimised }: { readonly runs: readonly OptimiserRun[]; readonly minimised: string }) {
  const best = bestOf(runs);
  return (
    <div className="optimiser-table" role="region" aria-label="How the optimisers did" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">optimiser</th>
            <th scope="col">rate</th>
            <th scope="col">last {minimised}</th>
            <th scope="col">within 1% of the best</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => {
            const reached = reaches(run, best);
            return (
              <tr key={run.optimiser}>
                <th scope="row">{OPTIMISER_LABELS[run.optimiser]}</th>
                <td>{showNumber(run.rate, 2)}</td>
                <td>{showNumber(run.losses.at(-1) ?? NaN)}</td>
                <td>{reached === undefined ? 'never' : `after ${counted(reached, 'step')}`}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function bestOf(runs: readonly OptimiserRun[]): number {
  return runs.reduce(
    (best, { losses }) => losses.reduce((least, loss) => (loss < least ? loss : least), best),
    Infinity,
  );
}

/** Returns the first step at which a run is within 1% of the best value. */
function reaches({ losses }: OptimiserRun, best: number): number | undefined {
  const found = losses.findIndex((loss) => loss <= best + 0.01 * Math.abs(best));
  return found < 0 ? undefined : found;
}
