import { erf } from '../../language/operations/erf';

/*
 * Exact derivatives of compositions of elementary functions: polynomials with whole coefficients in generators that the
 * derivation maps to such polynomials (sin and cos; tan; 1 / sqrt (1 - u²), ...).
 */
interface Generator {
  readonly value: number;
  readonly derivative: Polynomial;
}

/**
 * Coefficients by the comma-separated exponents of the generators: 2 x y³ is '1,3' -> 2. Halves are powers of two, so
 * exact.
 */
type Polynomial = ReadonlyMap<string, number>;

/** The generators that a function of u adds, with their values and derivatives; the function itself comes first. */
type Extension = (u: number) => readonly { readonly value: number; readonly derivative: readonly Monomial[] }[];

/** A coefficient, the exponents of the new generators, and that of u itself; the factor u' is implicit. */
type Monomial = readonly [coefficient: number, ...exponents: number[]];

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

export const EXTENSIONS = {
  exp: (u) => [{ value: Math.exp(u), derivative: [[1, 1]] }],
  log: (u) => [
    { value: Math.log(u), derivative: [[1, 0, 1]] },
    { value: 1 / u, derivative: [[-1, 0, 2]] },
  ],
  expm1: (u) => [
    { value: Math.expm1(u), derivative: [[1, 0, 1]] },
    { value: Math.exp(u), derivative: [[1, 0, 1]] },
  ],
  log1p: (u) => [
    { value: Math.log1p(u), derivative: [[1, 0, 1]] },
    { value: 1 / (1 + u), derivative: [[-1, 0, 2]] },
  ],
  sqrt: (u) => [
    { value: Math.sqrt(u), derivative: [[0.5, 0, 1]] },
    { value: 1 / Math.sqrt(u), derivative: [[-0.5, 0, 3]] },
  ],
  sin: (u) => [
    { value: Math.sin(u), derivative: [[1, 0, 1]] },
    { value: Math.cos(u), derivative: [[-1, 1]] },
  ],
  cos: (u) => [
    { value: Math.cos(u), derivative: [[-1, 0, 1]] },
    { value: Math.sin(u), derivative: [[1, 1]] },
  ],
  tan: (u) => [{ value: Math.tan(u), derivative: [[1], [1, 2]] }],
  asin: (u) => [
    { value: Math.asin(u), derivative: [[1, 0, 1]] },
    { value: 1 / Math.sqrt((1 - u) * (1 + u)), derivative: [[1, 0, 3, 1]] },
  ],
  acos: (u) => [
    { value: Math.acos(u), derivative: [[-1, 0, 1]] },
    { value: 1 / Math.sqrt((1 - u) * (1 + u)), derivative: [[1, 0, 3, 1]] },
  ],
  atan: (u) => [
    { value: Math.atan(u), derivative: [[1, 0, 1]] },
    { value: 1 / (1 + u * u), derivative: [[-2, 0, 2, 1]] },
  ],
  sinh: (u) => [
    { value: Math.sinh(u), derivative: [[1, 0, 1]] },
    { value: Math.cosh(u), derivative: [[1, 1]] },
  ],
  cosh: (u) => [
    { value: Math.cosh(u), derivative: [[1, 0, 1]] },
    { value: Math.sinh(u), derivative: [[1, 1]] },
  ],
  // 1 - tanh² would lose its digits far from 0.
  tanh: (u) => [
    { value: Math.tanh(u), derivative: [[1, 0, 1]] },
    { value: (1 / Math.cosh(u)) ** 2, derivative: [[-2, 1, 1]] },
  ],
  sech: (u) => [
    { value: 1 / Math.cosh(u), derivative: [[-1, 1, 1]] },
    { value: Math.tanh(u), derivative: [[1, 2]] },
  ],
  sigmoid: (u) => [
    { value: logistic(u), derivative: [[1, 1, 1]] },
    { value: logistic(-u), derivative: [[-1, 1, 1]] },
  ],
  softplus: (u) => [
    { value: Math.max(u, 0) + Math.log1p(Math.exp(-Math.abs(u))), derivative: [[1, 0, 1]] },
    { value: logistic(u), derivative: [[1, 0, 1, 1]] },
    { value: logistic(-u), derivative: [[-1, 0, 1, 1]] },
  ],
  erf: (u) => [
    { value: erf(u), derivative: [[1, 0, 1]] },
    { value: (2 / Math.sqrt(Math.PI)) * Math.exp(-u * u), derivative: [[-2, 0, 1, 1]] },
  ],
} as const satisfies Record<string, Extension>;

export type ElementaryName = keyof typeof EXTENSIONS;

/** Returns the first `order` derivatives of f_n (... (f_1 x)) at a number. */
export function exactDerivatives(functions: readonly ElementaryName[], x: number, order: number): readonly number[] {
  const generators: Generator[] = [{ value: x, derivative: new Map([['', 1]]) }];
  let inner = 0;
  for (const name of functions) {
    const start = generators.length;
    const at = inner;
    const { value: u, derivative: chain } = generators[at] ?? { value: NaN, derivative: new Map() };
    const made = EXTENSIONS[name](u);
    for (const { value, derivative } of made) {
      const own = (derivative as readonly Monomial[]).map(([coefficient, ...exponents]): readonly [string, number] => {
        const all: number[] = [];
        exponents.forEach((n, i) => (all[i < made.length ? start + i : at] = n));
        return [keyOf(all), coefficient];
      });
      generators.push({ value, derivative: times(new Map(own), chain) });
    }
    inner = start;
  }
  const wanted = Array.from({ length: inner + 1 }, (_, i) => (i === inner ? 1 : 0));
  let current: Polynomial = new Map([[keyOf(wanted), 1]]);
  return Array.from({ length: order }, () => {
    current = derived(current, generators);
    return valueOf(current, generators);
  });
}

function keyOf(exponents: readonly (number | undefined)[]): string {
  const all = Array.from(exponents, (n) => n ?? 0);
  while (all.at(-1) === 0) all.pop();
  return all.join(',');
}

function exponentsOf(key: string): readonly number[] {
  return key === '' ? [] : key.split(',').map(Number);
}

function times(left: Polynomial, right: Polynomial): Polynomial {
  const product = new Map<string, number>();
  for (const [a, x] of left) {
    for (const [b, y] of right) {
      const [m, n] = [exponentsOf(a), exponentsOf(b)];
      const key = keyOf(Array.from({ length: Math.max(m.length, n.length) }, (_, i) => (m[i] ?? 0) + (n[i] ?? 0)));
      product.set(key, (product.get(key) ?? 0) + x * y);
    }
  }
  return product;
}

function derived(polynomial: Polynomial, generators: readonly Generator[]): Polynomial {
  const sum = new Map<string, number>();
  for (const [key, coefficient] of polynomial) {
    const exponents = exponentsOf(key);
    exponents.forEach((n, i) => {
      const generator = generators[i];
      if (n === 0 || generator === undefined) return;
      const rest = keyOf(exponents.map((m, j) => (j === i ? m - 1 : m)));
      for (const [made, factor] of times(new Map([[rest, coefficient * n]]), generator.derivative)) {
        sum.set(made, (sum.get(made) ?? 0) + factor);
      }
    });
  }
  return sum;
}

function valueOf(polynomial: Polynomial, generators: readonly Generator[]): number {
  let sum = 0;
  for (const [key, coefficient] of polynomial) {
    sum += exponentsOf(key).reduce((product, n, i) => product * (generators[i]?.value ?? NaN) ** n, coefficient);
  }
  return sum;
}
