import { counted, integer } from '../language/source/counted';
import { bindLines, boundReals, differentiateTrace, tupled } from '../ad/abadi-plotkin/anf/anf';
import type { Main, Point, RanOn } from '../ad/engine';
import { cotangentReals, pointReals } from '../ad/point';
import { printDerivative, printTrace } from '../ad/abadi-plotkin/anf/print';
import type { Recording } from '../ad/recording';
import { codeOf } from '../ad/abadi-plotkin/anf/record';
import { real } from '../language/core/builders';
import { termSize } from '../language/core/traverse';
import { isWritable, NOT_WRITABLE, reify } from '../ad/reify';
import { internalError } from '../language/source/internal-error';
import { NOWHERE } from '../language/source/span';
import type { Focus, TracePayload } from '../protocol/messages';
import type { Outcome } from '../semantics/outcome';
import type { Task } from '../semantics/task';
import { CallTree, COPY, INPUT, NO_OPERAND } from '../semantics/trace';
import { foldedRun } from './delta-folded';
import { foldsOf, functionNames } from './folds';
import { namesOfEntries } from './value-names';
import type { Trace } from '../semantics/trace';

/** The most entries that are sent, of which each takes some 50 bytes: the first ones of a longer trace. */
const TRACE_WINDOW = 4_000_000;
/** The most entries of a trace that is printed as a whole. */
const MOST_PRINTED = 20_000;

export function* tracePayload(
  main: Main,
  point: Point,
  recording: Recording,
  focus: Focus,
): Task<Outcome<TracePayload>> {
  const { run, trace, results } = recording;
  const folded = yield* foldedRun(main, point, recording);
  if (folded.tag !== 'ok') return folded;
  const { adjoints } = folded.value;
  const window = Math.min(trace.length, TRACE_WINDOW);
  // Reading a constant result makes it an operand, so the constants are read last.
  const resultOperands = Int32Array.from(results, (result) => trace.operand(result));
  yield;
  const size = sizeOf(main, recording);
  yield;
  const operands = operandPayload(trace, window);
  yield;
  const origins = originsOf(trace, window);
  const folds =
    window === trace.length
      ? structuredClone(folded.value.folds) // whose arrays are transferred
      : yield* foldsOf(trace.calls, window, run.calls ?? new CallTree(), functionNames(main.definitions, main.body));
  return {
    tag: 'ok',
    value: {
      count: trace.length,
      window,
      operations: trace.operations.slice(0, window),
      ...operands,
      constants: trace.constants.slice(0, trace.constantCount),
      values: trace.values.slice(0, window),
      adjoints: adjoints.slice(0, window),
      origins,
      inputLabels: focus.leaves.map(({ label }) => label),
      names: namesOfEntries(main, recording),
      results: resultOperands,
      size,
      folds,
      focus,
    },
  };
}

/** Returns the number of nodes of the trace term; undefined if its result is not a term. */
function sizeOf({ target, variants, body }: Main, { trace, value }: Recording): number | undefined {
  if (!isWritable(value, target, variants)) return undefined;
  let size = termSize(reify(value, target, () => real(0, body.origin), variants, body.origin));
  for (let entry = 0; entry < trace.length; entry++) {
    const operation = trace.operations[entry] ?? INPUT;
    if (operation === INPUT) continue;
    const operands = operation === COPY || trace.right[entry] === NO_OPERAND ? 1 : 2;
    // The let, the operation that a copy does not have, and the operands.
    size += 1 + (operation === COPY ? 0 : 1) + operands;
  }
  return size;
}

export interface TraceText {
  readonly trace: readonly string[];
  readonly derivative: readonly string[];
  /** The numbers of nodes of the two terms; the number of lines for a trace too long to print. */
  readonly sizes: { readonly trace: number; readonly derivative: number | bigint };
  /** What was traced, if it was not the program as it stands. */
  readonly ranOn?: RanOn;
}

/** Returns the trace term and W.R_V of it, at the numbers of the point and the cotangent. */
export function* traceText(main: Main, point: Point, recording: Recording): Task<TraceText> {
  const { trace } = recording;
  if (trace.length > MOST_PRINTED) {
    const notice = `-- the trace has ${counted(trace.length, 'entry', 'entries')}; the limit for printing is ${integer(MOST_PRINTED)}`;
    return { trace: [notice], derivative: [notice], sizes: { trace: trace.length, derivative: 0 } };
  }
  if (!isWritable(recording.value, main.target, main.variants)) {
    const notice = `-- the result ${NOT_WRITABLE}`;
    return { trace: [notice], derivative: [notice], sizes: { trace: trace.length, derivative: 0 } };
  }
  const { code, names } = yield* codeOf(main, point, recording);
  const derivative = yield* differentiateTrace(code, names.fresh);
  yield;
  let next = 0;
  const result = reify(
    recording.value,
    main.target,
    () => code.results[next++] ?? internalError('a real of the result is missing'),
    main.variants,
    main.body.origin,
  );
  const reals = pointReals(main, point);
  const cotangents = cotangentReals(main, point);
  const lines = [
    ...boundReals(code.inputs, reals),
    ...code.lines,
    ...boundReals(derivative.cotangents, cotangents),
    ...derivative.sweep,
  ];
  return {
    trace: yield* printTrace(code, result),
    derivative: yield* printDerivative(derivative, reals, cotangents),
    sizes: {
      trace: termSize(bindLines(code.lines, result)),
      derivative: termSize(bindLines(lines, tupled(derivative.adjoints))),
    },
  };
}

function operandPayload(trace: Trace, window: number): Pick<TracePayload, 'offsets' | 'operands'> {
  const offsets = new Int32Array(window + 1);
  const operands = new Int32Array(2 * window);
  let next = 0;
  for (let entry = 0; entry < window; entry++) {
    offsets[entry] = next;
    if (trace.operations[entry] === INPUT) continue;
    const left = trace.left[entry] ?? NO_OPERAND;
    const right = trace.right[entry] ?? NO_OPERAND;
    if (left !== NO_OPERAND) operands[next++] = left;
    if (right !== NO_OPERAND) operands[next++] = right;
  }
  offsets[window] = next;
  return { offsets, operands: operands.slice(0, next) };
}

function originsOf(trace: Trace, window: number): Int32Array<ArrayBuffer> {
  const origins = new Int32Array(3 * window);
  for (let entry = 0; entry < window; entry++) {
    const { cell, start, end } = trace.spanOf(entry) ?? NOWHERE;
    origins[3 * entry] = cell;
    origins[3 * entry + 1] = start;
    origins[3 * entry + 2] = end;
  }
  return origins;
}
