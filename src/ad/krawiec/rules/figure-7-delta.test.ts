import { describe, expect, it } from 'vitest';
import { translatedBody } from '../../../testing/translated-main';
import { reverseDelta } from '../engines';

const INPUTS = 'input x : real = 1\ninput y : real = 1\ninput n : int = 1\n';

describe('Figure 7, rule by rule', () => {
  it.each<[string, string]>([
    ['x', '(x, dx)'],
    ['2.5', '(2.5, Delta.Zero)'],
    ['x + y', '(x + y, Delta.Add (dx, dy))'],
    ['x - y', '(x - y, Delta.Add (dx, Delta.Scale (-1.0, dy)))'],
    ['x * y', '(x * y, Delta.Add (Delta.Scale (y, dx), Delta.Scale (x, dy)))'],
    ['x * 0', '(x * 0.0, Delta.Add (Delta.Scale (0.0, dx), Delta.Scale (x, Delta.Zero)))'],
    ['sin x', '(sin x, Delta.Scale (cos x, dx))'],
    ['toReal n', '(toReal n, Delta.Zero)'],
    ['n + 1', 'n + 1'],
    [
      'let z = x * y in z * z',
      'let (z, dz) = (x * y, Delta.Add (Delta.Scale (y, dx), Delta.Scale (x, dy))) in (z * z, Delta.Add (Delta.Scale (z, dz), Delta.Scale (z, dz)))',
    ],
    ['(fun z -> z) x', '(x, dx)'],
    ['if n > 0 then x else y', 'if n > 0 then (x, dx) else (y, dy)'],
    ['(x, n)', '((x, dx), n)'],
  ])('D{%s}', (expression, expected) => {
    expect(translatedBody(reverseDelta, INPUTS + expression)).toBe(expected);
  });
});
