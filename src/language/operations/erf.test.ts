import { expect, it } from 'vitest';
import { erf } from './erf';

it('computes erf to the last digits', () => {
  // Kummer's series has only positive terms, so it is accurate to a few ulps.
  const series = (x: number): number => {
    let term = x;
    let sum = 0;
    for (let n = 0; term > sum * 1e-18; n++) {
      sum += term;
      term *= (2 * x * x) / (2 * n + 3);
    }
    return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
  };
  for (let x = 0.005; x < 7; x += 0.0137) expect(Math.abs(erf(x) / series(x) - 1)).toBeLessThan(3e-15);
  expect(erf(0.5)).toBeCloseTo(0.5204998778130465, 15);
  expect(erf(1)).toBeCloseTo(0.8427007929497149, 15);
  expect(erf(-2)).toBeCloseTo(-0.9953222650189527, 15);
  expect(erf(0)).toBe(0);
});
