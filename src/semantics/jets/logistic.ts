import { at, forEachAbove, integralAt, productAt, scratch, type Jets } from './arithmetic';

/** ∂ sech u = -sech u tanh u ∂u, and ∂ tanh u = sech² u ∂u */
export function sech(jets: Jets, out: number, x: number): void {
  const { coefficients: c } = jets;
  const [tangent, slope, square] = [scratch(jets, 0), scratch(jets, 1), scratch(jets, 2)];
  c[tangent] = Math.tanh(at(c, x));
  c[slope] = -at(c, out) * at(c, tangent);
  c[square] = at(c, out) * at(c, out);
  forEachAbove(jets, (i) => {
    c[out + i] = integralAt(jets, i, slope, x);
    c[tangent + i] = integralAt(jets, i, square, x);
    c[slope + i] = -productAt(jets, i, out, tangent);
    c[square + i] = productAt(jets, i, out, out);
  });
}

/** Writes s and 1 - s, each accurate where it is small, and their product, the slope. */
export function logistic(jets: Jets, out: number, x: number): void {
  const { coefficients: c } = jets;
  const [rest, slope] = [scratch(jets, 0), scratch(jets, 1)];
  const e = Math.exp(-Math.abs(at(c, x)));
  c[rest] = at(c, x) >= 0 ? e / (1 + e) : 1 / (1 + e);
  c[slope] = at(c, out) * at(c, rest);
  forEachAbove(jets, (i) => {
    const next = integralAt(jets, i, slope, x);
    c[out + i] = next;
    c[rest + i] = -next;
    c[slope + i] = productAt(jets, i, out, rest);
  });
}

export function softplus(jets: Jets, out: number, x: number): void {
  const { coefficients: c } = jets;
  const slope = scratch(jets, 2);
  const u = at(c, x);
  const e = Math.exp(-Math.abs(u));
  c[slope] = u >= 0 ? 1 / (1 + e) : e / (1 + e);
  logistic(jets, slope, x);
  forEachAbove(jets, (i) => {
    c[out + i] = integralAt(jets, i, slope, x);
  });
}
