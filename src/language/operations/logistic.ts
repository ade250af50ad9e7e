import { exp, log1p } from './fdlibm';

/** 1 / cosh x */
export function sech(x: number): number {
  const e = exp(-Math.abs(x));
  return (2 * e) / (1 + e * e);
}

export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + exp(-x));
  const e = exp(x);
  return e / (1 + e);
}

export function softplus(x: number): number {
  return Math.max(x, 0) + log1p(exp(-Math.abs(x)));
}
