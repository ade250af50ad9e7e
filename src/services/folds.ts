import { FOLD_KINDS, type Folds, unfolded } from '../protocol/folds';
import { nameAsWritten } from '../ad/abadi-plotkin/anf/anf';
import { itemTerms, walk } from '../language/core/traverse';
import type { CoreItem, Term } from '../language/core/tree';
import type { Span } from '../language/source/span';
import type { Task } from '../semantics/task';
import type { Callee, CallTree } from '../semantics/trace';
import { type CallRuns, callRuns } from './call-runs';

/** Shorter lists are not folded. */
const LEAST = 200;
/** More entries in a row, or more calls of a repetition, are divided into parts. */
const LONGEST = 500;
/** The most parts that they are divided into at once. */
const PARTS = 64;
/** Folds that are made before the task yields. */
const SLICE = 20_000;

const CALL = FOLD_KINDS.indexOf('call');
const REPEAT = FOLD_KINDS.indexOf('repeat');
const PART = FOLD_KINDS.indexOf('part');

/**
 * Returns the folds of `count` entries, of which entry i was made in call `calls[i]`; from entry `backFrom` on, the calls
 * come in the opposite order. Time and memory are linear in the entries and the calls.
 */
export function* foldsOf(
  calls: Int32Array,
  count: number,
  tree: CallTree,
  nameOf: NameOf,
  backFrom = count,
): Task<Folds> {
  if (count < LEAST) return unfolded(count);
  return yield* folded(yield* callRuns(calls, count, tree, backFrom), tree, nameOf);
}

/** A fold, with the runs inside it: `inner[from]` to `inner[to - 1]` of the runs. */
interface Fold {
  readonly kind: number;
  readonly first: number;
  readonly end: number;
  readonly call: number;
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** Folds as they are made, in typed arrays: a long trace has very many. */
class Columns {
  length = 0;
  first = new Int32Array(64);
  end = new Int32Array(64);
  kinds = new Uint8Array(64);
  calls = new Int32Array(64);
  numbers = new Int32Array(64);
  from = new Int32Array(64);
  to = new Int32Array(64);

  add({ first, end, kind, call, number, from, to }: Fold): void {
    const i = this.length++;
    if (i === this.first.length) this.grow();
    this.first[i] = first;
    this.end[i] = end;
    this.kinds[i] = kind;
    this.calls[i] = call;
    this.numbers[i] = number;
    this.from[i] = from;
    this.to[i] = to;
  }

  at(i: number): Fold {
    return {
      first: this.first[i] ?? 0,
      end: this.end[i] ?? 0,
      kind: this.kinds[i] ?? 0,
      call: this.calls[i] ?? 0,
      number: this.numbers[i] ?? 0,
      from: this.from[i] ?? 0,
      to: this.to[i] ?? 0,
    };
  }

