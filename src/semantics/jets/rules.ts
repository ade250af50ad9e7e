import { sech as sechOf } from '../../language/operations/logistic';
import type { OperationName } from '../../language/operations/names';
import {
  at,
  combine,
  forEachAbove,
  integralAt,
  isConstant,
  multiply,
  powerAt,
  productAt,
  scale,
  scratch,
  type Jets,
} from './arithmetic';
import { composed, digammaOf, lgamma } from './composition';
import { logistic, sech, softplus } from './logistic';

/**
 * Writes the coefficients of op (x, y) above its value, which is already there. `y` is ignored if op has one argument.
 * An int argument is a constant.
 */
export type JetRule = (jets: Jets, out: number, x: number, y: number) => void;

/** The rule for a result that is constant near the point, to every order. */
export const CONSTANT_RULE: JetRule = (jets, out) => {
  jets.coefficients.fill(0, out + 1, out + jets.size);
};

function add(jets: Jets, out: number, x: number, y: number): void {
  combine(jets, out, 1, x, 1, y);
}

function subtract(jets: Jets, out: number, x: number, y: number): void {
  combine(jets, out, 1, x, -1, y);
}

function times(jets: Jets, out: number, x: number, y: number): void {
  const { coefficients: c } = jets;
  if (isConstant(jets, x)) scale(jets, out, at(c, x), y);
  else if (isConstant(jets, y)) scale(jets, out, at(c, y), x);
  else {
    forEachAbove(jets, (i) => {
      c[out + i] = productAt(jets, i, x, y);
    });
  }
}

/** q y = x: q_α = (x_α - Σ y_β q_γ) / y_0 over β other than 0. */
function divide(jets: Jets, out: number, x: number, y: number): void {
  const { coefficients: c } = jets;
  const divisor = at(c, y);
  const isScaled = isConstant(jets, y);
  forEachAbove(jets, (i) => {
    const sum = isScaled ? 0 : productAt(jets, i, y, out, 1);
    c[out + i] = (at(c, x + i) - sum) / divisor;
  });
}

/** ∂ exp u = exp u ∂u */
function exp(jets: Jets, out: number, x: number): void {
  const { coefficients: c } = jets;
  forEachAbove(jets, (i) => {
    c[out + i] = integralAt(jets, i, out, x);
  });
}

/** ∂ (exp u - 1) = exp u ∂u */
function expm1(jets: Jets, out: number, x: number): void {
  const { coefficients: c } = jets;
  const value = at(c, out);
  c[out] = Math.exp(at(c, x));
  exp(jets, out, x);
  c[out] = value;
}

/** Writes the jet of v with a ∂v = ∂u, whose value is at `out`. */
function quotientIntegral(jets: Jets, out: number, a: number, u: number): void {
  const { coefficients: c } = jets;
  const divisor = at(c, a);
  forEachAbove(jets, (i) => {
    c[out + i] = (at(c, u + i) - integralAt(jets, i, a, out, 1)) / divisor;
  });
}

function log(jets: Jets, out: number, x: number): void {
  quotientIntegral(jets, out, x, x);
}

/** (1 + u) ∂v = ∂u */
function log1p(jets: Jets, out: number, x: number): void {
  const above = scratch(jets, 0);
  scale(jets, above, 1, x);
  jets.coefficients[above] = 1 + at(jets.coefficients, x);
  quotientIntegral(jets, out, above, x);
}

/** w w = u: w_α = (u_α - Σ w_β w_γ) / 2 w_0 over β other than 0 and α. */
function sqrt(jets: Jets, out: number, x: number): void {
  const { coefficients: c } = jets;
  const divisor = 2 * at(c, out);
  forEachAbove(jets, (i) => {
    c[out + i] = (at(c, x + i) - productAt(jets, i, out, out, 1, 1)) / divisor;
  });
}

/** For a constant exponent, u ∂v = y v ∂u; otherwise x ^ y = exp (y log x). */
function power(jets: Jets, out: number, x: number, y: number): void {
  const { coefficients: c } = jets;
  const vanishes = Math.abs(at(c, out)) < SMALLEST_NORMAL;
  if (!isConstant(jets, y)) {
    if (vanishes) vanishingPower(jets, out, x, y);
    else movingPower(jets, out, x, y, 0);
  } else if (vanishes) {
    binomialPower(jets, out, x, at(c, y));
  } else {
    const exponent = at(c, y);
    forEachAbove(jets, (i) => {
      c[out + i] = powerAt(jets, i, exponent, x, out);
    });
  }
}

/** Smaller numbers have lost digits, so derivatives are not computed from them. */
const SMALLEST_NORMAL = 2 ** -1022;

/** Writes x ^ (y - less), whose value is at `out`. */
function movingPower(jets: Jets, out: number, x: number, y: number, less: number): void {
  const { coefficients: c } = jets;
  const logarithm = scratch(jets, 0);
  const exponent = scratch(jets, 1);
  c[logarithm] = Math.log(at(c, x));
  if (isConstant(jets, x)) CONSTANT_RULE(jets, logarithm, x, x);
  else log(jets, logarithm, x);
  multiply(jets, exponent, y, logarithm);
  if (less > 0) combine(jets, exponent, 1, exponent, -less, logarithm);
  exp(jets, out, exponent);
}

