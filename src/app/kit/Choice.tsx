import './figures.css';

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
}

/** A labelled select box. */
export function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label className="choice">
      {label}{' '}
      <select
        value={value}
        onChange={(event) => {
          onChoose(event.currentTarget.value);
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
