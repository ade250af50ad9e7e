import { describe, expect, it } from 'vitest';
import { bindLines, differentiateTrace, leafName, tupled } from './anf';
import { real, variable } from '../../../language/core/builders';
import type { CoreProgram, Term } from '../../../language/core/tree';
import { REAL } from '../../../language/types/type';
import { evaluate } from '../../../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../../../semantics/outcome';
import { drain } from '../../../semantics/task';
import { checked, focusOf } from '../../../testing/checked';
import { regression } from '../../../testing/regression';
import { pointReals } from '../../point';
import { recordRun } from '../../recording';
import { longDerivativeLines, longTraceLines, type LongLines, type LongTrace } from './long-lines';
import { codeOf } from './record';

interface Subject {
  readonly given: LongTrace;
  /** The derivative by the sweep of short traces. */
  readonly expected: readonly number[];
  readonly value: unknown;
}

function subjectOf(text: string): Subject {
  const { main, point } = focusOf(checked(text));
  const recorded = drain(recordRun(main, point, COMMAND_LINE_BUDGET));
  if (recorded.tag !== 'ok') throw new Error(recorded.diagnostic.message);
  const values = pointReals(main, point);
  const inputs = values.map((_, at) => variable(leafName(`x.${at + 1}`), REAL));
  const { trace, results, value } = recorded.value;
  const { code, names } = drain(codeOf(main, point, recorded.value));
  const { cotangents, sweep, adjoints } = drain(differentiateTrace(code, names.fresh));
  const numbers = (variables: readonly Term[], of: readonly number[]) =>
    variables.map((term, at) => ({ name: term.tag === 'variable' ? term.name : '', term: real(of[at] ?? 0) }));
  const lines = [...numbers(code.inputs, values), ...code.lines, ...numbers(cotangents, [1]), ...sweep];
  return { given: { trace, inputs, values, results }, expected: realsOf(bindLines(lines, tupled(adjoints))), value };
}

/** The lines as one term. */
function termOf(lines: LongLines): Term {
  const all = Array.from({ length: lines.length }, (_, at) => lines.at(at));
  const named = all.slice(0, -1).map(({ name, term }) => ({ name: name ?? '', term }));
  return bindLines(named, all.at(-1)?.term ?? tupled([]));
}

function realsOf(term: Term): readonly number[] {
  const program: CoreProgram = { variants: [], items: [{ tag: 'output', term, origin: term.origin }] };
  const outcome = drain(evaluate(program, { budget: COMMAND_LINE_BUDGET, tracing: 'none' }));
  if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
  return [outcome.value.outputs[0]].flat() as number[]; // reals, by the type of the term
}

const PROGRAMS = {
  'an ordinary expression': 'input x : real = 2\ninput y : real = 3\nx * y + sin x / (y - 1)',
  'one variable with many uses': `input x : real = 1.1\n${Array.from({ length: 23 }, (_, i) => `x * ${i}`).join(' + ')} + x ^ 3`,
  'an input without a use': 'input x : real = 2\ninput y : real = 3\nexp x',
  'an entry without a use': 'input x : real = 2\nlet z = sin x in x * x',
  'the result as an input': 'input x : real = 2\nx',
  'a regression': regression(7, 4),
};

describe('the lines of a long trace', () => {
  it.each(Object.entries(PROGRAMS))('compute what the program computes: %s', (_, text) => {
    const { given, value } = subjectOf(text);
    const derivative = longDerivativeLines(given, [1]);
    const trace = longTraceLines(given);
    const inputs = Array.from({ length: given.inputs.length }, (_each, at) => derivative.at(at));
    const lines = Array.from({ length: trace.length }, (_each, at) => trace.at(at));
    const whole = bindLines(
      [...inputs, ...lines.slice(0, -1)].map(({ name, term }) => ({ name: name ?? '', term })),
      lines.at(-1)?.term ?? tupled([]),
    );
    expect(realsOf(whole)).toEqual([value]);
  });

  it.each(Object.entries(PROGRAMS))('have the derivative of the sweep: %s', (_, text) => {
    const { given, expected } = subjectOf(text);
    const found = realsOf(termOf(longDerivativeLines(given, [1])));
    expect(found.length).toBe(expected.length);
    found.forEach((each, at) => expect(each).toBeCloseTo(expected[at] ?? NaN, 12));
  });

  it('know the call of each line, forwards and backwards', () => {
    const { given } = subjectOf(regression(7, 4));
    const { calls, sweepFrom, length, at } = longDerivativeLines(given, [1]);
    expect([calls.length, sweepFrom]).toEqual([length, given.trace.length]);
    for (let line = given.inputs.length; line < length - 1; line++) {
      const entry = Number(/^t(\d+)/u.exec(at(line).name ?? '')?.[1]) - 1;
      if (entry >= 0) expect(calls[line]).toBe(given.trace.calls[entry]);
    }
  });
});
