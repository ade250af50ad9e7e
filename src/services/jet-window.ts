import { NOWHERE } from '../language/source/span';
import { type JetTrace, MOST_ENTRIES } from '../protocol/jets';
import { INPUT, NO_OPERAND, type Trace } from '../semantics/trace';

/** Entries from the start of a longer trace, and entries that the results are made of: this many of each. */
const HALF = MOST_ENTRIES / 2;

/** Returns the entries shown of a trace. `results`: the entries of the results; `labels`: the labels of its inputs; `names`: those of all entries. */
export function jetWindow(
  trace: Trace,
  results: readonly number[],
  labels: readonly string[],
  names: readonly string[] | undefined,
): JetTrace {
  const isFar = results.some((entry) => entry >= MOST_ENTRIES);
  const head = isFar ? HALF : Math.min(trace.length, MOST_ENTRIES);
  const listed = [...Array.from({ length: head }, (_, entry) => entry), ...(isFar ? madeOf(trace, results, head) : [])];
  const isListed = new Set(listed);
  const others = new Set(listed.flatMap((entry) => entriesIn(trace, entry)).filter((entry) => !isListed.has(entry)));
  const entries = Int32Array.from([...listed, ...[...others].sort((a, b) => a - b)]);
  const rows = new Map(Array.from(entries, (entry, row) => [entry, row] as const));

  const offsets = [0];
  const operands: number[] = [];
  const origins: number[] = [];
  entries.forEach((entry, row) => {
    if (row < listed.length)
      operands.push(...operandsAt(trace, entry).map((operand) => (operand < 0 ? operand : (rows.get(operand) ?? 0))));
    offsets.push(operands.length);
    const { cell, start, end } = trace.spanOf(entry) ?? NOWHERE;
    origins.push(cell, start, end);
  });
  const constants = operands.reduce((count, operand) => Math.max(count, -operand), 0);
  return {
    count: trace.length,
    head,
    window: listed.length,
    entries,
    operations: Int16Array.from(entries, (entry) => trace.operations[entry] ?? INPUT),
    offsets: Int32Array.from(offsets),
    operands: Int32Array.from(operands),
    constants: trace.constants.slice(0, constants),
    values: Float64Array.from(entries, (entry) => trace.values[entry] ?? NaN),
    origins: Int32Array.from(origins),
    inputLabels: inputLabels(trace, rows, labels),
    names: names && Array.from(entries, (entry) => names[entry] ?? ''),
  };
}

/** Returns the results and their operands, starting from the last, without the first `head` entries. */
function madeOf(trace: Trace, results: readonly number[], head: number): readonly number[] {
  const found = new Set(results.filter((entry) => entry >= head));
  const wanted = new Uint8Array(trace.length);
  for (const entry of found) wanted[entry] = 1;
  for (let entry = trace.length - 1; entry >= head && found.size < HALF; entry--) {
    if (wanted[entry] === 0) continue;
    found.add(entry);
    for (const operand of entriesIn(trace, entry)) wanted[operand] = 1;
  }
  return [...found].sort((a, b) => a - b);
}

/** Negative numbers are constants. */
function operandsAt(trace: Trace, entry: number): readonly number[] {
  if (trace.operations[entry] === INPUT) return [];
  return [trace.left[entry] ?? NO_OPERAND, trace.right[entry] ?? NO_OPERAND].filter(
    (operand) => operand !== NO_OPERAND,
  );
}

function entriesIn(trace: Trace, entry: number): readonly number[] {
  return operandsAt(trace, entry).filter((operand) => operand >= 0);
}

/** Returns the labels of the inputs among the rows, in order. */
function inputLabels(trace: Trace, rows: ReadonlyMap<number, number>, labels: readonly string[]): readonly string[] {
  const found: { readonly row: number; readonly label: string }[] = [];
  let input = 0;
  for (let entry = 0; entry < trace.length && input < labels.length; entry++) {
    if (trace.operations[entry] !== INPUT) continue;
    const row = rows.get(entry);
    if (row !== undefined) found.push({ row, label: labels[input] ?? '?' });
    input++;
  }
  return found.sort((a, b) => a.row - b.row).map(({ label }) => label);
}
