import { PRELUDE_CELL } from '../language/source/span';
import type { Task } from '../semantics/task';
import type { CallTree } from '../semantics/trace';

/**
 * Runs: entries in a row that one call made, itself or through the calls in it. A call has several where other calls of
 * its caller come in between, as in a sweep backwards. Run 0 has all entries.
 */
export interface CallRuns {
  readonly first: Int32Array;
  /** The entry after the last. */
  readonly end: Int32Array;
  /** The call of each run. */
  readonly call: Int32Array;
  /** The runs inside run i are `inner[offsets[i]]` to `inner[offsets[i + 1] - 1]`, in order. */
  readonly offsets: Int32Array;
  readonly inner: Int32Array;
  /** From this entry on, the calls come in the opposite order; no run but the first has entries on both sides of it. */
  readonly backFrom: number;
}

/** How many callers are searched for an earlier turn of a recursion. */
const NEAR = 4;
/** Entries and calls that are handled before the task yields. */
const SLICE = 50_000;

/**
 * Returns the runs of `count` entries, of which entry i was made in call `calls[i]`. The turns of a recursion stand side
 * by side, not inside each other. Of several calls with the same entries one is kept, if possible one of the reader's
 * functions. Time and memory are linear in the entries and calls.
 */
export function* callRuns(calls: Int32Array, count: number, tree: CallTree, backFrom: number): Task<CallRuns> {
  const all = yield* allRuns(calls, count, tree, backFrom);
  yield;
  const kept = keptRuns(all, tree);
  yield;
  return numbered(all, kept, backFrom);
}

/** Runs as they are found, in typed arrays: a long trace has very many. */
class Nested {
  length = 0;
  first = new Int32Array(64);
  end = new Int32Array(64);
  call = new Int32Array(64);
  /** The run around each; a run comes before those inside it. */
  parent = new Int32Array(64);

  add(first: number, end: number, call: number, parent: number): number {
    const run = this.length++;
    if (run === this.first.length) {
      [this.first, this.end] = [doubled(this.first), doubled(this.end)];
      [this.call, this.parent] = [doubled(this.call), doubled(this.parent)];
    }
    this.first[run] = first;
    this.end[run] = end;
    this.call[run] = call;
    this.parent[run] = parent;
    return run;
  }
}

/** Returns a copy of twice the length. */
export function doubled(column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const copy = new Int32Array(2 * column.length);
  copy.set(column);
  return copy;
}

/** Returns the call around each call, where a turn of a recursion is in the call around its first turn, and its depth. */
function* flattened({ length, parents, origins, callees }: CallTree): Task<{ around: Int32Array; depth: Int32Array }> {
  const around = new Int32Array(length).fill(-1, 0, 1);
  const depth = new Int32Array(length);
  for (let call = 1; call < length; call++) {
    if (call % SLICE === 0) yield;
    let outer = parents[call] ?? 0;
    let candidate = outer;
    for (let i = 0; i < NEAR && candidate > 0; i++, candidate = around[candidate] ?? 0) {
      // A call in a call from the same place is recursive; so is a function that calls itself directly.
      const isTurn = callees[candidate] === callees[call] && (i === 0 || origins[candidate] === origins[call]);
      if (!isTurn) continue;
      outer = around[candidate] ?? 0;
      break;
    }
    around[call] = outer;
    depth[call] = (depth[outer] ?? 0) + 1;
  }
  return { around, depth };
}

function* allRuns(calls: Int32Array, count: number, tree: CallTree, backFrom: number): Task<Nested> {
  const { around, depth } = yield* flattened(tree);
  const runs = new Nested();
  /** The open runs, from the outermost, and the call of the last of them. */
  const open = [runs.add(0, count, 0, -1)];
  let last = 0;
  const path: number[] = [];
  for (let entry = 0; entry < count; entry++) {
    if (entry % SLICE === 0) yield;
    if (entry === backFrom) {
      while (open.length > 1) runs.end[open.pop() ?? 0] = entry;
      last = 0;
    }
    let call = calls[entry] ?? 0;
    if (call === last) continue;
    last = call;
    for (; ; call = around[call] ?? 0) {
      const run = open[depth[call] ?? 0];
      if (run !== undefined && runs.call[run] === call) break;
      path.push(call);
    }
    const level = depth[call] ?? 0;
    while (open.length - 1 > level) runs.end[open.pop() ?? 0] = entry;
    let outer = open[level] ?? 0;
    for (let next = path.pop(); next !== undefined; next = path.pop()) {
      outer = runs.add(entry, count, next, outer);
      open.push(outer);
    }
  }
  return runs;
}

/** Returns 1 for each run that is kept. */
function keptRuns({ length, first, end, call, parent }: Nested, { callees }: CallTree): Uint8Array {
  const kept = new Uint8Array(length);
  const isReaders = (run: number): boolean => callees[call[run] ?? 0]?.origin.cell !== PRELUDE_CELL;
  for (let run = 0; run < length;) {
    let last = run;
    while (
      last + 1 < length &&
      parent[last + 1] === last &&
      first[last + 1] === first[run] &&
      end[last + 1] === end[run]
    )
      last++;
    let best = run;
    if (run > 0) while (best < last && !isReaders(best)) best++;
    kept[best === last && !isReaders(best) ? run : best] = 1;
    run = last + 1;
  }
  return kept;
}

function numbered({ length, first, end, call, parent }: Nested, kept: Uint8Array, backFrom: number): CallRuns {
  const numbers = new Int32Array(length);
  let count = 0;
  for (let run = 0; run < length; run++) numbers[run] = kept[run] === 1 ? count++ : -1;
  const outer = new Int32Array(length).fill(-1);
  const result = {
    first: new Int32Array(count),
    end: new Int32Array(count),
    call: new Int32Array(count),
    offsets: new Int32Array(count + 1),
    inner: new Int32Array(count - 1),
    backFrom,
  };
  const { offsets } = result;
  for (let run = 0; run < length; run++) {
    const around = parent[run] ?? -1;
    // The nearest kept run around it. A dropped one passes on that around itself.
    outer[run] = around < 0 ? -1 : kept[around] === 1 ? (numbers[around] ?? -1) : (outer[around] ?? -1);
    const number = numbers[run] ?? -1;
    if (number < 0) continue;
    result.first[number] = first[run] ?? 0;
    result.end[number] = end[run] ?? 0;
    result.call[number] = call[run] ?? 0;
    if (number > 0) offsets[(outer[run] ?? 0) + 1] = (offsets[(outer[run] ?? 0) + 1] ?? 0) + 1;
  }
  for (let i = 0; i < count; i++) offsets[i + 1] = (offsets[i + 1] ?? 0) + (offsets[i] ?? 0);
  const next = offsets.slice();
  for (let run = 1; run < length; run++) {
    const number = numbers[run] ?? -1;
    const around = outer[run] ?? 0;
    if (number < 0) continue;
    result.inner[next[around] ?? 0] = number;
    next[around] = (next[around] ?? 0) + 1;
  }
  return result;
}
