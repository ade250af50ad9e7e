import { entryNames } from '../ad/abadi-plotkin/anf/anf';
import type { Main } from '../ad/engine';
import type { Recording } from '../ad/recording';
import { OPERATION_NAMES } from '../language/operations/names';
import { operationRow } from '../language/operations/table';
import { showReal } from '../semantics/present';
import { COPY, INPUT, NO_OPERAND, type Trace } from '../semantics/trace';

/*
 * One name for one value in all panels: that of the variable bound to it, else t and the number of its entry in the trace.
 */

/** The entries of a longer trace are named after their numbers alone. */
const MOST_NAMED = 20_000;

/** Returns the name of each entry of a trace, empty for its inputs; undefined for a long trace. */
export function namesOfEntries(main: Main, { trace }: Recording): readonly string[] | undefined {
  if (trace.length > MOST_NAMED) return undefined;
  const names = entryNames(main);
  const found: string[] = [];
  for (let entry = 0; entry < trace.length; entry++) {
    const origin = trace.spanOf(entry);
    const isInput = trace.operations[entry] === INPUT || origin === undefined;
    found.push(isInput ? '' : names.entry(origin, entry));
  }
  return found;
}

/** Returns an entry's operation with the names of its operands, `t4 * slope`; `labels` are those of the inputs, the first entries. */
export function formOfEntry(
  trace: Trace,
  entry: number,
  names: readonly string[] | undefined,
  labels: readonly string[],
): string {
  const name = OPERATION_NAMES[trace.operations[entry] ?? INPUT];
  if (name === undefined) return '';
  const { notation, parameters } = operationRow(name);
  const operands = [trace.left[entry] ?? NO_OPERAND, trace.right[entry] ?? NO_OPERAND]
    .slice(0, parameters.length)
    .map((operand) => {
      if (operand >= 0) return labels[operand] ?? names?.[operand] ?? `t${operand + 1}`;
      const value = trace.valueOf(operand);
      return value < 0 ? `(${showReal(value, DIGITS)})` : showReal(value, DIGITS);
    });
  const [first = '', second = ''] = operands;
  if (notation.form === 'infix' && operands.length === 2) return `${first} ${notation.symbol} ${second}`;
  return notation.form === 'prefix' ? `${notation.symbol}${first}` : [notation.symbol, ...operands].join(' ');
}

/** The digits of a constant. */
const DIGITS = 6;

/** The letters of the source text of an operation that are kept. */
const MOST_LETTERS = 80;

/** Returns the source text at each place, three numbers each, on one line; empty for places outside the reader's cells. */
export function sourcesAt(origins: Int32Array, texts: readonly string[]): readonly string[] {
  const known = new Map<string, string>();
  return Array.from({ length: origins.length / 3 }, (_, at) => {
    const [cell = -1, start = 0, end = 0] = origins.subarray(3 * at, 3 * at + 3);
    const key = `${cell} ${start} ${end}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const text = withoutBrackets(
      (texts[cell] ?? '').slice(start, end).replace(/--.*$/gmu, ' ').replace(/\s+/gu, ' ').trim(),
    );
    const shown = text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;
    known.set(key, shown);
    return shown;
  });
}

/** A text without brackets around the whole of it. */
function withoutBrackets(text: string): string {
  if (!text.startsWith('(') || !text.endsWith(')')) return text;
  let depth = 0;
  for (let at = 0; at < text.length - 1; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return text;
  }
  return withoutBrackets(text.slice(1, -1).trim());
}

/** The places and values of some bindings, by index. */
interface Bound {
  readonly origins: Int32Array;
  readonly coefficients: Float64Array;
}

/**
 * Returns the entry of the trace that each of the nodes is, -1 for those of constants, which a trace does not have. Both
 * come in the order of evaluation, so that nodes of one place are matched in turn, by their values.
 */
export function entriesOf(nodes: readonly number[], bound: Bound, { trace }: Recording): ReadonlyMap<number, number> {
  const keyOf = (cell: number, start: number, end: number): string => `${cell} ${start} ${end}`;
  const waiting = new Map<string, number[]>();
  for (let entry = trace.length - 1; entry >= 0; entry--) {
    const origin = trace.spanOf(entry);
    const operation = trace.operations[entry];
    if (origin === undefined || operation === INPUT || operation === COPY) continue;
    const key = keyOf(origin.cell, origin.start, origin.end);
    const own = waiting.get(key);
    if (own === undefined) waiting.set(key, [entry]);
    else own.push(entry);
  }
  const found = new Map<number, number>();
  for (const node of nodes) {
    const [cell = 0, start = 0, end = 0] = bound.origins.subarray(3 * node, 3 * node + 3);
    const own = waiting.get(keyOf(cell, start, end));
    const next = own?.at(-1);
    if (own === undefined || next === undefined || !Object.is(trace.values[next], bound.coefficients[node])) continue;
    own.pop();
    found.set(node, next);
  }
  return found;
}
