import { useState } from 'react';
import { showNumber } from '../../kit/format';

interface NumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly step: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly whole: boolean;
  readonly set: (value: number) => void;
}

/** A number field that keeps the typed text while it is not a valid value of the input. */
export function NumberBox({ label, value, step, low, high, whole, set }: NumberBoxProps) {
  const [draft, setDraft] = useState<string>();
  const text = draft ?? showNumber(value);
  const good = draft === undefined || parse(draft, low, high, whole) !== undefined;
  return (
    <input
      type="number"
      aria-label={label}
      aria-invalid={!good}
      step={step}
      min={low}
      max={high}
      value={text}
      onChange={(event) => {
        setDraft(event.target.value);
        const next = parse(event.target.value, low, high, whole);
        if (next !== undefined) set(next);
      }}
      onBlur={() => {
        setDraft(undefined);
      }}
    />
  );
}

function parse(text: string, low = -Infinity, high = Infinity, whole: boolean): number | undefined {
  const value = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) && value >= low && value <= high && (!whole || Number.isSafeInteger(value))
    ? value
    : undefined;
}
