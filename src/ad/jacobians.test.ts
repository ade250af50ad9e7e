import { expect, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { COMPARED } from '../testing/engines';
import { evaluated } from '../testing/run-source';
import { agree } from './agree';

const SHAPES = 'type Shape = Circle real | Box { width : real, height : real }\n';

test.each([
  ['reals (1, [2, 3], { b = [[4], [5, 6]], a = "x" }, 7 :: 8 :: [])', '[1, 2, 3, 4, 5, 6, 7, 8]'],
  ['reals [(1, true), (2, false)]', '[1, 2]'],
  ['reals (Box { width = 7, height = 8 }, Circle 1)', '[8, 7, 1]'],
  ['reals (length [1], "a")', '[]'],
  ['jacobian sin 0', '[1]'],
  ['jacobian (fun (x, y) -> (x * y, [x, y ^ 2])) (2, 3)', '[(3, 2), (1, 0), (0, 6)]'],
  ['jacobian (fun xs -> map (fun x -> x ^ 2) xs) (1 :: 2 :: [])', '[[2, 0], [0, 4]]'],
  ['jacobian (fun (n, x) -> toReal n * x) (3, 1)', '[(3, 3)]'],
  ['jacobian (fun x -> if x > 0 then "a" else "b") 1', '[]'],
  ['hessian (fun p -> p.x ^ 2 * p.y) { x = 2, y = 3 }', '[{ x = 6, y = 4 }, { x = 4, y = 0 }]'],
  ['hessian (fun m -> m[0][0] ^ 2 * m[1][0]) [[2], [3]]', '[[[6], [4]], [[4], [0]]]'],
  ['hessian (fun v -> v[0] ^ 2 * v[1]) [2, 3]', '[[6, 4], [4, 0]]'],
  ['hessian (fun x -> x ^ 3) 2', '[12]'],
  ['hessian (fun s -> match s with Circle r -> r ^ 3 | Box b -> b.width * b.height) (Circle 2)', '[Circle 12]'],
])('%s', (text, expected) => {
  expect(evaluated(SHAPES + text)).toBe(expected);
  // The same by forward mode.
  expect(evaluated(SHAPES + text.replace('jacobian', 'jacobianForward'))).toBe(expected);
});

test.each([
  'sum (map (fun (a, b) -> a * b) (jacobian (fun (x, y) -> [x * y, sin x]) (v[0], v[1])))',
  'sum (map (fun (a, b) -> a * b) (jacobian (fun (x, y) -> [x * y, sin x, x / y]) (v[0], v[1])))',
  'norm (jacobianForward (fun u -> map (fun x -> x ^ 3) u) v)',
  'norm (reals (hessian (fun (x, y) -> x ^ 3 * y) (v[0], v[1])))',
])('all engines agree on %s', (expression) => {
  const { main, point } = focusOf(checked(`input v : array real = [0.3, -1.2]\n${expression}`));
  const { verdict, columns } = drain(
    agree(main, point, { engines: COMPARED, budget: COMMAND_LINE_BUDGET, now: () => 0 }),
  );
  expect(verdict).toBe('agree');
  expect(columns.filter(({ status }) => status === 'ok').length).toBeGreaterThan(6);
});
