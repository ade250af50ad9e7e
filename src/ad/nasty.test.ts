import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CoreProgram } from '../language/core/tree';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { realValues, withRealLeaves } from '../semantics/present';
import { drain } from '../semantics/task';
import type { Value } from '../semantics/value';
import { checked, focusOf } from '../testing/checked';
import { NASTY } from '../testing/nasty';
import { programs } from '../testing/program/arbitrary';
import { COMPARED } from '../testing/engines';
import { runs } from '../testing/runs';
import { agree } from './agree';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20, steps: 2e6 };
/** `numeric` runs a program thirty times per real of its point. */
const small = { ...budget, steps: 5000 };
const engines = COMPARED.filter(({ id }) => id !== 'trace');

/** The codes of programs without a value. */
const WITHOUT_VALUE = ['domain', 'diagonal', 'not-finite', 'int-overflow', 'budget-steps'];

/** The program's inputs with other reals; undefined if it has no value where it begins. */
function moved(core: CoreProgram, reals: readonly number[]): ReadonlyMap<string, Value> | undefined {
  if (drain(evaluate(core, { budget: small })).tag !== 'ok') return undefined;
  const { main, point } = focusOf(core);
  let next = 0;
  return new Map(
    main.parameters.map(({ name, type }, at) => {
      const given = point.arguments[at];
      const leaves = realValues(given, type, main.variants).map(() => reals[next++ % reals.length] ?? 0);
      return [name, withRealLeaves(given, type, leaves, main.variants)];
    }),
  );
}

describe('generated programs of the whole language at nasty values', () => {
  test('have a value or say why not, and no two engines disagree', () => {
    let compared = 0;
    fc.assert(
      fc.property(
        programs({ language: 'whole', inputs: 'some' }),
        fc.array(fc.constantFrom(...NASTY), { minLength: 1, maxLength: 6 }),
        ({ text }, reals) => {
          const core = checked(text);
          const inputs = moved(core, reals);
          if (inputs === undefined) return;
          const run = drain(evaluate(core, { budget: small, inputs, tracing: 'dependencies' }));
          const said = `at ${[...inputs].map(([name, value]) => `${name} = ${JSON.stringify(value)}`).join(', ')}\n${text}`;
          if (run.tag !== 'ok') {
            expect(WITHOUT_VALUE, `${run.diagnostic.message}\n${said}`).toContain(run.diagnostic.code);
            return;
          }
          const { main, point } = focusOf(core, inputs);
          const { verdict, columns } = drain(agree(main, point, { engines, budget, now: () => 0 }));
          expect(verdict, `${said}\n${JSON.stringify(columns, undefined, 1)}`).not.toBe('disagree');
          compared += 1;
        },
      ),
      runs(),
    );
    expect(compared).toBeGreaterThan(0.1 * runs().numRuns);
  });
});
