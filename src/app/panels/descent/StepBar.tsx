import { Choice } from '../../kit/Choice';
import { counted, integer } from '../../kit/format';
import { StepButton } from '../../kit/StepButton';
import type { StepChoice } from '../../store/shown-step';
import { type Play, SPEEDS } from './use-play';

interface StepBarProps {
  readonly choice: StepChoice;
  /** The series that the buttons step through if none is chosen. */
  readonly series: string;
  /** The number of its records. */
  readonly count: number;
  readonly play: Play;
}

/** Plays the steps of all charts, moves through them, and unpins a step. */
export function StepBar({ choice, series, count, play }: StepBarProps) {
  const { step, chosen, choose } = choice;
  const record = Math.min(step?.record ?? count, count);
  const name = step?.series ?? series;
  const go = (to: number): void => {
    choose({ series: name, record: Math.max(0, Math.min(count - 1, to)) });
  };
  return (
    <div className="step-bar" role="group" aria-label="Step controls">
      <StepButton
        label={play.isPlaying ? 'Pause' : 'Play'}
        symbol={play.isPlaying ? PAUSE : PLAY}
        disabled={count < 2}
        keepsFocus
        run={play.toggle}
      />
      <StepButton
        label="First step"
        symbol={FIRST}
        disabled={record === 0}
        run={() => {
          go(0);
        }}
      />
      <StepButton
        label="Previous step"
        symbol={PREVIOUS}
        disabled={record === 0}
        run={() => {
          go(record - 1);
        }}
      />
      <span className="step-count" style={{ minWidth: `${at(count - 1, count).length}ch` }}>
        {step === undefined ? counted(count, 'step') : at(step.record, count)}
      </span>
      <StepButton
        label="Next step"
        symbol={NEXT}
        disabled={record >= count - 1}
        run={() => {
          go(record + 1);
        }}
      />
      <StepButton
        label="Last step"
        symbol={LAST}
        disabled={record >= count - 1 && step !== undefined}
        run={() => {
          go(count - 1);
        }}
      />
      <button
        type="button"
        className={chosen === undefined ? 'button small outlined away' : 'button small outlined'}
        onClick={() => {
          choose(undefined);
        }}
      >
        Unpin
      </button>
      <input
        type="range"
        className="step-scrubber"
        aria-label="Step"
        min={0}
        max={Math.max(0, count - 1)}
        value={Math.min(record, count - 1)}
        style={
          { '--filled': `${(100 * Math.min(record, count - 1)) / Math.max(1, count - 1)}%` } as React.CSSProperties
        } // a custom property
        onChange={(event) => {
          if (play.isPlaying) play.toggle();
          go(event.currentTarget.valueAsNumber);
        }}
      />
      <Choice
        label="Speed"
        value={String(play.speed)}
        options={SPEEDS.map((speed) => [String(speed), `${speed}×`])}
        onChoose={(value) => {
          play.setSpeed(Number(value));
        }}
      />
    </div>
  );
}

function at(record: number, count: number): string {
  return `step ${integer(record)} of ${integer(count - 1)}`;
}

const PLAY = 'M3 2l11 6-11 6z';
const PAUSE = 'M3 2h4v12H3zM9 2h4v12H9z';
const PREVIOUS = 'M12 2 3 8l9 6z';
const NEXT = 'M4 2l9 6-9 6z';
const FIRST = 'M14 2 6 8l8 6zM2 2h2v12H2z';
const LAST = 'M2 2l8 6-8 6zM12 2h2v12h-2z';
