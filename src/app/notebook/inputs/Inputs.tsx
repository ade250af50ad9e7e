import { useMemo, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { contains } from '../../../language/source/span';
import { programCells } from '../../../notebook/document';
import type { InputDescription, Json } from '../../../protocol/messages';
import { clipped, counted } from '../../kit/format';
import { lazily, PartFailed } from '../../kit/lazily';
import { MoreButton } from '../../kit/MoreButton';
import { neededFor } from '../../store/dependencies';
import { useAppStore, useCell, usePointing, useProduct } from '../../store/hooks';
import { overrideOf } from '../../store/inputs';
import { programCell } from '../../store/subjects';
import { LeavesControl } from './LeavesControl';
import { leavesOf } from './leaves';
import { NumberBox } from './NumberBox';
import type { ShownInput } from './shown-input';
import { sliderRange, writtenValue } from './slider-range';

const WrittenControl = lazily(() => import('./WrittenControl').then((module) => module.WrittenControl), PartFailed);

/** The inputs that are shown at first, and that one click of the button adds. More would block the page. */
const MORE = 100;

/** A control for each input. Changing one runs the program at once. */
export function InputsPanel() {
  const [wanted, setWanted] = useState(MORE);
  const { inputs, count, unsent } = useInputs(wanted);
  const id = useCell();
  const index = useAppStore((state) => programCell(state, id)?.index);
  const only = useAppStore((state) => state.check?.cells.length === 1);
  const overrides = useAppStore((state) => state.overrides);
  if (inputs.length === 0) return null;
  return (
    <section className="inputs" aria-label={only || index === undefined ? 'Inputs' : `Inputs of cell ${index + 1}`}>
      {inputs.map((input) => (
        <InputRow key={`${input.name} ${input.type}`} input={input} override={overrideOf(overrides, input.name)} />
      ))}
      <p className="inputs-more">
        <MoreButton shown={wanted} count={count} step={MORE} what="input" onMore={setWanted} />
      </p>
      {count <= wanted && unsent > 0 && (
        <p className="inputs-more output-type">{counted(unsent, 'more input')}: set their values in the text.</p>
      )}
    </section>
  );
}

interface ShownInputs {
  /** The first inputs. */
  readonly inputs: readonly ShownInput[];
  /** The number of inputs that can be shown. */
  readonly count: number;
  /** The number of inputs that have no control: a run returns the values of the first only. */
  readonly unsent: number;
}

/**
 * The first `most` inputs of the checked program with the values of the last good run, so that they stay movable when a
 * run fails.
 */
function useInputs(most: number): ShownInputs {
  const id = useCell();
  const runnable = useAppStore((state) => id !== undefined && state.dependencies[id]?.runnable === true);
  const declared = useAppStore(
    useShallow((state) => (id === undefined ? [] : neededFor(state.dependencies, id).inputs)),
  );
  const view = useProduct('value');
  const ran = view.payload?.inputs;
  const unsent = (view.payload?.inputCount ?? 0) - (ran?.length ?? 0);
  const fresh = view.payload !== undefined && !view.stale;
  const notebook = useAppStore((state) =>
    !fresh && state.check?.revision === state.textRevision ? state.notebook : undefined,
  );
  const overrides = useAppStore((state) => state.overrides);
  const index = useAppStore((state) => programCell(state, id)?.index);
  const byName = useMemo(() => new Map(ran?.map((input) => [input.name, input])), [ran]);
  if (!runnable) return { inputs: ran?.slice(0, most) ?? [], count: ran?.length ?? 0, unsent };
  // The inputs that the cell declares, and those of other cells that its run depended on.
  const own = declared.filter(({ name, span }) => span.cell === index || byName.has(name));
  const sent = unsent > 0 ? own.filter(({ name }) => byName.has(name)) : own;
  const inputs = sent.slice(0, most).flatMap((input): readonly ShownInput[] => {
    const same = byName.get(input.name);
    const last = same?.type === input.type ? same : undefined;
    const written =
      fresh || notebook === undefined ? undefined : writtenValue(programCells(notebook)[input.span.cell] ?? '', input);
    const override = overrideOf(overrides, input.name);
    if (override === undefined && written === undefined && last !== undefined && last.value === undefined)
      return [{ ...input, value: undefined, text: last.text }];
    const known = override ?? written ?? last?.value ?? placeholder(input);
    if (known === undefined) return [];
    const text = JSON.stringify(last?.value) === JSON.stringify(known) ? last?.text : undefined;
    return [{ ...input, value: known, text }];
  });
  return { inputs, count: sent.length, unsent };
}

function placeholder(input: InputDescription): Json | undefined {
  if (input.type === 'bool') return false;
  if (input.type !== 'real' && input.type !== 'int') return undefined;
  return input.range?.low ?? 0;
}

interface InputProps {
  readonly input: ShownInput;
  /** The value that the reader set; undefined while the program's value holds. */
  readonly override: Json | undefined;
}

function InputRow({ input, override }: InputProps) {
  const { pointed, pointTo } = usePointing();
  const reset = useAppStore((state) => state.resetInputs);
  const here = pointed !== undefined && (contains(input.span, pointed.span) || contains(pointed.span, input.span));
  return (
    <div
      className={here ? 'input-row pointed' : 'input-row'}
      role="group"
      aria-label={`Input ${input.name}`}
      onPointerEnter={() => {
        pointTo(input.span);
      }}
      onPointerLeave={() => {
        pointTo(undefined);
      }}
    >
      <span className="input-name" title={clipped(input.name)}>
        {input.name}
      </span>
      <Control input={input} override={override} />
      <button
        type="button"
        className="input-reset"
        hidden={override === undefined}
        aria-label={`Reset ${input.name} to the program's value`}
        title="Reset to the program's value"
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
  if (value === undefined)
    return (
      <span className="wide-control output-type">
        {input.text} <br />
        This value is too long to edit here. Change it in the text.
      </span>
    );
  if (typeof value === 'number' && (input.type === 'real' || input.type === 'int'))
    return <NumberControl input={input} value={value} moved={override !== undefined} />;
  if (typeof value === 'boolean' && input.type === 'bool') return <BoolControl input={input} value={value} />;
  const leaves = leavesOf(value, input.type);
  if (leaves !== undefined) return <LeavesControl input={input} leaves={leaves} />;
  return <WrittenControl input={input} value={value} fallback={<span className="wide-control" />} />;
}

interface NumberControlProps {
  readonly input: ShownInput;
  readonly value: number;
  /** The reader has changed the value. */
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
        style={{ '--filled': `${filled}%` } as React.CSSProperties} // the type does not know custom properties
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

function BoolControl({ input, value }: { readonly input: ShownInput; readonly value: boolean }) {
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
