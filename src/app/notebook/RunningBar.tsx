import type { Diagnostic } from '../../language/source/diagnostic';
import type { RunProgress } from '../../protocol/messages';
import { counted, showNumber, showSeconds } from '../kit/format';
import { useCell } from '../store/hooks';
import { runLonger } from '../workers/pipeline';
import { stopRun } from '../workers/run-client';

/** The watched names whose newest value is shown. */
const MOST_SHOWN = 2;

/** How far a long run is: its steps, the newest values that it watched, its time, and a button that stops it. */
export function RunningBar({ progress }: { readonly progress: RunProgress }) {
  const { series, seconds, limit } = progress;
  const steps = series.reduce((most, { columns, pictures }) => Math.max(most, pictures ?? columns[0]?.length ?? 0), 0);
  const values = series.flatMap(({ name, columns }) => {
    const [first] = columns;
    return columns.length === 1 && first !== undefined ? [`${name} ${showNumber(first.at(-1) ?? NaN)}`] : [];
  });
  const parts = [
    ...(steps > 0 ? [counted(steps, 'step')] : []),
    ...values.slice(0, MOST_SHOWN),
    `${showSeconds(seconds)} of ${showSeconds(limit)}`,
  ];
  return (
    <span className="running" role="group" aria-label="Run">
      <progress value={Math.min(seconds, limit)} max={limit} aria-label="Time of the run" />
      <span className="running-state">{parts.join(' · ')}</span>
      <button type="button" className="button small outlined" onClick={stopRun}>
        Stop
      </button>
    </span>
  );
}

/** Whether a run that ended with an error of this code can go on. */
export function canGoOn(code: string): boolean {
  return code === 'budget-time' || code === 'budget-stopped';
}

/** Says why a run waits, and offers to go on with it. */
export function LimitNotice({ reason }: { readonly reason: Diagnostic }) {
  const id = useCell();
  return (
    <span className="running" role="status">
      <span className="running-state">{reason.message}</span>
      {id !== undefined && (
        <button
          type="button"
          className="button small outlined"
          onClick={() => {
            runLonger(id);
          }}
        >
          Run longer
        </button>
      )}
    </span>
  );
}
