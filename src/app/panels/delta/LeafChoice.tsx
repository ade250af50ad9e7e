import type { DeltaPayload } from '../../../protocol/messages';
import { showNumber } from '../../kit/format';
import { receivedBy, type EvalSweep } from '../../charts/delta/sweep';

/** Above this many inputs, a search field replaces the list. */
const MOST_OPTIONS = 300;

interface LeafChoiceProps {
  readonly payload: DeltaPayload;
  readonly sweep: EvalSweep;
  readonly leaf: number;
  readonly choose: (label: string) => void;
}

/** Chooses the derivative to explain. */
export function LeafChoice({ payload, sweep, leaf, choose }: LeafChoiceProps) {
  const { leaves } = payload.focus;
  const derivative = (index: number): string => showNumber(receivedBy(sweep, index, sweep.count) ?? 0);
  if (leaves.length > MOST_OPTIONS)
    return (
      <label>
        Explain ∂{' '}
        <input
          type="search"
          aria-label="Input to explain"
          placeholder={leaves[leaf]?.label}
          onChange={(event) => {
            choose(event.currentTarget.value.trim());
          }}
        />{' '}
        = {derivative(leaf)}
      </label>
    );
  return (
    <label>
      Explain{' '}
      <select
        aria-label="Derivative to explain"
        value={leaves[leaf]?.label}
        onChange={(event) => {
          choose(event.currentTarget.value);
        }}
      >
        {leaves.map(({ label }, index) => (
          <option key={label} value={label}>
            ∂{label} = {derivative(index)}
          </option>
        ))}
      </select>
    </label>
  );
}
