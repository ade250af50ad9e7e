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
  /** One record per evaluation: the real leaves, left to right. */
  readonly records: readonly (readonly number[])[];
  /** The watched values, one per record, including their ints, bools and strings. */
  readonly values: readonly Value[];
  /** The type of each value, because a name can be watched at several types. */
  readonly types: readonly Term['type'][];
  /** The value that was watched last, including leaves that are not real. */
  readonly last: Value;
}

interface OpenSeries extends WatchSeries {
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
    let series = this.series.get(name);
    if (series === undefined) {
      series = { name, span: term.origin, type: term.type, records: [], values: [], types: [], last: value };
      this.series.set(name, series);
    }
    const leaves: number[] = [];
    reals.map(term.type, value, (real) => {
      leaves.push(primalOf(real));
      return real;
    });
    series.records.push(leaves);
    series.values.push(value);
    series.types.push(term.type);
    series.last = value;
    return leaves.length;
  }

  count(name: string): number {
    return this.series.get(name)?.records.length ?? 0;
  }

  all(): readonly WatchSeries[] {
    return [...this.series.values()];
  }
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