/** x ^ y = x ^ (y - R) x ^ R, for an x ^ y that rounds to 0 although its derivatives may not. */
function vanishingPower(jets: Jets, out: number, x: number, y: number): void {
  const { coefficients: c, shape } = jets;
  const value = at(c, out);
  const [larger, rest] = [scratch(jets, 2), scratch(jets, 3)];
  c[larger] = Math.pow(at(c, x), at(c, y) - shape.order);
  movingPower(jets, larger, x, y, shape.order);
  c[rest] = Math.pow(at(c, x), shape.order);
  binomialPower(jets, rest, x, shape.order);
  multiply(jets, out, larger, rest);
  c[out] = value;
}

function powerInt(jets: Jets, out: number, x: number, y: number): void {
  binomialPower(jets, out, x, at(jets.coefficients, y));
}

/**
 * (u_0 + d)^n = Σ_j (n over j) u_0^(n-j) d^j, by Horner's rule; the d^j above the order are 0. So 0 is not a pole if n
 * is whole and not negative.
 */
function binomialPower(jets: Jets, out: number, x: number, n: number): void {
  const base = at(jets.coefficients, x);
  const { order } = jets.shape;
  const highest = n >= 0 && Number.isInteger(n) ? Math.min(order, n) : order;
  const binomials = [1];
  for (let j = 1; j <= highest; j++) binomials.push(((binomials[j - 1] ?? 0) * (n - j + 1)) / j);
  composed(jets, out, x, highest, (j) => (binomials[j] ?? 0) * Math.pow(base, n - j));
}

/** Writes two functions of u, each the derivative of the other up to sign: sin and cos, sinh and cosh. */
function pair(jets: Jets, first: number, second: number, u: number, sign: 1 | -1): void {
  const { coefficients: c } = jets;
  forEachAbove(jets, (i) => {
    c[first + i] = integralAt(jets, i, second, u);
    c[second + i] = sign * integralAt(jets, i, first, u);
  });
}

function sin(jets: Jets, out: number, x: number): void {
  const other = scratch(jets, 0);
  jets.coefficients[other] = Math.cos(at(jets.coefficients, x));
  pair(jets, out, other, x, -1);
}

function cos(jets: Jets, out: number, x: number): void {
  const other = scratch(jets, 0);
  jets.coefficients[other] = Math.sin(at(jets.coefficients, x));
  pair(jets, other, out, x, -1);
}

function sinh(jets: Jets, out: number, x: number): void {
  const other = scratch(jets, 0);
  jets.coefficients[other] = Math.cosh(at(jets.coefficients, x));
  pair(jets, out, other, x, 1);
}

function cosh(jets: Jets, out: number, x: number): void {
  const other = scratch(jets, 0);
  jets.coefficients[other] = Math.sinh(at(jets.coefficients, x));
  pair(jets, out, other, x, 1);
}

/** Writes v with ∂v = (c + sign v²) ∂u, whose slope at the point is given. */
function riccati(jets: Jets, out: number, x: number, slope: number, sign: 1 | -1): void {
  const { coefficients: c } = jets;
  const derivative = scratch(jets, 0);
  c[derivative] = slope;
  forEachAbove(jets, (i) => {
    c[out + i] = integralAt(jets, i, derivative, x);
    c[derivative + i] = sign * productAt(jets, i, out, out);
  });
}

function tan(jets: Jets, out: number, x: number): void {
  const value = at(jets.coefficients, out);
  riccati(jets, out, x, 1 + value * value, 1);
}

/** 1 - tanh² loses all digits where sech² does not. */
function tanh(jets: Jets, out: number, x: number): void {
  const secant = sechOf(at(jets.coefficients, x));
  riccati(jets, out, x, secant * secant, -1);
}

/** asin and -acos: sqrt ((1 - u) (1 + u)) ∂v = ∂u */
function arcsine(jets: Jets, out: number, x: number): void {
  const { coefficients: c } = jets;
  const [below, above, square, root] = [scratch(jets, 0), scratch(jets, 1), scratch(jets, 2), scratch(jets, 3)];
  c[below] = 1 - at(c, x);
  c[above] = 1 + at(c, x);
  scale(jets, below, -1, x);
  scale(jets, above, 1, x);
  multiply(jets, square, below, above);
  c[root] = Math.sqrt(at(c, square));
  sqrt(jets, root, square);
  quotientIntegral(jets, out, root, x);
}

function arccosine(jets: Jets, out: number, x: number): void {
  arcsine(jets, out, x);
  scale(jets, out, -1, out);
}

/** (1 + u²) ∂v = ∂u */
function atan(jets: Jets, out: number, x: number): void {
  const square = scratch(jets, 0);
  multiply(jets, square, x, x);
  jets.coefficients[square] = 1 + at(jets.coefficients, square);
  quotientIntegral(jets, out, square, x);
}

