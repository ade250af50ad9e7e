interface StepButtonProps {
  readonly label: string;
  /** The path of a 16-pixel symbol. */
  readonly symbol: string;
  readonly disabled: boolean;
  /** Keeps the focus when disabled, so that the keys of the panel keep working. */
  readonly keepsFocus?: boolean;
  readonly run: () => void;
}

/** A button of a step control: a symbol with a name. */
export function StepButton({ label, symbol, disabled, keepsFocus = false, run }: StepButtonProps) {
  return (
    <button
      type="button"
      className="button small outlined"
      aria-label={label}
      title={label}
      disabled={disabled && !keepsFocus}
      aria-disabled={keepsFocus ? disabled : undefined}
      onClick={() => {
        if (!disabled) run();
      }}
    >
      <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
        <path d={symbol} fill="currentColor" />
      </svg>
    </button>
  );
}
