import { FOLD_KINDS, type Folds, unfolded } from '../protocol/folds';
import { nameAsWritten } from '../ad/abadi-plotkin/anf/anf';
import { itemTerms, walk } from '../language/core/traverse';
import type { CoreItem, Term } from '../language/core/tree';
import type { Span } from '../language/source/span';
import type { Task } from '../semantics/task';
import type { Callee, CallTree } from '../semantics/trace';
import { type CallRuns, callRuns, doubled } from './call-runs';

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

/** Folds as they are made, in typed arrays: a long trace has very many. The runs inside one are `inner[from]` to `inner[to - 1]`. */
class Columns {
  length = 0;
  first = new Int32Array(64);
  end = new Int32Array(64);
  kinds = new Int32Array(64);
  calls = new Int32Array(64);
  numbers = new Int32Array(64);
  from = new Int32Array(64);
  to = new Int32Array(64);
  children = new Int32Array(64);

  add(kind: number, first: number, end: number, call: number, number: number, from: number, to: number): void {
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

  private grow(): void {
    [this.first, this.end, this.kinds] = [doubled(this.first), doubled(this.end), doubled(this.kinds)];
    [this.calls, this.numbers, this.children] = [doubled(this.calls), doubled(this.numbers), doubled(this.children)];
    [this.from, this.to] = [doubled(this.from), doubled(this.to)];
  }
}

function* folded(runs: CallRuns, tree: CallTree, nameOf: NameOf): Task<Folds> {
  const { end, offsets } = runs;
  const made = new Columns();
  made.add(CALL, 0, end[0] ?? 0, 0, 0, 0, offsets[1] ?? 0);
  for (let i = 0; i < made.length; i++) {
    if (i % SLICE === 0) yield;
    made.children[i] = made.length;
    if (made.kinds[i] === CALL) inCall(runs, tree, made, i);
    else if ((made.from[i] ?? 0) < (made.to[i] ?? 0)) inRepeat(runs, made, i);
    else inEntries(made.first[i] ?? 0, made.end[i] ?? 0, made);
  }
  const children = new Int32Array(made.length + 1).fill(made.length);
  children.set(made.children.subarray(0, made.length));
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
    const kind = made.kinds[i];
    const call = made.calls[i] ?? 0;
    const count = (made.to[i] ?? 0) - (made.from[i] ?? 0);
    if (call !== 0 && !(kind === PART && count === 0)) names[i] = nameAt(call);
    if (kind !== CALL) counts[i] = count;
  }
  return {
    first: made.first.slice(0, made.length),
    end: made.end.slice(0, made.length),
    kinds: new Uint8Array(made.kinds.subarray(0, made.length)),
    names,
    numbers: made.numbers.slice(0, made.length),
    counts,
    children,
    labels: [...known.keys()],
    backFrom: runs.backFrom,
  };
}

/** The folds in a call: repeats, single calls, and parts of long rows of entries between them. */
function inCall({ first, end, call, inner, offsets, backFrom }: CallRuns, tree: CallTree, made: Columns, fold: number) {
  const { callees } = tree;
  const last = made.to[fold] ?? 0;
  let place = made.first[fold] ?? 0;
  for (let from = made.from[fold] ?? 0; from < last;) {
    const run = inner[from] ?? 0;
    const callee = callees[call[run] ?? 0];
    const start = first[run] ?? 0;
    let stop = end[run] ?? 0;
    let to = from + 1;
    for (; to < last; to++) {
      const next = inner[to] ?? 0;
      if (first[next] !== stop || stop === backFrom || callees[call[next] ?? 0] !== callee) break;
      stop = end[next] ?? 0;
    }
    // A call of one entry is no shorter when it is folded.
    if (stop - start > 1) {
      inEntries(place, start, made);
      const caller = call[run] ?? 0;
      if (to > from + 1) made.add(REPEAT, start, stop, caller, start < backFrom ? 1 : to - from, from, to);
      else made.add(CALL, start, stop, caller, 0, offsets[run] ?? 0, offsets[run + 1] ?? 0);
      place = stop;
    }
    from = to;
  }
  inEntries(place, made.end[fold] ?? 0, made);
}

/** The calls of a repetition, or parts of it. */
function inRepeat({ first, end, call, inner, offsets, backFrom }: CallRuns, made: Columns, fold: number): void {
  const from = made.from[fold] ?? 0;
  const to = made.to[fold] ?? 0;
  const number = made.numbers[fold] ?? 0;
  const onward = (made.first[fold] ?? 0) < backFrom ? 1 : -1;
  const length = to - from;
  if (length > LONGEST) {
    const size = Math.max(LONGEST, Math.ceil(length / PARTS));
    for (let at = from; at < to; at += size) {
      const last = Math.min(to, at + size);
      const start = first[inner[at] ?? 0] ?? 0;
      const stop = end[inner[last - 1] ?? 0] ?? 0;
      made.add(PART, start, stop, made.calls[fold] ?? 0, number + onward * (at - from), at, last);
    }
    return;
  }
  for (let at = from; at < to; at++) {
    const run = inner[at] ?? 0;
    const start = first[run] ?? 0;
    const stop = end[run] ?? 0;
    if (stop - start < 2) continue;
    made.add(
      CALL,
      start,
      stop,
      call[run] ?? 0,
      number + onward * (at - from),
      offsets[run] ?? 0,
      offsets[run + 1] ?? 0,
    );
  }
}

/** Parts of entries in a row, if there are very many. */
function inEntries(first: number, end: number, made: Columns): void {
  if (end - first <= LONGEST) return;
  const size = Math.max(LONGEST, Math.ceil((end - first) / PARTS));
  for (let at = first; at < end; at += size) made.add(PART, at, Math.min(end, at + size), 0, 0, 0, 0);
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
