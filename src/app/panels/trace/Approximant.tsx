import { useId } from 'react';
import { MOST_APPROXIMANT } from '../../../protocol/terms';

interface ApproximantProps {
  /** Undefined: the program itself. */
  readonly bound: number | undefined;
  readonly onBound: (bound: number | undefined) => void;
}

const SLIDER = 32;

/** Controls for how deep the program's recursive functions may call themselves (Figure 8). */
export function Approximant({ bound, onBound }: ApproximantProps) {
  const id = useId();
  return (
    <div className="approximant" role="group" aria-label="Approximant">
      <label>
        <input
          type="checkbox"
          checked={bound === undefined}
          onChange={(event) => {
            onBound(event.target.checked ? undefined : 0);
          }}
        />{' '}
        unbounded
      </label>
      <label htmlFor={id}>
        approximant <i>n</i>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={SLIDER}
        value={Math.min(bound ?? SLIDER, SLIDER)}
        style={{ '--filled': `${(100 * Math.min(bound ?? SLIDER, SLIDER)) / SLIDER}%` } as React.CSSProperties} // a custom property, which the type leaves out
        aria-valuetext={bound === undefined ? 'unbounded' : String(bound)}
        onChange={(event) => {
          onBound(event.target.valueAsNumber);
        }}
      />
      <input
        type="number"
        min={0}
        max={MOST_APPROXIMANT}
        step={1}
        value={bound ?? ''}
        placeholder="∞"
        aria-label="Value of n"
        onChange={(event) => {
          const n = event.target.valueAsNumber;
          if (Number.isNaN(n)) onBound(undefined);
          else if (Number.isInteger(n) && n >= 0 && n <= MOST_APPROXIMANT) onBound(n);
        }}
      />
    </div>
  );
}
