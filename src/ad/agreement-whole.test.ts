import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProgram } from '../language/core/check';
import { printCore } from '../language/core/print';
import { format } from '../language/syntax/format';
import { evaluate } from '../semantics/evaluate';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { realValues, withRealLeaves } from '../semantics/present';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { programs } from '../testing/program/arbitrary';
import { COMPARED } from '../testing/engines';
import { MUTATING, runs } from '../testing/runs';
import { agree, type Column } from './agree';
import type { EngineId } from './engine';
import { TRANSLATORS } from './registry';

const budget = { ...COMMAND_LINE_BUDGET, seconds: 20, steps: 2e6 };
/** `numeric` runs a program thirty times per real of its point, and more often where differences converge slowly. */
const small = { ...budget, steps: 5000 };
/** The literal rules' terms double with every binding, so they have their own tests. */
const engines = COMPARED.filter(({ id }) => id !== 'trace');

/**
 * Engines whose work is linear, and that support every program but those of very high order. `forward` runs once for each
 * real of the point.
 */
const NEVER_SHORT = ['reverse', 'tape', 'trace-anf', 'forward', 'compiled'] as const;

/** The codes of programs without a value. */
const WITHOUT_VALUE = ['domain', 'diagonal', 'not-finite', 'int-overflow', 'budget-steps'] as const;

describe('generated programs of the whole language', () => {
  test.each([
    { inputs: 'some', share: 1.5, moved: 0.4 },
    { inputs: 'none', share: 0.5, moved: 0.25 },
  ] as const)('with $inputs inputs: all engines agree, most often on something', ({ inputs, share, moved }) => {
    let [compared, moving] = [0, 0];
    const { numRuns, ...rest } = runs(share);
    fc.assert(
      fc.property(programs({ language: 'whole', inputs }), ({ text }) => {
        const core = checked(text);
        const run = drain(evaluate(core, { budget: small, tracing: 'dependencies' }));
        if (run.tag !== 'ok') {
          expect(WITHOUT_VALUE, `${run.diagnostic.message}\n${text}`).toContain(run.diagnostic.code);
          return;
        }
        const { main, point: even } = focusOf(core);
        // Every real of the result has its own weight.
        const weights = realValues(even.cotangent, main.target, main.variants).map((_, at) => 1 - 0.3 * (at % 5));
        const cotangent = withRealLeaves(even.cotangent, main.target, weights, main.variants);
        const point = { ...even, cotangent };
        const { verdict, columns } = drain(agree(main, point, { engines, budget, now: () => 0 }));
        const said = (): string => `${format(text).text}\n${JSON.stringify(columns, undefined, 1)}`;
        expect(verdict, said()).not.toBe('disagree');
        if (verdict !== 'agree') return;
        const statusOf = (id: EngineId): string | undefined => columns.find(({ engine }) => engine === id)?.status;
        const compiled = columns.find(({ engine }) => engine === 'compiled');
        if (compiled?.status === 'unsupported') {
          expect(compiled.reason, said()).toMatch(/derivatives of too high an order|it becomes too large/);
          return;
        }
        const isLate = ({ engine, ...column }: Column): boolean =>
          engine === 'forward' && column.status === 'stopped' && /^limit reached in pass [2-9]/.test(column.reason);
        const short = NEVER_SHORT.filter((id) => statusOf(id) !== 'ok');
        expect(short, said()).toEqual(columns.filter(isLate).map(({ engine }) => engine));
        if (statusOf('numeric') !== 'ok') {
          expect(['not comparable', 'stopped'], said()).toContain(statusOf('numeric'));
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
    expect(moving).toBeGreaterThan(moved * numRuns);
  });

  test('translate to programs that check, and whose text is read back as a program with the same results', () => {
    let finished = 0;
    const asked = runs(0.5);
    fc.assert(
      fc.property(programs({ language: 'whole', derivatives: 0 }), ({ text }) => {
        const core = checked(text);
        if (drain(evaluate(core, { budget: small })).tag !== 'ok') return;
        const { main, point } = focusOf(core);
        for (const engine of TRANSLATORS) {
          const translated = engine.translate(main, point).program;
          expect(checkProgram(translated)).toEqual([]);
          const readBack = checked(printCore(translated));
          const [ours, readers] = [translated, readBack].map((each) => drain(evaluate(each, { budget })));
          // A translation that loses sharing can take more steps than there are, in both forms.
          expect(readers?.tag).toBe(ours?.tag);
          if (ours?.tag === 'stopped') continue;
          expect(readers).toMatchObject({ tag: 'ok' });
          expect(ours?.tag === 'ok' && ours.value.outputs).toEqual(readers?.tag === 'ok' && readers.value.outputs);
          finished += 1;
        }
      }),
      asked,
    );
    if (!MUTATING) expect(finished).toBeGreaterThan(0.7 * TRANSLATORS.length * asked.numRuns);
  });
});
