import './segments.css';

interface SegmentsProps<T extends string | number> {
  readonly label: string;
  /** The value and text of each option; a symbol also has a name for screen readers. */
  readonly options: readonly (readonly [value: T, text: string, name?: string])[];
  readonly value: T;
  readonly onChoose: (value: T) => void;
}

/** A segmented control: a choice between a few options, side by side. */
export function Segments<T extends string | number>({ label, options, value, onChoose }: SegmentsProps<T>) {
  return (
    <div className="segments" role="group" aria-label={label}>
      {options.map(([option, text, name]) => (
        <button
          key={option}
          type="button"
          className="segment"
          aria-pressed={option === value}
          aria-label={name}
          onClick={() => {
            onChoose(option);
          }}
        >
          {text}
        </button>
      ))}
    </div>
  );
}
