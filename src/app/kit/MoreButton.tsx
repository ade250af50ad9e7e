import { counted, integer } from './format';

interface MoreButtonProps {
  readonly shown: number;
  readonly count: number;
  /** How many one click adds. */
  readonly step: number;
  /** The noun of one of them. */
  readonly what: string;
  /** Called with the number to show. */
  readonly onMore: (shown: number) => void;
}

/** A button below a long list of which the first parts are rendered; nothing if all are. */
export function MoreButton({ shown, count, step, what, onMore }: MoreButtonProps) {
  if (count <= shown) return null;
  return (
    <button
      type="button"
      className="text-button"
      onClick={() => {
        onMore(shown + step);
      }}
    >
      Show {integer(Math.min(step, count - shown))} more of {counted(count, what)}
    </button>
  );
}
