import { leavesOf } from '../app/notebook/inputs/leaves';
import { sliderRange } from '../app/notebook/inputs/slider-range';
import { showNumber } from '../app/kit/format';
import type { InputDescription, Json } from '../protocol/messages';
import { readWritten, writeJson } from '../protocol/written-json';
import { element } from './elements';

/** What changes an input's value; shows what others changed. */
export interface Control {
  readonly parts: readonly HTMLElement[];
  readonly show: (value: Json) => void;
}

type Set = (value: Json) => void;
type Described = Pick<InputDescription, 'name' | 'type' | 'range'>;

/** Of the kind that the value asks for: the same kinds as in the notebook. */
export function control(input: Described, home: Json, set: Set): Control {
  if (typeof home === 'number' && (input.type === 'real' || input.type === 'int')) return slider(input, home, set);
  if (typeof home === 'boolean') return checkbox(input, home, set);
  return leavesOf(home, input.type) === undefined ? written(input, home, set) : boxes(input, home, set);
}

function slider(input: Described, home: number, set: Set): Control {
  const { low, high, step } = sliderRange(input, home);
  const range = element('input', {
    type: 'range',
    'aria-label': input.name,
    min: String(low),
    max: String(high),
    step: String(step),
    value: String(home),
  });
  const fill = (value: number): void => {
    const share = Math.min(100, Math.max(0, ((value - low) / (high - low)) * 100));
    range.style.setProperty('--filled', `${share}%`);
  };
  const box = numberBox(input, `${input.name}, as a number`, home, step, (value) => {
    range.value = String(value);
    fill(value);
    set(value);
  });
  range.addEventListener('input', () => {
    const value = range.valueAsNumber;
    fill(value);
    box.show(value);
    set(value);
  });
  fill(home);
  return {
    parts: [range, ...box.parts],
    show(value) {
      if (typeof value !== 'number') return;
      range.value = String(value);
      fill(value);
      box.show(value);
    },
  };
}

/** Keeps what is being typed while it is not yet a number that the input takes. */
function numberBox(input: Described, label: string, home: number, step: number, set: (value: number) => void): Control {
  const { range } = input;
  const whole = !input.type.includes('real');
  const box = element('input', {
    type: 'number',
    'aria-label': label,
    step: String(step),
    min: range === undefined ? undefined : String(range.low),
    max: range === undefined ? undefined : String(range.high),
    value: showNumber(home),
  });
  let last = home;
  const takes = (value: number): boolean =>
    Number.isFinite(value) &&
    value >= (range?.low ?? -Infinity) &&
    value <= (range?.high ?? Infinity) &&
    (!whole || Number.isSafeInteger(value));
  box.addEventListener('input', () => {
    const value = box.valueAsNumber;
    box.ariaInvalid = String(!takes(value));
    if (!takes(value)) return;
    last = value;
    set(value);
  });
  const show = (value: Json): void => {
    if (typeof value !== 'number') return;
    last = value;
    box.value = showNumber(value);
    box.ariaInvalid = 'false';
  };
  box.addEventListener('blur', () => {
    show(last);
  });
  return {
    parts: [box],
    show(value) {
      if (document.activeElement !== box) show(value);
      else if (typeof value === 'number') last = value;
    },
  };
}

function checkbox({ name }: Described, home: boolean, set: Set): Control {
  const box = element('input', { type: 'checkbox', 'aria-label': name });
  box.defaultChecked = home;
  box.addEventListener('change', () => {
    set(box.checked);
  });
  return {
    parts: [box],
    show(value) {
      if (typeof value === 'boolean') box.checked = value;
    },
  };
}

/** A box for each number of a small tuple, list or record. */
function boxes(input: Described, home: Json, set: Set): Control {
  let now = home;
  const made = (leavesOf(home, input.type)?.items ?? []).map(({ label, value }, index) => {
    const name = label ?? `component ${index + 1}`;
    const step = input.type.includes('real') ? 0.1 : 1;
    const box = numberBox({ ...input, range: undefined }, `${input.name}, ${name}`, value, step, (next) => {
      now = leavesOf(now, input.type)?.with(index, next) ?? now;
      set(now);
    });
    return { label, box };
  });
  const parts = made.flatMap(({ label, box }) =>
    label === undefined ? box.parts : [element('span', { class: 'field' }, `${label} `, ...box.parts)],
  );
  return {
    parts: [element('div', { class: 'wide boxes' }, ...parts)],
    show(value) {
      now = value;
      leavesOf(value, input.type)?.items.forEach((leaf, index) => {
        made[index]?.box.show(leaf.value);
      });
    },
  };
}

const ROW = 40;
const MOST_ROWS = 5;

/** Any other value is written as the language writes it, and handed in by Enter or by leaving the box. */
function written(input: Described, home: Json, set: Set): Control {
  let last = writeJson(home);
  const area = element('textarea', {
    class: 'wide',
    rows: String(Math.min(MOST_ROWS, Math.ceil(last.length / ROW))),
    spellcheck: 'false',
    'aria-label': `${input.name}, as the language writes it`,
  });
  area.defaultValue = last;
  const handIn = (): void => {
    if (area.value === last) return;
    const read = readWritten(area.value);
    area.ariaInvalid = String(read === undefined);
    if (read === undefined) return;
    last = area.value;
    set(read);
  };
  area.addEventListener('blur', handIn);
  area.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    handIn();
  });
  return {
    parts: [area],
    show(value) {
      const text = writeJson(value);
      const read = readWritten(area.value);
      if (read !== undefined && writeJson(read) === text) return;
      last = text;
      area.value = text;
      area.ariaInvalid = 'false';
    },
  };
}
