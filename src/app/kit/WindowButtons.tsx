import { integer } from './format';

interface WindowButtonsProps {
  /** Index of the first row that is shown. */
  readonly start: number;
  /** Number of rows that are shown at once. */
  readonly size: number;
  readonly count: number;
  readonly onStart: (start: number) => void;
  readonly className?: string;
}

/** Buttons that page through a long table or tree. */
export function WindowButtons({ start, size, count, onStart, className }: WindowButtonsProps) {
  if (count <= size) return null;
  return (
    <p className={className}>
      <button
        type="button"
        className="button small outlined"
        disabled={start === 0}
        onClick={() => {
          onStart(Math.max(0, start - size));
        }}
      >
        Previous
      </button>{' '}
      {integer(start + 1)} to {integer(Math.min(count, start + size))} of {integer(count)}{' '}
      <button
        type="button"
        className="button small outlined"
        disabled={start + size >= count}
        onClick={() => {
          onStart(start + size);
        }}
      >
        Next
      </button>
    </p>
  );
}