  private grow(): void {
    const { first, end, kinds, calls, numbers, from, to } = this;
    const larger = (column: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const copy = new Int32Array(2 * column.length);
      copy.set(column);
      return copy;
    };
    this.kinds = new Uint8Array(2 * kinds.length);
    this.kinds.set(kinds);
    [this.first, this.end, this.calls] = [larger(first), larger(end), larger(calls)];
    [this.numbers, this.from, this.to] = [larger(numbers), larger(from), larger(to)];
  }
}

function* folded(runs: CallRuns, tree: CallTree, nameOf: NameOf): Task<Folds> {
  const { end, offsets } = runs;
  const made = new Columns();
  made.add({ kind: CALL, first: 0, end: end[0] ?? 0, call: 0, number: 0, from: 0, to: offsets[1] ?? 0 });
  const children: number[] = [];
  const add = (fold: Fold): void => {
    made.add(fold);
  };
  for (let i = 0; i < made.length; i++) {
    if (i % SLICE === 0) yield;
    const fold = made.at(i);
    children.push(made.length);
    if (fold.kind === CALL) inCall(runs, tree, fold, add);
    else if (fold.from < fold.to) inRepeat(runs, fold, add);
    else inEntries(fold.first, fold.end, add);
  }
  children.push(made.length);
  yield;

  const known = new Map<string, number>();
  const ofCallees = new Map<Callee | undefined, number>();
  const nameAt = (call: number): number => {
    const callee = tree.callees[call];
    const before = ofCallees.get(callee);
    if (before !== undefined) return before;
    const label = nameOf(callee);
    const name = known.get(label) ?? known.size;
    known.set(label, name);
    ofCallees.set(callee, name);
    return name;
  };
  const names = new Int32Array(made.length).fill(-1);
  const counts = new Int32Array(made.length);
  for (let i = 0; i < made.length; i++) {
    if (i % SLICE === 0) yield;
    const [kind, call, count] = [made.kinds[i], made.calls[i] ?? 0, (made.to[i] ?? 0) - (made.from[i] ?? 0)];
    if (call !== 0 && !(kind === PART && count === 0)) names[i] = nameAt(call);
    if (kind !== CALL) counts[i] = count;
  }
  return {
    first: made.first.slice(0, made.length),
    end: made.end.slice(0, made.length),
    kinds: made.kinds.slice(0, made.length),
    names,
    numbers: made.numbers.slice(0, made.length),
    counts,
    children: Int32Array.from(children),
    labels: [...known.keys()],
    backFrom: runs.backFrom,
  };
}

/** The folds in a call: repeats, single calls, and parts of long rows of entries between them. */
function inCall(
  { first, end, call, inner, offsets, backFrom }: CallRuns,
  tree: CallTree,
  fold: Fold,
  add: (fold: Fold) => void,
) {
  const { callees } = tree;
  let place = fold.first;
  for (let from = fold.from; from < fold.to;) {
    const run = inner[from] ?? 0;
    const callee = callees[call[run] ?? 0];
    const start = first[run] ?? 0;
    let stop = end[run] ?? 0;
    let to = from + 1;
    for (; to < fold.to; to++) {
      const next = inner[to] ?? 0;
      if (first[next] !== stop || stop === backFrom || callees[call[next] ?? 0] !== callee) break;
      stop = end[next] ?? 0;
    }
    // A call of one entry is no shorter when it is folded.
    if (stop - start > 1) {
      inEntries(place, start, add);
      const extent = { first: start, end: stop, call: call[run] ?? 0 };
      if (to > from + 1) add({ kind: REPEAT, ...extent, number: start < backFrom ? 1 : to - from, from, to });
      else add({ kind: CALL, ...extent, number: 0, from: offsets[run] ?? 0, to: offsets[run + 1] ?? 0 });
      place = stop;
    }
    from = to;
  }
  inEntries(place, fold.end, add);
}

/** The calls of a repetition, or parts of it. */
function inRepeat(
  { first, end, call, inner, offsets, backFrom }: CallRuns,
  fold: Fold,
  add: (fold: Fold) => void,
): void {
  const { from, to, number } = fold;
  const length = to - from;
  const numberAt = (at: number): number => (fold.first < backFrom ? number + at - from : number - at + from);
  if (length > LONGEST) {
    const size = Math.max(LONGEST, Math.ceil(length / PARTS));
    for (let at = from; at < to; at += size) {
      const last = Math.min(to, at + size);
      const [head = 0, tail = 0] = [inner[at], inner[last - 1]];
      const extent = { first: first[head] ?? 0, end: end[tail] ?? 0, call: fold.call };
      add({ kind: PART, ...extent, number: numberAt(at), from: at, to: last });
    }
    return;
  }
  for (let at = from; at < to; at++) {
    const run = inner[at] ?? 0;
    const extent = { first: first[run] ?? 0, end: end[run] ?? 0, call: call[run] ?? 0 };
    if (extent.end - extent.first < 2) continue;
    add({ kind: CALL, ...extent, number: numberAt(at), from: offsets[run] ?? 0, to: offsets[run + 1] ?? 0 });
  }
}

/** Parts of entries in a row, if there are very many. */
function inEntries(first: number, end: number, add: (fold: Fold) => void): void {
  if (end - first <= LONGEST) return;
  const size = Math.max(LONGEST, Math.ceil((end - first) / PARTS));
  for (let at = first; at < end; at += size)
    add({ kind: PART, first: at, end: Math.min(end, at + size), call: 0, number: 0, from: 0, to: 0 });
}

/** Returns a function's name as the reader wrote it; `function` for one without a name. */
export type NameOf = (callee: Callee | undefined) => string;

/** Returns how the functions of a program are called in its text. */
export function functionNames(items: readonly CoreItem[], body?: Term): NameOf {
  const names = new Map<string, string>();
  const name = (binder: Binder, value: Term): void => {
    const place = placeOf(value.origin);
    // Copies of a function, for derivatives inside the program, stand below it and have its place.
    if (value.tag === 'lambda' && !names.has(place)) names.set(place, nameAsWritten(binder));
  };
  const enter = (term: Term): void => {
    if (term.tag === 'let' && term.pattern.tag === 'variable') name(term.pattern, term.value);
    else if (term.tag === 'letrec') for (const each of term.functions) name(each, each.function);
  };
  for (const item of items) {
    if (item.tag === 'let' && item.pattern.tag === 'variable') name(item.pattern, item.value);
    else if (item.tag === 'letrec') for (const each of item.functions) name(each, each.function);
    for (const term of itemTerms(item)) walk(term, { enter });
  }
  if (body !== undefined) walk(body, { enter });
  return (callee) => (callee && names.get(placeOf(callee.origin))) ?? 'function';
}

interface Binder {
  readonly name: string;
  readonly origin: Span;
}

function placeOf({ cell, start, end }: Span): string {
  return `${cell} ${start} ${end}`;
}
