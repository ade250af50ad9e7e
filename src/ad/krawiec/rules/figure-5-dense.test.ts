import { describe, expect, it } from 'vitest';
import { printCore } from '../../../language/core/print';
import { translatedBody, translatedBy } from '../../../testing/translated-main';
import { reverseDense } from '../engines';

const INPUTS = 'input x : real = 1\ninput y : real = 1\n';

describe('Figure 5, rule by rule', () => {
  it.each<[string, string]>([
    ['x', '(x, dx)'],
    ['2.5', '(2.5, zeroS)'],
    ['x + y', '(x + y, plusS (dx, dy))'],
    ['x - y', '(x - y, plusS (dx, timesS (-1.0, dy)))'],
    ['x * y', '(x * y, plusS (timesS (y, dx), timesS (x, dy)))'],
    ['sin x', '(sin x, timesS (cos x, dx))'],
    ['(x, 1)', '((x, dx), (1.0, zeroS))'],
    [
      'let z = x * x in z + z',
      'let (z, dz) = (x * x, plusS (timesS (x, dx), timesS (x, dx))) in (z + z, plusS (dz, dz))',
    ],
  ])('D{%s}', (expression, expected) => {
    expect(translatedBody(reverseDense, INPUTS + expression)).toBe(expected);
  });
});

describe('Figure 6', () => {
  const printed = (text: string): string => printCore(translatedBy(reverseDense, text)).replaceAll(/\s+/gu, ' ');

  it('gives each real a vector with the cotangent in its place, as wide as the point', () => {
    const text = printed(`${INPUTS}x * y`);
    expect(text).toContain('let zeroS = (0.0, 0.0)');
    expect(text).toContain('let plusS ((u, u_1), (v, v_1)) = (u + v, u_1 + v_1)');
    expect(text).toContain('let s0 = ((x0, timesS (dt, (1.0, 0.0))), (y0, timesS (dt, (0.0, 1.0)))) (main s0).2');
    expect(text).not.toContain('pairing');
  });

  it('pairs any other result with its cotangent, at vectors with 1 in their places (Figure 15)', () => {
    const text = printed(`${INPUTS}(x * y, x)`);
    expect(text).toContain('let s0 = ((x0, (1.0, 0.0)), (y0, (0.0, 1.0)))');
    expect(text).toContain('(pairing (s0, dt0)).2');
  });

  it('takes the shape of the vectors from the point where the type does not tell it (section 6)', () => {
    const text = printed('input xs : list real = [1, 2]\nsum xs');
    expect(text).toContain('let zeroS = zeroLikeList xs0');
    expect(text).toContain('oneHotS');
  });
});
