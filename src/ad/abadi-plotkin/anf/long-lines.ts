/**
 * The lines of a long trace and of its derivative, made one by one when they are read: index and memory are a few numbers
 * an entry. An entry is named t with its number, as in the panel of the trace.
 */
import { int, operation, real, variable } from '../../../language/core/builders';
import { OPERATION_NAMES } from '../../../language/operations/names';
import { operationRow } from '../../../language/operations/table';
import { internalError } from '../../../language/source/internal-error';
import { NOWHERE } from '../../../language/source/span';
import { REAL } from '../../../language/types/type';
import { COPY, INPUT, NO_OPERAND, type Trace } from '../../../semantics/trace';
import { Traced, type Value } from '../../../semantics/value';
import type { Term, Variable } from '../../../language/core/tree';
import { tupled } from './anf';
import { type Atom, contributionOf, total, type TraceLine } from './straight-line';

/** Lines that are made on demand. */
export interface LongLines {
  readonly length: number;
  /** Returns a line; its name is undefined for the last, which is the result. */
  readonly at: (line: number) => { readonly name: string | undefined; readonly term: Term };
  /** The call in which the entry of each line was made. */
  readonly calls: Int32Array;
  /** The first line of the sweep; the number of lines if there is none. */
  readonly sweepFrom: number;
}

export interface LongTrace {
  readonly trace: Trace;
  /** The names of the first entries, which are the inputs, and their values. */
  readonly inputs: readonly Variable[];
  readonly values: readonly number[];
  readonly results: readonly Value[];
}

/** Results that are written; a result with more reals is cut. */
const MOST_RESULTS = 50;

/** Returns `let t1 = ... in`, a line for each entry that is not an input, and the result. */
export function longTraceLines(given: LongTrace): LongLines {
  const { trace, inputs, results } = given;
  const count = trace.length - inputs.length;
  const calls = new Int32Array(count + 1);
  calls.set(trace.calls.subarray(inputs.length, trace.length));
  return {
    length: count + 1,
    calls,
    sweepFrom: count + 1,
    at(line) {
      if (line < count) return entryLine(given, inputs.length + line);
      return {
        name: undefined,
        term: tupled(results.slice(0, MOST_RESULTS).map((result) => resultAtom(given, result))),
      };
    },
  };
}

/** Contributions to an adjoint in its first line; each further line has one fewer, and the sum so far. */
const SUM_LENGTH = 8;

/**
 * Returns the trace at the point, and the sweep of `reverseSweep`: for each entry that a result depends on, from the last,
 * its adjoint as a sum over its uses; an adjoint with many uses is summed in several lines.
 */
export function longDerivativeLines(given: LongTrace, cotangents: readonly number[]): LongLines {
  const { trace, inputs, values, results } = given;
  const { length } = trace;
  const uses = usesOf(given);
  const seeds = new Map<number, number[]>();
  results.forEach((result, at) => {
    if (result instanceof Traced && result.node >= 0)
      seeds.set(result.node, [...(seeds.get(result.node) ?? []), cotangents[at] ?? 0]);
  });
  const countAt = (entry: number): number =>
    (uses.offsets[entry + 1] ?? 0) - (uses.offsets[entry] ?? 0) + (seeds.get(entry)?.length ?? 0);
  // By entry, the line of the sweep at which its adjoint starts, counted from the start of the sweep.
  const starts = new Int32Array(length + 1);
  let lines = 0;
  for (let entry = length - 1; entry >= 0; entry--) {
    starts[entry] = lines;
    lines += linesFor(countAt(entry));
  }
  const all = length + lines + 1;
  const calls = new Int32Array(all);
  calls.set(trace.calls.subarray(0, length));
  for (let entry = length - 1; entry >= 0; entry--)
    calls.fill(
      trace.calls[entry] ?? 0,
      length + (starts[entry] ?? 0),
      length + (entry === 0 ? lines : (starts[entry - 1] ?? 0)),
    );

  const adjoint = (entry: number): Atom =>
    countAt(entry) === 0 ? real(0) : variable(`${nameOf(given, entry)}'`, REAL);
  const contribution = (entry: number, at: number): Term => {
    const seeded = seeds.get(entry) ?? [];
    const seed = seeded[at];
    if (seed !== undefined) return real(seed);
    const use = uses.uses[(uses.offsets[entry] ?? 0) + at - seeded.length] ?? 0;
    const [user, k] = [use >> 1, use & 1];
    if (trace.operations[user] === COPY) return adjoint(user);
    const { term } = entryLine(given, user);
    if (term.tag !== 'operation') return internalError('a use in what is no operation');
    const partial = operationRow(term.operation).partials[k] ?? internalError('a use without a partial derivative');
    return (
      contributionOf(adjoint(user), partial, term.arguments, term.origin) ??
      internalError('a use whose partial derivative is 0')
    );
  };
  const sweepLine = (at: number): TraceLine => {
    const entry = entryAt(starts, at, length);
    const count = countAt(entry);
    const part = at - (starts[entry] ?? 0);
    const last = linesFor(count) - 1;
    const from = part === 0 ? 0 : SUM_LENGTH + (part - 1) * (SUM_LENGTH - 1);
    const to = Math.min(count, SUM_LENGTH + part * (SUM_LENGTH - 1));
    const name = `${nameOf(given, entry)}'`;
    const terms = Array.from({ length: to - from }, (_, i) => contribution(entry, from + i));
    const sum = part === 0 ? terms : [variable(`${name}_${part}`, REAL), ...terms];
    return {
      name: part === last ? name : `${name}_${part + 1}`,
      term: { ...total(sum), origin: trace.spanOf(entry) ?? NOWHERE },
    };
  };
  return {
    length: all,
    calls,
    sweepFrom: length,
    at(line) {
      if (line < inputs.length)
        return { name: nameOf(given, line), term: real(values[line] ?? 0, inputs[line]?.origin) };
      if (line < length) return entryLine(given, line);
      if (line < all - 1) return sweepLine(line - length);
      return { name: undefined, term: tupled(inputs.slice(0, MOST_RESULTS).map((_, at) => adjoint(at))) };
    },
  };
}

