import { printTerm } from '../../../language/core/print';
import { internalError } from '../../../language/source/internal-error';
import type { Task } from '../../../semantics/task';
import { LINES_A_SLICE, type TraceLine, type StraightLine } from './straight-line';
import type { Term, Variable } from '../../../language/core/tree';
import { real } from '../../../language/core/builders';
import { tupled, type TraceDerivative } from './anf';

/** The trace term in paper notation: one `let t1 : real = x * y in` a line, and the result. */
export function* printTrace(code: StraightLine, result: Term): Task<readonly string[]> {
  return [...(yield* printLines(code.lines)), printTerm(result)];
}

/** W.R_V(x : T. C) with V and W in place: the lets of the point, then the trace, the cotangent and the sweep. */
export function* printDerivative(
  { code, cotangents, sweep, adjoints }: TraceDerivative,
  point: readonly number[],
  cotangent: readonly number[],
): Task<readonly string[]> {
  return [
    ...(yield* printLines(atNumbers(code.inputs, point))),
    ...(yield* printLines(code.lines)),
    ...(yield* printLines(atNumbers(cotangents, cotangent))),
    ...(yield* printLines(sweep)),
    printTerm(tupled(adjoints)),
  ];
}

function* printLines(lines: readonly TraceLine[]): Task<string[]> {
  const printed: string[] = [];
  for (const [at, { name, term }] of lines.entries()) {
    if (at % LINES_A_SLICE === 0) yield;
    printed.push(`let ${name} : real = ${printTerm(term)} in`);
  }
  return printed;
}

function atNumbers(variables: readonly Variable[], values: readonly number[]): readonly TraceLine[] {
  return variables.map(({ name, origin }, at) => ({
    name,
    term: real(values[at] ?? internalError('a leaf without a value'), origin),
  }));
}
