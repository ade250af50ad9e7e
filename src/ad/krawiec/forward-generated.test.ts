import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProgram } from '../../language/core/check';
import { printCore } from '../../language/core/print';
import { toSurfaceProgram } from '../../language/core/to-surface';
import { internalError } from '../../language/source/internal-error';
import { parse } from '../../language/syntax/parser';
import { sameType } from '../../language/types/structure';
import { functionType } from '../../language/types/type';
import { evaluate, run } from '../../semantics/evaluate';
import { drain } from '../../semantics/task';
import { checked, focusOf } from '../../testing/checked';
import { programs, type GeneratedProgram } from '../../testing/program/arbitrary';
import { runs } from '../../testing/runs';
import { sameProgram } from '../../testing/same-tree';
import type { Value } from '../../semantics/value';
import type { Main, Point } from '../engine';
import { agree } from '../agree';
import { executableOf, inputsAt } from '../executable';
import { mainOf } from '../main';
import { numeric } from '../numeric/engine';
import { pointReals, pointWith } from '../point';
import { forward } from './forward-engine';
import { dualTypes } from '../translation/types';
import { FORWARD } from './rules/figure-3-forward';
import { programAlong, wrapForward } from './wrappers/figure-4-forward';

const budget = { seconds: 20, steps: 2e6, bytes: 256e6 };

interface Case {
  readonly main: Main;
  readonly point: Point;
  readonly direction: readonly Value[];
}

/** Main expressions at generated inputs, defined there or not, and a direction. */
const cases: fc.Arbitrary<Case> = fc
  .tuple(programs({ derivatives: 0 }), fc.array(fc.integer({ min: -8, max: 8 }), { minLength: 16, maxLength: 16 }))
  .map(([program, quarters]) =>
    caseOf(
      program,
      quarters.map((n) => n / 4),
    ),
  );

function caseOf({ text, inputs }: GeneratedProgram, reals: readonly number[]): Case {
  const main = mainOf(checked(text))?.main ?? internalError('no main expression');
  const given = new Map(inputs.map(({ name, value }) => [name, value]));
  const point: Point = { arguments: main.parameters.map(({ label }) => given.get(label)), cotangent: undefined };
  const direction = pointWith(main, point, reals.slice(0, pointReals(main, point).length));
  return { main, point, direction };
}

describe('on generated programs', () => {
  test('if Γ ⊢ e : A then D{Γ} ⊢ D{e} : D{A} (the invariant of Figure 3)', () => {
    fc.assert(
      fc.property(cases, ({ main }) => {
        expect(forward.fragment(main)).toEqual({ tag: 'inside' });
        const { program, observed, type } = wrapForward(main);
        expect(checkProgram(program)).toEqual([]);
        expect(checkProgram(observed)).toEqual([]);
        expect(sameType(type, dualTypes(FORWARD, main.variants).type(functionType(main.source, main.target)))).toBe(
          true,
        );
        const e = program.items[program.items.findIndex((item) => item.tag === 'input') - 1];
        expect(e?.tag === 'let' && sameType(e.value.type, type)).toBe(true);
      }),
      runs(),
    );
  });

  test('the printed translation parses to the same program, checks, and runs to the same', () => {
    let ran = 0;
    fc.assert(
      fc.property(cases, ({ main, point, direction }) => {
        const program = programAlong(wrapForward(main), point.arguments, direction);
        const printed = printCore(program);
        const again = parse(printed, 0);
        expect(again.diagnostics).toEqual([]);
        expect(sameProgram(again.program.items, toSurfaceProgram(program).items)).toBe(true);
        const [ours, readers] = [program, checked(printed)].map((each) => drain(evaluate(each, { budget })));
        expect(readers?.tag).toBe(ours?.tag);
        if (ours?.tag !== 'ok' || readers?.tag !== 'ok') return;
        ran += 1;
        expect(readers.value.outputs).toEqual(ours.value.outputs);
      }),
      runs(),
    );
    expect(ran).toBeGreaterThan(runs().numRuns / 2);
  });

  test('primal_T (D{e} s) = e (primal_S s) (section 4.1), along any direction, by the same operations', () => {
    let ran = 0;
    fc.assert(
      fc.property(cases, ({ main, point, direction }) => {
        const primal = drain(run(executableOf(main), { budget, inputs: inputsAt(main, point) }));
        const task = forward.along?.(main, point, direction, budget);
        const outcome = task && drain(task);
        if (primal.tag === 'failed') expect(outcome).toEqual({ tag: 'failed', diagnostic: primal.diagnostic });
        if (primal.tag !== 'ok' || outcome?.tag !== 'ok') return;
        ran += 1;
        expect(outcome.value.value).toEqual(primal.value.outputs[0]);
        expect(outcome.value.meter.primal).toBe(primal.value.meter.primal);
      }),
      runs(),
    );
    expect(ran).toBeGreaterThan(runs().numRuns / 2);
  });

  test('Proposition 2: F{e} applies the Jacobian, which central differences estimate', () => {
    let compared = 0;
    fc.assert(
      fc.property(programs({ derivatives: 0 }), ({ text, inputs }) => {
        const given = new Map(inputs.map(({ name, value }) => [name, value]));
        const program = checked(text);
        if (drain(evaluate(program, { budget, inputs: given })).tag !== 'ok') return;
        const { main, point } = focusOf(program, given);
        const { verdict, columns } = drain(agree(main, point, { engines: [forward, numeric], budget, now: () => 0 }));
        expect(verdict, `${text}\n${JSON.stringify(columns)}`).not.toBe('disagree');
        if (columns.every(({ status }) => status === 'ok')) compared += 1;
      }),
      runs(0.5),
    );
    expect(compared).toBeGreaterThan(runs(0.5).numRuns / 4);
  });
});
