import { OPERATION_NAMES, type OperationName } from '../../../language/operations/names';
import { OPERATIONS } from '../../../language/operations/table';
import { COPY_ENTRY, INPUT_ENTRY, type TracePayload } from '../../../protocol/messages';
import { exactNumber, integer, showNumber } from '../../kit/format';

/** The entries of a trace that are shown, one per line. */
export type WrittenTrace = Pick<
  TracePayload,
  'window' | 'operations' | 'offsets' | 'operands' | 'constants' | 'values' | 'inputLabels' | 'names'
> & {
  /** The index of each entry in the whole trace; absent if they are the first ones. */
  readonly entries?: Int32Array;
};

/** A piece of a line. A variable is typeset in italics, with its index as a subscript. */
export type TracePiece =
  | { readonly tag: 'text'; readonly text: string }
  | { readonly tag: 'variable'; readonly stem: string; readonly index: string };

const text = (value: string): TracePiece => ({ tag: 'text', text: value });

/** The names of trace entries: that of the variable bound to its value, else `t` with index i + 1; an input has its label. */
export interface TraceNames {
  nameOf(entry: number): TracePiece;
  plainNameOf(entry: number): string;
}

export function traceNames(payload: WrittenTrace): TraceNames {
  const labels = new Map<number, string>();
  const count = payload.entries?.length ?? payload.window;
  const numberOf = (entry: number): number => (payload.entries?.[entry] ?? entry) + 1;
  const nameOf = (entry: number): string => payload.names?.[entry] ?? `t${numberOf(entry)}`;
  for (let entry = 0; entry < count && labels.size < payload.inputLabels.length; entry++)
    if (payload.operations[entry] === INPUT_ENTRY) labels.set(entry, payload.inputLabels[labels.size] ?? '?');
  return {
    nameOf(entry) {
      const label = labels.get(entry);
      return label === undefined
        ? indexed(nameOf(entry), numberOf(entry))
        : { tag: 'variable', stem: label, index: '' };
    },
    plainNameOf: (entry) => labels.get(entry) ?? nameOf(entry),
  };
}

/** A name as it is typeset: `t3` and `u_2` with an index. */
function indexed(name: string, number: number): TracePiece {
  if (name === `t${number}`) return { tag: 'variable', stem: 't', index: String(number) };
  const [, stem, index] = /^(.+)_(\d+)$/u.exec(name) ?? [];
  return { tag: 'variable', stem: stem ?? name, index: index ?? '' };
}

export function isInput(payload: WrittenTrace, entry: number): boolean {
  return payload.operations[entry] === INPUT_ENTRY;
}

export function entryOperands(payload: WrittenTrace, entry: number): readonly number[] {
  return Array.from(payload.operands.subarray(payload.offsets[entry] ?? 0, payload.offsets[entry + 1] ?? 0));
}

export function entryOperation(payload: WrittenTrace, entry: number): OperationName | undefined {
  return OPERATION_NAMES[payload.operations[entry] ?? COPY_ENTRY];
}

export function constantOf(payload: WrittenTrace, operand: number): number {
  return payload.constants[-1 - operand] ?? NaN;
}

/** The right-hand side of an entry, typeset: `t₁ × t₂`, `sin t₁`. */
export function rightHandSide(payload: WrittenTrace, names: TraceNames, entry: number): readonly TracePiece[] {
  const operands = entryOperands(payload, entry).map((operand) =>
    operand >= 0 ? names.nameOf(operand) : text(showNumber(constantOf(payload, operand))),
  );
  const name = entryOperation(payload, entry);
  if (name === undefined) return isInput(payload, entry) ? [text('input')] : operands.slice(0, 1);
  const { form, unicode } = OPERATIONS[name].notation;
  const [first = text('?'), second = text('?')] = operands;
  if (form === 'infix' && operands.length === 2) return [first, text(` ${unicode} `), second];
  if (form === 'prefix') return [text(unicode), first];
  return [text(unicode), ...operands.flatMap((operand) => [text(' '), operand])];
}

