import { clipped } from './format';
import './figures.css';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}

/** The most options of a select box. Thousands would block the page. */
const MOST_OPTIONS = 300;

/** A labelled select box of the first options and the chosen one. */
export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const offered = options.filter(([option], index) => index < MOST_OPTIONS || option === value);
  return (
    <label className="choice">
      {label}{' '}
      <select
        value={value}
        onChange={(event) => {
          onChoose(event.currentTarget.value);
        }}
      >
        {offered.map(([option, text]) => (
          <option key={option} value={option}>
            {clipped(text)}
          </option>
        ))}
      </select>
    </label>
  );
}