function linesFor(count: number): number {
  if (count <= SUM_LENGTH) return count === 0 ? 0 : 1;
  return 1 + Math.ceil((count - SUM_LENGTH) / (SUM_LENGTH - 1));
}

/** Returns the entry whose adjoint has a line; `starts` falls with the entry. */
function entryAt(starts: Int32Array, line: number, length: number): number {
  // The smallest entry that starts at or before the line, among those with lines: the last start not after it.
  let low = 0;
  let high = length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= line) high = middle;
    else low = middle + 1;
  }
  return low;
}

interface Uses {
  /** The uses of entry i are `uses[offsets[i]]` to `uses[offsets[i + 1] - 1]`: twice the user, plus the operand's index. */
  readonly offsets: Int32Array;
  readonly uses: Int32Array;
}

/** Returns, for each entry, where later entries that reach a result use it with a derivative, from the last. */
function usesOf({ trace, results }: LongTrace): Uses {
  const { length, operations, left, right } = trace;
  const reaches = new Uint8Array(length);
  for (const result of results) if (result instanceof Traced && result.node >= 0) reaches[result.node] = 1;
  const offsets = new Int32Array(length + 1);
  const isUse = (user: number, operand: number, k: number): boolean => {
    if (operand < 0) return false;
    const operation = operations[user] ?? INPUT;
    return operation === COPY ? k === 0 : operation >= 0 && IS_ZERO[operation]?.[k] === false;
  };
  const each = (visit: (operand: number, use: number) => void): void => {
    for (let user = length - 1; user >= 0; user--) {
      if (reaches[user] !== 1) continue;
      const [l, r] = [left[user] ?? NO_OPERAND, right[user] ?? NO_OPERAND];
      if (isUse(user, l, 0)) visit(l, 2 * user);
      if (isUse(user, r, 1)) visit(r, 2 * user + 1);
    }
  };
  each((operand) => {
    reaches[operand] = 1;
    offsets[operand + 1] = (offsets[operand + 1] ?? 0) + 1;
  });
  for (let entry = 0; entry < length; entry++) offsets[entry + 1] = (offsets[entry + 1] ?? 0) + (offsets[entry] ?? 0);
  const next = offsets.slice();
  const uses = new Int32Array(offsets[length] ?? 0);
  each((operand, use) => {
    uses[next[operand] ?? 0] = use;
    next[operand] = (next[operand] ?? 0) + 1;
  });
  return { offsets, uses };
}

/** By operation and operand: whether the partial derivative is the number 0, or there is none. */
const IS_ZERO: readonly (readonly boolean[])[] = OPERATION_NAMES.map((name) =>
  [0, 1].map((k) => {
    const partial = operationRow(name).partials[k];
    return partial === undefined || (partial.tag === 'real' && partial.value === 0);
  }),
);

function nameOf({ inputs }: LongTrace, entry: number): string {
  return inputs[entry]?.name ?? `t${entry + 1}`;
}

function atomOf(given: LongTrace, operand: number, isInt: boolean): Atom {
  if (operand >= 0) return variable(nameOf(given, operand), REAL);
  const value = given.trace.valueOf(operand);
  return isInt ? int(value, NOWHERE) : real(value);
}

function entryLine(given: LongTrace, entry: number): TraceLine {
  const { trace } = given;
  const index = trace.operations[entry] ?? INPUT;
  const operands = [trace.left[entry] ?? NO_OPERAND, trace.right[entry] ?? NO_OPERAND];
  const name = nameOf(given, entry);
  const origin = trace.spanOf(entry) ?? NOWHERE;
  if (index === COPY) return { name, term: { ...atomOf(given, operands[0] ?? NO_OPERAND, false), origin } };
  const called = OPERATION_NAMES[index] ?? internalError('an unknown operation');
  const args = operationRow(called).parameters.map((leaf, at) =>
    atomOf(given, operands[at] ?? NO_OPERAND, leaf === 'int'),
  );
  return { name, term: operation(called, args, 'primal', origin) };
}

function resultAtom(given: LongTrace, result: Value): Atom {
  return result instanceof Traced ? atomOf(given, given.trace.operand(result), false) : real(result as number); // a real
}
