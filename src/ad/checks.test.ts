import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { evaluate } from '../semantics/evaluate';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { programs } from '../testing/program/arbitrary';
import { runs } from '../testing/runs';
import { type Checks, checkTheorems } from './checks';

const BUDGET = { seconds: 20, steps: 2e6, bytes: 1e9 };

function checksOf(text: string): Checks {
  const { main, point } = focusOf(checked(text));
  return drain(checkTheorems(main, point, BUDGET));
}

describe('the theorems, checked of a program', () => {
  test('never fail, whatever the program', () => {
    fc.assert(
      fc.property(programs({ derivatives: 2 }), ({ text }) => {
        const core = checked(text);
        fc.pre(drain(evaluate(core, { budget: BUDGET })).tag === 'ok');
        const { main, point } = focusOf(core);
        const { interpolation, adequacy, neighbourhood } = drain(checkTheorems(main, point, BUDGET));
        expect(interpolation).not.toMatchObject({ holds: false });
        expect(adequacy).not.toMatchObject({ holds: false });
        if (neighbourhood.tag === 'checked') expect(neighbourhood.difference).toBeLessThanOrEqual(1e-9);
      }),
      runs(0.3),
    );
  });

  test('the summands of an inner derivative are added in the order of the program', () => {
    const text = 'input x : real = 1\nderiv (fun y -> 0.1 * y + 0.2 * y + 0.3 * y) x';
    expect(checksOf(text).interpolation).toMatchObject({ of: 'literal', holds: true, difference: 0 });
  });

  test('summands that the rules add in another order may differ by rounding', () => {
    const text = 'input x : real = 0.137\nrd (fun y -> (y + y, y)) x (softplus x, x + x)';
    const { interpolation } = checksOf(text);
    expect(interpolation).toMatchObject({ of: 'literal', holds: true });
    expect(interpolation.tag === 'checked' && interpolation.difference).toBeGreaterThan(0);
  });

  test('rounding errors after cancellation are not a failure', () => {
    const text = 'input x : real = 3\n1e14 * (sin x * x) - 1e14 * (sin x * x) + x';
    expect(checksOf(text).adequacy).toMatchObject({ holds: true });
  });
});
