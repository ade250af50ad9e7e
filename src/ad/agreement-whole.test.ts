import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { format } from '../language/syntax/format';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { programs } from '../testing/program-arbitrary';
import { MUTATING, runs } from '../testing/runs';
import { agree } from './agree';
import { ENGINES } from './registry';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20, steps: 2e6 };
/** A program is run thirty times a real of its point by `numeric`. */
const small = { ...budget, steps: 5000 };
/** The literal rules' terms double with every binding: they have tests of their own. */
const engines = ENGINES.filter(({ id }) => id !== 'trace');

/** Where a program has no value, and how often that is so. */
const WITHOUT_VALUE = ['domain', 'diagonal', 'not-finite', 'int-overflow', 'budget-steps'] as const;

describe('generated programs of the whole language', () => {
  test('all engines agree, and most programs give them something to agree on', () => {
    let [compared, moving] = [0, 0];
    const some = programs({ language: 'whole' });
    const none = programs({ language: 'whole', inputs: 'none' });
    const { numRuns, ...rest } = runs(2.5);
    fc.assert(
      fc.property(fc.oneof({ weight: 4, arbitrary: some }, { weight: 1, arbitrary: none }), ({ text }) => {
        const core = checked(text);
        const run = drain(evaluate(core, { budget: small, tracing: 'dependencies' }));
        if (run.tag !== 'ok') {
          expect(WITHOUT_VALUE, `${run.diagnostic.message}\n${text}`).toContain(run.diagnostic.code);
          return;
        }
        const { main, point } = focusOf(core);
        const { verdict, columns } = drain(agree(main, point, { engines, budget, now: () => 0 }));
        const said = (): string => `${format(text).text}\n${JSON.stringify(columns, undefined, 1)}`;
        expect(verdict, said()).not.toBe('disagree');
        if (verdict !== 'agree') return;
        const [reverse, traceAnf, forward, numeric] = columns.map(({ status }) => status);
        expect([reverse, traceAnf, forward], said()).toEqual(['ok', 'ok', 'ok']);
        if (numeric !== 'ok') {
          expect(numeric, said()).toBe('not comparable');
          return;
        }
        compared += 1;
        const [first] = columns;
        if (first?.status === 'ok' && first.derivatives.some((derivative) => derivative !== 0)) moving += 1;
      }),
      { ...rest, numRuns },
    );
    if (MUTATING) return;
    expect(compared).toBeGreaterThan(0.8 * numRuns);
    expect(moving).toBeGreaterThan(0.4 * numRuns);
  });
});