/** One line of the trace as text that reads like the language: `let t3 = t1 * t2 in`. */
export function plainLine(payload: WrittenTrace, names: TraceNames, entry: number): string {
  const operands = entryOperands(payload, entry).map((operand) =>
    operand >= 0 ? names.plainNameOf(operand) : plainConstant(constantOf(payload, operand)),
  );
  const name = entryOperation(payload, entry);
  const [first = '?', second = '?'] = operands;
  const bound = names.plainNameOf(entry);
  if (name === undefined)
    return isInput(payload, entry)
      ? `-- ${bound} = ${exactNumber(payload.values[entry] ?? NaN)}`
      : `let ${bound} : real = ${first} in`;
  const { form, symbol } = OPERATIONS[name].notation;
  const body =
    form === 'infix' && operands.length === 2
      ? `${first} ${symbol} ${second}`
      : form === 'prefix'
        ? `${symbol}${first}`
        : [symbol, ...operands].join(' ');
  return `let ${bound} : real = ${body} in`;
}

function plainConstant(value: number): string {
  const digits = exactNumber(value);
  return value < 0 ? `(${digits})` : digits;
}

/** The result: `t5`, or a tuple of its real leaves. */
export function resultPieces(payload: TracePayload, names: TraceNames): readonly TracePiece[] {
  const { results } = payload;
  const leaves = Array.from(results.subarray(0, MOST_RESULTS), (leaf) =>
    leaf >= 0 ? names.nameOf(leaf) : text(showNumber(constantOf(payload, leaf))),
  );
  if (results.length === 1) return leaves;
  const more = results.length - leaves.length;
  const end = more > 0 ? `, … ${integer(more)} more⟩` : '⟩';
  return [text('⟨'), ...leaves.flatMap((leaf, i) => (i === 0 ? [leaf] : [text(', '), leaf])), text(end)];
}

/** The most parts of the result in its line, which is as wide as they are. */
const MOST_RESULTS = 50;

/** The most lines of a text that is copied. */
const MOST_COPIED = 20_000;

export function traceAsText(payload: TracePayload): string {
  const names = traceNames(payload);
  const lines: string[] = [];
  const copied = Math.min(payload.window, MOST_COPIED);
  for (let entry = 0; entry < copied; entry++) lines.push(plainLine(payload, names, entry));
  if (copied < payload.count) lines.push(`-- ${payload.count - copied} more`);
  else {
    const leaves = Array.from(payload.results, (leaf) =>
      leaf >= 0 ? names.plainNameOf(leaf) : plainConstant(constantOf(payload, leaf)),
    );
    lines.push(leaves.length === 1 ? (leaves[0] ?? '') : `(${leaves.join(', ')})`);
  }
  return `${lines.join('\n')}\n`;
}

/** The trace as an `aligned` block of TeX. */
export function traceAsTex(payload: TracePayload): string {
  const names = traceNames(payload);
  const lines: string[] = [];
  const copied = Math.min(payload.window, MOST_COPIED);
  for (let entry = 0; entry < copied; entry++) {
    if (isInput(payload, entry)) continue;
    const body = texBody(payload, names, entry);
    lines.push(`  & \\mathbf{let}\\ ${texName(names, entry)} : \\mathbb{R} = ${body}\\ \\mathbf{in} \\\\`);
  }
  if (copied < payload.count) lines.push(`  & \\text{${payload.count - copied} more} \\\\`);
  const leaves = Array.from(payload.results, (leaf) => texOperand(payload, names, leaf));
  lines.push(`  & ${leaves.length === 1 ? (leaves[0] ?? '') : `\\langle ${leaves.join(', ')} \\rangle`}`);
  return `\\begin{aligned}\n${lines.join('\n')}\n\\end{aligned}\n`;
}

function texBody(payload: TracePayload, names: TraceNames, entry: number): string {
  const operands = entryOperands(payload, entry).map((operand) => texOperand(payload, names, operand));
  const name = entryOperation(payload, entry);
  if (name === undefined) return operands[0] ?? '';
  return OPERATIONS[name].notation.tex.replace(/#(\d)/g, (_, index: string) => operands[Number(index) - 1] ?? '?');
}

function texOperand(payload: TracePayload, names: TraceNames, operand: number): string {
  if (operand >= 0) return texName(names, operand);
  const value = constantOf(payload, operand);
  const digits = showNumber(value).replace(/e(-?\d+)$/, ' \\cdot 10^{$1}');
  return value < 0 ? `(${digits})` : digits;
}

function texName(names: TraceNames, entry: number): string {
  const name = names.nameOf(entry);
  if (name.tag === 'text') return name.text;
  if (name.index !== '') return `${name.stem}_{${name.index}}`;
  const stem = name.stem.replace(/_/g, '\\_');
  return stem.length === 1 ? stem : `\\mathit{${stem}}`;
}
