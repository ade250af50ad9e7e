import { leafName, tupled } from '../ad/abadi-plotkin/anf/anf';
import { longDerivativeLines, type LongLines, longTraceLines } from '../ad/abadi-plotkin/anf/long-lines';
import { coreLines } from '../ad/abadi-plotkin/notation/core-lines';
import { typeText } from '../ad/abadi-plotkin/notation/forms';
import type { Main, Point } from '../ad/engine';
import { type Line, text } from '../ad/notation/line';
import { cotangentReals, pointReals } from '../ad/point';
import type { Recording } from '../ad/recording';
import { let_, unit, variable } from '../language/core/builders';
import { freshNames } from '../language/core/fresh-names';
import { variablePattern } from '../language/core/patterns';
import { RESERVED_NAMES } from '../language/core/reserved-names';
import { REAL } from '../language/types/type';
import { realLeaves } from '../semantics/present';
import type { Task } from '../semantics/task';
import { CallTree } from '../semantics/trace';
import { foldsOf, functionNames } from './folds';
import type { Printed } from './printed';

/** Prints a trace that is too long to be a term, or its derivative: each line when it is read, folded like the trace. */
export function* printedLong(
  main: Main,
  point: Point,
  { trace, results, run }: Recording,
  name: 'trace-anf' | 'derivative-anf',
): Task<Printed> {
  const fresh = freshNames(RESERVED_NAMES);
  const inputs = main.parameters.flatMap(({ label, type, origin }, at) =>
    realLeaves(point.arguments[at], type, label, main.variants).map((leaf) =>
      variable(fresh(leafName(leaf.label)), REAL, origin),
    ),
  );
  const given = { trace, inputs, results, values: pointReals(main, point) };
  yield;
  const lines = name === 'trace-anf' ? longTraceLines(given) : longDerivativeLines(given, cotangentReals(main, point));
  const { calls, sweepFrom } = lines;
  yield;
  return {
    block: {
      length: lines.length,
      slice: (from = 0, to = lines.length) =>
        Array.from({ length: Math.max(0, Math.min(to, lines.length) - from) }, (_, i) => writtenLine(lines, from + i)),
    },
    folds: yield* foldsOf(
      calls,
      lines.length,
      run.calls ?? new CallTree(),
      functionNames(main.definitions, main.body),
      sweepFrom,
    ),
    size: undefined,
    type: typeText(name === 'trace-anf' ? main.target : tupled(inputs).type),
    ranOn: {},
    program: () => '-- this trace is too long for a program\n',
    alone: undefined,
    call: undefined,
  };
}

/** Writes one line, however wide. */
function writtenLine(lines: LongLines, at: number): Line {
  const { name, term } = lines.at(at);
  const written =
    name === undefined
      ? coreLines(term)
      : coreLines(let_(variablePattern(name, REAL, term.origin), term, unit(term.origin), term.origin)).slice(0, -1);
  return { indent: 0, pieces: written.flatMap(({ pieces }, i) => (i === 0 ? pieces : [text(' '), ...pieces])) };
}
