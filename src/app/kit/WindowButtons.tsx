interface WindowButtonsProps {
  /** The first that is shown. */
  readonly start: number;
  /** So many are shown at once. */
  readonly size: number;
  readonly count: number;
  readonly onStart: (start: number) => void;
  readonly className?: string;
}

/** Before or after a long table or tree of which a part is drawn. */
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
        Earlier
      </button>{' '}
      {start + 1} to {Math.min(count, start + size)} of {count}{' '}
      <button
        type="button"
        className="button small outlined"
        disabled={start + size >= count}
        onClick={() => {
          onStart(start + size);
        }}
      >
        Later
      </button>
    </p>
  );
}
