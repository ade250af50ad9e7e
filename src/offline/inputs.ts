import type { Json } from '../protocol/messages';
import { type Control, control } from './control';
import { element } from './elements';
import type { OfflineCell, OfflineInput } from './notebook';

export interface InputRow {
  readonly name: string;
  readonly row: HTMLElement;
  /** `own`: the reader's, away from the program's. */
  readonly show: (value: Json, own: boolean) => void;
}

/** What the rows tell the page. */
export interface InputEvents {
  readonly set: (name: string, value: Json) => void;
  readonly reset: (name: string) => void;
}

/** A row for each input that a cell declares, with the program's value or the one that was set. */
export function inputRows(
  cell: OfflineCell,
  values: Readonly<Record<string, Json>>,
  events: InputEvents,
): readonly InputRow[] {
  return cell.inputs.flatMap((input) => {
    const value = Object.hasOwn(values, input.name) ? values[input.name] : undefined;
    const made = input.home ?? value;
    if (made === undefined) return [];
    const row = inputRow(input, made, events);
    row.show(value ?? made, value !== undefined);
    return [row];
  });
}

function inputRow(input: OfflineInput, home: Json, events: InputEvents): InputRow {
  const { name } = input;
  const made: Control = control(input, home, (value) => {
    reset.hidden = false;
    events.set(name, value);
  });
  const reset = element(
    'button',
    {
      type: 'button',
      class: 'reset',
      'aria-label': `Reset ${name} to the program's value`,
      title: "Back to the program's value",
    },
    '↺',
  );
  reset.addEventListener('click', () => {
    events.reset(name);
  });
  const row = element(
    'div',
    { class: 'input', role: 'group', 'aria-label': `Input ${name}` },
    element('code', { class: 'input-name' }, name),
    ...made.parts,
    reset,
  );
  return {
    name,
    row,
    show(value, own) {
      made.show(value);
      reset.hidden = !own;
    },
  };
}

/** For the page as it is written: its script puts rows in their place that can be moved. */
export function stillRows(cell: OfflineCell, values: Readonly<Record<string, Json>>): readonly HTMLElement[] {
  const nothing = (): void => undefined;
  return inputRows(cell, values, { set: nothing, reset: nothing }).map(({ row }) => {
    for (const field of row.querySelectorAll('input')) field.replaceWith(stillField(field));
    for (const area of row.querySelectorAll('textarea')) {
      area.disabled = true;
      area.textContent = area.value;
    }
    return row;
  });
}

/** What is set by a property is not written into HTML; styles are, and the page's policy lets none in. */
function stillField(field: HTMLInputElement): HTMLInputElement {
  const still = element('input', { value: field.value, disabled: '' });
  for (const { name, value } of field.attributes)
    if (name !== 'style' && name !== 'value') still.setAttribute(name, value);
  if (field.type === 'checkbox') still.toggleAttribute('checked', field.checked);
  return still;
}
