import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer } from '../../../testing/abadi-plotkin/answer';
import { paperPrograms } from '../../../testing/abadi-plotkin/arbitrary';
import {
  caseOf,
  caseOfText,
  environmentOf,
  literally,
  PAPER_BUDGET,
  within,
} from '../../../testing/abadi-plotkin/cases';
import { type PaperProgram, textOfProgram } from '../../../testing/abadi-plotkin/language';
import { showTrace } from '../../../testing/abadi-plotkin/reverse';
import { paperRules } from '../../../testing/abadi-plotkin/rules';
import { runs } from '../../../testing/runs';
import { drain } from '../../../semantics/task';
import { traceLiterally } from './evaluate';
import { traceSize } from './term';

/**
 * Checks that the machine's observer and the rules, contexts included, find the same C, or both find none for the same
 * reason.
 */
function sameTrace(program: PaperProgram): void {
  const rules = paperRules();
  const environment = environmentOf(program);
  const expected = within(answer(() => rules.trace(environment, program.term)));
  // The last redex of a trivial context is in C unevaluated; the machine evaluates it at once.
  const value = within(answer(() => rules.evaluate(environment, program.term)));
  const found = literally(caseOf(program));
  fc.pre(!rules.isClose());
  if (found.tag === 'value') {
    if (expected.tag === 'undefined') throw new Error(`no rule: ${expected.code}`);
    expect(showTrace(found.value.term), textOfProgram(program)).toBe(showTrace(expected.value));
  } else expect(value, textOfProgram(program)).toEqual({ tag: 'undefined', code: found.code });
}

describe('Figures 4 and 5, symbolic evaluation', () => {
  test('C is the term of the rules, up to renaming', () => {
    fc.assert(fc.property(paperPrograms(), sameTrace), runs());
  });

  test('and where function bodies mention variables from outside, which the language allows', () => {
    fc.assert(fc.property(paperPrograms({ open: true }), sameTrace), runs());
  });

  test('and without functions and derivatives, where terms can be larger', () => {
    fc.assert(fc.property(paperPrograms({ size: 60, derivatives: 0 }), sameTrace), runs());
  });

  test('a loop of n iterations takes a n + b steps and nodes', () => {
    const measured = [25, 50, 100, 200, 400].map((n) => {
      const { main, point } = caseOfText(
        `input a : real = 0.5
let rec f (n : real * real) : real = if fst n < 0.5 then snd n else f (fst n - 1.0, let y : real = a * snd n in sin y + y) in f (${n}.0, a)`,
        [{ name: 'a', type: { tag: 'real' }, value: 0.5 }],
      );
      const outcome = drain(traceLiterally(main, point, PAPER_BUDGET));
      if (outcome.tag !== 'ok') throw new Error(outcome.diagnostic.message);
      return { n, steps: outcome.value.run.meter.steps, nodes: traceSize(outcome.value.term) };
    });
    const [first, second] = measured;
    if (first === undefined || second === undefined) throw new Error('two measurements');
    for (const count of ['steps', 'nodes'] as const) {
      const a = (second[count] - first[count]) / (second.n - first.n);
      const b = first[count] - a * first.n;
      expect(Number.isInteger(a) && a > 0).toBe(true);
      expect(measured.map((one) => one[count])).toEqual(measured.map(({ n }) => a * n + b));
    }
  });
});
