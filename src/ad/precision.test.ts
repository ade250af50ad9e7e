/** Derivatives that a formula with a cancellation would lose, in every engine. */
import { describe, expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { agree } from './agree';
import { ENGINES } from './registry';

/** Returns the derivatives of every engine but `numeric`, by name. */
function derivatives(expression: string, x: number): readonly (readonly [string, number | undefined])[] {
  const { main, point } = focusOf(checked(`input x : real = ${x}\n${expression}\n`));
  const engines = ENGINES.filter(({ id }) => id !== 'numeric');
  const { columns } = drain(agree(main, point, { engines, budget: COMMAND_LINE_BUDGET, now: () => 0 }));
  expect(columns.length).toBe(ENGINES.length - 1);
  return columns.map((column) => [column.engine, column.status === 'ok' ? column.derivatives[0] : undefined]);
}

describe('every engine has all digits of the derivative', () => {
  test.each([
    ['tanh x', 20, 4 / (Math.exp(20) + Math.exp(-20)) ** 2],
    ['tanh x', -300, 4 * Math.exp(-600)],
    ['tanh x', 1e4, 0],
    ['tanh x', 0, 1],
    ['deriv tanh x', 15, -8 * Math.exp(-30) * (1 - 4 * Math.exp(-30))],
    ['deriv tanh x', 1e-9, -2e-9],
    ['sech x', 30, -2 * Math.exp(-30)],
    ['sigmoid x', -40, Math.exp(-40)],
    ['sigmoid x', 40, Math.exp(-40)],
    ['softplus x', -40, Math.exp(-40)],
    ['log1p x', 1e-12, 1 - 1e-12],
    ['expm1 x', -1e-12, 1 - 1e-12],
    ['log (expm1 x)', 1e-9, 1e9 + 0.5],
  ])('of %s at %d', (expression, x, expected) => {
    for (const [engine, found] of derivatives(expression, x)) {
      const error = Math.abs((found ?? NaN) - expected);
      expect(error, `${engine}: ${String(found)}`).toBeLessThanOrEqual(1e-13 * Math.abs(expected));
    }
  });
});
