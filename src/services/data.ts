import { isWritable, reify } from '../ad/reify';
import { real } from '../language/core/builders';
import type { CoreData, CoreItem, CoreProgram } from '../language/core/tree';
import { error, type Diagnostic } from '../language/source/diagnostic';
import { noValue, unfitData } from '../semantics/misfit';
import { Cell, Items, primalOf, type Value, Variant } from '../semantics/value';
import { readSetting, type Settings } from './settings';

/** Values with more parts stay values of the machine: as terms they would take too much memory. */
const MOST_TERMS = 10_000;

export type WithData =
  | { readonly tag: 'ok'; readonly core: CoreProgram }
  | { readonly tag: 'wrong'; readonly diagnostics: readonly Diagnostic[] };

/**
 * Returns the program with values from outside for its data, or what is wrong with them. With `isOpen`, data without a
 * value is not wrong.
 */
export function withData(core: CoreProgram, settings: Settings, isOpen = false): WithData {
  const diagnostics: Diagnostic[] = [];
  const items = core.items.map((item): CoreItem => {
    if (item.tag !== 'data') return item;
    const made = valued(item, core, settings, isOpen);
    if (!('severity' in made)) return made;
    diagnostics.push(made);
    return item;
  });
  if (diagnostics.length > 0) return { tag: 'wrong', diagnostics };
  return { tag: 'ok', core: items.every((item, i) => item === core.items[i]) ? core : { ...core, items } };
}

function valued(item: CoreData, { variants }: CoreProgram, settings: Settings, isOpen: boolean): CoreData | Diagnostic {
  const { name, label = name, type, origin } = item;
  const setting = Object.hasOwn(settings, label) ? settings[label] : undefined;
  if (setting === undefined) return isOpen || hasValue(item) ? item : withoutValue(label, origin);
  const reading = readSetting(setting, type, variants);
  if (reading.tag === 'wrong') return error('data-value', origin, unfitData(label, reading.message));
  const { value } = reading;
  if (!hasMoreParts(value, MOST_TERMS) && isWritable(value, type, variants))
    return { ...item, value: reify(value, type, (leaf) => real(primalOf(leaf), origin), variants, origin) };
  return { ...item, given: { value } };
}

/** Whether data has a value in the program or from outside. */
export function hasValue({ value, given }: CoreData): boolean {
  return value !== undefined || given !== undefined;
}

function withoutValue(label: string, origin: CoreItem['origin']): Diagnostic {
  const file = `\`${label}.json\` or \`${label}.csv\``;
  const hint = `write \`= value\` after its type, drop a file ${file} on the notebook, or use \`--set ${label}=@FILE\` on the command line`;
  return error('no-value', origin, noValue(label), { hint });
}

/** Whether a value has more than so many parts; shared parts count each time. */
function hasMoreParts(value: Value, most: number): boolean {
  const pending = [value];
  let count = 0;
  for (let next = pending.pop(); next !== undefined || pending.length > 0; next = pending.pop()) {
    if (++count > most) return true;
    const parts = partsOf(next);
    if (count + parts.length > most) return true;
    for (let i = 0; i < parts.length; i++) pending.push(parts[i]);
  }
  return false;
}

function partsOf(value: Value): ArrayLike<Value> {
  if (value instanceof Items) return value.items;
  if (value instanceof Cell) return [value.head, value.tail];
  if (value instanceof Variant) return [value.payload];
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}
