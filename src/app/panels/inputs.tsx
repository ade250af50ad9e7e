import { useId, useState } from 'react';
import { contains } from '../../language/source/span';
import { programCells } from '../../notebook/document';
import type { InputDescription, InputValue, Json } from '../../protocol/messages';
import { useAppStore, usePointing } from '../store/hooks';
import { formatReal } from '../ui/format';
import { sliderRange, writtenValue } from './slider-range';

/** A control for each input; moving one runs the program live. */
export function InputsPanel() {
  const inputs = useInputs();
  const overrides = useAppStore((state) => state.overrides);
  if (inputs.length === 0) return null;
  return (
    <section className="inputs" aria-label="Inputs">
      {inputs.map((input) => (
        <InputRow key={`${input.name} ${input.type}`} input={input} override={overrides[input.name]} />
      ))}
    </section>
  );
}

/** Those of the checked program, with the values of the last good run: a run that fails must leave its inputs movable. */
function useInputs(): readonly InputValue[] {
  const check = useAppStore((state) => state.check);
  const ran = useAppStore((state) => state.results.value.payload?.inputs);
  const fresh = useAppStore((state) => state.results.value.text === state.text);
  const notebook = useAppStore((state) => (state.check?.revision === state.text ? state.notebook : undefined));
  const overrides = useAppStore((state) => state.overrides);
  if (check?.runnable !== true) return ran ?? [];
  return check.inputs.flatMap((input) => {
    const value = ran?.find((other) => other.name === input.name && other.type === input.type)?.value;
    const written =
      fresh || notebook === undefined ? undefined : writtenValue(programCells(notebook)[input.span.cell] ?? '', input);
    const known = overrides[input.name] ?? written ?? value ?? placeholder(input);
    return known === undefined ? [] : [{ ...input, value: known }];
  });
}

function placeholder(input: InputDescription): Json | undefined {
  if (input.type === 'bool') return false;
  if (input.type !== 'real' && input.type !== 'int') return undefined;
  return input.range?.low ?? 0;
}

interface InputProps {
  readonly input: InputValue;
  /** What the reader set; undefined while it has the value of the program. */
  readonly override: Json | undefined;
}

function InputRow({ input, override }: InputProps) {
  const { pointed, point } = usePointing();
  const reset = useAppStore((state) => state.resetInputs);
  const here = pointed !== undefined && (contains(input.span, pointed.span) || contains(pointed.span, input.span));
  return (
    <div
      className={here ? 'input-row pointed' : 'input-row'}
      role="group"
      aria-label={`Input ${input.name}`}
      onPointerEnter={() => {
        point(input.span, 'inputs');
      }}
      onPointerLeave={() => {
        point(undefined, 'inputs');
      }}
    >
      <span className="input-name" title={input.name}>
        {input.name}
      </span>
      <Control input={input} override={override} />
      <button
        type="button"
        className="input-reset"
        hidden={override === undefined}
        aria-label={`Reset ${input.name} to the program's value`}
        title="Back to the program's value"
        onClick={() => {
          reset(input.name);
        }}
      >
        ↺
      </button>
    </div>
  );
}

function Control({ input, override }: InputProps) {
  const value = override ?? input.value;
  if (typeof value === 'number' && (input.type === 'real' || input.type === 'int'))
    return <NumberControl input={input} value={value} moved={override !== undefined} />;
  if (typeof value === 'boolean') return <BoolControl input={input} value={value} />;
  if (Array.isArray(value) && value.length <= 8 && value.every((item) => typeof item === 'number'))
    return <LeavesControl input={input} values={value} />;
  return <JsonControl key={JSON.stringify(value)} input={input} value={value} />;
}

interface NumberControlProps {
  readonly input: InputValue;
  readonly value: number;
  /** By the reader, away from the value of the program. */
  readonly moved: boolean;
}

function NumberControl({ input, value, moved }: NumberControlProps) {
  const set = useAppStore((state) => state.setInput);
  const [home, setHome] = useState(value);
  if (!moved && home !== value) setHome(value);
  const { low, high, step } = sliderRange(input, home);
  const filled = Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100));
  return (
    <>
      <input
        type="range"
        aria-label={input.name}
        min={low}
        max={high}
        step={step}
        value={value}
        style={{ '--filled': `${filled}%` } as React.CSSProperties} // a custom property, which the type leaves out
        onChange={(event) => {
          set(input.name, event.target.valueAsNumber);
        }}
      />
      <NumberBox
        label={`${input.name}, as a number`}
        value={value}
        step={step}
        low={input.range?.low}
        high={input.range?.high}
        whole={input.type === 'int'}
        set={(next) => {
          set(input.name, next);
        }}
      />
    </>
  );
}

interface NumberBoxProps {
  readonly label: string;
  readonly value: number;
  readonly step: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
  readonly whole: boolean;
  readonly set: (value: number) => void;
}

/** Keeps what is being typed while it is not yet a number that the input takes. */
function NumberBox({ label, value, step, low, high, whole, set }: NumberBoxProps) {
  const [draft, setDraft] = useState<string>();
  const text = draft ?? formatReal(value);
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

function BoolControl({ input, value }: { readonly input: InputValue; readonly value: boolean }) {
  const set = useAppStore((state) => state.setInput);
  return (
    <input
      type="checkbox"
      aria-label={input.name}
      checked={value}
      onChange={(event) => {
        set(input.name, event.target.checked);
      }}
    />
  );
}

/** A small tuple or array of numbers: a box for each. */
function LeavesControl({ input, values }: { readonly input: InputValue; readonly values: readonly number[] }) {
  const set = useAppStore((state) => state.setInput);
  const whole = !input.type.includes('real');
  return (
    <div className="wide-control input-leaves">
      {values.map((value, index) => (
        <NumberBox
          key={index}
          label={`${input.name}, component ${index + 1}`}
          value={value}
          step={whole ? 1 : 0.1}
          low={undefined}
          high={undefined}
          whole={whole}
          set={(next) => {
            set(input.name, values.with(index, next));
          }}
        />
      ))}
    </div>
  );
}

/** Anything else is written as JSON. */
function JsonControl({ input, value }: { readonly input: InputValue; readonly value: Json }) {
  const set = useAppStore((state) => state.setInput);
  const [text, setText] = useState(() => JSON.stringify(value));
  const [wrong, setWrong] = useState(false);
  const error = useId();
  return (
    <>
      <input
        type="text"
        className="wide-control"
        aria-label={`${input.name}, as JSON`}
        aria-invalid={wrong}
        aria-describedby={wrong ? error : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
        onBlur={() => {
          try {
            const parsed = JSON.parse(text) as Json; // what JSON.parse gives is JSON
            setWrong(false);
            if (text !== JSON.stringify(value)) set(input.name, parsed);
          } catch {
            setWrong(true);
          }
        }}
      />
      {wrong && (
        <p id={error} className="input-error">
          This is not JSON: write it like {JSON.stringify(input.value)}.
        </p>
      )}
    </>
  );
}
