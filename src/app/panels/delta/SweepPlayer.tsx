import type { DeltaPayload } from '../../../protocol/messages';
import { nodeName } from '../../charts/delta/text';
import { integer, showNumber } from '../../kit/format';
import { clauseText, kindOf, receivedBy, type EvalSweep } from '../../charts/delta/sweep';
import type { Player } from './use-player';

interface SweepPlayerProps {
  readonly player: Player;
  readonly payload: DeltaPayload;
  readonly sweep: EvalSweep;
}

/** The controls of the sweep, and the clause of eval that was applied last. */
export function SweepPlayer({ player, payload, sweep }: SweepPlayerProps) {
  const moving = player.direction !== 0;
  return (
    <div className="sweep" role="group" aria-label="Sweep controls">
      <div className="sweep-controls">
        <SweepButton
          label={player.direction === -1 ? 'Pause' : 'Play in reverse'}
          symbol={player.direction === -1 ? PAUSE : REVERSE}
          run={() => {
            player.play(player.direction === -1 ? 0 : -1);
          }}
        />
        <SweepButton
          label="Previous step"
          symbol={STEP_BACK}
          run={() => {
            player.seek(player.done - 1);
          }}
        />
        <SweepButton
          label={player.direction === 1 ? 'Pause' : 'Play'}
          symbol={player.direction === 1 ? PAUSE : PLAY}
          run={() => {
            player.play(player.direction === 1 ? 0 : 1);
          }}
        />
        <SweepButton
          label="Next step"
          symbol={STEP}
          run={() => {
            player.seek(player.done + 1);
          }}
        />
        <input
          type="range"
          className="sweep-slider"
          aria-label="Sweep step"
          aria-valuetext={`step ${player.done} of ${sweep.count}`}
          min={0}
          max={sweep.count}
          step={1}
          value={player.done}
          style={{ '--filled': `${(100 * player.done) / Math.max(1, sweep.count)}%` } as React.CSSProperties} // a custom property
          onChange={(event) => {
            player.seek(event.currentTarget.valueAsNumber);
          }}
        />
        <output className="sweep-count">
          {integer(player.done)} / {integer(sweep.count)}
        </output>
        <SweepButton label="Exit sweep" symbol={CLOSE} run={player.stop} />
      </div>
      <div
        className="sweep-clause"
        tabIndex={0}
        role="group"
        aria-label="Current clause"
        aria-live={moving ? 'off' : 'polite'}
      >
        <ClauseLines {...{ player, payload, sweep }} />
      </div>
    </div>
  );
}

function ClauseLines({ player, payload, sweep }: SweepPlayerProps) {
  if (player.done === 0)
    return (
      <>
        <p className="sweep-rule">eval 1 u emptyMap</p>
        <p className="sweep-instance">no contributions yet</p>
      </>
    );
  if (player.done >= sweep.count)
    return (
      <>
        <p className="sweep-rule">lookupS finalMap: the derivatives of the inputs</p>
        <p className="sweep-instance">{derivativesText(payload, sweep)}</p>
      </>
    );
  const text = clauseText(
    payload,
    sweep,
    player.done - 1,
    (node) => shortName(payload, node),
    (value) => showNumber(value),
  );
  return (
    <>
      <p className="sweep-rule">{text.rule}</p>
      <p className="sweep-instance">{text.instance}</p>
    </>
  );
}

/** `x: 2.0707, y: 1.5`: the derivatives of the inputs; zero for an input that the sweep did not reach. */
export function derivativesText(payload: DeltaPayload, sweep: EvalSweep): string {
  const parts: string[] = [];
  for (let node = 0; node < payload.count && parts.length < 12; node++) {
    if (kindOf(payload, node) !== 'input') continue;
    parts.push(`∂${nodeName(payload, node)} = ${showNumber(receivedBy(sweep, node, sweep.count) ?? 0)}`);
  }
  return parts.join(', ') + (payload.focus.leaves.length > parts.length ? ', …' : '');
}

/** Returns the name of a variable; of a nested Delta its text in brackets, shortened. */
function shortName(payload: DeltaPayload, node: number): string {
  const kind = kindOf(payload, node);
  const name = nodeName(payload, node);
  if (kind === 'input' || kind === 'binding' || kind === 'zero') return name;
  return name.length > MOST_LETTERS ? `(${name.slice(0, MOST_LETTERS - 3)}…)` : `(${name})`;
}

const MOST_LETTERS = 48;

interface SweepButtonProps {
  readonly label: string;
  /** The path of a 16-pixel symbol. */
  readonly symbol: string;
  readonly run: () => void;
}

function SweepButton({ label, symbol, run }: SweepButtonProps) {
  return (
    <button type="button" className="button small sweep-button" aria-label={label} title={label} onClick={run}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={symbol} fill="currentColor" />
      </svg>
    </button>
  );
}

const PLAY = 'M3 2l10 6-10 6z';
const REVERSE = 'M13 2 3 8l10 6z';
const STEP = 'M3 2l7 6-7 6zM12 2h2v12h-2z';
const STEP_BACK = 'M13 2 6 8l7 6zM2 2h2v12H2z';
const PAUSE = 'M3 2h4v12H3zM9 2h4v12H9z';
const CLOSE = 'M3.2 2 8 6.8 12.8 2 14 3.2 9.2 8 14 12.8 12.8 14 8 9.2 3.2 14 2 12.8 6.8 8 2 3.2z';
