import type { DeltaPayload } from '../../../protocol/messages';
import { showNumber } from '../../kit/format';
import { receivedBy, type Sweep } from '../../charts/delta/sweep';

/** More are asked for by name. */
const MOST_OPTIONS = 300;

interface LeafChoiceProps {
  readonly payload: DeltaPayload;
  readonly sweep: Sweep;
  readonly leaf: number;
  readonly choose: (label: string) => void;
}

/** Which derivative the question is about. */
export function LeafChoice({ payload, sweep, leaf, choose }: LeafChoiceProps) {
  const { leaves } = payload.focus;
  const derivative = (index: number): string => showNumber(receivedBy(sweep, index, sweep.count) ?? 0);
  if (leaves.length > MOST_OPTIONS)
    return (
      <label>
        Why is this so: ∂{' '}
        <input
          type="search"
          aria-label="The input whose derivative is asked about"
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
      Why is this so:{' '}
      <select
        aria-label="The derivative that is asked about"
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