/** (x² + y²) ∂v = x ∂y - y ∂x, where the first argument is the ordinate y. */
function atan2(jets: Jets, out: number, ordinate: number, abscissa: number): void {
  const { coefficients: c, size } = jets;
  const [radius, other] = [scratch(jets, 0), scratch(jets, 1)];
  multiply(jets, radius, abscissa, abscissa);
  multiply(jets, other, ordinate, ordinate);
  for (let i = 0; i < size; i++) c[radius + i] = at(c, radius + i) + at(c, other + i);
  const divisor = at(c, radius);
  forEachAbove(jets, (i) => {
    const turn = integralAt(jets, i, abscissa, ordinate) - integralAt(jets, i, ordinate, abscissa);
    c[out + i] = (turn - integralAt(jets, i, radius, out, 1)) / divisor;
  });
}

/** ∂v = 2/√π exp (-u²) ∂u */
function erf(jets: Jets, out: number, x: number): void {
  const { coefficients: c } = jets;
  const [square, slope] = [scratch(jets, 0), scratch(jets, 1)];
  multiply(jets, square, x, x);
  scale(jets, square, -1, square);
  c[slope] = (2 / Math.sqrt(Math.PI)) * Math.exp(-at(c, square));
  exp(jets, slope, square);
  forEachAbove(jets, (i) => {
    c[out + i] = integralAt(jets, i, slope, x);
  });
}

/** Marks an operation without a derivative, because its result or its arguments are not real. */
export const UNDIFFERENTIATED = undefined;

/**
 * One rule per operation: recurrences that take as many steps as one or a few products (Griewank & Walther, 13.2). At a
 * kink, the rule follows the branch that the operation takes, like its partials in the table.
 */
export const JET_RULES = {
  add,
  subtract,
  multiply: times,
  divide,
  negate: (jets, out, x) => {
    scale(jets, out, -1, x);
  },
  power,
  powerInt,
  exp,
  log,
  expm1,
  log1p,
  sqrt,
  sin,
  cos,
  tan,
  asin: arcsine,
  acos: arccosine,
  atan,
  atan2,
  sinh,
  cosh,
  tanh,
  sech,
  sigmoid: logistic,
  softplus,
  erf,
  lgamma,
  digamma: (jets, out, x) => {
    digammaOf(jets, out, x, 0);
  },
  polygamma: (jets, out, n, x) => {
    digammaOf(jets, out, x, at(jets.coefficients, n));
  },
  checkPivot: (jets, out, _i, x) => {
    scale(jets, out, 1, x);
  },
  abs: (jets, out, x) => {
    scale(jets, out, Math.sign(at(jets.coefficients, x)), x);
  },
  relu: (jets, out, x) => {
    scale(jets, out, at(jets.coefficients, x) > 0 ? 1 : 0, x);
  },
  max: (jets, out, x, y) => {
    scale(jets, out, 1, at(jets.coefficients, y) > at(jets.coefficients, x) ? y : x);
  },
  min: (jets, out, x, y) => {
    scale(jets, out, 1, at(jets.coefficients, y) < at(jets.coefficients, x) ? y : x);
  },
  sign: CONSTANT_RULE,
  step: CONSTANT_RULE,
  addInt: UNDIFFERENTIATED,
  subtractInt: UNDIFFERENTIATED,
  multiplyInt: UNDIFFERENTIATED,
  negateInt: UNDIFFERENTIATED,
  div: UNDIFFERENTIATED,
  maxInt: UNDIFFERENTIATED,
  minInt: UNDIFFERENTIATED,
  checkSide: UNDIFFERENTIATED,
  checkRow: UNDIFFERENTIATED,
  checkLength: UNDIFFERENTIATED,
  checkItems: UNDIFFERENTIATED,
  mod: UNDIFFERENTIATED,
  toReal: UNDIFFERENTIATED,
  floor: UNDIFFERENTIATED,
  showReal: UNDIFFERENTIATED,
  showInt: UNDIFFERENTIATED,
  uniform: UNDIFFERENTIATED,
  less: UNDIFFERENTIATED,
  lessEqual: UNDIFFERENTIATED,
  greater: UNDIFFERENTIATED,
  greaterEqual: UNDIFFERENTIATED,
  equal: UNDIFFERENTIATED,
  notEqual: UNDIFFERENTIATED,
  lessSmooth: UNDIFFERENTIATED,
  greaterSmooth: UNDIFFERENTIATED,
  lessInt: UNDIFFERENTIATED,
  lessEqualInt: UNDIFFERENTIATED,
  greaterInt: UNDIFFERENTIATED,
  greaterEqualInt: UNDIFFERENTIATED,
  equalInt: UNDIFFERENTIATED,
  notEqualInt: UNDIFFERENTIATED,
  equalBool: UNDIFFERENTIATED,
  notEqualBool: UNDIFFERENTIATED,
  equalString: UNDIFFERENTIATED,
  notEqualString: UNDIFFERENTIATED,
  not: UNDIFFERENTIATED,
} satisfies Record<OperationName, JetRule | undefined>;
