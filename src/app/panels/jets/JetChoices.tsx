import { type ChosenJets, type JetChoice, MOST_DIRECTIONS, mostOrder } from '../../../protocol/jets';
import { integer } from '../../kit/format';

interface JetChoicesProps {
  readonly chosen: ChosenJets;
  /** The requested choice, which may not be answered yet; the next choice starts from it. */
  readonly wanted: JetChoice;
  readonly onChoose: (choice: JetChoice) => void;
}

const RESTRICTED = '2′';

/** Choices of the directions and the order. */
export function JetChoices({ chosen, wanted, onChoose }: JetChoicesProps) {
  const { leaves, leafCount } = chosen;
  const choice = wanted.leaves.every((leaf) => leaf < leafCount) ? wanted : chosen.choice;
  const count = choice.leaves.length;
  const orders = [
    ...Array.from({ length: mostOrder(count) }, (_, i) => String(i + 1)),
    ...(count === 2 ? [RESTRICTED] : []),
  ];
  const chooseCount = (next: number): void => {
    const free = Array.from({ length: leafCount }, (_, i) => i).filter((leaf) => !choice.leaves.includes(leaf));
    onChoose({
      leaves: [...choice.leaves, ...free].slice(0, next),
      order: Math.min(choice.order, mostOrder(next)),
      restricted: choice.restricted && next === 2,
    });
  };
  const chooseLeaf = (direction: number, leaf: number): void => {
    // Choosing the leaf of another direction swaps the two.
    const before = choice.leaves[direction] ?? leaf;
    onChoose({
      ...choice,
      leaves: choice.leaves.map((other, i) => (i === direction ? leaf : other === leaf ? before : other)),
    });
  };
  return (
    <div className="jets-choices">
      <span className="jets-choice" id="jets-directions">
        Directions <i>k</i>
      </span>
      <div className="segments" role="group" aria-labelledby="jets-directions">
        {Array.from({ length: MOST_DIRECTIONS }, (_, i) => i + 1).map((each) => (
          <button
            key={each}
            type="button"
            className="segment"
            aria-pressed={each === count}
            disabled={each > leafCount}
            title={each > leafCount ? 'There are no more real inputs' : undefined}
            onClick={() => {
              chooseCount(each);
            }}
          >
            {each}
          </button>
        ))}
      </div>
      {choice.leaves.map((leaf, direction) => (
        <label key={direction} className="jets-choice">
          {direction === 0 ? 'along' : 'and'}
          <span className="visually-hidden"> direction {direction + 1}</span>{' '}
          <select
            value={leaf}
            disabled={leafCount === 1}
            onChange={(event) => {
              chooseLeaf(direction, Number(event.currentTarget.value));
            }}
          >
            {leaves.map((label, i) => (
              <option key={i} value={i}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ))}
      <label className="jets-choice">
        Order <i>R</i>{' '}
        <select
          value={choice.restricted ? RESTRICTED : String(choice.order)}
          onChange={(event) => {
            const { value } = event.currentTarget;
            const restricted = value === RESTRICTED;
            onChoose({ ...choice, order: restricted ? 2 : Number(value), restricted });
          }}
        >
          {orders.map((order) => (
            <option key={order} value={order}>
              {order}
            </option>
          ))}
        </select>
      </label>
      {leafCount > leaves.length && (
        <span className="jets-soft">
          the first {leaves.length} of {integer(leafCount)} can be chosen
        </span>
      )}
    </div>
  );
}
