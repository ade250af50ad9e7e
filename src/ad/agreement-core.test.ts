import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProgram } from '../language/core/check';
import { printCore } from '../language/core/print';
import type { CoreProgram } from '../language/core/tree';
import { elaborate } from '../language/elaborate/elaborate';
import { parse } from '../language/syntax/parser';
import { evaluate, run } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { realValues, withRealLeaves } from '../semantics/present';
import { drain } from '../semantics/task';
import { corePrograms } from '../testing/core/programs';
import { COMPARED } from '../testing/engines';
import { runs } from '../testing/runs';
import { agree } from './agree';
import type { Main, Point } from './engine';
import { executableOf, inputsAt } from './executable';
import { mainOf } from './main';
import { engineById, TRANSLATORS } from './registry';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20, steps: 2e6 };
/** `numeric` runs a program thirty times per real of its point. */
const small = { ...budget, steps: 5000 };
/** The literal rules' terms double with every binding, so they have their own tests. */
const engines = COMPARED.filter(({ id }) => id !== 'trace');

/**
 * Returns the main expression at its inputs, with a cotangent of different reals; undefined if the program has no
 * value.
 */
function focus(program: CoreProgram): { readonly main: Main; readonly point: Point } | string {
  const ran = drain(evaluate(program, { budget: small, tracing: 'dependencies' }));
  if (ran.tag !== 'ok') return ran.diagnostic.code;
  const main = mainOf(program)?.main;
  if (main === undefined) return 'no main expression';
  const value = ran.value.outputs.at(-1);
  const weights = realValues(value, main.target, main.variants).map((_, at) => 1 - 0.3 * (at % 5));
  const cotangent = withRealLeaves(value, main.target, weights, main.variants);
  return { main, point: { arguments: main.parameters.map(({ name }) => ran.value.inputs.get(name)), cotangent } };
}

describe('generated programs of the whole core', () => {
  test('end, and all engines agree on them', () => {
    let moving = 0;
    fc.assert(
      fc.property(corePrograms(), (program) => {
        expect(checkProgram(program)).toEqual([]);
        const found = focus(program);
        if (typeof found === 'string') {
          expect(found).toBe('budget-steps');
          return;
        }
        const { main, point } = found;
        const { verdict, columns } = drain(agree(main, point, { engines, budget, now: () => 0 }));
        expect(verdict, `${printCore(program)}\n${JSON.stringify(columns, undefined, 1)}`).toBe('agree');
        for (const column of columns.slice(0, 3))
          // Without sharing, `reverse-delta` may take exponential work.
          if (column.engine === 'reverse-delta' && column.status === 'stopped')
            expect(column.diagnostic.code).toBe('budget-steps');
          else expect(column.status).toBe('ok');
        const [first] = columns;
        if (first?.status === 'ok' && first.derivatives.some((derivative) => derivative !== 0)) moving += 1;
      }),
      runs(),
    );
    expect(moving).toBeGreaterThan(runs().numRuns / 3);
  });

  test('translate to programs that check, and whose text is read back as a program with the same results', () => {
    fc.assert(
      fc.property(corePrograms(), (program) => {
        const found = focus(program);
        if (typeof found === 'string') return;
        for (const engine of TRANSLATORS) {
          const translated = engine.translate(found.main, found.point).program;
          expect(checkProgram(translated)).toEqual([]);
          const text = printCore(translated);
          const { program: surface, diagnostics } = parse(text, 0);
          expect(diagnostics, text).toEqual([]);
          const again = elaborate([surface]);
          expect(
            again.diagnostics.filter(({ severity }) => severity === 'error'),
            text,
          ).toEqual([]);
          const [ours, readers] = [translated, again.program].map((each) => each && drain(evaluate(each, { budget })));
          if (ours?.tag === 'stopped') {
            // Its steps are more than those of the program.
            expect(ours.diagnostic.code, text).toBe('budget-steps');
            expect(readers, text).toMatchObject({ tag: 'stopped', diagnostic: { code: 'budget-steps' } });
            continue;
          }
          expect(readers).toMatchObject({ tag: 'ok' });
          expect(ours?.tag === 'ok' && ours.value.outputs).toEqual(readers?.tag === 'ok' && readers.value.outputs);
        }
      }),
      runs(0.4),
    );
  });

  test('D{e} does what e does, by the same operations', () => {
    fc.assert(
      fc.property(corePrograms(), (program) => {
        const found = focus(program);
        if (typeof found === 'string') return;
        const { main, point } = found;
        const primal = drain(run(executableOf(main), { budget, inputs: inputsAt(main, point) }));
        const forward = engineById('forward')?.along?.(main, point, point.arguments, budget);
        const others = TRANSLATORS.filter(({ id }) => id !== 'forward');
        const answers = [forward && drain(forward), ...others.map((engine) => drain(engine.run(main, point, budget)))];
        if (primal.tag !== 'ok') throw new Error('no value');
        const { meter, outputs } = primal.value;
        for (const answer of answers) {
          if (answer?.tag === 'stopped') continue; // reverse-delta stops when sharing is lost
          if (answer?.tag !== 'ok') throw new Error('no value');
          expect(answer.value.value).toEqual(outputs[0]);
          expect(answer.value.meter.primal).toBe(meter.primal);
        }
      }),
      runs(0.5),
    );
  });
});
