import type { TableColumn } from './table';
import type { TableValue } from './table-columns';

/** What the values of a column are, in short. Cells that the program cannot have do not count. */
export type ColumnSummary =
  | {
      readonly tag: 'numbers';
      readonly low: number;
      readonly high: number;
      /** How many values are in each of some parts of the range, of the same width. */
      readonly counts: readonly number[];
    }
  | { readonly tag: 'bools'; readonly yes: number; readonly no: number }
  | { readonly tag: 'texts'; readonly distinct: number };

const MOST_PARTS = 12;
const summaries = new WeakMap<TableColumn, { readonly summary: ColumnSummary | undefined }>();

/** Returns the summary of a column; undefined without values. It is made once. */
export function summaryOf(column: TableColumn): ColumnSummary | undefined {
  const made = summaries.get(column) ?? { summary: summarised(column) };
  summaries.set(column, made);
  return made.summary;
}

function summarised({ type, values }: TableColumn): ColumnSummary | undefined {
  const present = values.filter((value) => value !== undefined);
  if (present.length === 0) return undefined;
  if (type === 'bool') {
    const yes = present.filter((value) => value === true).length;
    return { tag: 'bools', yes, no: present.length - yes };
  }
  return type === 'string' ? { tag: 'texts', distinct: new Set(present).size } : numbers(present);
}

function numbers(values: readonly TableValue[]): ColumnSummary | undefined {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (typeof value !== 'number') continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return undefined;
  const parts = low === high ? 1 : Math.min(MOST_PARTS, Math.ceil(2 * Math.sqrt(values.length)));
  const counts = Array.from({ length: parts }, () => 0);
  for (const value of values) {
    if (typeof value !== 'number') continue;
    // Halves, because the difference of two numbers may be too large.
    const share = low === high ? 0 : (value / 2 - low / 2) / (high / 2 - low / 2);
    const part = Math.min(parts - 1, Math.floor(share * parts));
    counts[part] = (counts[part] ?? 0) + 1;
  }
  return { tag: 'numbers', low, high, counts };
}
