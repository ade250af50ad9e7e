import { StepButton } from '../../kit/StepButton';
import { counted, integer } from '../../kit/format';
import type { StepPosition } from './use-position';

const SPEEDS = [0.5, 1, 2, 5, 20] as const;

/** The step controls: buttons, a slider over all steps, the position and the speed. */
export function StepsBar({ position }: { readonly position: StepPosition }) {
  const { at, last, atEnd, playing, speed, go, play, setSpeed } = position;
  const text = positionText(position);
  return (
    <div className="steps-bar" role="group" aria-label="Step controls">
      <div className="steps-buttons">
        <StepButton
          label="First step"
          symbol={FIRST}
          disabled={at === 0}
          keepsFocus
          run={() => {
            go(0);
          }}
        />
        <StepButton
          label="Previous step"
          symbol={PREVIOUS}
          disabled={at === 0}
          keepsFocus
          run={() => {
            go(at - 1);
          }}
        />
        <StepButton
          label={playing ? 'Pause' : 'Play'}
          symbol={playing ? PAUSE : PLAY}
          disabled={atEnd && at === 0}
          keepsFocus
          run={() => {
            play(!playing);
          }}
        />
        <StepButton
          label="Next step"
          symbol={NEXT}
          disabled={atEnd}
          keepsFocus
          run={() => {
            go(at + 1);
          }}
        />
        <StepButton
          label="Last step"
          symbol={LAST}
          disabled={atEnd || last === undefined}
          keepsFocus
          run={() => {
            go(last ?? at);
          }}
        />
      </div>
      <input
        type="range"
        className="steps-slider"
        aria-label="Step"
        aria-valuetext={text}
        min={0}
        max={last ?? Math.max(at, 1)}
        step={1}
        value={at}
        disabled={last === undefined || last === 0}
        style={{ '--filled': `${(100 * at) / Math.max(1, last ?? at)}%` } as React.CSSProperties} // a custom property
        onChange={(event) => {
          go(event.currentTarget.valueAsNumber);
        }}
      />
      <span className="steps-count">{text}</span>
      <label className="steps-speed">
        Speed{' '}
        <select
          value={speed}
          onChange={(event) => {
            setSpeed(Number(event.currentTarget.value));
          }}
        >
          {SPEEDS.map((each) => (
            <option key={each} value={each}>
              {each} per second
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

/** The position as text: `step 3 of 12` is the step whose redex is shown. */
export function positionText({ at, last, cut, atEnd }: StepPosition): string {
  if (last === undefined) return atEnd ? `finished: ${counted(at, 'step')}` : `step ${integer(at + 1)}, counting …`;
  if (at < last) return `step ${integer(at + 1)} of ${cut ? 'the first ' : ''}${integer(last)}`;
  return cut ? `${counted(last, 'step')}, not finished` : `finished: ${counted(last, 'step')}`;
}

const PLAY = 'M3 2l10 6-10 6z';
const PAUSE = 'M3 2h4v12H3zM9 2h4v12H9z';
const PREVIOUS = 'M13 2 6 8l7 6zM2 2h1.5v12H2z';
const NEXT = 'M3 2l7 6-7 6zM12.5 2H14v12h-1.5z';
const FIRST = 'M15 2 9.5 8l5.5 6zM9 2 3.5 8 9 14zM1 2h1.5v12H1z';
const LAST = 'M1 2l5.5 6L1 14zM7 2l5.5 6L7 14zM13.5 2H15v12h-1.5z';
