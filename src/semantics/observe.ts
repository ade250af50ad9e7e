import { isFrame } from '../language/core/frames';
import type { Term } from '../language/core/tree';
import type { LeafValue } from '../language/operations/operation';
import type { Span } from '../language/source/span';
import type { RunTimeRow } from './rows';
import type { Reals } from './reals';
import { primalOf, type Value } from './value';

/** The records of one `watch` name, in the order of evaluation. */
export interface WatchSeries {
  readonly name: string;
  /** The first `watch` of that name. */
  readonly span: Span;
  readonly type: Term['type'];
  /** The number of evaluations. */
  readonly count: number;
  /** Every so many evaluations have a record: each, but for a long run that watches pictures. */
  readonly stride: number;
  /** The real leaves of each record, left to right; none for what a picture is made of. */
  readonly records: readonly (readonly number[])[];
  /** The watched values, one per record, including their ints, bools and strings. */
  readonly values: readonly Value[];
  /** The type of each value, because a name can be watched at several types. */
  readonly types: readonly Term['type'][];
  /** The value that was watched last, including leaves that are not real. */
  readonly last: Value;
}

interface OpenSeries extends WatchSeries {
  count: number;
  stride: number;
  readonly records: (readonly number[])[];
  readonly values: Value[];
  readonly types: Term['type'][];
  last: Value;
}

/** The series of a run, by name. */
export class Watches {
  private readonly series = new Map<string, OpenSeries>();

  /** Returns how many reals were recorded. */
  record(name: string, term: Term, value: Value, reals: Reals): number {
    const { type, origin: span } = term;
    let series = this.series.get(name);
    if (series === undefined) {
      series = { name, span, type, count: 0, stride: 1, records: [], values: [], types: [], last: value };
      this.series.set(name, series);
    }
    return isFrame(type) ? recordFrame(series, type, value, reals) : recordValue(series, type, value, reals);
  }

  count(name: string): number {
    return this.series.get(name)?.count ?? 0;
  }

  all(): readonly WatchSeries[] {
    return [...this.series.values()];
  }
}

function recordValue(series: OpenSeries, type: Term['type'], value: Value, reals: Reals): number {
  const leaves: number[] = [];
  reals.map(type, value, (real) => {
    leaves.push(primalOf(real));
    return real;
  });
  add(series, leaves, value, type);
  return leaves.length;
}

/** The most records of what pictures are made of: of a longer run every second, every fourth, ... is kept. */
export const MOST_FRAMES = 4_096;

/** Records what a picture is made of, without the entries of the trace that would keep the trace in memory. */
function recordFrame(series: OpenSeries, type: Term['type'], value: Value, reals: Reals): number {
  let count = 0;
  const plain = reals.map(type, value, (real) => {
    count++;
    return primalOf(real);
  });
  if (series.count % series.stride === 0) {
    add(series, [], plain, type);
    if (series.values.length > MOST_FRAMES) thin(series);
    return count;
  }
  series.count++;
  series.last = plain;
  return 0;
}

function add(series: OpenSeries, leaves: readonly number[], value: Value, type: Term['type']): void {
  series.records.push(leaves);
  series.values.push(value);
  series.types.push(type);
  series.last = value;
  series.count++;
}

function thin(series: OpenSeries): void {
  const { records, values, types } = series;
  for (const list of [records, values, types]) {
    for (let i = 0; 2 * i < list.length; i++) list[i] = list[2 * i];
    list.length = Math.ceil(list.length / 2);
  }
  series.stride *= 2;
}

/** Returns what a series recorded at an evaluation, or at the newest one before it that has a record. */
export function recordAt(
  { count, stride, values, types, last, type }: WatchSeries,
  wanted: number,
): { readonly record: number; readonly value: Value; readonly type: Term['type'] } | undefined {
  if (count === 0 || wanted < 0) return undefined;
  const at = Math.floor(Math.min(wanted, count - 1) / stride);
  if (wanted >= count - 1 && (values.length - 1) * stride < count - 1)
    return { record: count - 1, value: last, type: types.at(-1) ?? type };
  return { record: at * stride, value: values[at], type: types[at] ?? type };
}

/**
 * A hash of the decisions of a run: runs that decide differently almost always have different hashes. The decisions are
 * the branches of `if` and `match`, the results of comparisons, and the sides of kinks and jumps.
 */
export class Decisions {
  private first = 0x811c9dc5;
  private second = 0x1234567;

  add(decision: number): void {
    this.first = Math.imul(this.first ^ decision, 0x01000193);
    this.second = Math.imul(this.second + decision, 0x85ebca6b) ^ (this.second >>> 13);
  }

  addOperation(row: RunTimeRow, x: LeafValue, y: LeafValue, result: LeafValue): void {
    if (row.row.result === 'bool') this.add(result === true ? 1 : 0);
    else if (row.boundary !== undefined) this.add(side(row, x, y, result));
  }

  /** The hash as an int of 53 bits. */
  get hash(): number {
    return (this.first >>> 0) * 0x20_0000 + (this.second >>> 11);
  }
}

function side(row: RunTimeRow, x: LeafValue, y: LeafValue, result: LeafValue): number {
  if (row.row.result === 'int') return Number(result);
  if (row.row.name === 'atan2') return Number(y) < 0 ? (Number(x) < 0 ? 1 : 2) : 0;
  return Math.sign(row.isBinary ? Number(x) - Number(y) : Number(x));
}
