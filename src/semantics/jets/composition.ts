import { digamma, powerSum } from '../../language/operations/gamma';
import { at, multiply, scratch, type Jets } from './arithmetic';

/** f (u_0 + d) = Σ_j a_j d^j for j up to the highest, by Horner's rule. */
export function composed(
  jets: Jets,
  out: number,
  x: number,
  highest: number,
  coefficient: (j: number) => number,
): void {
  const { coefficients: c, size } = jets;
  const value = at(c, out);
  const [difference, sum] = [scratch(jets, 0), scratch(jets, 1)];
  c.copyWithin(difference, x, x + size);
  c[difference] = 0;
  c.fill(0, out, out + size);
  for (let j = highest; j >= 0; j--) {
    if (j < highest) {
      multiply(jets, sum, out, difference);
      c.copyWithin(out, sum, sum + size);
    }
    c[out] = at(c, out) + coefficient(j);
  }
  c[out] = value;
}

/** The rule of `lgamma`: its Taylor coefficients are power sums, which stay finite where factorials do not. */
export function lgamma(jets: Jets, out: number, x: number): void {
  const base = at(jets.coefficients, x);
  composed(jets, out, x, jets.shape.order, (j) => {
    if (j < 2) return j === 0 ? 0 : digamma(base);
    return ((j % 2 === 0 ? 1 : -1) * powerSum(j - 1, j - 1, base)) / j;
  });
}

/** The derivative of order n of `digamma`, whose Taylor coefficients are power sums. */
export function digammaOf(jets: Jets, out: number, x: number, n: number): void {
  const base = at(jets.coefficients, x);
  composed(jets, out, x, jets.shape.order, (j) =>
    j === 0 ? 0 : ((n + j) % 2 === 0 ? -1 : 1) * powerSum(n + j, j, base),
  );
}
