import { describe, expect, it, test } from 'vitest';
import { COMMAND_LINE_BUDGET } from '../semantics/outcome';
import { drain } from '../semantics/task';
import { checked, focusOf } from '../testing/checked';
import { COMPARED } from '../testing/engines';
import { evaluated } from '../testing/run-source';
import { agree } from './agree';

describe('arithmetic on vectors', () => {
  test.each([
    ['[1, 2] + [3, 4]', '[4, 6]'],
    ['let v = [1, 2]\nlet w = [5.5, 4]\n(w - v, 2 * w, w / 2, -w)', '([4.5, 2], [11, 8], [2.75, 2], [-5.5, -4])'],
    ['(1, { a = 2, b = [3] }) + 2 * (1, { a = 0.5, b = [1] })', '(3, { a = 3, b = [5] })'],
    ['[[1, 2], [3, 4]] - [[1, 1], [1, 1]] / 4', '[[0.75, 1.75], [2.75, 3.75]]'],
    ['build 2 (fun i -> toReal i) + build 2 (fun i -> 1)', '[1, 2]'],
    ['let half x = x / 2\n(half 3, 5 / half 2)', '(1.5, 5)'],
    ['let add3 x y = x + y + x\n(add3 1 2 + length [1], add3 [1.5] [2], add3 (1, 2) (3, 4))', '(5, [5], (5, 8))'],
    ['let twice x = 2 * x\n(twice (length [1]), twice 1.5, twice [1.5, 2])', '(2, 3, [3, 4])'],
    [
      'let rec go (n, x, v) = if n < 1 then x else go (n - 1, x + 0.5 * v, v - 0.5 * x)\n(go (2, 1, 0), go (2, [1, 2], [0, 4]))',
      '(0.75, [0.75, 5.5])',
    ],
    ['let scaled (c : real) v = c * v\n(scaled 2 3, scaled 2 [1, 2], scaled 0.5 (2, 4))', '(6, [2, 4], (1, 2))'],
    ['map (fun (c, v) -> c * v) [(2, [1, 2]), (3, [0, 1])]', '[[2, 4], [0, 3]]'],
    ['let f c v = let g k = k * v in g c\nf 2 3.5', '7'],
    ['let n = 3\n(n * 2, 2 * n - 1, -n, n + n)', '(6, 5, -3, 6)'],
    ['(1 :: 2 :: []) + [3, 4]', '[4, 6]'],
    ['[1, 2] + [1]', 'shape: addition needs two values of the same shape, but these are arrays of different lengths'],
    [
      'build 1 toReal - build 2 toReal',
      'shape: subtraction needs two values of the same shape, but these are arrays of different lengths',
    ],
    ['[2] / 0', 'domain: / needs a divisor other than 0; the arguments are 2 and 0'],
  ])('%s', (text, value) => {
    expect(evaluated(text)).toBe(value);
  });

  it('evaluates operands from left to right', () => {
    expect(evaluated('[log 0] / (1 / 0)')).toContain('log');
    expect(evaluated('(1 / 0) * [log 0]')).toContain('/');
  });

  it.each([
    'input v : array real = [1, 2, -3]\ninput c : real = 0.5\n\ndot (2 * v - c * v) (v / c + v) + sum (-v)',
    'type Body = { at : array real, speed : array real }\ninput b : Body = { at = [1, 0], speed = [0, 1] }\nlet step b = { at = b.at + 0.1 * b.speed, speed = b.speed - 0.1 * b.at }\nlet rec go (n, b) = if n < 1 then b else go (n - 1, step b)\nlet e = go (5, b)\ndot e.at e.at + dot e.speed e.at',
    'input p : real * (real * real) = (1, (2, 3))\nlet q = p / (1 + p.1) - 3 * p\n(q.1 * q.2.1, -q)',
    'input m : array (array real) = [[2, 1], [1, 3]]\nlet f (m : array (array real)) = sum (map sum (m / 3 - matmul m m))\ngrad f m',
  ])('has derivatives that all engines agree on: %s', (text) => {
    const { main, point } = focusOf(checked(text));
    const { verdict, columns } = drain(
      agree(main, point, { engines: COMPARED, budget: COMMAND_LINE_BUDGET, now: () => 0 }),
    );
    expect(verdict).toBe('agree');
    expect(columns.filter(({ status }) => status === 'ok').length).toBeGreaterThan(7);
    expect(columns.filter(({ status }) => status === 'failed')).toEqual([]);
  });
});
