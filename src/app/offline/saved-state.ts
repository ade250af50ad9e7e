import type { Notebook } from '../../notebook/document';
import { programOf } from '../../notebook/document';
import { NOT_RUN } from '../store/results';
import type { AppState, ProductResult, Results } from '../store/state';

/** The part of the state in an exported page: enough to show the notebook and to run it with other inputs. */
export type SavedState = Pick<
  AppState,
  'notebook' | 'current' | 'textRevision' | 'versions' | 'overrides' | 'check' | 'dependencies' | 'results'
>;

/** Numbers of all series together. A cell with more is run again when the page opens. */
const MOST_NUMBERS = 100_000;

/** The part of the state that an exported page carries: the program without the text cells, its results without panels. */
export function savedState(state: AppState): SavedState {
  const { current, textRevision, versions, overrides, check, dependencies } = state;
  const notebook: Notebook = { ...state.notebook, cells: programOf(state.notebook) };
  let numbers = 0;
  const results = Object.entries(state.results).flatMap(([id, { value, gradient }]): readonly [string, Results][] => {
    const series = value.payload?.series ?? value.failedSeries ?? [];
    numbers += series.reduce((sum, { columns }) => sum + columns.length * (columns[0]?.length ?? 0), 0);
    // The page that reads it counts its runs from the start.
    const own: Results = { ...NOT_RUN, value: undrawn(value), gradient: undrawn(gradient) };
    return numbers > MOST_NUMBERS ? [] : [[id, own]];
  });
  return {
    notebook,
    current,
    textRevision,
    versions,
    overrides,
    check,
    dependencies,
    results: Object.fromEntries(results),
  };
}

function undrawn<Result extends ProductResult>(result: Result): Result {
  return { ...result, drawn: -1 };
}

/**
 * The state as text that can stand in a script element. JSON has no `NaN`, infinities or typed arrays: they are written as
 * objects. `<` is escaped, so that no text can end the element.
 */
export function writeState(state: SavedState): string {
  return JSON.stringify(state, (_, value: unknown) => {
    if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0)))
      return { $number: spell(value) };
    if (value instanceof Float64Array) return { $numbers: Array.from(value, spell).join(' ') };
    return value;
  }).replaceAll('<', '\\u003c');
}

/** Reads what `writeState` wrote. */
export function readState(text: string): SavedState {
  const read: unknown = JSON.parse(text, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$number' in value) return Number(value.$number);
    if ('$numbers' in value) {
      const { $numbers: numbers } = value;
      return Float64Array.from(numbers === '' ? [] : String(numbers).split(' '), Number);
    }
    return value;
  });
  return read as SavedState; // written together with this script: whoever can change the one can change the other
}

/** `String(-0)` is `0`. */
function spell(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
