import type { Diagnostic } from '../../language/source/diagnostic';
import type { RunProgress } from '../../protocol/messages';
import { counted, showNumber, showSeconds } from '../kit/format';
import { Message, Place } from '../panels/shared/DiagnosticList';
import { isLimit } from '../kit/limits';
import { type ProductView, useCell } from '../store/hooks';
import { EARLY } from '../store/results';
import { runHeld, runLonger } from '../workers/pipeline';
import { stopRun } from '../workers/run-client';

/** What a run does, or what kept it from its end, in one line. */
export function RunState({ value }: { readonly value: ProductView<'value'> }) {
  const { progress, diagnostics, unlisted } = value;
  if (progress !== undefined) return progress.seconds < EARLY ? null : <RunningBar progress={progress} />;
  const [problem] = diagnostics;
  if (problem === undefined) return null;
  if (canGoOn(problem.code)) return <LimitNotice reason={problem} />;
  return <Problem problem={problem} more={diagnostics.length - 1 + unlisted} />;
}

/** The watched names whose newest value is shown. */
const MOST_SHOWN = 2;

/** How far a long run is: its steps, the newest values that it watched, its time, and a button that stops it. */
function RunningBar({ progress }: { readonly progress: RunProgress }) {
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
function canGoOn(code: string): boolean {
  return code === 'budget-time' || code === 'budget-stopped';
}

/** Says why a run waits, and offers to go on with it. */
function LimitNotice({ reason }: { readonly reason: Diagnostic }) {
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

interface ProblemProps {
  readonly problem: Diagnostic;
  readonly more: number;
}

/** The first problem in one line. The cell lists all of them in full. */
function Problem({ problem, more }: ProblemProps) {
  const { message, span } = problem;
  const limit = isLimit(problem);
  return (
    <span className={limit ? 'badge problem' : 'badge problem errors'} title={message}>
      {!limit && <span>{more > 0 ? `${counted(more + 1, 'error')}:` : 'Error:'}</span>}
      <span className="problem-message">
        <Message text={message} />
      </span>
      <Place span={span} short />
    </span>
  );
}

/** Offers to run a program that did not finish on an earlier visit. */
export function HeldRun() {
  const id = useCell();
  return (
    <p className="output-held">
      This program did not finish last time, so it has not been run again.{' '}
      <button
        type="button"
        className="button small"
        onClick={() => {
          if (id !== undefined) runHeld(id);
        }}
      >
        Run
      </button>
    </p>
  );
}
