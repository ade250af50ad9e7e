import { expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { COMPARED } from '../testing/engines';
import { evaluated } from '../testing/run-source';
import { agree } from './agree';

test.each([
  'lgamma x * digamma (x * x)',
  'polygamma 2 x + polygamma (length [x]) (x - 4)',
  'digamma (-x) / lgamma (0.1 - x)',
  'deriv (fun y -> lgamma (x * y)) 1.5',
  'hvp (fun (a, b) -> lgamma (a * b)) (x, 2) (1, x) |> fst',
])('all engines agree on %s', (expression) => {
  const { main, point } = focusOf(checked(`input x : real = 1.7\n${expression}`));
  const { verdict, columns } = drain(
    agree(main, point, { engines: COMPARED, budget: COMMAND_LINE_BUDGET, now: () => 0 }),
  );
  expect(verdict).toBe('agree');
  expect(columns.filter(({ status }) => status === 'ok').length).toBeGreaterThan(6);
});

test('Taylor mode gives the derivatives of every order', () => {
  // By the zeta function at 2, 3, 4 and 5; the third derivative of digamma at -1/2 is π⁴ + 96.
  expect(evaluated('taylor 5 lgamma 1')).toBe('[0, -0.577216, 1.64493, -2.40411, 6.49394, -24.8863]');
  expect(evaluated('taylor 3 digamma (-0.5)')).toBe('[0.03649, 8.9348, -0.828797, 193.409]');
  expect(evaluated('taylor 2 (polygamma 1) (-0.5)')).toBe('[8.9348, -0.828797, 193.409]');
});

test('poles are outside the domain', () => {
  expect(evaluated('lgamma (-2)')).toBe('domain: lgamma needs an argument other than 0, -1, -2, ...; here it is -2');
  expect(evaluated('digamma 0')).toBe('domain: digamma needs an argument other than 0, -1, -2, ...; here it is 0');
  expect(evaluated('polygamma (-1) 1')).toMatch(/^domain: polygamma needs an order from 0 to 1000/u);
});
