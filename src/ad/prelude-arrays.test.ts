import { expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { COMPARED } from '../testing/engines';
import { outcome } from '../testing/run-source';
import { agree } from './agree';

test.each([
  'sum (scan (fun (s, x) -> s * x + sin s) 0.5 v)',
  'maximum v - 2 * minimum v + norm (take 2 v)',
  'dot (sortBy identity v) (linspace 1 2 3)',
  'sum (zipWith (fun (x, y) -> x * y) (drop 1 v) v) + sum (mapi (fun (i, x) -> toReal i * x ^ 2) v)',
  'iterate 3 (fun w -> w - 0.1 * grad (fun u -> dot u u * sum u) w) v',
  'v[argmax v] * v[argmin v]',
])('all engines agree on %s', (expression) => {
  const { main, point } = focusOf(checked(`input v : array real = [0.3, -1.2, 0.8]\n${expression}`));
  const { verdict, columns } = drain(
    agree(main, point, { engines: COMPARED, budget: COMMAND_LINE_BUDGET, now: () => 0 }),
  );
  expect(verdict).toBe('agree');
  expect(columns.filter(({ status }) => status === 'ok').length).toBeGreaterThan(7);
});

test('a norm warns where it is differentiated at 0, and a maximum not of its own first item; sign and floor warn where they jump', () => {
  const warnings = (text: string): readonly string[] => {
    const run = outcome(text, { tracing: 'dependencies' });
    return run.tag === 'ok' ? run.value.warnings.map(({ code }) => code) : [run.tag];
  };
  expect(warnings('norm [0, 0]')).toEqual([]);
  expect(warnings('input v : array real = [0, 0]\nnorm v')).toEqual(['boundary']);
  expect(warnings('input v : array real = [3, 4]\nmaximum v + minimum v')).toEqual([]);
  expect(warnings('input v : array real = [4, 4]\nmaximum v')).toEqual(['boundary']);
  expect(warnings('input x : real = 0\nsign x + toReal (floor x)')).toEqual(['boundary', 'boundary']);
  expect(warnings('input x : real = 0.5\nsign x + toReal (floor x)')).toEqual([]);
});
